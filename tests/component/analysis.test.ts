// Analysis during play: the winnability light, hints, replays and winnable deals.
import { describe, expect, it, vi } from 'vitest'
import { nextTick, watch } from 'vue'
import {
  begin,
  FIRST_DEALS,
  repairLine,
  deal,
  games,
  legalMoves,
  playAll,
  solve,
  isWon,
  play,
  positionAt,
  writeRecord,
} from '../../engine/index.ts'
import { useWinnableDeals } from '../../stores/analysis/winnable-deals'
import { useAnalysis } from '../../stores/analysis/analysis'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import type { Search } from '../../stores/analysis/solver-keys'
import { memoryArea, memoryPlatform } from '../support/memory-platform'
import { useReplay } from '../../stores/analysis/replay'
import { firstGames, wonGame } from '../support/help'
import { directSolver, openTab, undecided, type World } from '../support/mount'
import { eventually } from '../support/eventually'

type MemoryArea = ReturnType<typeof memoryArea>

async function openWithAnalysis(search: string, settings = '{"automatic":"off"}') {
  const tab = await openTab(memoryPlatform({ settings }), search)
  const analysis = useAnalysis(tab.pinia)
  void analysis.begin()
  return { ...tab, analysis }
}

/** Makes any move until a move loses the game, and then makes that move. */
async function lose(game: World['game']): Promise<void> {
  while (solve(game.position).verdict === 'won') {
    const moves = legalMoves(game.position)
    const losing = moves.find(move => solve(play(game.position, move)).verdict === 'lost')
    await game.playGesture([losing ?? moves[0]])
  }
}

describe('the winnability light', () => {
  it('evaluates the deal, and follows a winning line without another search', async () => {
    const { game, analysis } = await openWithAnalysis('?game=sea-towers&deal=1')
    await eventually(() => expect(analysis.verdict).toBe('won'))
    const ask = vi.spyOn(directSolver, 'ask')
    const { length } = analysis.line
    await game.playGesture([analysis.line[0]])
    await eventually(() => expect(analysis.verdict).toBe('won'))
    expect(analysis.line).toHaveLength(length - 1)
    await game.undo()
    await eventually(() => expect(analysis.verdict).toBe('won'))
    expect(ask).not.toHaveBeenCalled()
    ask.mockRestore()
  })
  it('shows its verdict without a search in a new tab with the same position as the last tab', async () => {
    const { game, analysis, platform } = await openWithAnalysis('?game=sea-towers&deal=1')
    await eventually(() => expect(analysis.verdict).toBe('won'))
    await game.playGesture([analysis.line[0]])
    await eventually(() => expect(analysis.verdict).toBe('won'))
    analysis.end()
    const ask = vi.spyOn(directSolver, 'ask')
    const next = await openTab(platform, '?game=sea-towers')
    const nextAnalysis = useAnalysis(next.pinia)
    await nextAnalysis.begin()
    expect([nextAnalysis.verdict, nextAnalysis.line]).toEqual(['won', analysis.line])
    await next.game.undo()
    await eventually(() => expect(nextAnalysis.verdict).toBe('won'))
    expect(ask).toHaveBeenCalledOnce()
    ask.mockRestore()
  })
  it.each([
    ['is for a different position', (text: string) => text.replace('sea-towers|', 'sea-towers|1')],
    ['has an illegal line', (text: string) => text.replace('"to":"', '"to":"no ')],
    ['has a line that does not reach a win', (text: string) => text.replace(/,\{"kind":[^}]*\}\]\}$/, ']}')],
    ['is not JSON', () => '{"position"'],
  ])('searches again if the evaluation stored by the last tab %s', async (_, damage) => {
    const { analysis, platform } = await openWithAnalysis('?game=sea-towers&deal=1')
    await eventually(() => expect(analysis.verdict).toBe('won'))
    const before = (await platform.session.get('evaluation'))!
    const damaged = damage(before)
    expect(damaged).not.toBe(before)
    await platform.session.set({ evaluation: damaged })
    const ask = vi.spyOn(directSolver, 'ask')
    const nextAnalysis = useAnalysis((await openTab(platform, '?game=sea-towers')).pinia)
    await nextAnalysis.begin()
    await eventually(() => expect(nextAnalysis.verdict).toBe('won'))
    expect(ask).toHaveBeenCalledOnce()
    ask.mockRestore()
  })
  it('shows that a search is running, not that its result is unknown, until there is a verdict', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=1')
    const late = useLateAnalysis(tab.pinia)
    const states = [late.light]
    watch(
      () => late.light,
      light => states.push(light),
      { flush: 'sync' },
    )
    const { analysis } = await late.load()
    void analysis.begin()
    await eventually(() => expect(late.light).toBe('won'))
    expect(states).toEqual(['looking', 'won'])
    await tab.game.newDeal(wonGame('sea-towers').deal)
    await eventually(() => expect(states).toHaveLength(4))
    expect(states.slice(2)).toEqual(['looking', 'won'])
  })
  it('never shows the verdict on the game that this one replaces, here or in another tab', async () => {
    const { game, analysis, platform, pinia } = await openWithAnalysis('?game=sea-towers&deal=1')
    const late = useLateAnalysis(pinia)
    await late.load()
    const states: string[] = []
    const unwatch = watch(
      () => [game.playId, late.shownLight],
      ([play, light], [before]) => play !== before && states.push(light!),
      { flush: 'sync' },
    )
    const other = await openTab(platform, '?game=sea-towers', false)
    for (const replace of [
      () => game.newDeal(17),
      () => game.backToPrevious(),
      async () => {
        await other.game.playHere()
        await other.game.newDeal(17)
      },
    ]) {
      await lose(game)
      await eventually(() => expect(late.light).toBe('lost'))
      const { playId } = game
      await replace()
      await eventually(() => expect(game.playId).not.toBe(playId))
      await eventually(() => expect(late.light).not.toBe('looking'))
    }
    expect(states).toEqual(['looking', 'looking', 'looking'])
    unwatch()
    analysis.end()
  })
  it('is on by default in any game while all of its cards are face up', async () => {
    const hasLight = async (search: string, settings = '{}') =>
      (await openTab(memoryPlatform({ settings }), search)).game.hasLight
    expect(await hasLight('?game=sea-towers&deal=1')).toBe(true)
    const { game, analysis } = await openWithAnalysis('?game=double-dot&deal=17')
    for (let row = 0; row < 5; row++) {
      expect(game.hasLight).toBe(false)
      await game.playGesture([{ kind: 'deal' }])
    }
    expect(game.hasLight).toBe(true)
    await eventually(() => expect(analysis.verdict).toBeDefined())
    await game.undo()
    expect(game.hasLight).toBe(false)
    expect(await hasLight('?game=double-klondike-1&deal=1')).toBe(false)
    expect(await hasLight('?game=double-klondike-1&deal=1', '{"light":"always"}')).toBe(true)
    expect(await hasLight('?game=sea-towers&deal=1', '{"light":"never"}')).toBe(false)
  })
  it('evaluates the next deal after a win', async () => {
    const { game, analysis } = await openWithAnalysis('?game=sea-towers&deal=1')
    await eventually(() => expect(analysis.verdict).toBe('won'))
    for (const move of solve(game.position).moves!) await game.playGesture([move])
    expect(game.state).toBe('won')
    await nextTick()
    // As with the real solver, stopping aborts the current search.
    let giveUp = (): void => undefined
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(
      (position, limits) =>
        new Promise(resolve => {
          giveUp = () => resolve('aborted')
          setTimeout(() => resolve(solve(position, limits)), 20)
        }),
    )
    const stop = vi.spyOn(directSolver, 'stop').mockImplementation(() => giveUp())
    await game.newDeal(1)
    await eventually(() => expect(analysis.verdict).toBe('won'))
    ask.mockRestore()
    stop.mockRestore()
  })
  it('shows that the game is lost, and the user can go back to the last winnable position', async () => {
    const { game, analysis } = await openWithAnalysis('?game=sea-towers&deal=1')
    await lose(game)
    expect(game.state).toBe('playing')
    await eventually(() => expect(analysis.verdict).toBe('lost'))
    await analysis.askHint()
    expect(analysis.message).toBe('lost')
    expect(analysis.hint).toBeUndefined()
    await analysis.backToWinnable()
    const { history } = game
    expect(solve(positionAt(history)).verdict).toBe('won')
    expect(solve(positionAt(history, history.cursor + 1)).verdict).toBe('lost')
  })
  it.each([
    ['if an earlier tab has found a winning line', 21, true],
    ['if the deal is in the list of winnable deals', 17, false],
    ['after a search if no verdict on the deal is stored', 21, false],
  ] as const)('shows for a lost position that its deal was winnable, %s', async (_, number, hasSession) => {
    const { game, analysis, platform } = await openWithAnalysis(`?game=sea-towers&deal=${number}`)
    await eventually(() => expect(analysis.verdict).toBe('won'))
    await lose(game)
    await eventually(() => expect(analysis.verdict).toBe('lost'))
    analysis.end()
    game.hide()
    const next = hasSession ? platform : memoryPlatform((platform.local as MemoryArea).texts)
    const ask = vi.spyOn(directSolver, 'ask')
    const there = await openTab(next)
    const nextAnalysis = useAnalysis(there.pinia)
    await nextAnalysis.begin()
    await eventually(() => expect([nextAnalysis.verdict, nextAnalysis.loss]).toEqual(['lost', 'lost']))
    const { start } = there.game.history
    expect(ask.mock.calls.some(([position]) => position === start)).toBe(number === 21 && !hasSession)
    ask.mockRestore()
  })
  it('distinguishes the last pass through the stock from the first, even with the same cards', async () => {
    const { game, analysis } = await openWithAnalysis('?game=pyramid&deal=1')
    await analysis.askHint()
    expect(analysis.verdict).toBe('won')
    const { length } = game.position.piles[game.game.of.stock[0].index]
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < length; i++) await game.playGesture([{ kind: 'draw' }])
      await game.playGesture([{ kind: 'recycle' }])
    }
    await analysis.askHint()
    expect([analysis.verdict, solve(game.position).verdict]).toEqual(['lost', 'lost'])
  }, 30_000)
})

describe('a replay', () => {
  it('of a solution goes from the current position to a win, and leaves the game unchanged', async () => {
    const { game, pinia } = await openWithAnalysis('?game=sea-towers&deal=1')
    const replay = useReplay(pinia)
    const { position, moves } = game
    await replay.showSolution()
    expect([replay.position, replay.isRunning]).toEqual([position, true])
    for (let step = 0; step < replay.last; step++) replay.goTo(step + 1)
    expect(isWon(replay.position!)).toBe(true)
    replay.continueFromHere()
    expect(replay.isOpen).toBe(false)
    expect([game.position, game.moves]).toEqual([position, moves])
  })
  it.each([
    ['klondike-1', 7, 'safe'],
    ['sea-towers', 1, 'all'],
  ])(
    'of a solution of %s #%d has the same steps as a game played with the autoplay setting “%s”',
    async (id, number, automatic) => {
      const { game, analysis, pinia } = await openWithAnalysis(
        `?game=${id}&deal=${number}`,
        JSON.stringify({ automatic }),
      )
      const replay = useReplay(pinia)
      await replay.showSolution()
      const { last } = replay
      expect(last).toBeLessThan(analysis.line.length)
      const steps = Array.from({ length: last }, (_, step) => {
        replay.goTo(step + 1)
        return replay.position!.piles
      })
      const played: typeof steps = []
      while (game.state === 'playing') {
        await game.playGesture(game.finishing ?? [analysis.line[0]])
        await analysis.solution()
        played.push(game.position.piles)
      }
      expect(played).toEqual(steps)
      expect(game.moves).toBe(last)
    },
  )
  it('ends when the user makes a move, undoes one, starts a new deal or hides the table', async () => {
    const { game, analysis, settings, pinia } = await openWithAnalysis('?game=sea-towers&deal=1')
    await eventually(() => expect(analysis.verdict).toBe('won'))
    const replay = useReplay(pinia)
    for (const change of [
      () => game.playGesture([analysis.line[0]]),
      () => game.undo(),
      () => game.newDeal(2),
      () => settings.change({ isFolded: true }),
    ]) {
      replay.showHistory(0)
      expect(replay.isOpen).toBe(true)
      await change()
      expect(replay.isOpen).toBe(false)
    }
  })
  it('of a lost game begins at the last winnable step, from which play can continue', async () => {
    const { game, pinia } = await openWithAnalysis('?game=sea-towers&deal=1')
    const replay = useReplay(pinia)
    while (game.state === 'playing') await game.playGesture([legalMoves(game.position)[0]])
    await replay.showWhereLost()
    const { step, last, lastWinnable } = replay
    expect(lastWinnable).toEqual({ step, isLossProved: true })
    expect(step).toBeLessThan(last)
    expect(solve(replay.position!).verdict).toBe('won')
    replay.goTo(step + 1)
    expect(solve(replay.position!).verdict).toBe('lost')
    replay.goTo(step)
    replay.continueFromHere()
    expect(game.history.cursor).toBe(step)
  })
  it('of a deal that was never winnable does not open, and a message says why', async () => {
    const { game, analysis, pinia } = await openWithAnalysis('?game=sea-towers&deal=5')
    await game.playGesture([legalMoves(game.position)[0]])
    await useReplay(pinia).showWhereLost()
    expect(useReplay(pinia).isOpen).toBe(false)
    expect(analysis.message).toBe('never')
  })
  it('of a lost game whose first moves are not stored does not say that its deal can’t be won', async () => {
    const { game } = await openWithAnalysis('?game=sea-towers&deal=1')
    await lose(game)
    const record = writeRecord({ history: begin(game.position, 1), playId: game.playId, seconds: 60 })
    const tab = await openTab(memoryPlatform({ 'current': 'sea-towers', 'game:sea-towers': record }))
    const analysis = useAnalysis(tab.pinia)
    await analysis.askHint()
    expect(analysis.message).toBe('positionLost')
    await useReplay(tab.pinia).showWhereLost()
    expect([analysis.message, analysis.isDealLost]).toEqual(['positionLost', false])
  })
  it('of such a game is not searched again in a new tab if an earlier tab has found a win', async () => {
    const { game } = await openTab(memoryPlatform(), '?game=sea-towers&deal=1')
    const history = begin(game.position, 1)
    const record = writeRecord({ history, playId: game.playId, seconds: 60 })
    const platform = memoryPlatform({ 'current': 'sea-towers', 'game:sea-towers': record })
    const first = await openTab(platform)
    await useAnalysis(first.pinia).askHint()
    await lose(first.game)
    const ask = vi.spyOn(directSolver, 'ask')
    const analysis = useAnalysis((await openTab(platform)).pinia)
    await analysis.askHint()
    expect(analysis.message).toBe('lost')
    expect(ask).toHaveBeenCalledOnce()
    ask.mockRestore()
  })
})

describe('a hint', () => {
  it('is a legal move, and not a guess, in a winnable deal of each of the first games', async () => {
    for (const { id } of firstGames) {
      const { game, analysis } = await openWithAnalysis(`?game=${id}&deal=${wonGame(id).deal}`)
      await analysis.askHint()
      expect(analysis.hint?.isGuess).toBe(false)
      expect(legalMoves(game.position)).toContainEqual(analysis.hint!.move)
    }
  }, 60_000)
  it('is marked as a guess if no winning line is found', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(undecided)
    const { game, analysis } = await openWithAnalysis('?game=double-klondike-1&deal=3')
    await analysis.askHint()
    expect(analysis.hint?.isGuess).toBe(true)
    expect(analysis.message).toBe('guess')
    expect(legalMoves(game.position)).toContainEqual(analysis.hint!.move)
    ask.mockRestore()
  })
  it('is a legal move even if it is a guess and cards can only go to cells', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(undecided)
    const { game, analysis } = await openWithAnalysis('?game=sea-towers&deal=5')
    await analysis.askHint()
    expect(legalMoves(game.position)).toContainEqual(analysis.hint?.move)
    ask.mockRestore()
  })
  it('disappears after the next move, and does not come back when that move is undone', async () => {
    const { game, analysis } = await openWithAnalysis('?game=sea-towers&deal=1')
    await analysis.askHint()
    await game.playGesture([legalMoves(game.position)[0]])
    expect(analysis.hint).toBeUndefined()
    await game.undo()
    expect(analysis.hint).toBeUndefined()
  })
  it('is no longer awaited after the next move, even if that move is undone', async () => {
    const { game } = await openWithAnalysis('?game=sea-towers&deal=1')
    void game.waitFor('hint', () => new Promise(() => undefined))
    await game.playGesture([legalMoves(game.position)[0]])
    await game.undo()
    expect(game.awaited).toBeUndefined()
  })
})

describe('a winning line', () => {
  it('gets shorter with every move that follows it, until the win', async () => {
    const { game, analysis } = await openWithAnalysis('?game=sea-towers&deal=11')
    await eventually(() => expect(analysis.verdict).toBe('won'))
    for (let left = analysis.line.length; left > 0; left--) {
      await analysis.askHint()
      expect(analysis.line).toHaveLength(left)
      await game.playGesture([analysis.hint!.move])
      await nextTick()
    }
    expect(game.state).toBe('won')
  })
  it('is kept if its moves are made in a different order', () => {
    const start = deal('sea-towers', 1)
    const { moves } = solve(start)
    const later = moves!.findIndex(
      (move, i) => i > 2 && legalMoves(start).some(legal => JSON.stringify(legal) === JSON.stringify(move)),
    )
    const after = playAll(start, [moves![later]])
    const rest = repairLine(start, moves!, after)!
    expect(rest.length).toBeLessThanOrEqual(moves!.length)
    expect(isWon(playAll(after, rest))).toBe(true)
  })
  it('is discarded if it does not win from the current position', () => {
    expect(repairLine(deal('sea-towers', 1), [], deal('sea-towers', 1))).toBeUndefined()
    const start = deal('double-sea-towers', 1)
    const { moves } = wonGame('double-sea-towers')
    for (const { id } of games)
      expect(repairLine(start, moves, deal(id, 2)), 'another deal or another game').toBeUndefined()
  })
})

describe('new deals', () => {
  it('come from a pool of ten winnable deals', async () => {
    const tab = await openTab(memoryPlatform({ 'deals:sea-towers': '[]' }), '?game=sea-towers&deal=1')
    const deals = useWinnableDeals(tab.pinia)
    for (let more = true; more;) more = valueOf(await deals.fill('sea-towers'))
    const pool = JSON.parse((await tab.platform.local.get('deals:sea-towers'))!) as number[]
    expect(pool).toHaveLength(10)
    for (const number of pool) expect(solve(deal('sea-towers', number)).verdict).toBe('won')
    expect(await deals.next('sea-towers')).toEqual(pool[0])
    expect(JSON.parse((await tab.platform.local.get('deals:sea-towers'))!)).toEqual(pool.slice(1))
  })
  it('need no search while the built-in list of deals lasts, and are all different', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=1')
    const deals = useWinnableDeals(tab.pinia)
    const ask = vi.spyOn(directSolver, 'ask')
    const dealt = new Set<number | undefined>([1])
    for (let i = 0; i < 10; i++) dealt.add(valueOf(await deals.next('sea-towers')))
    expect(dealt.size).toBe(11)
    for (const number of dealt) expect(FIRST_DEALS['sea-towers']).toContain(number)
    expect(ask).not.toHaveBeenCalled()
    ask.mockRestore()
  })
  it('skip deals that the user has played', async () => {
    const stored = { 'deals:sea-towers': '[7,8,10,11,12]', 'settings': '{"automatic":"off"}' }
    const { game, pinia } = await openTab(memoryPlatform(stored), '?game=sea-towers&deal=7')
    for (const number of [8, 10, 7]) {
      for (let i = 0; i < 3; i++) await game.playGesture([legalMoves(game.position)[0]])
      await game.newDeal(number)
    }
    const deals = useWinnableDeals(pinia)
    await deals.dealNew()
    expect(game.position.dealNumber).toBe(11)
  })
  it('are found by a search if the pool is corrupt', async () => {
    const tab = await openTab(memoryPlatform({ 'deals:sea-towers': '[0,"x"' }), '?game=sea-towers&deal=1')
    const next = valueOf(await useWinnableDeals(tab.pinia).next('sea-towers'))
    expect(solve(deal('sea-towers', next!)).verdict).toBe('won')
  })
  it('that are winnable under certain house rules are offered only under those rules', async () => {
    const platform = memoryPlatform({ 'deals:klondike-1': '[7]', 'settings': '{"houseRules":["take-back"]}' })
    const deals = useWinnableDeals((await openTab(platform, '?game=klondike-1&deal=1')).pinia)
    const ask = vi.spyOn(directSolver, 'ask').mockResolvedValue({ verdict: 'won', states: 1, ms: 1 })
    expect(valueOf(await deals.fill('klondike-1'))).toBe(true)
    expect(await platform.local.get('deals:klondike-1')).toBe('[7]')
    const [found] = JSON.parse((await platform.local.get('deals:klondike-1+take-back'))!) as number[]
    expect(await deals.next('klondike-1')).toEqual(found)
    ask.mockRestore()
  })
  it('are dealt under the house rules that are chosen during the search', async () => {
    const pools = { 'deals:klondike-1': '[]', 'deals:klondike-1+take-back': '[9]' }
    const { game, pinia, settings } = await openTab(memoryPlatform(pools), '?game=klondike-1&deal=1')
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(async () => {
      await settings.add({ houseRules: 'take-back' })
      return { verdict: 'won', states: 1, ms: 1 }
    })
    await useWinnableDeals(pinia).dealNew()
    expect([game.position.dealNumber, game.position.house]).toEqual([9, ['take-back']])
    ask.mockRestore()
  })
  it('stay in the pool of the house rules for which the search began, if the rules change', async () => {
    const pools = { 'deals:klondike-1': '[7,8]', 'deals:klondike-1+take-back': '[9]' }
    const platform = memoryPlatform(pools)
    const { pinia, settings } = await openTab(platform, '?game=klondike-1&deal=1')
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(async () => {
      await settings.add({ houseRules: 'take-back' })
      return { verdict: 'won', states: 1, ms: 1 }
    })
    expect(valueOf(await useWinnableDeals(pinia).fill('klondike-1'))).toBe(true)
    expect(await platform.local.get('deals:klondike-1')).toMatch(/^\[7,8,\d+\]$/)
    expect(await platform.local.get('deals:klondike-1+take-back')).toBe('[9]')
    ask.mockRestore()
  })
})

/** The result of a search; throws if it was aborted. */
function valueOf<T>(search: Search<T>): T {
  if (search === 'aborted') throw new Error('the search was aborted')
  return search
}
