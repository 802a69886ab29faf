// The stores: saving and opening games, stored text that cannot be read, settings, the address and the clock.
import fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import GamesList from '../../components/bar/GamesList.vue'
import {
  deal,
  FIRST_DEALS,
  legalMoves,
  publishedDaily,
  readRecord,
  writePosition,
  writeRecord,
} from '../../engine/index.ts'
import { dayHere, isoDay } from '../../stores/calendar.ts'
import type { Offer } from '../../stores/account/remote-games'
import { useRemoteGames } from '../../stores/account/remote-games-store'
import { useWinnableDeals } from '../../stores/analysis/winnable-deals'
import { useOverlays } from '../../stores/overlays/overlays'
import { parseAddress } from '../../stores/session/launch-request'
import { useClock } from '../../stores/session/clock'
import { memoryPlatform } from '../support/memory-platform'
import { defaultSettings, readSettings } from '../../stores/settings/model'
import { autoplayFor } from '../../stores/settings/setting-values'
import { dayOfPlay, randomId } from '../../stores/sync/ids'
import { reconcile } from '../../stores/sync/reconcile'
import { splitLocalEnvelope } from '../../stores/sync/game-envelope'
import { move as parseMove, wonGame } from '../support/help'
import { openTab, show } from '../support/mount'
import { eventually } from '../support/eventually'
import { moveHeld, turnStock } from '../support/gestures'

const storedText = async (platform: ReturnType<typeof memoryPlatform>, key: string) =>
  (await platform.local.get(key)) ?? ''

describe('the game', () => {
  it('is saved after every move, and another tab opens it with its undo history', async () => {
    const platform = memoryPlatform()
    const first = await openTab(platform, '?game=sea-towers&deal=17')
    moveHeld(first.game, { from: 't0', count: 1 }, 'c2')
    const record = readRecord(splitLocalEnvelope(await storedText(platform, 'game:sea-towers')).record)
    expect(record.ok && record.value.history.gestures).toHaveLength(1)
    const second = await openTab(platform)
    expect(writePosition(second.game.position)).toEqual(writePosition(first.game.position))
    await second.game.undo()
    expect(writePosition(second.game.position)).toEqual(writePosition(deal('sea-towers', 17)))
  })

  it('in a new tab is the game that was chosen last', async () => {
    const platform = memoryPlatform()
    const first = await openTab(platform)
    expect(first.game.game.id).toBe('double-sea-towers')
    await first.game.switchGame('double-dot')
    expect((await openTab(platform)).game.game.id).toBe('double-dot')
  })

  it('is in the same state after the user has switched to another game and back', async () => {
    const { game } = await openTab()
    moveHeld(game, { from: 't0', count: 1 }, 'c5')
    const before = writePosition(game.position)
    await game.switchGame('sea-towers')
    await game.switchGame('double-sea-towers')
    expect(writePosition(game.position)).toEqual(before)
    expect(game.canUndo).toBe(true)
  })

  it('can be restored after a new deal replaced it, and so can the new deal', async () => {
    const { game } = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    moveHeld(game, { from: 't0', count: 1 }, 'c2')
    const before = writePosition(game.position)
    await game.newDeal(18)
    expect(game.position.dealNumber).toBe(18)
    expect(game.notices.at(0)?.key).toBe('newDeal')
    await game.backToPrevious()
    expect(writePosition(game.position)).toEqual(before)
    expect(game.canUndo).toBe(true)
    await game.backToPrevious()
    expect(game.position.dealNumber).toBe(18)
  })

  it('named by an address is continued or dealt, and the previous game can be restored', async () => {
    const platform = memoryPlatform()
    const first = await openTab(platform, '?game=sea-towers&deal=17')
    moveHeld(first.game, { from: 't0', count: 1 }, 'c2')
    expect((await openTab(platform, '?game=sea-towers&deal=17')).game.moves).toBeGreaterThan(0)
    const other = await openTab(platform, '?game=sea-towers&deal=18')
    expect(other.game.moves).toBe(0)
    expect(other.game.hasPrevious).toBe(true)
    await other.game.backToPrevious()
    expect(other.game.position.dealNumber).toBe(17)
    expect(other.game.moves).toBeGreaterThan(0)
  })

  it('named by an address is a deal of the day if its number is one, and is continued as such', async () => {
    const platform = memoryPlatform()
    const today = dayHere(new Date())
    const daily = `?game=freecell&deal=${publishedDaily('freecell', isoDay(today))}`
    const first = await openTab(platform, daily)
    expect(dayOfPlay(first.game.playId)).toBe(today)
    await first.game.playGesture([legalMoves(first.game.position)[0]])
    expect(dayOfPlay((await openTab(platform, '?game=freecell&deal=17')).game.playId)).toBeUndefined()
    const { game } = await openTab(platform, daily)
    expect([game.playId, game.moves]).toEqual([first.game.playId, 1])
  })

  it('named by an address without a deal number is winnable, like every new deal', async () => {
    for (const id of ['golf', 'scorpion', 'russian'] as const) {
      const { game } = await openTab(memoryPlatform(), `?game=${id}`)
      expect(FIRST_DEALS[id]).toContain(game.position.dealNumber)
    }
    const pool = memoryPlatform({ 'deals:golf': '[77]' })
    expect((await openTab(pool, '?game=golf')).game.position.dealNumber).toBe(77)
  })

  it('that an address replaced is still offered after a reload, but not in other tabs', async () => {
    const platform = memoryPlatform()
    const first = await openTab(platform, '?game=sea-towers&deal=17')
    moveHeld(first.game, { from: 't0', count: 1 }, 'c2')
    await openTab(platform, '?game=sea-towers&deal=18')
    expect(location.search).toBe('')
    const again = await openTab(platform, '', true, history.state)
    expect(again.game.notices.at(0)?.key).toBe('newDeal')
    expect((await openTab(platform)).game.notices.at(0)).toBeUndefined()
    await again.game.backToPrevious()
    expect(again.game.position.dealNumber).toBe(17)
  })

  it('is unchanged by an illegal move', async () => {
    const { game } = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const before = game.history
    expect(moveHeld(game, { from: 't0', count: 2 }, 'c2').ok).toBe(false)
    expect(turnStock(game).ok).toBe(false)
    expect(game.history).toBe(before)
  })

  it('undoes a move together with the automatic moves after it', async () => {
    const { game } = await openTab(memoryPlatform(), '?game=double-sea-towers&deal=17')
    moveHeld(game, { from: 't2', count: 1 }, 'c5')
    expect(game.singleMoves).toBeGreaterThan(1)
    await game.undo()
    expect(game.singleMoves).toBe(0)
    await game.redo()
    await game.restart()
    expect(writePosition(game.position)).toEqual(writePosition(deal('double-sea-towers', 17)))
  })

  it('counts a gesture as one move, and does not count automatic moves', async () => {
    const { game } = await openTab(memoryPlatform(), '?game=double-sea-towers&deal=17')
    moveHeld(game, { from: 't2', count: 1 }, 'c5')
    expect(game.moves).toBe(1)
    await game.undo()
    expect(game.moves).toBe(0)
  })

  it('is won after the last move of a winning line', async () => {
    const platform = memoryPlatform({ settings: '{"automatic":"off"}' })
    const { deal: number, moves } = wonGame('sea-towers')
    const { game } = await openTab(platform, `?game=sea-towers&deal=${number}`)
    for (const move of moves) await game.playGesture([move])
    expect(game.state).toBe('won')
    expect(game.moves).toBe(moves.length)
  })

  it('is updated in a tab after a move in another tab', async () => {
    const platform = memoryPlatform()
    const first = await openTab(platform, '?game=sea-towers&deal=17')
    const second = await openTab(platform)
    moveHeld(second.game, { from: 't0', count: 1 }, 'c2')
    await eventually(() =>
      expect(writePosition(first.game.position)).toEqual(writePosition(second.game.position)),
    )
  })

  it('is not reset by change events of its own writes while later writes are pending', async () => {
    const platform = memoryPlatform()
    let before = Promise.resolve()
    const slow = {
      ...platform,
      local: {
        ...platform.local,
        set(items: Record<string, string>) {
          before = before
            .then(() => new Promise(resolve => setTimeout(resolve, 5)))
            .then(() => platform.local.set(items))
          return before
        },
      },
    }
    const { game } = await openTab(slow, '?game=sea-towers&deal=17')
    const seen: string[] = []
    platform.local.onChanged(
      changes =>
        'game:sea-towers' in changes &&
        setTimeout(() => seen.push(JSON.stringify(writePosition(game.position))), 2),
    )
    moveHeld(game, { from: 't0', count: 1 }, 'c2')
    void game.undo()
    void game.redo()
    void game.restart()
    await eventually(() => expect(seen).toHaveLength(4))
    expect(new Set(seen)).toEqual(new Set([JSON.stringify(writePosition(deal('sea-towers', 17)))]))
  })

  it('continues with a notice if the browser cannot save a move', async () => {
    const platform = memoryPlatform()
    const { game } = await openTab(platform, '?game=sea-towers&deal=17')
    const set = vi.spyOn(platform.local, 'set').mockRejectedValueOnce(new Error('quota exceeded'))
    moveHeld(game, { from: 't0', count: 1 }, 'c2')
    await eventually(() =>
      expect(game.notices.at(0)).toMatchObject({ key: 'notSaved', detail: 'quota exceeded' }),
    )
    set.mockRestore()
    await game.undo()
    await eventually(() => expect(game.notices.at(0)).toBeUndefined())
  })
})

describe('stored text that cannot be read', () => {
  it('leads to a new deal and a notice, and is moved to the quarantine', async () => {
    const platform = memoryPlatform({ 'game:double-sea-towers': 'nonsense' })
    const { game } = await openTab(platform)
    expect(game.notices.at(0)?.key).toBe('brokenGame')
    expect(game.moves).toBe(0)
    const all = await platform.local.all()
    expect(
      Object.entries(all)
        .filter(([key]) => key.startsWith('aside:'))
        .map(([, text]) => text),
    ).toEqual(['nonsense'])
    expect((await openTab(platform)).game.notices.at(0)).toBeUndefined()
  })
  it('is removed from the quarantine once twenty later texts are in it', async () => {
    const platform = memoryPlatform()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let i = 0; i < 25; i++) {
      vi.setSystemTime(1000 * i)
      await platform.local.set({ 'game:double-sea-towers': `nonsense ${i}` })
      await openTab(platform)
    }
    const quarantined = Object.entries(await platform.local.all())
      .filter(([key]) => key.startsWith('aside:'))
      .map(([, text]) => text)
    expect(quarantined.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, i) => `nonsense ${i + 5}`).toSorted(),
    )
  })
  it('of a newer version is not changed, and this version stores its game under another key', async () => {
    const platform = memoryPlatform({ 'game:double-sea-towers': '3fromTheFuture' })
    const { game } = await openTab(platform)
    expect(game.notices.at(0)?.key).toBe('newerGame')
    moveHeld(game, { from: 't0', count: 1 }, 'c5')
    const again = await openTab(platform)
    expect(await storedText(platform, 'game:double-sea-towers')).toBe('3fromTheFuture')
    expect(writePosition(again.game.position)).toEqual(writePosition(game.position))
    expect(again.game.notices.at(0)).toBeUndefined()
  })
  it('is not opened if it is the record of another game', async () => {
    const platform = memoryPlatform()
    await openTab(platform, '?game=sea-towers&deal=1')
    await platform.local.set({ 'game:double-dot': await storedText(platform, 'game:sea-towers') })
    expect((await openTab(platform, '?game=double-dot')).game.game.id).toBe('double-dot')
  })
  it('leads to default settings and a notice if it is under the key of the settings', async () => {
    const platform = memoryPlatform({ settings: '{broken' })
    const { game, settings } = await openTab(platform)
    expect(game.notices.at(0)?.key).toBe('brokenSettings')
    expect(settings.values).toEqual(defaultSettings.values)
    expect(Object.values(await platform.local.all())).toContain('{broken')
  })
})

describe('settings', () => {
  it('have the valid values that are stored, and defaults instead of invalid ones', () => {
    expect(
      readSettings({ settings: '{"theme":"dark","felt":7,"houseRules":["nonsense"],"leftHanded":true}' })
        .state.values,
    ).toMatchObject({ theme: 'dark', felt: 'green', houseRules: [], leftHanded: true })
  })
  it('are valid after reading any stored text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        expect(['system', 'light', 'dark']).toContain(readSettings({ settings: text }).state.values.theme)
      }),
    )
  })
  it('of a newer version are kept when this version changes another setting', async () => {
    const platform = memoryPlatform({ settings: '{"sound":"loud","theme":"light"}' })
    const { settings } = await openTab(platform)
    await settings.change({ theme: 'dark' })
    expect(JSON.parse(await storedText(platform, 'settings'))).toMatchObject({ sound: 'loud' })
    const round = reconcile({
      local: await platform.local.all(),
      sync: {},
      now: Date.now(),
      browser: 'Test',
      newId: randomId,
    })
    expect(JSON.parse(round.local.settings)).toEqual({ sound: 'loud', theme: 'dark' })
  })
  it('changed in a tab apply in the next tab, even before a round of syncing', async () => {
    const platform = memoryPlatform()
    const { settings } = await openTab(platform)
    await settings.change({ theme: 'dark' })
    await settings.change({ theme: 'light', felt: 'walnut' })
    expect((await openTab(platform)).settings.values).toMatchObject({ theme: 'light', felt: 'walnut' })
  })
  it('keep the last choice even if the clock was set back before the choice', async () => {
    vi.setSystemTime('2026-11-21T12:00:00Z')
    const platform = memoryPlatform()
    await (await openTab(platform)).settings.change({ theme: 'dark' })
    vi.setSystemTime('2026-11-20T12:00:00Z')
    await (await openTab(platform)).settings.change({ theme: 'light' })
    vi.useRealTimers()
    expect((await openTab(platform)).settings.values.theme).toBe('light')
  })
  it('control autoplay: the default of each game, or the same for all games', async () => {
    const { settings } = await openTab()
    expect(autoplayFor(settings.values, 'double-sea-towers')).toBe('safe')
    expect(autoplayFor(settings.values, 'double-dot')).toBe('off')
    await settings.change({ automatic: 'all' })
    expect(autoplayFor(settings.values, 'double-dot')).toBe('all')
  })
  it('change the house rules of the current game immediately, if the game offers them', async () => {
    const { game, settings } = await openTab(memoryPlatform(), '?game=double-sea-towers&deal=17')
    await settings.change({ houseRules: ['move-runs', 'take-back'] })
    expect(game.position.house).toEqual(['move-runs'])
  })
  it('do not remove a house rule from the current game if its moves depend on the rule', async () => {
    const platform = memoryPlatform({ settings: '{"houseRules":["shuffle-on-recycle"]}' })
    const { game, settings } = await openTab(platform, '?game=double-klondike-1&deal=3')
    for (let i = 0; i < 60; i++) turnStock(game)
    const before = writePosition(game.position)
    await settings.change({ houseRules: [] })
    expect(game.position.house).toEqual(['shuffle-on-recycle'])
    expect(writePosition(game.position)).toEqual(before)
  })
})

describe('the address', () => {
  test.each([
    ['?game=sea-towers&deal=17', { game: 'sea-towers', deal: 17 }],
    ['?deal=4294967295', { deal: 4294967295 }],
    ['?game=double-dot', { game: 'double-dot' }],
    ['', {}],
    ['?other=1', {}],
    ['?game=pyramid&deal=', { game: 'pyramid' }],
    ['?game=&deal=5', { deal: 5 }],
    ['?game=&deal=', {}],
  ])('%s requests a game or a deal, or nothing', (search, request) =>
    expect(parseAddress(search)).toEqual({
      ok: true,
      value: { game: undefined, deal: undefined, ...request },
    }),
  )
  test.each([
    '?game=spider',
    '?deal=0',
    '?deal=-1',
    '?deal=1.5',
    '?deal=4294967296',
    '?deal=abc',
    '?game=__proto__&deal=1',
  ])('%s leads to a notice, and the current game opens', async search => {
    const platform = memoryPlatform()
    const first = await openTab(platform, '?game=sea-towers&deal=17')
    moveHeld(first.game, { from: 't0', count: 1 }, 'c2')
    const { game } = await openTab(platform, search)
    expect(game.notices.at(0)).toMatchObject({ key: 'badAddress' })
    expect(writePosition(game.position)).toEqual(writePosition(first.game.position))
  })
})

describe('the clock', () => {
  afterEach(() => void vi.useRealTimers())
  it('counts seconds of play, including at most sixty idle seconds, and excludes sleep', () => {
    vi.useFakeTimers()
    const clock = useClock(() => Date.now())
    clock.reset(10)
    clock.touch()
    vi.advanceTimersByTime(5000)
    expect(clock.seconds.value).toBe(15)
    vi.advanceTimersByTime(600_000)
    expect(clock.seconds.value).toBe(70)
    expect(vi.getTimerCount()).toBe(0)
    clock.touch()
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(2000)
    expect(clock.seconds.value).toBeLessThanOrEqual(72)
    clock.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
  it('stops once the game is won', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const platform = memoryPlatform({ settings: '{"automatic":"off"}' })
    const { deal: number, moves } = wonGame('sea-towers')
    const { game } = await openTab(platform, `?game=sea-towers&deal=${number}`)
    for (const move of moves.slice(0, -1)) await game.playGesture([move])
    expect(vi.getTimerCount()).toBe(1)
    await game.playGesture([moves.at(-1)!])
    expect(game.state).toBe('won')
    expect(vi.getTimerCount()).toBe(0)
    game.touch()
    expect(vi.getTimerCount()).toBe(0)
  })
  it('starts with the first move, and stops when the tab is hidden', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { game } = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    game.touch()
    expect(vi.getTimerCount()).toBe(0)
    moveHeld(game, { from: 't0', count: 1 }, 'c2')
    expect(vi.getTimerCount()).toBe(1)
    game.hide()
    expect(vi.getTimerCount()).toBe(0)
  })
  it('stops while a panel covers the table, even during input in the panel', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { game, pinia } = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    moveHeld(game, { from: 't0', count: 1 }, 'c2')
    const uncover = useOverlays(pinia).show('panel')
    game.touch()
    expect(vi.getTimerCount()).toBe(0)
    uncover()
    game.touch()
    expect(vi.getTimerCount()).toBe(1)
  })
})

describe('choosing another game or deal', () => {
  it.each(['another game', 'a deal', 'a deal of the day', 'another device’s game'])(
    'closes the list and the panel and moves the focus to the table: %s',
    async choice => {
      const world = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
      const { game, pinia } = world
      moveHeld(game, { from: 't0', count: 1 }, 'c2')
      const { history, playId, seconds } = game
      await game.newDeal(18)
      const [overlays, deals] = [useOverlays(pinia), useWinnableDeals(pinia)]
      const focusCursor = vi.fn()
      Object.assign(overlays, { list: 'games', panel: 'past', table: { root: document.body, focusCursor } })
      if (choice === 'another game') {
        const list = show(GamesList, world)
        await list.get('[data-choose="golf"]').trigger('click')
        list.unmount()
      } else if (choice === 'a deal') await deals.play({ game: 'sea-towers', deal: 18 })
      else if (choice === 'a deal of the day') {
        void deals.playDaily('golf', 20_000)
        expect(overlays.list, 'closed immediately').toBeUndefined()
      } else {
        const other = { minute: 1, vector: {}, record: writeRecord({ history, playId, seconds }) }
        await useRemoteGames(pinia).continueHere({ game: other } as unknown as Offer)
      }
      expect([overlays.list, overlays.panel]).toEqual([undefined, undefined])
      expect(focusCursor).toHaveBeenCalled()
    },
  )
})

test('the store makes legal moves, and refuses a move to a pile that does not exist', async () => {
  const { game } = await openTab(
    memoryPlatform({ settings: '{"automatic":"off"}' }),
    '?game=double-dot&deal=2',
  )
  for (const move of wonGame('double-dot').moves.slice(0, 40)) {
    expect(legalMoves(game.position)).toContainEqual(move)
    await game.playGesture([move])
  }
  const { position } = game
  await game.playGesture([parseMove('t0>c0')])
  expect(game.position).toBe(position)
  expect(game.notices.at(0)).toEqual({ key: 'failed', detail: 'This game has no pile c0' })
})
