// Hints without a known win: they follow the best line and never repeat a position. Also going back to the
// last winnable position, workers that do not respond, and the cache of positions.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { flushPromises } from '@vue/test-utils'
import { nextTick } from 'vue'
import WinnabilityList from '../../components/bar/WinnabilityList.vue'
import {
  games,
  layoutKey,
  legalMoves,
  play,
  positionAt,
  solve,
  type GameId,
  type Move,
  type Position,
  type Solution,
  type Verdict,
} from '../../engine/index.ts'
import { useAnalysis } from '../../stores/analysis/analysis'
import { storeResult } from '../../stores/analysis/last-evaluation'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { MAX_REMEMBERED, Remembered } from '../../stores/analysis/remembered'
import { workerSolver } from '../../stores/analysis/solver'
import { WorkerTimeout } from '../../stores/analysis/worker-client'
import { useNotices } from '../../stores/notices/notices'
import { eventually } from '../support/eventually'
import { some } from '../support/help'
import { memoryPlatform } from '../support/memory-platform'
import { directSolver, openTab, show, showNotice, undecided } from '../support/mount'
import { randomFrom } from '../support/random'

const POSITIONS = Number(process.env.POSITIONS ?? some(1))
const HINTS = Math.max(12, some(30))

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const openGame = async (id: GameId, deal: number, light = 'never') => {
  const settings = JSON.stringify({ automatic: 'off', light })
  const world = await openTab(memoryPlatform({ settings }), `?game=${id}&deal=${deal}`)
  return { ...world, analysis: useAnalysis(world.pinia) }
}
type Tab = Awaited<ReturnType<typeof openGame>>

/** Limits searches to so few states that nearly all positions stay undecided. */
const limitSearches = () =>
  vi
    .spyOn(directSolver, 'ask')
    .mockImplementation(async (position, limits) => solve(position, { ...limits, maxStates: 5 }))

/** Asks for a hint and plays it, as if the key were pressed twice. Returns undefined if no move is shown. */
async function followHint({ analysis, game }: Tab): Promise<{ move: Move; isGuess: boolean } | undefined> {
  const { position } = game
  await analysis.askHint()
  while (analysis.hint) {
    const { move, isGuess } = analysis.hint
    await analysis.askHint()
    await nextTick()
    if (game.position !== position) return { move, isGuess }
    // The hint was not played. The position has been decided in the meantime, so the guess was outdated.
    expect([isGuess, analysis.verdict]).toEqual([true, expect.stringMatching(/won|lost/)])
  }
  return undefined
}

/** Follows hints, and expects that no position of the game occurs twice. Returns the number of hints. */
async function followHints(tab: Tab, limit: number): Promise<number> {
  const { game, analysis } = tab
  const seen = Array.from({ length: game.history.cursor + 1 }, (_, i) =>
    layoutKey(positionAt(game.history, i)),
  )
  for (let hints = 0; hints < limit; hints++) {
    const before = game.position
    const hint = await followHint(tab)
    if (!hint) {
      if (analysis.message === 'noMove')
        for (const move of legalMoves(before)) expect(seen).toContain(layoutKey(play(before, move)))
      else
        expect(['won', 'stuck', 'lost']).toContain(game.state === 'playing' ? analysis.verdict : game.state)
      return hints
    }
    // The moves of a known win may repeat positions.
    if (!hint.isGuess) return hints
    expect(legalMoves(before)).toContainEqual(hint.move)
    const key = layoutKey(game.position)
    expect(seen, `${game.game.id} #${game.position.dealNumber}, hint ${hints + 1}`).not.toContain(key)
    seen.push(key)
  }
  return limit
}

describe('hints without a known win', () => {
  it.each(games.map(({ id }) => id))(
    'never repeat a position in %s',
    async id => {
      const random = randomFrom(games.findIndex(game => game.id === id))
      limitSearches()
      let hints = 0
      let undecidedPositions = 0
      for (let number = 1; undecidedPositions < POSITIONS && number <= 20 * POSITIONS; number++) {
        const tab = await openGame(id, number)
        for (let moves = Math.floor(40 * random()); moves > 0; moves--) {
          const legal = legalMoves(tab.game.position)
          if (legal.length > 0) await tab.game.playGesture([legal[Math.floor(legal.length * random())]])
        }
        if (solve(tab.game.position, { maxStates: 5 }).verdict !== 'unknown') continue
        undecidedPositions++
        hints += await followHints(tab, HINTS)
      }
      if (process.env.POSITIONS)
        console.log(`${id}: ${undecidedPositions} undecided positions, ${hints} hints`)
    },
    600_000,
  )
  it('do not move the same card back and forth in deal 39 of Spiderette', async () => {
    vi.spyOn(directSolver, 'ask').mockImplementation(undecided)
    expect(await followHints(await openGame('spiderette', 39), HINTS)).toBeGreaterThan(10)
  })
  it('follow the best line without waiting for another search, and are marked as guesses', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(undecided)
    const tab = await openGame('spiderette', 39)
    const start = tab.game.position
    await followHint(tab)
    const line = solve(start, { maxStates: 5, seen: [] }).best!
    // A search for a better line runs in the background and never ends.
    ask.mockReturnValue(new Promise(() => undefined))
    for (const move of line.slice(1)) {
      await tab.analysis.askHint()
      expect([tab.analysis.hint, tab.analysis.message]).toMatchObject([{ move, isGuess: true }, 'guess'])
      await tab.analysis.askHint()
      await nextTick()
    }
    expect(line.length).toBeGreaterThan(1)
  })
  it('follow a winning line once one has been found', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockImplementation(undecided)
    const tab = await openGame('freecell', 1)
    await followHint(tab)
    ask.mockRestore()
    await tab.analysis.askHint()
    expect(tab.analysis.hint?.isGuess).toBe(true)
    await eventually(() => expect(tab.analysis.verdict).toBe('won'))
    await tab.analysis.askHint()
    expect(tab.analysis.hint).toMatchObject({ isGuess: false, move: tab.analysis.line[0] })
  })
  it('are replaced by a message if the best line is empty', async () => {
    vi.spyOn(directSolver, 'ask').mockImplementation(async () => ({
      verdict: 'unknown',
      best: [],
      states: 1,
      ms: 1,
    }))
    const tab = await openGame('spiderette', 39)
    await tab.analysis.askHint()
    expect([tab.analysis.hint, tab.analysis.message]).toEqual([undefined, 'noMove'])
    expect((await showNotice(tab)).text()).toContain('No useful move found.')
  })
})

describe('the last winnable step', () => {
  /** Plays a game whose steps get these verdicts: w (won), l (lost) or u (unknown). */
  async function gameOf(verdicts: string, light = 'never') {
    const tab = await openGame('klondike-1', 1, light)
    for (let i = 1; i < verdicts.length; i++) {
      const moves = legalMoves(tab.game.position)
      await tab.game.playGesture([moves.find(({ kind }) => kind !== 'move') ?? moves[0]])
    }
    const keys = [...verdicts].map((_, i) => positionAt(tab.game.history, i).piles)
    const names: Record<string, Verdict> = { w: 'won', l: 'lost', u: 'unknown' }
    const verdictOf = ({ piles }: Position) =>
      names[verdicts[keys.findIndex(other => JSON.stringify(other) === JSON.stringify(piles))]]
    const ask = vi
      .spyOn(directSolver, 'ask')
      .mockImplementation(
        async position => ({ verdict: verdictOf(position), moves: [], states: 1, ms: 1 }) satisfies Solution,
      )
    return { ...tab, ask }
  }
  it.each([
    ['wwwwwwwwll', 7, true],
    ['wwwuwwwwll', 7, true],
    ['wwwuuuwull', 6, false],
    ['wwuuuuuull', 1, false],
    ['wwwwwwwwww', 9, true],
  ])(
    'in a game with the verdicts %s is step %d (no undecided step follows: %s)',
    async (verdicts, step, isLossProved) => {
      const { analysis } = await gameOf(verdicts)
      expect(await analysis.lastWinnable()).toEqual({ step, isLossProved })
    },
  )
  it('is shown with a message if the next step is undecided', async () => {
    const tab = await gameOf('wwuuuuuull')
    await tab.analysis.backToWinnable()
    expect([tab.game.history.cursor, tab.analysis.message]).toEqual([1, 'notShown'])
    expect((await showNotice(tab)).text()).toContain('Winnable up to here. After that, it’s unclear.')
  })
  it('is named in the list of the light, which says if the next step is undecided', async () => {
    const tab = await gameOf('wwuuuuuull', 'always')
    const late = useLateAnalysis(tab.pinia)
    await late.load()
    void tab.analysis.begin()
    await eventually(() => expect(late.light).toBe('lost'))
    const list = show(WinnabilityList, tab, { isNever: false })
    await eventually(() => expect(list.text()).toContain('Winnable up to move 1. After that, it’s unclear.'))
    list.unmount()
  })
  it('is found with fewer than 12 searches among 40 undecided steps', async () => {
    const { analysis, ask } = await gameOf('w' + 'u'.repeat(40) + 'l')
    await analysis.lastWinnable()
    expect(ask.mock.calls.length).toBeLessThan(12)
  })
})

describe('a worker of the solver', () => {
  function fakeWorkers() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const workers: { terminate: ReturnType<typeof vi.fn>; posted: { id: number }[]; onmessage?: unknown }[] =
      []
    const solver = workerSolver(() => {
      const posted: { id: number }[] = []
      const worker = {
        terminate: vi.fn(),
        posted,
        postMessage: (request: { id: number }) => posted.push(request),
      }
      workers.push(worker)
      return worker as unknown as Worker
    })
    const answer = (at: number, solution: Solution) => {
      const { onmessage, posted } = workers[at]
      ;(onmessage as (event: unknown) => void)({ data: { id: posted.at(-1)!.id, solution } })
    }
    return { workers, solver, answer }
  }
  const unknown: Solution = { verdict: 'unknown', states: 1, ms: 1 }
  const position = () => openGame('klondike-1', 1).then(({ game }) => game.position)

  it('that does not respond is terminated two seconds after the limit, then replaced', async () => {
    const start = await position()
    const { workers, solver, answer } = fakeWorkers()
    const asked = solver.ask(start, { maxMs: 4000 })
    const failed = expect(asked).rejects.toBeInstanceOf(WorkerTimeout)
    vi.advanceTimersByTime(5999)
    expect(workers[0].terminate).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(workers[0].terminate).toHaveBeenCalled()
    await failed
    const next = solver.ask(start, { maxMs: 4000 })
    expect(workers).toHaveLength(2)
    answer(1, unknown)
    expect(await next).toEqual(unknown)
  })
  it('does not time out if it responds or its search is aborted', async () => {
    const start = await position()
    const { workers, solver, answer } = fakeWorkers()
    const first = solver.ask(start, { maxMs: 100 })
    answer(0, unknown)
    await first
    vi.advanceTimersByTime(9000)
    const second = solver.ask(start, { maxMs: 100 })
    expect(workers).toHaveLength(1)
    solver.stop()
    expect(await second).toBe('aborted')
    vi.advanceTimersByTime(9000)
    const third = solver.ask(start, {})
    const failed = expect(third).rejects.toBeInstanceOf(WorkerTimeout)
    vi.advanceTimersByTime(62_000)
    await failed
  })
  it('that does not respond is reported after a request for a hint, with a button to retry', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockRejectedValue(new WorkerTimeout())
    const tab = await openGame('freecell', 1)
    const notices = useNotices(tab.pinia)
    await tab.analysis.askHint()
    expect(notices.shown).toMatchObject({ key: 'silent', actions: ['retry'] })
    const view = await showNotice(tab)
    expect(view.text()).toContain('The solver stopped responding, so the search was canceled.')
    ask.mockRestore()
    await view.get('[data-action="retry"]').trigger('click')
    await eventually(() => expect(tab.analysis.hint?.isGuess).toBe(false))
  })
  it('that does not respond is reported in the list of the light, with a button to retry', async () => {
    const ask = vi.spyOn(directSolver, 'ask').mockRejectedValue(new WorkerTimeout())
    const tab = await openGame('freecell', 1, 'always')
    await useLateAnalysis(tab.pinia).load()
    void tab.analysis.begin()
    await eventually(() => expect(tab.analysis.isSilent).toBe(true))
    const view = show(WinnabilityList, tab)
    expect(view.text()).toContain('The solver stopped responding, so the search was canceled.')
    ask.mockRestore()
    await view.get('[data-action="retry"]').trigger('click')
    await eventually(() => expect(tab.analysis.verdict).toBe('won'))
    await flushPromises()
    expect(view.text()).not.toContain('stopped responding')
  })
})

describe('the cache of positions', () => {
  const lineOf = (length: number): Move[] => Array.from({ length }, () => ({ kind: 'draw' }))
  it('keeps the most recently used positions, up to a limit of entries and of moves', () => {
    const remembered = new Remembered()
    for (let i = 0; i <= MAX_REMEMBERED.entries; i++) {
      remembered.set(`a|${i}`, { verdict: 'lost', line: [] })
      remembered.get('a|0')
    }
    expect(remembered.get('a|1')).toBeUndefined()
    expect(remembered.get('a|0')).toBeDefined()
    expect(remembered.get(`a|${MAX_REMEMBERED.entries}`)).toBeDefined()
    for (let i = 0; i < 10; i++)
      remembered.set(`b|${i}`, { verdict: 'won', line: lineOf(MAX_REMEMBERED.moves / 5) })
    const left = Array.from({ length: 10 }, (_, i) => i).filter(i => remembered.get(`b|${i}`))
    expect(left).toEqual([5, 6, 7, 8, 9])
    remembered.forget('b|')
    expect(remembered.get('b|9')).toBeUndefined()
  })
  it('keeps the verdicts on the deals that were decided last', async () => {
    // Deals in `FIRST_DEALS` are known to be winnable without a search.
    const first = 5000
    const { game, analysis, platform } = await openGame('freecell', first)
    vi.spyOn(directSolver, 'ask').mockResolvedValue({ verdict: 'won', states: 1, ms: 1 })
    for (let deal = first; deal <= first + MAX_REMEMBERED.deals; deal++) {
      await game.newDeal(deal)
      await analysis.decide(game.position)
    }
    // Otherwise earlier verdicts would be read from storage.session.
    await platform.session.remove(Object.keys(await platform.session.all()))
    await game.newDeal(first + 1)
    expect(analysis.loss).toBe('lost')
    await game.newDeal(first)
    expect(analysis.loss, 'the verdict on the deal is forgotten').toBe('positionLost')
  })
  it.each(['lost:', 'level:'])('in storage.session has at most 500 keys that begin with %s', async kind => {
    const { session } = memoryPlatform()
    await session.set({ evaluation: '{}' })
    for (let i = 0; i < 503; i++) await storeResult(session, `${kind}${i}`, '')
    const keys = Object.keys(await session.all())
    expect(keys.filter(key => key.startsWith(kind))).toHaveLength(500)
    expect(keys).toEqual(expect.arrayContaining(['evaluation', `${kind}502`, `${kind}3`]))
    expect(keys).not.toContain(`${kind}0`)
  })
})
