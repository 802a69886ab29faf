// The notice of an erasure by another device. Its button restores the data that was removed here.
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import WelcomeHint from '../../components/strip/WelcomeHint.vue'
import { setLocale } from '../../components/i18n'
import { legalMoves } from '../../engine/index.ts'
import { useErasedElsewhere } from '../../stores/account/erased-elsewhere-store'
import { useNotices } from '../../stores/notices/notices'
import { recordOfPast, writePast } from '../../stores/sync/past-game.ts'
import type { memoryArea, MemoryPlatform } from '../support/memory-platform'
import { eventually } from '../support/eventually'
import { openTab, show, showNotice, inScope } from '../support/mount'
import { device, play } from '../support/synced-device'

type Tab = Awaited<ReturnType<typeof openTab>>

let views: ReturnType<typeof show>[] = []
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(async () => {
  vi.useRealTimers()
  for (const view of views) view.unmount()
  views = []
  await setLocale('en')
})
function shown(component: Parameters<typeof show>[0], tab: Tab) {
  const view = show(component, tab)
  views.push(view)
  return view
}

const textsOf = ({ platform }: Pick<Tab, 'platform'>) =>
  (platform.local as ReturnType<typeof memoryArea>).texts

/** Makes a tab check for erasures by other devices, as late work does, and shows its notices. */
async function follow(tab: Tab) {
  const unfollow = inScope(() => useErasedElsewhere(tab.pinia).follow())
  const view = await showNotice(tab)
  views.push(view)
  const notice = view.get('.notice')
  return { ...tab, unfollow, notice, notices: useNotices(tab.pinia) }
}
/** Opens the next tab on a device, as after a restart of the browser. */
const nextTab = async (platform: MemoryPlatform) => follow(await openTab(platform))

/**
 * A desktop that played a game, and a laptop that erased it. The desktop learns of the erasure five minutes
 * later: in an open tab, or with `isClosed` while it has none. With `wonAgain`, it has won the game again in
 * the meantime.
 */
async function eraseElsewhere({
  isClosed = false,
  wonAgain = false,
  moves = 999,
  scope = 'games' as 'games' | 'everything',
} = {}) {
  const account = {}
  const laptop = await device(account, 'Laptop')
  const desk = await device(account, 'Desk')
  play(desk.game, 0, moves)
  await desk.sync()
  await laptop.sync()
  if (isClosed) desk.game.hide()
  else await desk.game.playHere()
  const tab = isClosed ? undefined : await follow(desk)
  await laptop.backup.erase(scope)
  vi.setSystemTime(Date.now() + 5 * 60_000)
  for (const [key, text] of Object.entries(textsOf(desk)))
    if (wonAgain && key.startsWith('past:'))
      await desk.platform.local.set({ [key]: writePast('won', Date.now(), recordOfPast(text)) })
  await desk.sync()
  await flushPromises()
  return { desk, laptop, tab }
}

describe('an erasure that another device made', () => {
  it('is announced in the next tab: who erased what, and how long it can be restored', async () => {
    const { desk } = await eraseElsewhere({ isClosed: true })
    const { notice } = await nextTab(desk.platform)
    await eventually(() => expect(notice.attributes('data-notice')).toBe('erased-elsewhere'))
    expect(notice.text()).toMatch(
      /^Laptop erased your games and statistics on .+\. You can bring them back here until .+\.Bring back$/,
    )
    expect(notice.get('[data-action="bring-back"]').classes()).toContain('primary')
  })

  it('is announced in an open tab, whose game is replaced by a new deal', async () => {
    const { tab } = await eraseElsewhere({ moves: 4 })
    await eventually(() => expect(tab!.notices.shown?.key).toBe('erased-elsewhere'))
    await eventually(() => expect(tab!.game.moves).toBe(0))
  })

  it('is announced in the page’s language, even if its device is unknown', async () => {
    const { desk } = await eraseElsewhere({ isClosed: true, scope: 'everything' })
    const texts = textsOf(desk)
    const name = Object.keys(texts).find(key => /^erased:\d+$/.test(key))!
    await desk.platform.local.set({ [name]: JSON.stringify({ ...JSON.parse(texts[name]), by: '' }) })
    const { notice } = await nextTab(desk.platform)
    await eventually(() => expect(notice.text()).toContain('Another device erased everything on'))
    await setLocale('de')
    await eventually(() => expect(notice.text()).toContain('Auf einem anderen Gerät wurde am'))
  })

  it('is undone by the button in the notice, which then confirms that the games are back', async () => {
    const { desk } = await eraseElsewhere({ isClosed: true })
    const { notice, notices, pinia } = await nextTab(desk.platform)
    await eventually(() => notice.get('[data-action="bring-back"]').trigger('click'))
    await eventually(() => expect(notice.text()).toContain('Your games are back.'))
    await desk.sync()
    expect(desk.statistics.of()).toMatchObject({ played: 1, won: 1 })
    notices.shown!.dismiss!()
    await flushPromises()
    expect(notices.shown?.key).not.toBe('erased-elsewhere')
    expect(useErasedElsewhere(pinia).note).toBeUndefined()
  })

  it('is announced in every tab until the user closes the notice in one of them', async () => {
    const { desk } = await eraseElsewhere({ isClosed: true })
    const first = await nextTab(desk.platform)
    await eventually(() => expect(first.notices.shown?.key).toBe('erased-elsewhere'))
    await first.game.playGesture([legalMoves(first.game.position)[0]])
    expect(first.notices.shown?.key).toBe('erased-elsewhere')
    first.game.hide()
    const second = await nextTab(desk.platform)
    await eventually(() => expect(second.notices.shown?.key).toBe('erased-elsewhere'))
    second.notices.shown!.dismiss!()
    await eventually(() => expect(second.notices.shown).toBeUndefined())
    await eventually(() => expect(useErasedElsewhere(first.pinia).note).toBeUndefined())
    second.game.hide()
    await desk.syncer.round({ publish: true })
    const third = await nextTab(desk.platform)
    await eventually(() => expect(useErasedElsewhere(third.pinia).isRead).toBe(true))
    expect(third.notices.shown).toBeUndefined()
    await desk.backup.bringBack()
    await desk.sync()
    expect(desk.statistics.of(), 'the panel can still restore it').toMatchObject({ won: 1 })
  })

  it('is no longer announced in an open tab once another tab has restored the games', async () => {
    const { desk } = await eraseElsewhere({ isClosed: true })
    const first = await nextTab(desk.platform)
    await eventually(() => expect(first.notices.shown?.key).toBe('erased-elsewhere'))
    await desk.backup.bringBack()
    await eventually(() => expect(useErasedElsewhere(first.pinia).note).toBeUndefined())
    expect(first.notice.text()).not.toContain('erased')
  })

  it('is announced even after the notice of an earlier erasure in the same epoch was closed', async () => {
    const { desk } = await eraseElsewhere({ isClosed: true })
    const tab = await nextTab(desk.platform)
    await eventually(() => tab.notices.shown!.dismiss!())
    await eventually(() => expect(tab.notices.shown).toBeUndefined())
    const name = Object.keys(textsOf(desk)).find(key => /^erased:\d+$/.test(key))!
    await desk.platform.local.set({
      [name]: JSON.stringify({ time: Date.now(), scope: 'games', by: 'Phone' }),
    })
    await eventually(() => expect(tab.notice.text()).toContain('Phone erased your games'))
  })

  it('is not announced on the device that erased, nor on one that lost nothing', async () => {
    const { laptop, desk } = await eraseElsewhere({ isClosed: true, moves: 0 })
    await laptop.sync()
    for (const { platform } of [laptop, desk]) {
      const { notices, pinia } = await nextTab(platform)
      await eventually(() => expect(useErasedElsewhere(pinia).isRead).toBe(true))
      expect(notices.shown?.key).not.toBe('erased-elsewhere')
    }
  })

  it('removes a won game from an open tab, and the button in the notice restores it', async () => {
    const { tab, desk } = await eraseElsewhere()
    await eventually(() => expect(tab!.game.state).toBe('playing'))
    expect(tab!.game.moves).toBe(0)
    await eventually(() => expect(tab!.notices.shown?.key).toBe('erased-elsewhere'))
    await tab!.notices.actions['bring-back'].run()
    await eventually(() => expect(tab!.game.state).toBe('won'))
    expect(Object.keys(textsOf(desk)).filter(key => /^(erased|past):/.test(key))).toEqual([
      `past:${tab!.game.playId}:won`,
    ])
  })

  it('does not remove a game that was won again after the erasure', async () => {
    const { desk } = await eraseElsewhere({ isClosed: true, wonAgain: true })
    expect(desk.statistics.of()).toMatchObject({ won: 1 })
    const { game, pinia } = await nextTab(desk.platform)
    await eventually(() => expect(useErasedElsewhere(pinia).isRead).toBe(true))
    expect(game.state).toBe('won')
  })

  it('ends the welcome hint, which is never shown together with the notice', async () => {
    const { desk } = await eraseElsewhere({ isClosed: true, moves: 4 })
    const tab = await openTab(desk.platform)
    expect(tab.game.isFirst).toBe(true)
    const hint = shown(WelcomeHint, tab)
    expect(hint.find('.first').exists()).toBe(false)
    await follow(tab)
    await eventually(() => expect(tab.game.isFirst).toBe(false))
    tab.game.hide()
    expect((await nextTab(desk.platform)).game.isFirst).toBe(false)
  })
})
