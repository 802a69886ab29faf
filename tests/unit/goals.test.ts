// Goals for practice: how they are stored, and which results count toward them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { act, begin, deal, GAMES, legalMoves, undo } from '../../engine/index.ts'
import {
  GOAL_KINDS,
  isClean,
  MAX_MINUTES,
  MAX_WINS,
  readGoal,
  winsToward,
  writeGoal,
  type Goal,
} from '../../stores/account/goals.ts'
import { SETTINGS } from '../../stores/settings/schema.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'

const anyGoal: fc.Arbitrary<Goal> = fc
  .record({
    kind: fc.constantFrom(...GOAL_KINDS),
    wins: fc.integer({ min: 1, max: MAX_WINS }),
    minutes: fc.integer({ min: 1, max: 4 * MAX_MINUTES }).map(quarters => quarters / 4),
    game: fc.option(fc.constantFrom(...GAMES), { nil: undefined }),
    since: fc.nat({ max: 16_000_000 }),
    isDone: fc.boolean(),
  })
  .map(goal => ({ ...goal, minutes: goal.kind === 'fast' ? goal.minutes : 0 }))

/** Results of Sea Towers: `w` is a win, `x` was given up; the first in minute 100, each a minute later. */
const played = (line: string): GameResult[] =>
  [...line].map((one, i) => ({
    play: `play000${i}`,
    game: 'sea-towers',
    outcome: one === 'w' ? 'won' : 'givenUp',
    minute: 100 + i,
    seconds: 60 * (i + 1),
    moves: 90,
  }))
const goal = (parts: Partial<Goal>): Goal => ({
  kind: 'row',
  wins: 3,
  minutes: 0,
  since: 0,
  isDone: false,
  ...parts,
})
const none = new Set<string>()

describe('a goal', () => {
  it('is read as it was written, and is allowed among the settings', () => {
    fc.assert(
      fc.property(anyGoal, one => {
        const text = writeGoal(one)
        expect(SETTINGS.goals.parse([text])).toEqual([text])
        expect(readGoal(text)).toEqual(one)
      }),
    )
  })
  it('in whole minutes is written as in every version, and any other time in seconds', () => {
    expect(writeGoal(goal({ kind: 'fast', minutes: 4 }))).toBe('fast4:3::0')
    expect(writeGoal(goal({ kind: 'fast', minutes: 3.75 }))).toBe('time225:3::0')
  })
  it('of another kind or of a game that this version does not know is kept and not shown', () => {
    for (const text of [
      'blind:3:sea-towers:5',
      'rowday:3::5',
      'row:3:spider-9:5',
      'fast:3::5',
      'row7:3::5',
      'row:99::0',
      'time0:3::5',
      'time200:3::5',
      'time240:3::5',
      'time10815:3::5',
    ]) {
      expect(SETTINGS.goals.parse([text])).toEqual([text])
      expect(readGoal(text)).toBeUndefined()
    }
  })
  it('that is no goal does not come into the settings, and no more than eight do', () => {
    expect(SETTINGS.goals.parse([7, '', 'Row:3::5', 'row 3', 'x'.repeat(65), null])).toEqual([])
    expect(SETTINGS.goals.parse(['row:3::5', 'row:3::5'])).toEqual(['row:3::5'])
    expect(SETTINGS.goals.parse(Array.from({ length: 9 }, (_, i) => `row:3::${i}`))).toHaveLength(8)
  })
})

describe('wins toward a goal', () => {
  it('in a row begin anew with a game that was given up, and stay once all are there', () => {
    expect(winsToward(goal({}), played('ww'), none)).toBe(2)
    expect(winsToward(goal({}), played('wwx'), none)).toBe(0)
    expect(winsToward(goal({}), played('wwxw'), none)).toBe(1)
    expect(winsToward(goal({}), played('wwwxw'), none)).toBe(3)
  })
  it('that was reached once are all there, whatever is counted later', () => {
    expect(winsToward(goal({ isDone: true }), played('x'), none)).toBe(3)
  })
  it('count from when it was set, and in its game only', () => {
    expect(winsToward(goal({ since: 101 }), played('www'), none)).toBe(2)
    expect(winsToward(goal({ game: 'freecell' }), played('www'), none)).toBe(0)
    expect(winsToward(goal({ game: 'sea-towers' }), played('www'), none)).toBe(3)
  })
  it('without undo are those of which it is known', () => {
    const clean = new Set(['play0000', 'play0002', 'play0003'])
    expect(winsToward(goal({ kind: 'clean' }), played('wwxw'), clean)).toBe(2)
  })
  it('in under some minutes are quicker than that', () => {
    expect(winsToward(goal({ kind: 'fast', minutes: 3 }), played('wwwww'), none)).toBe(2)
    expect(winsToward(goal({ kind: 'fast', minutes: 9, wins: 2 }), played('wwwww'), none)).toBe(2)
  })
})

describe('a game without undo', () => {
  it('has no step back, not even one that was played again', () => {
    const start = deal('sea-towers', 17)
    const [first] = legalMoves(start)
    const played = act(begin(start), { kind: 'gesture', moves: [first] })
    expect(isClean(played)).toBe(true)
    expect(isClean(undo(played))).toBe(false)
    expect(isClean(act(undo(played), { kind: 'gesture', moves: [first] }))).toBe(false)
    // What is not known from the deal on may have been undone before.
    expect(isClean(begin(start))).toBe(false)
    expect(isClean(act(begin(start, 3), { kind: 'gesture', moves: [first] }))).toBe(false)
  })
})
