// The goals that are suggested from the user's results: at most three, achievable, not reached before, and
// none added during the day.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GAMES, type GameId } from '../../engine/index.ts'
import { readGoal, winsToward, writeGoal, type Goal } from '../../stores/account/goals.ts'
import { suggestedGoals, type SuggestedGoal } from '../../stores/account/suggested-goals.ts'
import { inTime } from '../../stores/sync/summary.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'

/** The first minute of the day. */
const START = 100_000
/** The number of the day. */
const DAY = 20_782
const NOW = START + 600

type Given = Partial<GameResult> & { readonly minute: number }
let plays = 0
const result = (given: Given): GameResult => ({
  play: `play${String(plays++).padStart(4, '0')}`,
  game: 'klondike-1',
  outcome: 'won',
  seconds: 300,
  moves: 90,
  ...given,
})
const record = (
  results: readonly GameResult[],
  clean: readonly string[] = [],
  goals: readonly Goal[] = [],
) => ({
  all: { results: inTime(results), sums: [] },
  clean: new Set(clean),
  goals,
})
/** Games of Klondike on earlier days: `w` is won, `x` is given up. */
const klondikeGames = (outcomes: string, more: Partial<GameResult> = {}): GameResult[] =>
  [...outcomes].map((one, i) =>
    result({ minute: 1000 + i, outcome: one === 'w' ? 'won' : 'givenUp', ...more }),
  )
const suggested = (
  results: readonly GameResult[],
  clean: readonly string[] = [],
  goals: readonly Goal[] = [],
) => suggestedGoals(record(results, clean, goals), DAY, START)
const goalOf = (one: SuggestedGoal, since = NOW): Goal => ({ since, ...one, isDone: false })

const anyResult = (min: number, max: number) =>
  fc
    .record({
      minute: fc.integer({ min, max }),
      game: fc.constantFrom<GameId>(...GAMES.slice(0, 6)),
      outcome: fc.constantFrom('won' as const, 'givenUp' as const),
      seconds: fc.integer({ min: 1, max: 12_000 }),
    })
    .map(result)
const anyRecord = fc.record({
  before: fc.array(anyResult(1, START - 1), { maxLength: 60 }),
  today: fc.array(anyResult(START, NOW), { maxLength: 20 }),
  day: fc.integer({ min: 20_000, max: 30_000 }),
  isClean: fc.func(fc.boolean()),
})

describe('the suggested goals', () => {
  it('are at most three, for different games, neither set nor reached before, and can be stored', () => {
    fc.assert(
      fc.property(anyRecord, ({ before, today, day, isClean }) => {
        const results = [...before, ...today]
        const clean = results.map(({ play }) => play).filter(isClean)
        const own = record(results, clean)
        const ideas = suggestedGoals(own, day, START)
        expect(ideas.length).toBeLessThanOrEqual(3)
        expect(new Set(ideas.map(({ game }) => game)).size).toBe(ideas.length)
        for (const idea of ideas) {
          // It would not be reached even if all results counted.
          const goal = goalOf(idea)
          expect(winsToward({ ...goal, since: 0 }, own.all.results, own.clean)).toBeLessThan(goal.wins)
          expect(readGoal(writeGoal(goal))).toEqual(goal)
          const next = suggestedGoals({ ...own, goals: [goal] }, day, START)
          expect(next).toEqual(ideas.filter(one => one !== idea).map(one => expect.objectContaining(one)))
        }
      }),
    )
  })
  it('can only disappear during the day: playing adds none', () => {
    fc.assert(
      fc.property(anyRecord, ({ before, today, day }) => {
        const text = (one: SuggestedGoal) => writeGoal({ ...goalOf(one), since: 0 })
        const morning = suggestedGoals(record(before), day, START).map(text)
        const evening = suggestedGoals(record([...before, ...today]), day, START).map(text)
        expect(morning).toEqual(suggestedGoals(record(before), day, START).map(text))
        expect(morning).toEqual(expect.arrayContaining(evening))
      }),
    )
  })
  it('ask for a little less than the best time, in steps of fifteen seconds', () => {
    const times = [252, 300, 95, 60]
    const minutes = times.map(
      seconds => suggested(klondikeGames('wx', { seconds })).find(({ kind }) => kind === 'fast')?.minutes,
    )
    expect(minutes).toEqual([4, 4.75, 1.5, undefined])
  })
  it('ask for one win more than the longest streak if a streak is running, and count its wins so far', () => {
    const results = klondikeGames('wwwwxww', { seconds: 9 })
    const row = suggested(
      results,
      results.map(({ play }) => play),
    ).find(({ kind }) => kind === 'row')!
    expect(row).toEqual({ kind: 'row', wins: 5, minutes: 0, game: 'klondike-1', since: 1005 })
    expect(winsToward(goalOf(row), results, new Set())).toBe(2)
    expect(suggested(klondikeGames('wwx')).filter(({ kind }) => kind === 'row')).toEqual([])
  })
  it('ask for a first win after three games, and for a win without undo if there is none', () => {
    expect(suggested(klondikeGames('xxx'))).toEqual([
      { kind: 'row', wins: 1, minutes: 0, game: 'klondike-1' },
    ])
    expect(suggested(klondikeGames('xx'))).toEqual([])
    const wins = klondikeGames('wwwx', { seconds: 9 })
    expect(suggested(wins)).toEqual([{ kind: 'clean', wins: 1, minutes: 0, game: 'klondike-1' }])
    expect(suggested(wins, [wins[0].play])).toEqual([])
  })
  it('do not include a kind of goal that is already set for the game', () => {
    const fast: Goal = { kind: 'fast', wins: 9, minutes: 2, game: 'klondike-1', since: 5, isDone: false }
    const kinds = (goals: readonly Goal[]) =>
      suggested(klondikeGames('wx'), [], goals).map(({ kind }) => kind)
    expect(kinds([])).toEqual(['fast'])
    expect(kinds([fast])).toEqual([])
    expect(kinds([{ ...fast, isDone: true }])).toEqual(['fast'])
  })
})
