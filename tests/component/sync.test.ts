// Syncing of games, results and settings between two devices of an account, and between tabs.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { legalMoves, writePosition, type GameId } from '../../engine/index.ts'
import { useRemoteGames } from '../../stores/account/remote-games-store'
import { useSyncFolder } from '../../stores/account/sync-folder-store'
import { useOverlays } from '../../stores/overlays/overlays'
import { CONNECT_STEPS } from '../../stores/sync/remotes/folder-status.ts'
import { memoryPlatform } from '../support/memory-platform'
import { wonGame } from '../support/help'
import { openTab, inScope } from '../support/mount'
import { device, play } from '../support/synced-device'
import { eventually } from '../support/eventually'
import { moveHeld } from '../support/gestures'

/** A laptop on which three moves were made, and a desktop on which the user chose to continue that game. */
async function continuedOnDesk() {
  const account = {}
  const laptop = await device(account, 'Laptop')
  play(laptop.game, 0, 3)
  await laptop.sync()
  const desk = await device(account, 'Desk')
  await desk.sync()
  await desk.others.continueHere(desk.others.offer!)
  return { laptop, desk }
}

describe('a game in progress', () => {
  it('is offered on another device, and can be continued there with its undo history', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop', `?game=sea-towers&deal=${wonGame('sea-towers').deal}`)
    play(laptop.game, 0, 5)
    await laptop.sync()
    const desk = await device(account, 'Desk')
    await desk.sync()
    expect(desk.others.offer).toMatchObject({ device: 'Laptop', relation: 'other' })
    await desk.others.continueHere(desk.others.offer!)
    expect(writePosition(desk.game.position)).toEqual(writePosition(laptop.game.position))
    await desk.game.undo()
    expect(desk.game.history.gestures).toHaveLength(5)
    expect(desk.game.history.cursor).toBe(4)
  })
  it('that was continued on another device is offered, and opens only when the user accepts', async () => {
    const { laptop, desk } = await continuedOnDesk()
    play(desk.game, 3, 7)
    await desk.sync()
    const { position } = laptop.game
    await laptop.sync()
    expect(laptop.game.position).toBe(position)
    expect(laptop.others.offer).toMatchObject({ device: 'Desk', relation: 'ahead' })
    await laptop.others.continueHere(laptop.others.offer!)
    expect(laptop.game.moves).toBe(7)
    await laptop.sync()
    await desk.sync()
    expect(desk.others.offer).toBeUndefined()
  })
  it('that was continued differently here can be restored after the user accepts an offer', async () => {
    const { laptop, desk } = await continuedOnDesk()
    play(desk.game, 3, 5)
    await laptop.game.undo()
    await desk.sync()
    await laptop.sync()
    expect(laptop.others.offer).toMatchObject({ relation: 'apart' })
    const own = writePosition(laptop.game.position)
    await laptop.others.continueHere(laptop.others.offer!)
    expect(laptop.game.moves).toBe(5)
    await laptop.sync()
    await desk.sync()
    expect(desk.others.offer).toMatchObject({ relation: 'ahead' })
    await laptop.game.backToPrevious()
    expect(writePosition(laptop.game.position)).toEqual(own)
  })
  it('of another device is replayed once, not again after every move in this tab', async () => {
    const { laptop, desk } = await continuedOnDesk()
    play(desk.game, 3, 7)
    await desk.sync()
    await laptop.sync()
    const { opened } = laptop.others.offers[0]!
    await laptop.game.undo()
    expect(laptop.others.offers[0]).toMatchObject({ relation: 'apart' })
    expect(laptop.others.offers[0]!.opened).toBe(opened)
  })
  it('that was won on another device shows a notice', async () => {
    const { laptop, desk } = await continuedOnDesk()
    play(desk.game, 3, 999)
    expect(desk.game.state).toBe('won')
    await desk.sync()
    await laptop.sync()
    expect(laptop.others.endedOn).toEqual({ device: 'Desk', outcome: 'won' })
    expect(laptop.others.offer).toBeUndefined()
  })
})

describe('the user’s latest game', () => {
  it('opens automatically on a device that has not been used since, and a click goes back', async () => {
    const { laptop, desk } = await continuedOnDesk()
    await desk.sync()
    await laptop.sync()
    play(desk.game, 3, 7)
    await desk.sync()
    const unfollow = inScope(() => laptop.others.follow(true))
    await laptop.sync()
    await eventually(() => expect(laptop.others.cameFrom).toMatchObject({ device: 'Desk' }))
    expect(laptop.game.moves).toBe(7)
    await laptop.others.goBack()
    await eventually(() => expect(laptop.game.moves).toBe(3))
    await laptop.sync()
    expect(laptop.game.moves).toBe(3)
    expect(laptop.others.offer).toMatchObject({ relation: 'apart' })
    unfollow()
  })
  it('does not open automatically after input since the tab became visible', async () => {
    const { laptop, desk } = await continuedOnDesk()
    play(desk.game, 3, 7)
    await desk.sync()
    const unfollow = inScope(() => laptop.others.follow(true))
    document.dispatchEvent(new Event('pointerdown'))
    await laptop.sync()
    expect(laptop.game.moves).toBe(3)
    expect(laptop.others.offer).toMatchObject({ relation: 'ahead' })
    unfollow()
  })
  it('does not open automatically after input while the page was loading', async () => {
    const { laptop, desk } = await continuedOnDesk()
    play(desk.game, 3, 7)
    await desk.sync()
    vi.spyOn(navigator.userActivation, 'isActive', 'get').mockReturnValue(true)
    const unfollow = inScope(() => laptop.others.follow(true))
    await laptop.sync()
    expect(laptop.game.moves).toBe(3)
    unfollow()
    vi.restoreAllMocks()
  })
  it('opens automatically after input in a panel, which does not touch the board', async () => {
    const { laptop, desk } = await continuedOnDesk()
    play(desk.game, 3, 7)
    await desk.sync()
    const unfollow = inScope(() => laptop.others.follow(true))
    const close = useOverlays(laptop.pinia).show('panel')
    document.dispatchEvent(new Event('pointerdown'))
    close()
    await laptop.sync()
    expect(laptop.game.moves).toBe(7)
    unfollow()
  })
  it('opens automatically in the tab that was just paired, even if its board was touched', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    play(laptop.game, 0, 5)
    await laptop.sync()
    const desk = await device(account, 'Desk', '?game=klondike-1&deal=1')
    const unfollow = inScope(() => desk.others.follow(true))
    document.dispatchEvent(new Event('pointerdown'))
    desk.platform.answer(async ({ kind }) => {
      if (kind === 'folder-connect') await desk.syncer.round({ publish: true })
      return { done: CONNECT_STEPS }
    })
    await useSyncFolder(desk.pinia).beginPanel()
    await useSyncFolder(desk.pinia).connect({ address: 'cloud.example', user: 'ann', password: 'secret' })
    await eventually(() => expect(desk.others.cameFrom).toMatchObject({ device: 'Laptop' }))
    expect([desk.game.game.id, desk.game.moves]).toEqual(['sea-towers', 5])
    unfollow()
  })
  it('can replace a new deal, which a click restores and which does not count as given up', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    play(laptop.game, 0, 5)
    await laptop.sync()
    const desk = await device(account, 'Desk', '?game=sea-towers&deal=17')
    await desk.sync()
    const unfollow = inScope(() => desk.others.follow(true))
    await eventually(() => expect(desk.game.moves).toBe(5))
    await eventually(() => expect(desk.others.cameFrom).toBeDefined())
    await desk.others.goBack()
    await eventually(() => expect(desk.game.position.dealNumber).toBe(17))
    await desk.sync()
    expect(desk.statistics.of().played).toBe(0)
    unfollow()
  })
})

describe('of several games in progress on another device', () => {
  afterEach(() => vi.useRealTimers())
  const setMinute = (number: number) => vi.setSystemTime(Date.UTC(2026, 0, 2, 10, number))

  type Synced = Awaited<ReturnType<typeof device>>

  /** Makes three moves of a game on a device and syncs it. */
  async function begin({ game, sync }: Synced, id: GameId): Promise<void> {
    if (id !== game.game.id) await game.switchGame(id)
    for (let i = 0; i < 3; i++) await game.playGesture([legalMoves(game.position)[0]])
    await sync()
  }

  /** A laptop with three games in progress, FreeCell the latest, and a desktop that has just synced them. */
  async function syncedGames(search: string) {
    vi.useFakeTimers({ toFake: ['Date'] })
    const account = {}
    setMinute(0)
    const laptop = await device(account, 'Laptop')
    await begin(laptop, 'sea-towers')
    setMinute(1)
    await begin(laptop, 'double-dot')
    setMinute(2)
    await begin(laptop, 'freecell')
    setMinute(5)
    const desk = await device(account, 'Desk', search)
    await desk.sync()
    return { laptop, desk }
  }

  /** Opens another tab of a device. Returns its game once no other game opens automatically. */
  async function nextTab({ platform, syncer }: Synced) {
    const tab = await openTab(platform)
    const others = useRemoteGames(tab.pinia)
    const unfollow = inScope(() => others.follow(true))
    await others.refresh()
    await syncer.round({ publish: true })
    await others.refresh()
    unfollow()
    return { ...tab, others, shown: `${tab.game.game.id} ${tab.game.moves}` }
  }

  it('the latest opens automatically, and later tabs show it', async () => {
    const { desk } = await syncedGames('?game=klondike-3&deal=1')
    const tabs = [await nextTab(desk), await nextTab(desk), await nextTab(desk)]
    expect(tabs.map(({ shown }) => shown)).toEqual(['freecell 3', 'freecell 3', 'freecell 3'])
    expect(tabs[2].others.offers.map(({ id }) => id)).toEqual(['double-dot', 'sea-towers'])
  })
  it.each([
    ['another game', 'klondike-3'],
    ['another deal of the same game', 'freecell'],
  ] as const)('none opens automatically after the user went back to %s', async (_, id) => {
    const { desk } = await syncedGames(`?game=${id}&deal=1`)
    const first = await nextTab(desk)
    expect(first.shown).toBe('freecell 3')
    await first.others.goBack()
    await eventually(() => expect(first.game.moves).toBe(0))
    expect([(await nextTab(desk)).shown, (await nextTab(desk)).shown]).toEqual([`${id} 0`, `${id} 0`])
  })
  it.each(['klondike-3', 'freecell', 'golf'] as const)(
    'several can open one after another, and a click goes back to the game that was open first: %s',
    async id => {
      const { laptop, desk } = await syncedGames(`?game=${id}&deal=1`)
      const unfollow = inScope(() => desk.others.follow(true))
      await eventually(() => expect(desk.others.cameFrom).toMatchObject({ id: 'freecell' }))
      setMinute(8)
      await begin(laptop, 'golf')
      await desk.sync()
      await eventually(() => expect(desk.others.cameFrom).toMatchObject({ id: 'golf' }))
      await desk.others.goBack()
      await eventually(() => expect(desk.game.game.id).toBe(id))
      expect([desk.game.position.dealNumber, desk.game.moves]).toEqual([1, 0])
      unfollow()
    },
  )
  it('none opens automatically once a new deal has replaced the latest', async () => {
    const { desk } = await syncedGames('?game=klondike-3&deal=1')
    const first = await nextTab(desk)
    await first.game.undo()
    await first.game.undo()
    await first.game.newDeal(7)
    expect((await nextTab(desk)).shown).toBe('freecell 0')
  })
  it('none opens automatically in place of a game that the user chose to continue', async () => {
    const { desk } = await syncedGames('?game=klondike-3&deal=1')
    await desk.others.continueHere(desk.others.offers.find(({ id }) => id === 'sea-towers')!)
    expect([(await nextTab(desk)).shown, (await nextTab(desk)).shown]).toEqual([
      'sea-towers 3',
      'sea-towers 3',
    ])
  })
  it('a game that is played after the user went back opens automatically', async () => {
    const { laptop, desk } = await syncedGames('?game=klondike-3&deal=1')
    const first = await nextTab(desk)
    await first.others.goBack()
    setMinute(8)
    await begin(laptop, 'double-dot')
    await desk.sync()
    expect([(await nextTab(desk)).shown, (await nextTab(desk)).shown]).toEqual([
      'double-dot 6',
      'double-dot 6',
    ])
  })
})

describe('statistics', () => {
  it('count a win once on every device, even after several rounds of syncing', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    play(laptop.game, 0, 999)
    await laptop.statistics.refresh()
    expect(laptop.statistics.of('sea-towers')).toMatchObject({
      played: 1,
      won: 1,
      winRate: 1,
      currentStreak: 1,
    })
    await laptop.sync()
    await laptop.sync()
    const desk = await device(account, 'Desk')
    await desk.sync()
    expect(desk.statistics.of()).toMatchObject({ played: 1, won: 1, fewestMoves: laptop.game.moves })
    expect(laptop.statistics.of()).toEqual(desk.statistics.of())
  })
  it('count a game replaced after at least three moves as given up, until it is resumed', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 2)
    await laptop.game.newDeal(5)
    await laptop.statistics.refresh()
    expect(laptop.statistics.of().played).toBe(0)
    await laptop.game.newDeal(wonGame('sea-towers').deal)
    play(laptop.game, 0, 3)
    await laptop.sync()
    expect(laptop.statistics.of().played).toBe(0)
    await laptop.game.newDeal(6)
    await laptop.sync()
    expect(laptop.statistics.of()).toMatchObject({ played: 1, givenUp: 1 })
    await laptop.game.backToPrevious()
    await laptop.statistics.refresh()
    expect(laptop.statistics.of().played).toBe(0)
    play(laptop.game, 3, 999)
    await laptop.sync()
    expect(laptop.statistics.of()).toMatchObject({ played: 1, won: 1, givenUp: 0 })
  })
  it('count a deal that is played again as a second game', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 999)
    await laptop.game.newDeal(laptop.game.position.dealNumber)
    play(laptop.game, 0, 999)
    await laptop.sync()
    expect(laptop.statistics.of()).toMatchObject({ played: 2, won: 2, bestStreak: 2 })
  })
})

describe('settings', () => {
  it('sync one by one, so that changes of different settings on two devices both apply', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    const desk = await device(account, 'Desk')
    await laptop.settings.change({ felt: 'walnut' })
    await laptop.sync()
    await desk.settings.change({ fourColours: true })
    await desk.sync()
    await laptop.sync()
    await eventually(() =>
      expect(laptop.settings.values).toMatchObject({ felt: 'walnut', fourColours: true }),
    )
    await eventually(() => expect(desk.settings.values).toMatchObject({ felt: 'walnut', fourColours: true }))
  })
})

describe('tabs', () => {
  it('follow the tab that plays the game, and a tab in which the user makes a move plays it', async () => {
    const platform = memoryPlatform()
    const first = await openTab(platform, '?game=sea-towers&deal=17')
    const second = await openTab(platform)
    expect([first.game.isPlayer, second.game.isPlayer]).toEqual([false, true])
    moveHeld(second.game, { from: 't0', count: 1 }, 'c2')
    await eventually(() => expect(first.game.moves).toBe(1))
    await first.game.undo()
    expect([first.game.isPlayer, second.game.isPlayer]).toEqual([true, false])
    await eventually(() => expect(second.game.moves).toBe(0))
  })
  it('that are hidden receive no changes, and read the game again before they accept input', async () => {
    const platform = memoryPlatform()
    const first = await openTab(platform, '?game=sea-towers&deal=17')
    first.game.hide()
    const second = await openTab(platform)
    moveHeld(second.game, { from: 't0', count: 1 }, 'c2')
    moveHeld(first.game, { from: 't1', count: 1 }, 'c3')
    expect(first.game.moves).toBe(0)
    await first.game.playHere()
    expect(writePosition(first.game.position)).toEqual(writePosition(second.game.position))
  })
})

describe('a tab that has just opened', () => {
  it('accepts the first click immediately', async () => {
    const { game } = await openTab(memoryPlatform(), '?game=sea-towers&deal=17', false)
    moveHeld(game, { from: 't0', count: 1 }, 'c2')
    expect(game.moves).toBe(1)
    await eventually(() => expect(game.isPlayer).toBe(true))
  })
})
