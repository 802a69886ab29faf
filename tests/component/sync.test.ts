// Games and results that follow a person: two devices on one account, tabs side by side, backup in and out.
import { describe, expect, it, vi } from 'vitest'
import { deal, games, playAll, writePosition, type GameId } from '../../engine/index.ts'
import { useBackup } from '../../stores/account/backup'
import { useGame } from '../../stores/session/game'
import { useRemoteGames } from '../../stores/account/remote-games-store'
import { memoryArea, memoryPlatform } from '../support/memory-platform'
import { useStatistics } from '../../stores/account/statistics'
import { randomId } from '../../stores/sync/ids'
import { Syncer } from '../../stores/sync/syncer'
import { wonGame } from '../support/help'
import { openTab } from '../support/mount'

/** A device with its background, on the account that the items are of. */
async function device(account: Record<string, string>, browser: string, search = '?game=sea-towers&deal=1') {
  const platform = memoryPlatform({ settings: '{"automatic":"off"}' }, account)
  const syncer = new Syncer({
    local: platform.local,
    sync: platform.sync,
    now: Date.now,
    random: Math.random,
    newId: randomId,
    browser,
    locked: work => platform.locked('local', work),
  })
  platform.answer(async request => {
    await (request.kind === 'erase' ? syncer.erase(request.scope) : syncer.round({ publish: true }))
  })
  const tab = await openTab(platform, search)
  const others = useRemoteGames(tab.pinia)
  const statistics = useStatistics(tab.pinia)
  const sync = async () => {
    await syncer.round({ publish: true })
    await others.refresh()
    await statistics.refresh()
  }
  return { ...tab, others, statistics, syncer, sync, backup: useBackup(tab.pinia) }
}

const play = (game: ReturnType<typeof useGame>, from: number, to: number) => {
  for (const move of wonGame('sea-towers').moves.slice(from, to)) game.playGesture([move])
}
/** Three moves made on one device, and the game taken over by another. */
async function continued() {
  const account = {}
  const laptop = await device(account, 'Laptop')
  play(laptop.game, 0, 3)
  await laptop.sync()
  const desk = await device(account, 'Desk')
  await desk.sync()
  await desk.others.goOn(desk.others.offer!)
  return { laptop, desk }
}
const names = Object.fromEntries(games.map(({ id }) => [id, id.replaceAll('-', ' ')])) as Record<
  GameId,
  string
>

describe('a game in progress', () => {
  it('is offered on another device, and goes on there with undo', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop', `?game=sea-towers&deal=${wonGame('sea-towers').deal}`)
    play(laptop.game, 0, 5)
    await laptop.sync()
    const desk = await device(account, 'Desk')
    await desk.sync()
    expect(desk.others.offer).toMatchObject({ device: 'Laptop', relation: 'other' })
    await desk.others.goOn(desk.others.offer!)
    expect(writePosition(desk.game.position)).toEqual(writePosition(laptop.game.position))
    desk.game.undo()
    expect(desk.game.history.gestures).toHaveLength(5)
    expect(desk.game.history.cursor).toBe(4)
  })
  it('that went on elsewhere is one quiet line, and the board stays as it is until somebody says so', async () => {
    const { laptop, desk } = await continued()
    play(desk.game, 3, 7)
    await desk.sync()
    const { position } = laptop.game
    await laptop.sync()
    expect(laptop.game.position).toBe(position)
    expect(laptop.others.offer).toMatchObject({ device: 'Desk', relation: 'ahead' })
    await laptop.others.goOn(laptop.others.offer!)
    expect(laptop.game.moves).toBe(7)
    await laptop.sync()
    await desk.sync()
    expect(desk.others.offer).toBeUndefined()
  })
  it('that went on in two ways is kept in both until somebody chooses', async () => {
    const { laptop, desk } = await continued()
    play(desk.game, 3, 5)
    laptop.game.undo()
    await desk.sync()
    await laptop.sync()
    expect(laptop.others.offer).toMatchObject({ relation: 'apart' })
    const own = writePosition(laptop.game.position)
    await laptop.others.goOn(laptop.others.offer!)
    expect(laptop.game.moves).toBe(5)
    await laptop.sync()
    await desk.sync()
    expect(desk.others.offer).toMatchObject({ relation: 'ahead' })
    await laptop.game.backToPrevious()
    expect(writePosition(laptop.game.position)).toEqual(own)
  })
  it('that has ended elsewhere says so', async () => {
    const { laptop, desk } = await continued()
    play(desk.game, 3, 999)
    expect(desk.game.state).toBe('won')
    await desk.sync()
    await laptop.sync()
    expect(laptop.others.endedOn).toEqual({ device: 'Desk', outcome: 'won' })
    expect(laptop.others.offer).toBeUndefined()
  })
})

describe('statistics', () => {
  it('count a win once, on whichever device one looks, however often it is handed over', async () => {
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
  it('count a game as given up when it is left after its third move, and no longer when one goes back to it', async () => {
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
  it('travel field by field, the last choice wins, and they apply in an open tab', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    const desk = await device(account, 'Desk')
    await laptop.settings.change({ felt: 'walnut' })
    await laptop.sync()
    await desk.settings.change({ fourColours: true })
    await desk.sync()
    await laptop.sync()
    await vi.waitFor(() =>
      expect(laptop.settings.values).toMatchObject({ felt: 'walnut', fourColours: true }),
    )
    await vi.waitFor(() => expect(desk.settings.values).toMatchObject({ felt: 'walnut', fourColours: true }))
  })
})

describe('tabs', () => {
  it('one plays and the others follow; whoever makes a move plays from then on', async () => {
    const platform = memoryPlatform()
    const one = await openTab(platform, '?game=sea-towers&deal=17')
    const two = await openTab(platform)
    expect([one.game.isPlayer, two.game.isPlayer]).toEqual([false, true])
    two.game.move({ from: 't0', count: 1 }, 'c2')
    await vi.waitFor(() => expect(one.game.moves).toBe(1))
    await one.game.undo()
    expect([one.game.isPlayer, two.game.isPlayer]).toEqual([true, false])
    await vi.waitFor(() => expect(two.game.moves).toBe(0))
  })
  it('a hidden one hears nothing, and looks up what happened before anything can be done in it', async () => {
    const platform = memoryPlatform()
    const one = await openTab(platform, '?game=sea-towers&deal=17')
    one.game.hide()
    const two = await openTab(platform)
    two.game.move({ from: 't0', count: 1 }, 'c2')
    one.game.move({ from: 't1', count: 1 }, 'c3')
    expect(one.game.moves).toBe(0)
    await one.game.playHere()
    expect(writePosition(one.game.position)).toEqual(writePosition(two.game.position))
  })
})

describe('a tab that has just opened', () => {
  it('takes the first click at once', async () => {
    const { game } = await openTab(memoryPlatform(), '?game=sea-towers&deal=17', false)
    game.move({ from: 't0', count: 1 }, 'c2')
    expect(game.moves).toBe(1)
    await vi.waitFor(() => expect(game.isPlayer).toBe(true))
  })
})

describe('backup', () => {
  it('brought in once or twice gives everything, and loses nothing newer', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 999)
    const file = await laptop.backup.file()
    const firefox = await device({}, 'Firefox')
    play(firefox.game, 0, 999)
    for (let i = 0; i < 2; i++) {
      expect(await firefox.backup.take(file, names)).toMatchObject({ ok: true })
      await firefox.sync()
      expect(firefox.statistics.of()).toMatchObject({ played: 2, won: 2 })
    }
    await laptop.game.newDeal(laptop.game.position.dealNumber)
    play(laptop.game, 0, 999)
    await laptop.backup.take(file, names)
    await laptop.sync()
    expect(laptop.statistics.of()).toMatchObject({ played: 2, won: 2 })
  })
  it('as a code survives being pasted into a mail, quoted and broken into lines', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    const code = (await laptop.backup.codeOfGame())!
    const quoted = `Hello,\n> ${code.replaceAll(/(.{40})/g, '$1\n> ')}\nsee you`
    const firefox = await device({}, 'Firefox')
    expect(await firefox.backup.take(quoted, names)).toMatchObject({ ok: true, value: { kind: 'items' } })
    await firefox.others.refresh()
    await firefox.others.goOn(firefox.others.offer!)
    expect(writePosition(firefox.game.position)).toEqual(
      writePosition(
        playAll(deal('sea-towers', wonGame('sea-towers').deal), wonGame('sea-towers').moves.slice(0, 4)),
      ),
    )
  })
  it('that is damaged, newer, too large or nothing of ours gets a reason, and changes nothing', async () => {
    const laptop = await device({}, 'Laptop')
    play(laptop.game, 0, 4)
    const code = (await laptop.backup.codeOfAll())!
    const file = await laptop.backup.file()
    const before = { ...(laptop.platform.local as ReturnType<typeof memoryArea>).texts }
    const refused = async (text: string) => {
      const result = await laptop.backup.take(text, names)
      return result.ok ? 'taken' : result.reason.key
    }
    expect(await refused(code.slice(0, 20) + (code[20] === 'A' ? 'B' : 'A') + code.slice(21))).toBe(
      'transferDamaged',
    )
    expect(await refused(code.slice(0, 30))).toBe('transferUnknown')
    expect(await refused(code.replace('QH1', 'QH2'))).toBe('transferNewer')
    expect(await refused(file.replace('"quickhand": 1', '"quickhand": 2'))).toBe('transferNewer')
    expect(await refused(file.replace(/("~?g:.*": "1)AA/, '$1BB'))).toBe('transferDamaged')
    expect(await refused('{"quickhand":1,"items":{"__proto__":"x"}}')).toBe('transferEmpty')
    expect(await refused('hello')).toBe('transferUnknown')
    expect(await refused('x'.repeat(5_000_000))).toBe('transferLarge')
    expect((laptop.platform.local as ReturnType<typeof memoryArea>).texts).toEqual(before)
  })
  it('knows a deal that somebody shares, in words or as an address', async () => {
    const { backup } = await device({}, 'Laptop')
    expect(await backup.take('Try Double Sea Towers #4711!', names)).toMatchObject({
      value: { kind: 'deal', game: 'double-sea-towers', deal: 4711 },
    })
    expect(
      await backup.take('chrome-extension://abc/newtab.html?game=double-dot&deal=9', names),
    ).toMatchObject({ value: { game: 'double-dot', deal: 9 } })
    expect(await backup.take('Sea Towers #0', names)).toMatchObject({
      ok: false,
      reason: { key: 'dealNumber' },
    })
  })
})

describe('erasing', () => {
  it('takes everything everywhere, and no device brings it back', async () => {
    const account = {}
    const laptop = await device(account, 'Laptop')
    play(laptop.game, 0, 999)
    await laptop.sync()
    const desk = await device(account, 'Desk')
    await desk.sync()
    expect(desk.statistics.of().played).toBe(1)
    await laptop.backup.erase()
    await desk.sync()
    await laptop.sync()
    await desk.sync()
    expect(desk.statistics.of().played).toBe(0)
    expect(laptop.statistics.of().played).toBe(0)
    expect(Object.keys(account).filter(key => !key.startsWith('d:') && !key.startsWith('s:'))).toEqual([])
  })
})
