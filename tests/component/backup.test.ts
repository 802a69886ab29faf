// Backup and devices: export, import, undoing an import, erasing, and the panel.
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import GamesList from '../../components/bar/GamesList.vue'
import BackupPanel from '../../components/panels/BackupPanel.vue'
import OtherDevicesPanel from '../../components/panels/OtherDevicesPanel.vue'
import StatisticsPanel from '../../components/panels/StatisticsPanel.vue'
import { deal, legalMoves, playAll, writePosition } from '../../engine/index.ts'
import { useBackup } from '../../stores/account/backup'
import { takeErased } from '../../stores/account/just-erased.ts'
import { useOverlays } from '../../stores/overlays/overlays'
import { DEVICE_KEY, parseIdentity, writeIdentity } from '../../stores/sync/device-identity.ts'
import { writeItem, writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { asReplicas } from '../../stores/sync/replicas.ts'
import { writeSyncFolder, type SyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { writeCode } from '../../stores/sync/transfer.ts'
import { loadTexts, setLocale, t } from '../../components/i18n'
import { typedNames } from '../../components/typed-names'
import { wonGame } from '../support/help'
import { memoryArea } from '../support/memory-platform'
import { inScope, openTab, show, showNotice } from '../support/mount'
import { browserName } from '../../stores/platform/browser-name.ts'
import { DAY_MS } from '../../stores/time.ts'
import { item, row, written } from '../support/sync-words'
import { device, play } from '../support/synced-device'
import { eventually } from '../support/eventually'

type TestDevice = Awaited<ReturnType<typeof device>>
await loadTexts('games')
const names = await typedNames()
const textsOf = ({ platform }: TestDevice) => (platform.local as ReturnType<typeof memoryArea>).texts

/** Previews a text and imports it. */
async function importText({ backup }: TestDevice, text: string, withSettings = false) {
  const result = await backup.previewText(text, names)
  if (!result.ok || result.value.kind === 'deal') throw new Error('The text has no items')
  return backup.confirmImport(result.value, withSettings)
}
/** Syncs until the items missing from storage.sync are repaired and all devices have seen them. */
async function syncForMinutes(...devices: TestDevice[]) {
  const start = Date.now()
  const clock = vi.spyOn(Date, 'now')
  for (let minutes = 0; minutes <= 30; minutes += 10) {
    clock.mockReturnValue(start + minutes * 60_000)
    for (const { sync } of devices) await sync()
  }
  clock.mockRestore()
}
const oneResult = item(keys.log('third-id', 0), written(row('third000')))
const PLACE: SyncFolder = {
  kind: 'webdav',
  address: 'https://cloud.example/dav/',
  user: 'ann',
  password: 'correct horse',
  key: 'k'.repeat(43),
}
/** The header of a laptop, and twelve results. */
const laptopItems = (id = 'laptopXX', play = 'lap') => ({
  ...item(keys.device(id), writeJson({ name: 'Laptop', day: 20_000 })),
  ...item(
    keys.log(id, 0),
    written(...Array.from({ length: 12 }, (_, i) => row(`${play}${String(i).padStart(3, '0')}`))),
  ),
})
const gmail = {
  ...laptopItems(),
  ...item(
    keys.settings('laptopXX'),
    writeJson({
      shortcuts: { value: [{ name: 'Gmail', url: 'https://evil.example/' }], stamp: [9e15, 2 ** 52] },
      felt: { value: 'midnight', stamp: [9e15, 0] },
      since: { value: { 'sea-towers': 9e15 }, stamp: [9e15, 0] },
      isFolded: { value: true, stamp: [9e15, 0] },
    }),
  ),
}

describe('a backup', () => {
  it('restores everything, whether imported once or twice, and removes nothing newer', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 999)
    const file = await laptop.backup.file()
    const firefox = await device({}, 'Firefox')
    play(firefox.game, 0, 999)
    for (const results of [1, 0]) {
      expect(await importText(firefox, file)).toMatchObject({ results })
      await firefox.sync()
      expect(firefox.statistics.of()).toMatchObject({ played: 2, won: 2 })
    }
    await laptop.game.newDeal(laptop.game.position.dealNumber)
    play(laptop.game, 0, 999)
    await importText(laptop, file)
    await laptop.sync()
    expect(laptop.statistics.of()).toMatchObject({ played: 2, won: 2 })
  })
  it('made before an erasure restores everything, and a backup made after it removes nothing', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 999)
    const file = await laptop.backup.file()
    await laptop.backup.erase('games')
    expect(await importText(laptop, file)).toMatchObject({ results: 1 })
    await laptop.sync()
    expect(laptop.statistics.of()).toMatchObject({ played: 1, won: 1 })

    const desk = await device({}, 'Desk')
    play(desk.game, 0, 999)
    await desk.sync()
    await importText(desk, await laptop.backup.file())
    await desk.sync()
    expect(desk.statistics.of()).toMatchObject({ played: 2, won: 2 })
  })
  it('of the current game can be imported from an email, even if it was quoted and wrapped', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    const code = (await laptop.backup.codeOfGame())!
    const quoted = `Hello,\n> ${code.replaceAll(/(.{40})/g, '$1\n> ')}\nsee you`
    const firefox = await device({}, 'Firefox')
    expect(await importText(firefox, quoted)).toMatchObject({ results: 0, games: 1 })
    await firefox.others.refresh()
    await firefox.others.continueHere(firefox.others.offer!)
    expect(writePosition(firefox.game.position)).toEqual(
      writePosition(
        playAll(deal('sea-towers', wonGame('sea-towers').deal), wonGame('sea-towers').moves.slice(0, 4)),
      ),
    )
  })
  it('of the current game can be continued in another profile, and then in the first one again', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 3)
    const firefox = await device({}, 'Firefox')
    await importText(firefox, (await laptop.backup.codeOfGame())!)
    await firefox.others.refresh()
    await firefox.others.continueHere(firefox.others.offer!)
    play(firefox.game, 3, 6)
    await importText(laptop, (await firefox.backup.codeOfGame())!)
    await laptop.others.refresh()
    expect(laptop.others.offer).toMatchObject({ relation: 'ahead', device: '' })
    await laptop.others.continueHere(laptop.others.offer!)
    expect(laptop.game.moves).toBe(6)
  })
  it('that is damaged, too new, too large or not from Quickhand is refused with a reason', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    const code = await laptop.backup.codeOfAll()
    const file = await laptop.backup.file()
    const before = { ...textsOf(laptop) }
    const refused = async (text: string) => {
      const result = await laptop.backup.previewText(text, names)
      return result.ok ? 'accepted' : result.reason.key
    }
    expect(await refused(code.slice(0, 20) + (code[20] === 'A' ? 'B' : 'A') + code.slice(21))).toBe(
      'transferDamaged',
    )
    expect(await refused(code.slice(0, 30))).toBe('transferDamaged')
    expect(await refused(code.replace('QH1', 'QH2'))).toBe('transferNewer')
    expect(await refused(file.replace('"quickhand": 1', '"quickhand": 2'))).toBe('transferNewer')
    expect(await refused(file.replace(/("~?g:.*": "1)AA/, '$1BB'))).toBe('transferDamaged')
    expect(await refused(file.slice(0, file.length / 2))).toBe('transferDamaged')
    expect(await refused('{"quickhand":1,"items":{"__proto__":"x"}}')).toBe('transferEmpty')
    expect(await refused('hello')).toBe('transferUnknown')
    expect(await refused('x'.repeat(21_000_000))).toBe('transferLarge')
    expect(textsOf(laptop)).toEqual(before)
  })
  it('of 600 MB is not even read', async () => {
    const { backup } = await device({}, 'Laptop')
    const text = vi.fn()
    const result = await backup.previewFile({ size: 600_000_000, text } as unknown as Blob, names)
    expect(result).toMatchObject({ ok: false, reason: { key: 'transferLarge' } })
    expect(text).not.toHaveBeenCalled()
  })
  it('changes nothing while it is only previewed', async () => {
    const laptop = await device({}, 'Laptop')
    await laptop.sync()
    const before = { ...textsOf(laptop) }
    expect(await laptop.backup.previewText(await writeCode(laptopItems()), names)).toMatchObject({
      value: { results: 12, games: 0, names: ['Laptop'] },
    })
    expect({ ...textsOf(laptop), sync: '' }).toEqual({ ...before, sync: '' })
  })
  it('is not confused with a shared deal, such as “Sea Towers #17” or a link', async () => {
    const { backup } = await device({}, 'Laptop')
    expect(await backup.previewText('Try Double Sea Towers #4711!', names)).toMatchObject({
      value: { kind: 'deal', game: 'double-sea-towers', deal: 4711 },
    })
    expect(
      await backup.previewText('chrome-extension://abc/newtab.html?game=double-dot&deal=9', names),
    ).toMatchObject({ value: { game: 'double-dot', deal: 9 } })
    expect(await backup.previewText('Sea Towers #0', names)).toMatchObject({
      ok: false,
      reason: { key: 'dealNumber' },
    })
  })
})

describe('settings in a backup', () => {
  it('are not imported unless the user chooses to import them, and changes are listed first', async () => {
    const laptop = await device({}, 'Laptop')
    await laptop.sync()
    const result = await laptop.backup.previewText(await writeCode(gmail), names)
    expect(result).toMatchObject({
      value: {
        settings: [
          { name: 'felt', value: 'midnight' },
          { name: 'shortcuts', value: [{ name: 'Gmail', url: 'https://evil.example/' }] },
        ],
      },
    })
    const { values } = laptop.settings
    await importText(laptop, await writeCode(gmail))
    await laptop.sync()
    expect(laptop.settings.values).toEqual(values)
    expect(JSON.stringify(textsOf(laptop))).not.toContain('evil.example')
  })
  it('apply once imported, can be changed, and keep later changes when the import is undone', async () => {
    const laptop = await device({}, 'Laptop')
    await importText(laptop, await writeCode(gmail), true)
    expect(laptop.settings.values).toMatchObject({ felt: 'midnight', since: {}, isFolded: false })
    await laptop.settings.change({ felt: 'walnut' })
    await laptop.sync()
    expect(laptop.settings.values.felt).toBe('walnut')
    await laptop.backup.undo()
    await laptop.sync()
    expect(laptop.settings.values).toMatchObject({ felt: 'walnut', shortcuts: [] })
  })
})

describe('undoing an import', () => {
  it('removes the imported data on every device, and keeps games played since the import', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    play(laptop.game, 0, 999)
    await laptop.sync()
    await importText(laptop, await writeCode(laptopItems()))
    const desk = await device(account, 'Desk')
    await syncForMinutes(laptop, desk)
    expect([laptop, desk].map(({ statistics }) => statistics.of().played)).toEqual([13, 13])

    await laptop.game.newDeal(laptop.game.position.dealNumber)
    play(laptop.game, 0, 999)
    await laptop.backup.undo()
    await syncForMinutes(laptop, desk)
    expect(laptop.statistics.of().played).toBe(2)
    expect(desk.statistics.of().played).toBe(2)
    expect(laptop.backup.lastImport).toBeUndefined()
  })
  it('restores the previous replicas if the import has not been synced yet', async () => {
    const laptop = await device({}, 'Laptop')
    await laptop.sync()
    const replicas = () =>
      Object.fromEntries(Object.entries(textsOf(laptop)).filter(([key]) => key.startsWith('~')))
    const before = replicas()
    await importText(laptop, await writeCode(laptopItems()))
    expect(replicas()).not.toEqual(before)
    await laptop.backup.undo()
    expect(replicas()).toEqual(before)
  })
})

describe('erasing', () => {
  it('removes games and results everywhere, and no device restores them', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    play(laptop.game, 0, 999)
    await laptop.sync()
    const desk = await device(account, 'Desk')
    await desk.sync()
    expect(desk.statistics.of().played).toBe(1)
    await laptop.backup.erase('games')
    await desk.sync()
    await laptop.sync()
    await desk.sync()
    expect(desk.statistics.of().played).toBe(0)
    expect(laptop.statistics.of().played).toBe(0)
    expect(Object.keys(account).filter(key => !key.startsWith('d:') && !key.startsWith('s:'))).toEqual([])
  })
})

describe('erasing on this device', () => {
  const deviceWithData = async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 999)
    await laptop.settings.change({ felt: 'walnut', favourites: ['sea-towers:17'] })
    await laptop.backup.name('Kitchen')
    await importText(laptop, await writeCode(laptopItems()))
    await laptop.sync()
    return laptop
  }
  it('keeps the settings and the device’s name if only games are erased', async () => {
    const laptop = await deviceWithData()
    await laptop.backup.erase('games')
    await laptop.sync()
    const texts = textsOf(laptop)
    expect(JSON.parse(texts.settings)).toMatchObject({ felt: 'walnut', favourites: ['sea-towers:17'] })
    expect(texts.device).toContain('Kitchen')
    expect(
      Object.keys(texts).filter(key => /^(game|previous|result|~[lrg]|last-import|erased)/.test(key)),
    ).toEqual([])
  })
  it('keeps only the ids that other devices must erase, if everything is erased', async () => {
    const laptop = await deviceWithData()
    const { id } = JSON.parse(textsOf(laptop).device) as { id: string }
    await laptop.backup.erase('everything')
    await laptop.sync()
    const { device, ...texts } = textsOf(laptop)
    const { erasure, ...identity } = JSON.parse(device!) as { erasure: { of: string[] } }
    expect(erasure.of).toContain(id)
    expect(JSON.stringify([identity, texts])).not.toContain(id)
    expect(JSON.stringify(textsOf(laptop))).not.toContain('Kitchen')
    expect(textsOf(laptop).settings ?? '{}').not.toMatch(/walnut|sea-towers:17/)
  })
})

describe('the backup panel', () => {
  const at = (panel: ReturnType<typeof show>, mark: string) => panel.get(`[data-backup="${mark}"]`)
  const statusText = (panel: ReturnType<typeof show>) => panel.get('#import-status').text()

  it('imports what it shows, even if the preview of an earlier text takes longer', async () => {
    const desk = await device({}, 'Desk')
    const panel = show(BackupPanel, desk)
    const held: (() => void)[] = []
    desk.platform.answer(() => new Promise<void>(resolve => held.push(resolve)))
    const one = item(keys.log('phoneXXX', 0), written(row('pho00000')))
    for (const [i, items] of [laptopItems(), one].entries()) {
      await at(panel, 'pasted').setValue(await writeCode(items))
      await at(panel, 'take').trigger('click')
      await eventually(() => expect(held).toHaveLength(i + 1))
    }
    const [first, second] = held
    second!()
    await eventually(() => expect(panel.find('[data-backup="preview"]').exists()).toBe(true))
    first!()
    await flushPromises()
    expect(statusText(panel)).toContain('1 result')
    desk.platform.answer(async () => undefined)
    await at(panel, 'confirm').trigger('click')
    await eventually(() => expect(statusText(panel)).toBe('1 result imported.'))
    panel.unmount()
  })
  it('says how long ago data was sent to browser sync, even if that was on an earlier day', async () => {
    const desk = await device({}, 'Desk')
    await desk.sync()
    const panel = show(BackupPanel, desk)
    const state = () => panel.get('[data-sync="state"]').text()
    await eventually(() => expect(state()).toBe('Saved on this device. Sent to browser sync just now.'))
    vi.useFakeTimers({ now: Date.now() + 2 * DAY_MS, toFake: ['Date'] })
    const later = show(BackupPanel, desk)
    expect(later.get('[data-sync="state"]').text()).toMatch(/ Sent to browser sync 2 days ago\.$/)
    vi.useRealTimers()
    later.unmount()
    panel.unmount()
  })
  it('imports only once if “Import” is clicked twice, and undoes the import', async () => {
    const desk = await device({}, 'Desk')
    const panel = show(BackupPanel, desk)
    await at(panel, 'pasted').setValue(await writeCode(laptopItems()))
    await at(panel, 'take').trigger('click')
    await eventually(() => expect(panel.find('[data-backup="preview"]').exists()).toBe(true))
    void at(panel, 'confirm').trigger('click')
    void at(panel, 'confirm').trigger('click')
    await eventually(() => expect(panel.find('[data-backup="undo"]').exists()).toBe(true))
    expect(statusText(panel)).toBe('12 results imported.')
    expect(panel.text().match(/12 results/g), 'the message appears once').toHaveLength(1)
    await desk.backup.refresh()
    expect(panel.get('[data-sync="state"]').text()).toBe('Saved on this device. Waiting to sync.')
    await desk.sync()
    expect(desk.statistics.of().played).toBe(12)
    await at(panel, 'pasted').setValue(await writeCode(laptopItems()))
    await at(panel, 'take').trigger('click')
    await eventually(() =>
      expect(at(panel, 'preview').text()).toContain(
        'You already have all the games and results in this backup.',
      ),
    )
    expect(panel.text(), 'the line about the last import').toMatch(/Imported on .*: 12 results\./)
    await at(panel, 'undo').trigger('click')
    await eventually(() => expect(panel.find('[data-backup="undo"]').exists()).toBe(false))
    expect(panel.find('[data-backup="preview"]').exists()).toBe(false)
    await desk.sync()
    expect(desk.statistics.of().played).toBe(0)
    panel.unmount()
  })
  it('discards a code or preview that is ready only after the user has changed the form', async () => {
    const desk = await device({}, 'Desk')
    await desk.settings.change({ felt: 'walnut' })
    const panel = show(BackupPanel, desk)
    let answer = () => {}
    desk.platform.answer(() => new Promise<void>(done => (answer = done)))
    await at(panel, 'out-settings').setValue(true)
    await at(panel, 'code-all').trigger('click')
    await at(panel, 'out-settings').setValue(false)
    answer()
    await at(panel, 'pasted').setValue(await writeCode(laptopItems()))
    await at(panel, 'take').trigger('click')
    await eventually(() => expect(desk.platform.asked.length).toBeGreaterThan(1))
    await at(panel, 'pasted').setValue('something else')
    answer()
    await flushPromises()
    await flushPromises()
    expect(panel.find('[data-backup="code"]').exists()).toBe(false)
    expect(panel.find('[data-backup="preview"]').exists()).toBe(false)
    panel.unmount()
  })
  it('shows the code that the user asked for last, even if an earlier one takes longer', async () => {
    const desk = await device({}, 'Desk')
    play(desk.game, 0, 4)
    await desk.sync()
    const panel = show(BackupPanel, desk)
    const code = () => panel.find<HTMLTextAreaElement>('[data-backup="code"]')
    await at(panel, 'code-game').trigger('click')
    await eventually(() => expect(code().exists()).toBe(true))
    const codeOfGame = code().element.value
    const backup = useBackup(desk.pinia)
    const spies = [vi.spyOn(backup, 'codeOfAll'), vi.spyOn(backup, 'codeOfGame')]
    let answer = () => {}
    desk.platform.answer(() => new Promise<void>(done => (answer = done)))
    await at(panel, 'code-all').trigger('click')
    await eventually(() => expect(desk.platform.asked).toHaveLength(2))
    desk.platform.answer(() => Promise.resolve())
    await at(panel, 'code-game').trigger('click')
    await Promise.all(spies[1].mock.results.map(({ value }) => value as unknown))
    answer()
    await eventually(() => spies.forEach(spy => expect(spy).toHaveBeenCalledOnce()))
    await Promise.all(spies.map(spy => spy.mock.results[0].value))
    await flushPromises()
    expect(code().element.value).toBe(codeOfGame)
    panel.unmount()
  })
  it.each(['file', 'code-all', 'code-game'])(
    'says why syncing failed before the export “%s”',
    async button => {
      const desk = await device({}, 'Desk')
      play(desk.game, 0, 4)
      desk.platform.answer(() => Promise.reject(new Error('QUOTA_BYTES quota exceeded')))
      const panel = show(BackupPanel, desk)
      await at(panel, button).trigger('click')
      await eventually(() => expect(panel.get('header [role="status"]').text()).toContain('quota exceeded'))
      panel.unmount()
    },
  )
  it('hides a code once the user chooses to include the settings', async () => {
    const laptop = await device({}, 'Laptop')
    const panel = show(BackupPanel, laptop)
    await at(panel, 'code-all').trigger('click')
    await eventually(() => expect(panel.find('[data-backup="code"]').exists()).toBe(true))
    await at(panel, 'out-settings').setValue(true)
    expect(panel.find('[data-backup="code"]').exists()).toBe(false)
    panel.unmount()
  })
  it('discards its preview when the pasted text changes', async () => {
    const laptop = await device({}, 'Laptop')
    const panel = show(BackupPanel, laptop)
    await at(panel, 'pasted').setValue(await writeCode(laptopItems()))
    await at(panel, 'take').trigger('click')
    await eventually(() => expect(panel.find('[data-backup="preview"]').exists()).toBe(true))
    await at(panel, 'pasted').setValue('something else')
    expect(panel.find('[data-backup="preview"]').exists()).toBe(false)
    panel.unmount()
  })
  it('replaces pasted text with a preview of the file that the user chooses', async () => {
    const panel = show(BackupPanel, await device({}, 'Laptop'))
    await at(panel, 'pasted').setValue('Sea Towers #17')
    const input = at(panel, 'from-file')
    Object.defineProperty(input.element, 'files', { value: [new Blob([await writeCode(laptopItems())])] })
    await input.trigger('change')
    await eventually(() => expect(at(panel, 'preview').text()).toContain('12 results'))
    expect((at(panel, 'pasted').element as HTMLTextAreaElement).value).toBe('')
    panel.unmount()
  })
  it('shows and imports only the file that was chosen last, even if another is read later', async () => {
    const desk = await device({}, 'Desk')
    const panel = show(BackupPanel, desk)
    const input = at(panel, 'from-file')
    const previews = vi.spyOn(desk.backup, 'previewFile')
    const code = await writeCode(laptopItems('other-id', 'oth'))
    let arrive = () => {}
    const slow = { size: 1, text: () => new Promise<string>(done => (arrive = () => done(code))) }
    for (const file of [slow, new Blob([await writeCode(oneResult)])]) {
      Object.defineProperty(input.element, 'files', { configurable: true, value: [file] })
      await input.trigger('change')
    }
    await eventually(() => expect(at(panel, 'preview').text()).toContain('1 result'))
    arrive()
    await Promise.all(previews.mock.results.map(({ value }) => value as Promise<unknown>))
    await flushPromises()
    expect(at(panel, 'preview').text()).not.toContain('12 results')
    await at(panel, 'confirm').trigger('click')
    await eventually(() => expect(statusText(panel)).toBe('1 result imported.'))
    panel.unmount()
  })
  it('reports no failure of a file once another text is pasted', async () => {
    const panel = show(BackupPanel, await device({}, 'Desk'))
    const input = at(panel, 'from-file')
    const read = Promise.withResolvers<string>()
    const text = vi.fn(() => read.promise)
    Object.defineProperty(input.element, 'files', { value: [{ size: 1, text }] })
    await input.trigger('change')
    await eventually(() => expect(text).toHaveBeenCalled())
    await at(panel, 'pasted').setValue('x')
    await flushPromises()
    read.reject(new Error('NotReadableError'))
    await flushPromises()
    expect(statusText(panel)).toBe('')
    panel.unmount()
  })
  it('lets the user choose a file again if its preview has failed', async () => {
    const panel = show(BackupPanel, await device({}, 'Desk'))
    const input = at(panel, 'from-file')
    const text = () => Promise.reject(new Error('NotReadableError'))
    Object.defineProperty(input.element, 'files', { value: [{ size: 1, text }] })
    let value = 'C:\\fakepath\\backup.json'
    Object.defineProperty(input.element, 'value', { get: () => value, set: next => (value = next) })
    await input.trigger('change')
    await eventually(() => expect(statusText(panel)).toContain('NotReadableError'))
    expect(value).toBe('')
    panel.unmount()
  })
  it('shows a hidden table again when the user plays a pasted deal', async () => {
    const laptop = await device({}, 'Laptop')
    await laptop.settings.change({ isFolded: true })
    const panel = show(BackupPanel, laptop)
    await at(panel, 'pasted').setValue('Sea Towers #17')
    await at(panel, 'take').trigger('click')
    await eventually(() => at(panel, 'confirm').trigger('click'))
    await eventually(() => expect(laptop.game.position.dealNumber).toBe(17))
    expect(laptop.settings.values.isFolded).toBe(false)
    panel.unmount()
  })
})

describe('an erasure that fails', () => {
  it('is reported, and the page continues to save the game', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 2)
    laptop.platform.answer(() => Promise.reject(new Error('no background')))
    await expect(laptop.backup.erase('everything')).rejects.toThrow('no background')
    const before = textsOf(laptop)['game:sea-towers']
    await laptop.game.undo()
    expect(laptop.game.moves).toBe(1)
    await eventually(() => expect(textsOf(laptop)['game:sea-towers']).not.toBe(before))
  })
})

describe('an erasure on another device', () => {
  it('removes games and statistics here too, and can be undone from the panel', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    const desk = await device(account, 'Desk')
    play(desk.game, 0, 999)
    await desk.sync()
    await laptop.sync()
    await laptop.backup.erase('games')
    await desk.sync()
    expect(desk.statistics.of().played).toBe(0)
    const panel = show(OtherDevicesPanel, desk)
    await eventually(() => expect(panel.find('[data-backup="erased"]').text()).toContain('Erased by Laptop'))
    await panel.find('[data-backup="bring-back"]').trigger('click')
    await eventually(() => expect(panel.text()).toContain(t('notice.broughtBack')))
    await syncForMinutes(desk, laptop)
    expect(desk.statistics.of()).toMatchObject({ played: 1, won: 1 })
    expect(laptop.statistics.of()).toMatchObject({ played: 1, won: 1 })
    expect(panel.find('[data-backup="erased"]').exists()).toBe(false)
    panel.unmount()
  })

  it('is listed without a device name if the erasing device is unknown', async () => {
    const note = JSON.stringify({ time: Date.UTC(2026, 0, 5), scope: 'games', by: '' })
    const desk = await device({}, 'Desk')
    await desk.platform.local.set({ 'erased:0001': note })
    const panel = show(OtherDevicesPanel, desk)
    await eventually(() => expect(panel.find('[data-backup="erased"]').text()).toMatch(/^Erased on [^ ]/))
    panel.unmount()
  })
})

it('a default device name, such as “Firefox on Windows”, is shown in the page’s language', async () => {
  const note = JSON.stringify({ time: Date.UTC(2026, 0, 5), scope: 'games', by: 'Firefox on Windows' })
  const desk = await device({}, 'Desk')
  await desk.platform.local.set({ 'erased:0001': note })
  await setLocale('de')
  const panel = show(BackupPanel, desk)
  const at = (mark: string) => panel.find(`[data-backup="${mark}"]`)
  await eventually(() => expect(at('erased').text()).toContain('Firefox unter Windows'))
  const header = item(keys.device('laptopXX'), writeJson({ name: 'Chrome on Linux', day: 20_000 }))
  await at('pasted').setValue(await writeCode({ ...laptopItems(), ...header }))
  await at('take').trigger('click')
  await eventually(() => expect(at('preview').text()).toContain('Chrome unter Linux'))
  panel.unmount()
  await setLocale('en')
})

describe('the panel for backup and devices', () => {
  let panel: VueWrapper
  afterEach(() => {
    panel.unmount()
    vi.restoreAllMocks()
  })
  const open = async (tab: TestDevice) => {
    panel = show(BackupPanel, tab)
    await flushPromises()
    return panel
  }
  const at = (mark: string) => panel.find(`[data-backup="${mark}"]`)
  const expectText = (mark: string, text: string | RegExp) =>
    eventually(() => expect(at(mark).text()).toMatch(text))
  const expectStatus = (text: string | RegExp, where = 'header [role="status"]') =>
    eventually(() => expect(panel.get(where).text()).toMatch(text))
  const expectImportStatus = (text: string | RegExp) => expectStatus(text, '#import-status')
  const paste = async (text: string) => {
    await at('pasted').setValue(text)
    await at('take').trigger('click')
  }

  it('previews an import, applies it on confirmation, and undoes it', async () => {
    const laptop = await device({}, 'Laptop')
    await open(laptop)
    await paste(await writeCode(laptopItems()))
    await expectText('preview', '12 results from Laptop. Your existing data stays as it is.')
    expect(Object.keys(textsOf(laptop)).some(key => key.includes('laptopXX'))).toBe(false)
    await at('confirm').trigger('click')
    await expectImportStatus('12 results imported.')
    expect(panel.find('#import-status .error').exists()).toBe(false)
    await laptop.statistics.refresh()
    expect(laptop.statistics.of().played).toBe(12)
    await at('undo').trigger('click')
    await expectImportStatus('The import was undone.')
    await laptop.statistics.refresh()
    expect(laptop.statistics.of().played).toBe(0)
    expect(at('undo').exists()).toBe(false)
  })
  it('marks imported data as such, and says “no devices” only if the list is empty', async () => {
    const desk = await device({}, 'Desk')
    await open(desk)
    expect(panel.text()).toContain(t('backup.noDevice'))
    await paste(await writeCode(laptopItems()))
    await expectText('confirm', 'Import')
    await at('confirm').trigger('click')
    await expectImportStatus('12 results imported.')
    await eventually(() => expect(panel.text()).toMatch(/Laptop\s*imported on /))
    expect(panel.text()).not.toContain(t('backup.noDevice'))
  })
  it('follows the sync and arriving devices, without changing a name that is being typed', async () => {
    const account = {}
    const desk = await device(account, 'Desk')
    await desk.sync()
    await open(desk)
    const input = panel.get<HTMLInputElement>('[data-backup="name"]').element
    input.value = 'My de'
    const { publishedAt } = desk.backup.state
    const laptop = await device(account, 'Laptop')
    play(laptop.game, 0, 4)
    await laptop.sync()
    play(desk.game, 0, 4)
    await desk.sync()
    await eventually(() => expect(panel.text()).toMatch(/Laptop\s*last seen /))
    expect(desk.backup.state.publishedAt).toBeGreaterThan(publishedAt)
    expect(input.value).toBe('My de')
  })
  it('keeps what the user types while a new name is being published', async () => {
    const desk = await device({}, 'Desk')
    await desk.sync()
    await open(desk)
    const published = Promise.withResolvers<void>()
    desk.platform.answer(() => published.promise)
    const input = panel.get<HTMLInputElement>('[data-backup="name"]')
    await input.setValue('My desk')
    await input.trigger('change')
    await input.setValue('My desk at home')
    published.resolve()
    await desk.sync()
    expect(input.element.value).toBe('My desk at home')
  })
  it('shows the name that another tab has given this device, even after a rename here', async () => {
    const desk = await device({}, 'Desk')
    await desk.sync()
    await open(desk)
    const input = panel.get<HTMLInputElement>('[data-backup="name"]')
    await input.setValue('My desk')
    await input.trigger('change')
    await eventually(() => expect(desk.backup.devices[0]!.name).toBe('My desk'))
    await useBackup((await openTab(desk.platform)).pinia).name('Office')
    await eventually(() => expect(input.element.value).toBe('Office'))
  })
  it('names this device in the page’s language until the user renames it', async () => {
    const desk = await device({}, 'Firefox on Linux')
    await desk.sync()
    await setLocale('de')
    await open(desk)
    const input = panel.get<HTMLInputElement>('[data-backup="name"]')
    expect(input.element.value).toBe('Firefox unter Linux')
    await input.setValue('Schreibtisch')
    await input.trigger('change')
    await eventually(() => expect(desk.backup.devices[0]!.name).toBe('Schreibtisch'))
    await setLocale('en')
  })
  it('shows the browser’s name again if the name of this device is deleted', async () => {
    const desk = await device({}, 'Desk')
    await desk.sync()
    await open(desk)
    const input = panel.get<HTMLInputElement>('[data-backup="name"]')
    for (const [typed, name] of [
      ['Office', 'Office'],
      [' ', browserName()],
    ] as const) {
      await input.setValue(typed)
      await input.trigger('change')
      await eventually(() => expect(desk.backup.devices[0]!.name).toBe(name))
      await eventually(() => expect(input.element.value).toBe(name))
    }
  })
  it('numbers devices that have the same name, and the statistics panel uses the same numbers', async () => {
    const desk = await device({}, 'Desk')
    for (const items of [laptopItems(), laptopItems('laptopYY', 'new')])
      await importText(desk, await writeCode(items))
    await open(desk)
    const names = () => panel.findAll('[data-device] > span:first-child').map(name => name.text())
    const laptops = ['Laptop', 'Laptop (2)']
    await eventually(() =>
      expect(
        names()
          .filter(name => /Laptop/.test(name))
          .sort(),
      ).toEqual(laptops),
    )
    await desk.statistics.refresh()
    const inStatistics = new Map(desk.statistics.bySource().map(({ id, name }) => [id, name]))
    expect([...inStatistics.values()].sort()).toEqual(laptops)
    for (const { id, distinctName } of desk.backup.devices)
      expect(inStatistics.get(id) ?? 'Desk').toBe(distinctName)
    // A third device with that name. Its results were erased, but this device still stores its header.
    const { local } = desk.platform
    const identity = parseIdentity(await local.get(DEVICE_KEY))!
    const erasures = [{ epoch: 1, minute: 1, scope: 'games', of: ['erasedXX'] }] as const
    const header = writeJson({ name: 'Laptop', day: 20_000, browser: 'Test' })
    await local.set({
      [DEVICE_KEY]: writeIdentity({ ...identity, epoch: 1, erasures }),
      ...asReplicas(item(keys.device('erasedXX'), header)),
    })
    await Promise.all([desk.backup.refresh(), desk.statistics.refresh()])
    const listed = new Map(desk.backup.devices.map(({ id, distinctName }) => [id, distinctName]))
    expect(listed.get('erasedXX')).toBe('Laptop')
    const laterNames = desk.statistics.bySource().map(({ id, name }) => [name, listed.get(id)])
    expect(laterNames.toSorted()).toEqual([
      ['Laptop (2)', 'Laptop (2)'],
      ['Laptop (3)', 'Laptop (3)'],
    ])
  })
  it('lists the settings that would change, and imports them only if they are selected', async () => {
    const laptop = await device({}, 'Laptop')
    await open(laptop)
    await paste(await writeCode(gmail))
    await expectText('preview', /Gmail \(evil\.example\)/)
    expect(panel.find('[data-setting-change="felt"]').text()).toBe('Table: Midnight')
    expect((at('with-settings').element as HTMLInputElement).checked).toBe(false)
    await at('confirm').trigger('click')
    await expectImportStatus('12 results imported.')
    expect(laptop.settings.values.shortcuts).toEqual([])
    await paste(await writeCode(gmail))
    await expectText('preview', 'You already have all the games and results in this backup.')
    expect(at('confirm').exists(), 'nothing to import').toBe(false)
    await at('with-settings').setValue(true)
    await at('confirm').trigger('click')
    await expectImportStatus(t('backup.settingsCame'))
    expect(laptop.settings.values.felt).toBe('midnight')
  })
  it('lists the settings of a backup in the words of the settings panel', async () => {
    await open(await device({}, 'Laptop'))
    const changesIn = async (values: Record<string, unknown>) => {
      const settings = Object.entries(values).map(([name, value]) => [name, { value, stamp: [9e15, 0] }])
      const key = keys.settings('laptopXX')
      await paste(
        await writeCode({ ...laptopItems(), ...item(key, writeJson(Object.fromEntries(settings))) }),
      )
      await expectText('preview', /12 results/)
      return panel.findAll('[data-setting-change]').map(change => change.text())
    }
    expect(await changesIn({ language: 'pt-BR', cardSize: 110 })).toEqual([
      'Card size: 110%',
      'Language: português (Brasil)',
    ])
    const shortcuts = [{ name: 'News', url: 'https://news.example/' }]
    expect(await changesIn({ showShortcuts: true, shortcuts })).toEqual([
      'Show shortcuts: on',
      'Shortcuts: News (news.example)',
    ])
    expect(await changesIn({ language: 'a-b' })).toEqual(['Language: a-b'])
    // This version has no name for a game of a later version.
    expect(await changesIn({ favourites: ['klondike-1:11', 'later-game:3'] })).toEqual([
      'Favorites: Klondike, turn one #11 and later-game:3',
    ])
  })
  it('counts the items that it cannot use, and those that it keeps for a newer version', async () => {
    const laptop = await device({}, 'Laptop')
    await open(laptop)
    await paste(
      await writeCode({
        ...laptopItems(),
        ...item(keys.log('laptopXX', 1), 'laterAAA_AABk_AABQ'),
        [keys.results('laptopXX')]: writeItem(keys.results('laptopXX'), {
          epoch: 0,
          seq: 1,
          content: writeJson({ folded: 4e9, checks: '', marks: {}, totals: {} }),
        }),
      }),
    )
    await expectText('preview', /12 results.*1 item from a newer version of Quickhand.*1 item can’t be used/s)
  })
  it('explains only how this browser syncs, and shows how full storage.sync is', async () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get')
    const laptop = await device({}, 'Laptop')
    for (const [text, included, omitted] of [
      ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', 'If Firefox’s sync', 'Uninstalling'],
      ['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Firefox/140.0', 'Firefox for Android', 'computers'],
      ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0', 'Uninstalling', 'Firefox'],
    ]) {
      agent.mockReturnValue(text)
      await open(laptop)
      expect(panel.text()).toContain(included)
      expect(panel.text()).not.toContain(omitted)
      expect(panel.get('[data-sync="bytes"]').text()).toMatch(/^Sync storage: \d+% used\.$/)
      expect(panel.get('[data-sync="bytes"]').attributes('title')).toMatch(/of 102,400 bytes$/)
      panel.unmount()
    }
    await open(laptop)
  })
  it('says below the field why pasted text cannot be imported, until the text is changed', async () => {
    await open(await device({}, 'Laptop'))
    await paste('golf #0')
    await expectImportStatus('“0” is not a deal number')
    expect(panel.get('#import-status p').classes()).toContain('error')
    expect(at('pasted').attributes('aria-describedby')).toBe('import-status')
    expect(panel.get('header [role="status"]').text()).toBe('')
    await at('pasted').setValue('golf #1')
    await expectImportStatus(/^$/)
  })
  it('previews a pasted deal or link, and deals it only after confirmation', async () => {
    const laptop = await device({}, 'Laptop')
    await open(laptop)
    const { position } = laptop.game
    for (const text of ['Sea Towers #4711', 'newtab.html?game=sea-towers&deal=4711']) {
      await paste(text)
      await expectText('preview', 'This is a deal, not a backup: Sea Towers #4711.')
      expect(laptop.game.position).toBe(position)
    }
    const overlays = useOverlays(laptop.pinia)
    overlays.panel = 'backup'
    await expectText('confirm', 'Play')
    await at('confirm').trigger('click')
    await eventually(() => expect(laptop.game.position.dealNumber).toBe(4711))
    expect(overlays.panel).toBeUndefined()
  })
  it('reports failures of clipboard, storage and background in a sentence', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    await open(laptop)
    await at('code-game').trigger('click')
    await eventually(() => expect(at('code').exists()).toBe(true))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await at('copy').trigger('click')
    await expectStatus(t('backup.copyFailed'))

    await paste(await writeCode(laptopItems()))
    await expectText('preview', '12 results')
    vi.spyOn(laptop.platform.local, 'set').mockRejectedValueOnce(new Error('disk full'))
    await at('confirm').trigger('click')
    await expectImportStatus('That didn’t work: disk full.')

    laptop.platform.answer(() => Promise.reject(new Error('no background')))
    await at('sure').setValue(true)
    await at('erase').trigger('click')
    await expectStatus('Couldn’t erase: no background.')

    vi.spyOn(laptop.platform.local, 'all').mockRejectedValue(new Error('disk broken'))
    await at('file').trigger('click')
    await expectStatus('That didn’t work: disk broken.')
  })
  it('erases only after confirmation, including the snapshot of the board', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    await open(laptop)
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
    localStorage.setItem('paint', '{}')
    localStorage.setItem('look', '{}')
    expect(at('erase').attributes('disabled')).toBeDefined()
    expect(at('erase-all').attributes('disabled')).toBeDefined()
    await at('sure').setValue(true)
    await at('erase').trigger('click')
    await eventually(() => expect(replace).toHaveBeenCalledWith('newtab.html'))
    expect(localStorage.getItem('paint')).toBeNull()
    expect(localStorage.getItem('look')).toBeNull()
    // The table normally saves a snapshot when the page closes. After an erasure, it must not.
    localStorage.setItem('paint', '{}')
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem('paint')).toBeNull()
    expect([takeErased(), takeErased()]).toEqual(['', null])
  })
  it('reports after the reload that access to a server may still be valid', async () => {
    const laptop = await device({}, 'Laptop')
    await open(laptop)
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
    laptop.platform.answer(async () => ({ kind: 'webdav', host: 'cloud.example' }))
    await at('sure').setValue(true)
    await at('erase').trigger('click')
    await eventually(() => expect(replace).toHaveBeenCalled())
    expect(takeErased()).toContain('cloud.example didn’t confirm that it revoked this browser’s access')
  })
  it('offers to connect a sync folder if there is no game to offer and no folder is connected', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    panel = show(OtherDevicesPanel, laptop)
    await eventually(() => expect(panel.text()).toContain('No games in progress on your other devices'))
    expect(panel.find('figure').exists()).toBe(false)
    await panel.get('[data-action="connect-place"]').trigger('click')
    await eventually(() => expect(useOverlays(laptop.pinia).panel).toBe('place'))
    panel.unmount()
    await laptop.platform.local.set({ place: writeSyncFolder(PLACE) })
    panel = show(OtherDevicesPanel, laptop)
    await eventually(() => expect(panel.text()).toContain('No games in progress on your other devices'))
    expect(panel.find('[data-action="connect-place"]').exists()).toBe(false)
  })
  it('offers the games of its own backup as imported games after an erasure of everything', async () => {
    const laptop = await device({}, 'Firefox on Linux')
    play(laptop.game, 0, 999)
    await laptop.game.newDeal(2, 20_000)
    await laptop.game.playGesture([legalMoves(laptop.game.position)[0]])
    await laptop.game.switchGame('double-sea-towers')
    await laptop.sync()
    const file = await laptop.backup.file()
    await laptop.backup.erase('everything')
    const after = await device(textsOf(laptop), 'Firefox on Linux')
    await importText(after, file)
    await after.sync()
    expect(after.others.offers.map(({ id, device: name }) => [id, name])).toEqual([['sea-towers', '']])
    panel = show(OtherDevicesPanel, after)
    await eventually(() => expect(panel.text()).toContain('Imported game · '))
    expect(panel.text(), 'a deal of the day has its date').toContain(
      'Sea Towers, deal of the day, October 4, 2024',
    )
    expect(panel.text()).not.toContain('Linux')
    panel.unmount()
    panel = show(StatisticsPanel, after)
    await eventually(() => expect(after.statistics.of()).toMatchObject({ played: 1 }))
    expect(panel.text()).not.toContain('device')
  })
  it('links from an import to the games in it, if there are any', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    const code = (await laptop.backup.codeOfGame())!
    const desk = await device({}, 'Desk')
    const stopFollowing = inScope(() => desk.others.follow())
    await open(desk)
    await paste(await writeCode(laptopItems()))
    await expectText('confirm', 'Import')
    await at('confirm').trigger('click')
    await expectImportStatus('12 results imported.')
    expect(at('show-games').exists()).toBe(false)
    await paste(code)
    await expectText('preview', /1 game/)
    await at('confirm').trigger('click')
    await expectImportStatus('1 game imported.')
    await expectText('show-games', t('others.title'))
    await at('show-games').trigger('click')
    await eventually(() => expect(useOverlays(desk.pinia).panel).toBe('others'))
    stopFollowing()
  })
})

describe('an imported game', () => {
  it('is continued from the list of games, unless a deal of that game is in progress here', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    await laptop.game.switchGame('double-dot')
    await laptop.game.playGesture([legalMoves(laptop.game.position)[0]])
    const file = await laptop.backup.file()
    const desk = await device({}, 'Desk')
    await importText(desk, file)
    await desk.others.refresh()
    const showList = async () => {
      const list = show(GamesList, desk)
      await flushPromises()
      const shown = list.findAll('.going-games li').map(game => game.text())
      return { list, shown }
    }
    const { list, shown } = await showList()
    expect(shown.sort()).toEqual([
      expect.stringMatching(/^Double Dot.*1 move/s),
      expect.stringMatching(/^Sea Towers.*4 moves/s),
    ])
    expect(list.find('[aria-current]').attributes('data-choose')).not.toBe('double-dot')
    await list.get('.going-name[data-choose="double-dot"]').trigger('click')
    await eventually(() => expect([desk.game.game.id, desk.game.moves]).toEqual(['double-dot', 1]))
    await desk.game.switchGame('sea-towers')
    await desk.game.playGesture([legalMoves(desk.game.position)[0]])
    list.unmount()
    const later = await showList()
    expect(later.shown).toEqual([
      expect.stringMatching(/^Sea Towers.*1 move$/s),
      expect.stringMatching(/^Double Dot.*1 move$/s),
    ])
    await later.list.get('.game-name[data-choose="sea-towers"]').trigger('click')
    expect(desk.game.moves, 'the game in progress here is not replaced').toBe(1)
    later.list.unmount()
  })
  it('is offered without a device name', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    const firefox = await device({}, 'Firefox')
    await importText(firefox, (await laptop.backup.codeOfGame())!)
    const panel = show(OtherDevicesPanel, firefox)
    await eventually(() => expect(panel.text()).toContain('Imported game · '))
    const notice = await showNotice(firefox)
    expect(notice.get('.notice').text()).toMatch(/^Continue the imported game: 4 moves/)
    notice.unmount()
    panel.unmount()
  })
})
