// An erasure by a device that did not know this one. A notice and the panel ask the user what to do.
import { flushPromises } from '@vue/test-utils'
import { effectScope, watch } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import BackupPanel from '../../components/panels/BackupPanel.vue'
import { setLocale } from '../../components/i18n'
import { useFocusTrail } from '../../components/useFocusTrail'
import { legalMoves } from '../../engine/index.ts'
import { useErasedElsewhere } from '../../stores/account/erased-elsewhere-store'
import { useUnknownErasure } from '../../stores/account/unknown-erasure-store'
import { useNotices } from '../../stores/notices/notices'
import { useOverlays } from '../../stores/overlays/overlays'
import { UNKNOWN_ERASURE_KEY } from '../../stores/platform/storage-keys.ts'
import { useSettings } from '../../stores/session/settings'
import { writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { parseUnknownErasure, type UnknownErasure } from '../../stores/sync/unknown-erasure.ts'
import { dayOf, minuteOf } from '../../stores/time.ts'
import { eventually } from '../support/eventually'
import { memoryArea, memoryPlatform } from '../support/memory-platform'
import { openTab, show, showNotice, type World, inScope } from '../support/mount'
import { item } from '../support/sync-words'
import { device, play } from '../support/synced-device'

const NOV_3 = Date.UTC(2025, 10, 3, 12)
const note = (more: Partial<UnknownErasure> = {}): string =>
  JSON.stringify({ minute: minuteOf(NOV_3), scope: 'games', by: 'Laptop', results: 300, ...more })

/** Opens a tab on a new platform that stores the question, or on the platform of another tab. */
async function openAsking(
  platform = memoryPlatform({ settings: '{"light":"never"}', [UNKNOWN_ERASURE_KEY]: note() }),
) {
  const tab = await openTab(platform, '?game=sea-towers&deal=1')
  const unknown = useUnknownErasure(tab.pinia)
  const unfollow = inScope(() => unknown.follow())
  await flushPromises()
  return { ...tab, platform, unknown, unfollow, notices: useNotices(tab.pinia) }
}
const askingAbout = (more: Partial<UnknownErasure>) =>
  openAsking(memoryPlatform({ settings: '{"light":"never"}', [UNKNOWN_ERASURE_KEY]: note(more) }))

let view: ReturnType<typeof show> | undefined
afterEach(async () => {
  view?.unmount()
  view = undefined
  await setLocale('en')
})

/** The two places where the user can answer. */
const places = [
  {
    where: 'the question in a notice',
    mount: showNotice,
    question: '[data-notice="unknown-erasure"]',
    button: (name: string) => `[data-action="${name}"]`,
    erased: 'Erased on this device. You can bring it back within 30 days in “Backup and devices”.',
  },
  {
    where: 'the question in the panel for backup and devices',
    mount: (tab: World) => show(BackupPanel, tab),
    question: '[data-backup="unknown"]',
    button: (name: string) => `[data-backup="${name}"]`,
    erased: 'Erased on this device.',
  },
]

describe.each(places)('$where', ({ mount, question, button, erased }) => {
  async function open(tab: Awaited<ReturnType<typeof openAsking>>) {
    view = await mount(tab)
    await flushPromises()
    return view
  }
  const waitForAnswer = async ({ unknown }: Awaited<ReturnType<typeof openAsking>>) => {
    await eventually(() => expect(unknown.isAnswering).toBe(false))
    await flushPromises()
  }
  const statusTexts = () => view!.findAll('[role="status"]').map(status => status.text())

  it('says who erased what and when, and what was not erased here', async () => {
    await open(await openAsking())
    expect(view!.find(question).text()).toContain(
      'Laptop erased its games on Nov 3, 2025. 300 results on this device weren’t erased.',
    )
    expect(
      view!
        .find(question)
        .findAll('button')
        .map(element => element.text()),
    ).toEqual(['Keep', 'Erase here too'])
    expect(view!.find(button('keep')).classes()).toContain('primary')
    expect(view!.find(button('erase-here')).classes()).not.toContain('primary')
  })

  it('has a different text for an erasure of everything, a single result and an unknown device', async () => {
    await open(await askingAbout({ scope: 'everything', by: '', results: 1 }))
    expect(view!.find(question).text()).toContain(
      'Another device erased everything on Nov 3, 2025. 1 result on this device wasn’t erased.',
    )
  })

  it('says that erasing can be undone within 30 days', async () => {
    await open(await openAsking())
    const title = view!.find(button('erase-here')).attributes('title') ?? ''
    expect(view!.find(question).text() + title).toContain('you can bring everything back within 30 days')
  })

  it('names no day if the time is in the future, because version 0.1 recorded no time', async () => {
    await open(await askingAbout({ minute: 64 ** 4 - 1 }))
    expect(view!.find(question).text()).not.toContain('2051')
  })

  it('is in the language of the page', async () => {
    await setLocale('de')
    await open(await askingAbout({ by: '' }))
    expect(view!.find(question).text()).toContain(
      'Auf einem anderen Gerät wurden am 03.11.2025 die Spiele gelöscht. ' +
        '300 Ergebnisse auf diesem Gerät sind noch da.',
    )
  })

  it('is removed by “Keep”, which keeps the data and confirms it', async () => {
    const tab = await openAsking()
    await open(tab)
    await view!.find(button('keep')).trigger('click')
    await eventually(() => expect(statusTexts()).toContain('Kept.'))
    expect(await tab.platform.local.get(UNKNOWN_ERASURE_KEY)).toBeUndefined()
    expect(view!.find(question).exists()).toBe(false)
    expect(tab.platform.asked).toEqual([])
  })

  it('is removed by “Erase here too”, which requests a round that erases, and then confirms it', async () => {
    const tab = await openAsking()
    tab.platform.answer(async request => {
      expect(request).toEqual({ kind: 'sync-now' })
      const stored = parseUnknownErasure(await tab.platform.local.get(UNKNOWN_ERASURE_KEY))
      expect(stored).toEqual({ ...(JSON.parse(note()) as UnknownErasure), accepted: true })
      expect(statusTexts()).not.toContain(erased)
      expect(view!.find(question).exists()).toBe(false)
      await tab.platform.local.remove([UNKNOWN_ERASURE_KEY])
    })
    await open(tab)
    await view!.find(button('erase-here')).trigger('click')
    await eventually(() => expect(statusTexts()).toContain(erased))
    expect(tab.platform.asked).toEqual([{ kind: 'sync-now' }])
  })

  it('is shown again if erasing fails, with the reason', async () => {
    const tab = await openAsking()
    tab.platform.answer(() => Promise.reject(new Error('no background')))
    await open(tab)
    await view!.find(button('erase-here')).trigger('click')
    await eventually(() => expect(statusTexts().join(' ')).toContain('no background'))
    expect(tab.unknown.erasure).toMatchObject({ results: 300 })
    expect(statusTexts()).not.toContain(erased)
  })

  it('disappears without a confirmation when the user answers in another tab', async () => {
    const tab = await openAsking()
    await open(tab)
    const other = await openAsking(tab.platform)
    await other.unknown.keep()
    await eventually(() => expect(view!.find(question).exists()).toBe(false))
    expect(statusTexts()).not.toContain('Kept.')
  })

  it('erases nothing if the user chose “Keep” in another tab at the same time', async () => {
    const tab = await openAsking()
    await open(tab)
    tab.unfollow()
    await tab.platform.local.remove([UNKNOWN_ERASURE_KEY])
    await view!.find(button('erase-here')).trigger('click')
    await waitForAnswer(tab)
    expect(view!.find(question).exists()).toBe(false)
    expect(await tab.platform.local.get(UNKNOWN_ERASURE_KEY)).toBeUndefined()
    expect(tab.platform.asked).toEqual([])
    expect(statusTexts()).not.toContain(erased)
  })

  it.each(['keep', 'erase-here'])(
    'is shown again if a later erasure is recorded during the answer “%s”',
    async name => {
      const tab = await openAsking()
      await open(tab)
      const later = note({ scope: 'everything', by: 'Phone' })
      // The background records the later erasure during the answer.
      let release = (): void => undefined
      const round = tab.platform.locked('local', () => new Promise<void>(done => (release = done)))
      await flushPromises()
      await view!.find(button(name)).trigger('click')
      await tab.platform.local.set({ [UNKNOWN_ERASURE_KEY]: later })
      await flushPromises()
      release()
      await round
      await waitForAnswer(tab)
      expect(await tab.platform.local.get(UNKNOWN_ERASURE_KEY)).toBe(later)
      expect(tab.platform.asked).toEqual([])
      expect(view!.find(question).text()).toContain('Phone erased everything')
      expect(statusTexts()).not.toContain('Kept.')
    },
  )

  it('moves the focus elsewhere when its buttons disappear', async () => {
    const tab = await openAsking()
    const table = Object.assign(document.createElement('div'), { tabIndex: 0 })
    document.body.append(table)
    useOverlays(tab.pinia).table = { root: table, focusCursor: () => table.focus() }
    const trail = effectScope()
    trail.run(useFocusTrail)
    await open(tab)
    const keep = view!.find(button('keep'))
    ;(keep.element as HTMLElement).focus()
    await keep.trigger('click')
    await eventually(() => expect(statusTexts()).toContain('Kept.'))
    expect(document.activeElement).not.toBe(document.body)
    trail.stop()
    table.remove()
  })
})

describe('the focus', () => {
  it.each([
    ['that was disabled goes to the table before the browser removes it', false],
    ['that had it before the module was loaded goes to the table, too', true],
  ])('of a button %s', async (_, isEarly) => {
    const tab = await openAsking()
    const table = Object.assign(document.createElement('div'), { tabIndex: 0 })
    const undo = document.createElement('button')
    document.body.append(table, undo)
    useOverlays(tab.pinia).table = { root: table, focusCursor: () => table.focus() }
    if (isEarly) undo.focus()
    const stop = inScope(useFocusTrail)
    undo.focus()
    undo.disabled = true
    expect(document.activeElement).toBe(undo)
    await flushPromises()
    expect(document.activeElement).toBe(table)
    stop()
    table.remove()
    undo.remove()
  })
})

describe('the notice with the question', () => {
  it('is shown only while there is no other notice', async () => {
    const tab = await openAsking()
    expect(tab.notices.shown?.key).toBe('unknown-erasure')
    await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    await tab.game.newDeal(2)
    expect(tab.notices.shown?.key).toBe('newDeal')
    tab.notices.shown!.dismiss!()
    await flushPromises()
    expect(tab.notices.shown?.key).toBe('unknown-erasure')
  })
  it('does not show a hidden game again when the user answers', async () => {
    const tab = await openAsking(
      memoryPlatform({ settings: '{"isFolded":true,"light":"never"}', [UNKNOWN_ERASURE_KEY]: note() }),
    )
    view = await showNotice(tab)
    await view.find('[data-action="keep"]').trigger('click')
    await flushPromises()
    expect(useSettings(tab.pinia).values.isFolded).toBe(true)
  })
  it('disappears from a tab that becomes visible again after an answer in another tab', async () => {
    const tab = await openAsking()
    tab.unfollow()
    await tab.platform.local.remove([UNKNOWN_ERASURE_KEY])
    await flushPromises()
    expect(tab.unknown.erasure).toBeDefined()
    inScope(() => tab.unknown.follow())
    await flushPromises()
    expect(tab.unknown.erasure).toBeUndefined()
  })
})

describe('a device with a win that receives an erasure by a device that did not know it', () => {
  /** A desktop with a win, and a laptop that erased data without knowing the desktop. */
  async function openAfterErasure(account: Record<string, string> = {}) {
    const desk = await device(account, 'Desk')
    play(desk.game, 0, 999)
    await desk.sync()
    const minute = minuteOf(Date.now()) + 1
    await desk.platform.sync.set(
      item(
        keys.device('laptopXX'),
        writeJson({
          name: 'Laptop',
          day: dayOf(Date.now()),
          browser: 'Chrome',
          erasure: { epoch: 1, minute, scope: 'games', of: ['oldphone'] },
        }),
        1,
        1,
      ),
    )
    await desk.sync()
    const unknown = useUnknownErasure(desk.pinia)
    inScope(() => unknown.follow())
    inScope(() => useErasedElsewhere(desk.pinia).follow())
    await flushPromises()
    return { ...desk, unknown, texts: (desk.platform.local as ReturnType<typeof memoryArea>).texts }
  }

  it('can erase its win and restore it, and shows no notice of an erasure by another device', async () => {
    const desk = await openAfterErasure()
    view = await showNotice(desk)
    await flushPromises()
    expect(view.text()).toContain('Laptop erased its games')
    expect(view.text()).toContain('1 result on this device wasn’t erased.')
    expect(desk.statistics.of().won).toBe(1)
    const notices = useNotices(desk.pinia)
    const noticeKeys: (string | undefined)[] = []
    watch(
      () => notices.shown?.key,
      key => noticeKeys.push(key),
      { flush: 'sync' },
    )
    await view.find('[data-action="erase-here"]').trigger('click')
    await eventually(() => expect(view!.text()).toContain('Erased on this device.'))
    await desk.statistics.refresh()
    expect(desk.statistics.of().won).toBe(0)
    expect(noticeKeys).toEqual([undefined, 'erasedHere'])
    notices.shown!.dismiss!()
    await flushPromises()
    expect(notices.shown).toBeUndefined()
    await desk.backup.refresh()
    expect(desk.backup.erased).toBeDefined()
    await desk.backup.bringBack()
    await desk.sync()
    expect(desk.statistics.of().won).toBe(1)
  })
  it('removes the notice about its erased data once the data is restored', async () => {
    const desk = await openAfterErasure()
    const notices = useNotices(desk.pinia)
    await notices.actions['erase-here'].run()
    expect(notices.shown?.key).toBe('erasedHere')
    await desk.backup.bringBack()
    expect(notices.shown).toBeUndefined()
  })

  it('keeps its win permanently if the user chooses “Keep”', async () => {
    const desk = await openAfterErasure()
    await desk.unknown.keep()
    await desk.sync()
    await desk.sync()
    expect(desk.statistics.of().won).toBe(1)
    expect(desk.unknown.erasure).toBeUndefined()
    expect(UNKNOWN_ERASURE_KEY in desk.texts).toBe(false)
  })
})
