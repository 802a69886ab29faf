// Syncing of games and results between two devices of one account, and between tabs.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { legalMoves, writePosition, type GameId } from '../../engine/index.ts'
import { useRemoteGames } from '../../stores/account/remote-games-store'
import { memoryPlatform } from '../support/memory-platform'
import { wonGame } from '../support/help'
import { openTab } from '../support/mount'
import { device, play } from '../support/synced-device'
import { eventually } from '../support/eventually'
import { moveHeld } from '../support/gestures'

/** Two devices: three moves were made on the laptop, and the game was continued on the desktop. */
async function continued() {
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
  it('is offered on another device, and continues there with undo', async () => {
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
  it('that was continued elsewhere is offered; the board stays until the user accepts', async () => {
    const { laptop, desk } = await continued()
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
  it('that diverged is kept in both versions until the user chooses', async () => {
    const { laptop, desk } = await continued()
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
  it('that ended elsewhere shows a notice', async () => {
    const { laptop, desk } = await continued()
    play(desk.game, 3, 999)
    expect(desk.game.state).toBe('won')
    await desk.sync()
    await laptop.sync()
    expect(laptop.others.endedOn).toEqual({ device: 'Desk', outcome: 'won' })
    expect(laptop.others.offer).toBeUndefined()
  })
})

describe('the user’s latest game', () => {
  it('opens on a device that has been idle since, and one click goes back', async () => {
    const { laptop, desk } = await continued()
    await desk.sync()
    await laptop.sync()
    play(desk.game, 3, 7)
    await desk.sync()
    const unfollow = laptop.others.follow(true)
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
  it('does not replace a board that has been touched since the tab became visible', async () => {
    const { laptop, desk } = await continued()
    play(desk.game, 3, 7)
    await desk.sync()
    const unfollow = laptop.others.follow(true)
    document.dispatchEvent(new Event('pointerdown'))
    await laptop.sync()
    expect(laptop.game.moves).toBe(3)
    expect(laptop.others.offer).toMatchObject({ relation: 'ahead' })
    unfollow()
  })
  it('keeps a way back to the new deal that it replaced, and counts nothing as given up', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    play(laptop.game, 0, 5)
    await laptop.sync()
    const desk = await device(account, 'Desk', '?game=sea-towers&deal=17')
    await desk.sync()
    const unfollow = desk.others.follow(true)
    await eventually(() => expect(desk.game.moves).toBe(5))
    await eventually(() => expect(desk.others.cameFrom).toBeDefined())
    await desk.others.goBack()
    await eventually(() => expect(desk.game.position.dealNumber).toBe(17))
    await desk.sync()
    expect(desk.statistics.of().played).toBe(0)
    unfollow()
  })
})

describe('of several games in progress elsewhere', () => {
  afterEach(() => vi.useRealTimers())
  const minute = (number: number) => vi.setSystemTime(Date.UTC(2026, 0, 2, 10, number))

  type Synced = Awaited<ReturnType<typeof device>>

  /** Leaves a game in progress on a device, with three moves. */
  async function begin(on: Synced, id: GameId): Promise<void> {
    if (id !== on.game.game.id) await on.game.switchGame(id)
    for (let i = 0; i < 3; i++) await on.game.playGesture([legalMoves(on.game.position)[0]])
    await on.sync()
  }

  /** A laptop with three games, FreeCell played last, and another device that has just received them. */
  async function arrived(search: string) {
    vi.useFakeTimers({ toFake: ['Date'] })
    const account = {}
    minute(0)
    const laptop = await device(account, 'Laptop')
    await begin(laptop, 'sea-towers')
    minute(1)
    await begin(laptop, 'double-dot')
    minute(2)
    await begin(laptop, 'freecell')
    minute(5)
    const desk = await device(account, 'Desk', search)
    await desk.sync()
    return { laptop, desk }
  }

  /** Opens another new tab of a device; returns its game once no more games open. */
  async function nextTab({ platform, syncer }: Synced) {
    const tab = await openTab(platform)
    const others = useRemoteGames(tab.pinia)
    const unfollow = others.follow(true)
    await others.refresh()
    await syncer.round({ publish: true })
    await others.refresh()
    unfollow()
    return { ...tab, others, shown: `${tab.game.game.id} ${tab.game.moves}` }
  }

  it('the latest one opens once, and later tabs keep it', async () => {
    const { desk } = await arrived('?game=klondike-3&deal=1')
    const tabs = [await nextTab(desk), await nextTab(desk), await nextTab(desk)]
    expect(tabs.map(({ shown }) => shown)).toEqual(['freecell 3', 'freecell 3', 'freecell 3'])
    expect(tabs[2].others.offers.map(({ id }) => id)).toEqual(['double-dot', 'sea-towers'])
  })
  it.each([
    ['another game', 'klondike-3'],
    ['another deal of it', 'freecell'],
  ] as const)('none opens again after the user went back to %s', async (_, id) => {
    const { desk } = await arrived(`?game=${id}&deal=1`)
    const first = await nextTab(desk)
    expect(first.shown).toBe('freecell 3')
    await first.others.goBack()
    await eventually(() => expect(first.game.moves).toBe(0))
    expect([(await nextTab(desk)).shown, (await nextTab(desk)).shown]).toEqual([`${id} 0`, `${id} 0`])
  })
  it.each(['klondike-3', 'freecell', 'golf'] as const)(
    'several can open one after another, and one click goes back to the %s that the user left',
    async id => {
      const { laptop, desk } = await arrived(`?game=${id}&deal=1`)
      const unfollow = desk.others.follow(true)
      await eventually(() => expect(desk.others.cameFrom).toMatchObject({ id: 'freecell' }))
      minute(8)
      await begin(laptop, 'golf')
      await desk.sync()
      await eventually(() => expect(desk.others.cameFrom).toMatchObject({ id: 'golf' }))
      await desk.others.goBack()
      await eventually(() => expect(desk.game.game.id).toBe(id))
      expect([desk.game.position.dealNumber, desk.game.moves]).toEqual([1, 0])
      unfollow()
    },
  )
  it('none opens again once a new deal has taken the place of the latest one', async () => {
    const { desk } = await arrived('?game=klondike-3&deal=1')
    const first = await nextTab(desk)
    await first.game.undo()
    await first.game.undo()
    await first.game.newDeal(7)
    expect((await nextTab(desk)).shown).toBe('freecell 0')
  })
  it('one that the user chose to continue stays', async () => {
    const { desk } = await arrived('?game=klondike-3&deal=1')
    await desk.others.continueHere(desk.others.offers.find(({ id }) => id === 'sea-towers')!)
    expect([(await nextTab(desk)).shown, (await nextTab(desk)).shown]).toEqual([
      'sea-towers 3',
      'sea-towers 3',
    ])
  })
  it('one that was played later still opens, even after the user went back', async () => {
    const { laptop, desk } = await arrived('?game=klondike-3&deal=1')
    const first = await nextTab(desk)
    await first.others.goBack()
    minute(8)
    await begin(laptop, 'double-dot')
    await desk.sync()
    expect([(await nextTab(desk)).shown, (await nextTab(desk)).shown]).toEqual([
      'double-dot 6',
      'double-dot 6',
    ])
  })
})

describe('statistics', () => {
  it('count a win once on every device, however often it is transferred', async () => {
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
  it('count a game left after its third move as given up, until it is resumed', async () => {
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
  it('count the same deal played again as another game', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 999)
    await laptop.game.newDeal(laptop.game.position.dealNumber)
    play(laptop.game, 0, 999)
    await laptop.sync()
    expect(laptop.statistics.of()).toMatchObject({ played: 2, won: 2, bestStreak: 2 })
  })
})

describe('settings', () => {
  it('sync individually: the last change wins, and it applies in an open tab', async () => {
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
  it('have one player and followers; a tab that makes a move becomes the player', async () => {
    const platform = memoryPlatform()
    const one = await openTab(platform, '?game=sea-towers&deal=17')
    const two = await openTab(platform)
    expect([one.game.isPlayer, two.game.isPlayer]).toEqual([false, true])
    moveHeld(two.game, { from: 't0', count: 1 }, 'c2')
    await eventually(() => expect(one.game.moves).toBe(1))
    await one.game.undo()
    expect([one.game.isPlayer, two.game.isPlayer]).toEqual([true, false])
    await eventually(() => expect(two.game.moves).toBe(0))
  })
  it('receive nothing while hidden, and catch up before accepting input', async () => {
    const platform = memoryPlatform()
    const one = await openTab(platform, '?game=sea-towers&deal=17')
    one.game.hide()
    const two = await openTab(platform)
    moveHeld(two.game, { from: 't0', count: 1 }, 'c2')
    moveHeld(one.game, { from: 't1', count: 1 }, 'c3')
    expect(one.game.moves).toBe(0)
    await one.game.playHere()
    expect(writePosition(one.game.position)).toEqual(writePosition(two.game.position))
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
