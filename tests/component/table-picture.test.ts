// The user’s own picture, which the background script stores for the tabs of all Firefox containers.
import { flushPromises } from '@vue/test-utils'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import SettingsPanel from '../../components/panels/SettingsPanel.vue'
import { isCutOff } from '../../components/panels/cut-off'
import { asTablePicture, showOwnPicture } from '../../components/table-picture'
import { useTablePicture } from '../../stores/settings/table-picture-store'
import { eventually } from '../support/eventually'
import { memoryPlatform, type MemoryPlatform } from '../support/memory-platform'
import { inScope, openTab, show, type World } from '../support/mount'

const PICTURE = 'data:image/webp;base64,AAAA'
const { dataset } = document.documentElement
let platform: MemoryPlatform
let tab: World
let stop: () => void
/** The size in bytes of a picture encoded with this quality. */
let bytesAt: (quality: number) => number
/** Red, green, blue and alpha of the picture’s pixels. */
let pixels: readonly number[]

beforeEach(async () => {
  // The page’s Firefox container has no database.
  vi.stubGlobal('indexedDB', { databases: async () => [] })
  bytesAt = () => 3
  pixels = [10, 20, 30, 255, 20, 40, 60, 255]
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    if (!file.type.startsWith('image/')) throw new Error('no picture')
    return { width: 10, height: 10, close: () => undefined }
  })
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      width = 480
      height = 270
      getContext = () => ({
        drawImage: () => undefined,
        getImageData: () => ({ data: pixels }),
      })
      convertToBlob = async ({ type, quality }: { type: string; quality: number }) =>
        new Blob([new Uint8Array(bytesAt(quality))], { type })
    },
  )
  vi.stubGlobal(
    'Image',
    class {
      width = 1600
      height = 900
      decode = async () => undefined
    },
  )
  platform = memoryPlatform()
  tab = await openTab(platform)
  stop = () => undefined
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

async function chooseIn(panel: ReturnType<typeof show>, file: Blob): Promise<void> {
  const input = panel.get('[data-setting="picture"]')
  Object.defineProperty(input.element, 'files', { configurable: true, value: [file] })
  await input.trigger('input')
  await input.trigger('change')
}

const FORMATS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const

/** A picture of noise. A JPEG contains a preview with its own end marker, like the files of cameras. */
async function pictureFile(format: (typeof FORMATS)[number]): Promise<Blob> {
  const noise = Buffer.from(Array.from({ length: 120 * 80 * 3 }, (_, i) => (i * i * 7 + (i >> 5)) % 251))
  const raw = { width: 120, height: 80, channels: 3 } as const
  const bytes = await sharp(noise, { raw }).toFormat(format).toBuffer()
  if (format !== 'jpeg') return new Blob([new Uint8Array(bytes)], { type: `image/${format}` })
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), bytes])
  segment.writeUInt16BE(segment.length - 2, 2)
  const parts = [bytes.subarray(0, 2), segment, Buffer.from([0xff]), bytes.subarray(2)]
  return new Blob([new Uint8Array(Buffer.concat(parts))], { type: 'image/jpeg' })
}

const answerWith = (pictures: Record<string, string>) =>
  platform.answer(async request => {
    if (request.kind === 'picture') return pictures[request.name]
    if (request.kind !== 'keep-picture') return undefined
    pictures.new = request.picture
    return platform.local.set({ picture: 'new' })
  })

describe('the user’s own picture', () => {
  it('is read from the background script when any tab has chosen it, and shown until removed', async () => {
    answerWith({ name: PICTURE })
    useTablePicture(tab.pinia)
    stop = inScope(showOwnPicture)
    expect(dataset.own).toBeUndefined()
    await platform.local.set({ picture: 'name' })
    await eventually(() => expect(dataset.own).toBe('picture'))
    expect(document.documentElement.style.getPropertyValue('--picture')).toBe(`url(${PICTURE})`)
    await platform.local.remove(['picture'])
    await eventually(() => expect(dataset.own).toBeUndefined())
  })
  it('has a preview and an average color, which are stored for later tabs until it is removed', async () => {
    answerWith({ name: PICTURE })
    stop = inScope(showOwnPicture)
    await platform.local.set({ picture: 'name' })
    const preview = 'data:image/webp;base64,AAAA'
    await eventually(() =>
      expect(localStorage.getItem('picture')).toBe(
        JSON.stringify({ name: 'name', color: 'rgb(15 30 45)', isBright: false, preview }),
      ),
    )
    await platform.local.remove(['picture'])
    await eventually(() => expect(localStorage.getItem('picture')).toBeNull())
  })
  it.each([
    ['dark if the picture is bright', [250, 250, 240, 255, 230, 240, 250, 255], 'true'],
    ['light if the picture is dark', [10, 20, 30, 255, 20, 40, 60, 255], 'false'],
  ])('is behind text that is %s', async (_, colors, bright) => {
    pixels = colors
    answerWith({ name: PICTURE })
    stop = inScope(showOwnPicture)
    await platform.local.set({ picture: 'name' })
    await eventually(() => expect(dataset.bright).toBe(bright))
    await platform.local.remove(['picture'])
    await eventually(() => expect(dataset.bright).toBeUndefined())
  })
  it('has text of the right color in every tab, even if another tab has stored the preview', async () => {
    answerWith({ name: PICTURE })
    localStorage.setItem('picture', JSON.stringify({ name: 'name', isBright: true }))
    stop = inScope(showOwnPicture)
    await platform.local.set({ picture: 'name' })
    await eventually(() => expect(dataset.bright).toBe('true'))
    await platform.local.remove(['picture'])
    await eventually(() => expect(dataset.bright).toBeUndefined())
  })
  it('is not shown if the background script cannot be reached', async () => {
    platform.answer(() => Promise.reject(new Error('no background')))
    const store = useTablePicture(tab.pinia)
    await platform.local.set({ picture: 'name' })
    stop = inScope(() => store.follow())
    await eventually(() => expect(store.picture).toBeNull())
  })
  it('is the last one that was chosen, even if reading an earlier one takes longer', async () => {
    const answers: Record<string, (picture?: string) => void> = {}
    platform.answer(
      request => new Promise(resolve => request.kind === 'picture' && (answers[request.name] = resolve)),
    )
    const store = useTablePicture(tab.pinia)
    stop = inScope(() => store.follow())
    await platform.local.set({ picture: 'first' })
    await eventually(() => expect(answers.first).toBeDefined())
    await platform.local.set({ picture: 'second' })
    await flushPromises()
    answers.second?.(PICTURE)
    await flushPromises()
    answers.first!(undefined)
    await flushPromises()
    answers.second!(PICTURE)
    await eventually(() => expect(store.picture?.name).toBe('second'))
  })
  /** Chooses a picture in a panel. It is read until the returned function is called. */
  async function beginReading(panel: ReturnType<typeof show>) {
    const read = Promise.withResolvers<object>()
    const reading = vi.fn(() => read.promise)
    vi.stubGlobal('createImageBitmap', reading)
    const file = await pictureFile('png')
    await chooseIn(panel, file)
    await eventually(() => expect(reading).toHaveBeenCalled())
    return { file, endReading: () => read.resolve({ width: 10, height: 10, close: () => undefined }) }
  }
  it.each(['remove-picture', 'felt'])('stays removed (%s) if another picture was being read', async way => {
    answerWith({ name: PICTURE })
    await platform.local.set({ picture: 'name' })
    stop = inScope(showOwnPicture)
    const panel = show(SettingsPanel, tab)
    await eventually(() => expect(panel.find('[data-action="remove-picture"]').exists()).toBe(true))
    const { file, endReading } = await beginReading(panel)
    if (way === 'felt') await panel.get('[name="felt"]').setValue()
    else await panel.get('[data-action="remove-picture"]').trigger('click')
    await eventually(async () => expect(await platform.local.get('picture')).toBeUndefined())
    endReading()
    // Reading the file again takes longer than completing the first reading.
    await asTablePicture(file)
    await asTablePicture(file)
    expect(platform.asked.map(({ kind }) => kind)).not.toContain('keep-picture')
    panel.unmount()
  })
  it('does not replace a table color that was chosen while the first picture was being read', async () => {
    answerWith({})
    const panel = show(SettingsPanel, tab)
    const { file, endReading } = await beginReading(panel)
    await panel.get('[name="felt"][value="walnut"]').setValue()
    endReading()
    await asTablePicture(file)
    await asTablePicture(file)
    expect(platform.asked.map(({ kind }) => kind)).not.toContain('keep-picture')
    panel.unmount()
  })
  it('is encoded in at most 3 MB, with a lower quality if necessary, or else refused', async () => {
    const file = new Blob(['…'], { type: 'image/png' })
    bytesAt = quality => (quality > 0.5 ? 4e6 : 3e6)
    expect(await asTablePicture(file)).toHaveLength('data:image/webp;base64,'.length + 4e6)
    bytesAt = () => 4e6
    await expect(asTablePicture(file)).rejects.toThrow('too large')
  })
  it('covers the felt, and is replaced by the felt that the user chooses', async () => {
    answerWith({ name: PICTURE })
    stop = inScope(showOwnPicture)
    const panel = show(SettingsPanel, tab)
    const chosen = () =>
      panel
        .findAll<HTMLInputElement>('[name="felt"]')
        .filter(({ element }) => element.checked)
        .map(({ element }) => element.value)
    expect(chosen()).toEqual(['green'])
    for (const felt of ['walnut', 'walnut']) {
      await platform.local.set({ picture: 'name' })
      await eventually(() => expect(dataset.own).toBe('picture'))
      expect(chosen()).toEqual([])
      expect(panel.get('[data-setting="felt"]').text()).toContain('Choosing a table color removes it.')
      await panel.get(`[name="felt"][value="${felt}"]`).setValue()
      await eventually(() => expect(dataset.own).toBeUndefined())
      expect([tab.settings.values.felt, chosen()]).toEqual([felt, [felt]])
      expect(panel.get('[data-setting="felt"]').text()).not.toContain('removes it')
    }
    panel.unmount()
  })
  it.each(['[data-action="remove-picture"]', '[name="felt"][value="walnut"]'])(
    'can be brought back until the settings are closed, if it was removed with %s',
    async removing => {
      const pictures: Record<string, string> = { name: PICTURE }
      answerWith(pictures)
      stop = inScope(showOwnPicture)
      await platform.local.set({ picture: 'name' })
      await eventually(() => expect(dataset.own).toBe('picture'))
      let panel = show(SettingsPanel, tab)
      const bringBack = () => panel.find('[data-action="bring-picture-back"]')
      for (const isClosed of [false, true]) {
        expect(bringBack().exists()).toBe(false)
        const { element } = panel.get<HTMLElement>(removing)
        element.click()
        await eventually(() => expect(bringBack().exists()).toBe(true))
        if (isClosed) break
        await bringBack().trigger('click')
        await eventually(() => expect(dataset.own).toBe('picture'))
        expect(pictures.new).toBe(PICTURE)
      }
      panel.unmount()
      panel = show(SettingsPanel, tab)
      expect(bringBack().exists()).toBe(false)
      panel.unmount()
    },
  )
  it('leads to a message if it cannot be stored or its format is not accepted', async () => {
    const panel = show(SettingsPanel, tab)
    const choose = (type: string) => chooseIn(panel, new Blob(['…'], { type }))
    const message = () => panel.get('.own-picture [role="status"]').text()
    platform.answer(() => Promise.reject(new Error('QuotaExceededError')))
    await choose('image/png')
    await eventually(() => expect(message()).toContain('That didn’t work: QuotaExceededError.'))
    await choose('text/plain')
    await eventually(() => expect(message()).toContain('Choose a PNG, JPEG, WebP, AVIF or GIF picture.'))
    answerWith({})
    await choose('image/png')
    await eventually(() => expect(platform.local).toHaveProperty('texts.picture', 'new'))
    panel.unmount()
  })
  it('is the picture that was chosen last, even if an earlier one takes longer to read', async () => {
    const panel = show(SettingsPanel, tab)
    answerWith({})
    let finish = (): void => undefined
    const decode = createImageBitmap
    vi.stubGlobal('createImageBitmap', async (file: Blob) => {
      if (file.type === 'image/jpeg') await new Promise<void>(done => (finish = done))
      return decode(file)
    })
    const choose = (type: string) => chooseIn(panel, new Blob(['…'], { type }))
    const stored = () =>
      platform.asked.flatMap(request =>
        request.kind === 'keep-picture' ? request.picture.split(',')[1] : [],
      )
    await choose('image/jpeg')
    await choose('image/png')
    await eventually(() => expect(stored()).toEqual(['AAAA']))
    finish()
    await flushPromises()
    // A third picture is read from the start after the first one has been read.
    bytesAt = () => 6
    await choose('image/png')
    await eventually(() => expect(stored()).toContain('AAAAAAAA'))
    expect(stored()).toEqual(['AAAA', 'AAAAAAAA'])
    panel.unmount()
  })
  describe.each(FORMATS)('in the format %s', format => {
    it.each([0.2, 0.5, 0.99])('is refused if the file is truncated to %d of its size', async part => {
      const whole = await pictureFile(format)
      const pictures: Record<string, string> = {}
      answerWith(pictures)
      const panel = show(SettingsPanel, tab)
      await chooseIn(panel, whole.slice(0, whole.size * part, whole.type))
      const message = () => panel.get('.own-picture [role="status"]').text()
      await eventually(() => expect(message()).toContain('This file is incomplete'))
      expect(pictures).toEqual({})
      await chooseIn(panel, whole)
      await eventually(() => expect(pictures.new).toContain('data:image/webp'))
      expect(message()).toBe('')
      panel.unmount()
    })
    it('is incomplete if any part of it is missing, and complete whatever follows it', async () => {
      const whole = await pictureFile(format)
      // The last 4 bytes of a PNG are a checksum, which decoders do not need.
      for (const missing of [5, 12, ...Array.from({ length: 98 }, (_, i) => ((i + 1) * whole.size) / 100)])
        expect(await isCutOff(whole.slice(0, whole.size - missing)), `${missing} bytes missing`).toBe(true)
      for (const rest of ['', '\0', '\0'.repeat(100), ';', 'text\n'])
        expect(await isCutOff(new Blob([whole, rest])), `followed by ${JSON.stringify(rest)}`).toBe(false)
    })
  })
  it('in the format gif is complete without the last byte, which only marks its end', async () => {
    const whole = await pictureFile('gif')
    expect(await isCutOff(whole.slice(0, whole.size - 1))).toBe(false)
  })
  it('in the format avif is incomplete if a box in it has the invalid size 0', async () => {
    const whole = await pictureFile('avif')
    // A size of 1 means that the size follows as 64 bits.
    const box = new Uint8Array([0, 0, 0, 1, ...new TextEncoder().encode('free'), 0, 0, 0, 0, 0, 0, 0, 0])
    expect(await isCutOff(new Blob([whole.slice(0, 28), box]))).toBe(true)
  })
})
