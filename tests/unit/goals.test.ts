// Practice goals: how they are stored, and which results count toward them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { act, begin, deal, GAMES, legalMoves, undo } from '../../engine/index.ts'
import {
  GOAL_KINDS,
  isClean,
  isStreakOlder,
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

/** Results of Sea Towers, one per minute, starting in minute 100: `w` is won, `x` is given up. */
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
  it('is read back as it was written, and is a valid setting', () => {
    fc.assert(
      fc.property(anyGoal, one => {
        const text = writeGoal(one)
        expect(SETTINGS.goals.parse([text])).toEqual([text])
        expect(readGoal(text)).toEqual(one)
      }),
    )
  })
  it('is stored in whole minutes, as in earlier versions, or otherwise in seconds', () => {
    expect(writeGoal(goal({ kind: 'fast', minutes: 4 }))).toBe('fast4:3::0')
    expect(writeGoal(goal({ kind: 'fast', minutes: 3.75 }))).toBe('time225:3::0')
  })
  it('is kept but not shown if its kind or game is unknown, or if a number is out of range', () => {
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
  it('is dropped from the settings if it is invalid, a duplicate, or beyond the first eight', () => {
    expect(SETTINGS.goals.parse([7, '', 'Row:3::5', 'row 3', 'x'.repeat(65), null])).toEqual([])
    expect(SETTINGS.goals.parse(['row:3::5', 'row:3::5'])).toEqual(['row:3::5'])
    expect(SETTINGS.goals.parse(Array.from({ length: 9 }, (_, i) => `row:3::${i}`))).toHaveLength(8)
  })
})

describe('wins toward a goal', () => {
  it('in a row start over when a game is given up, unless the goal was already reached', () => {
    expect(winsToward(goal({}), played('ww'), none)).toBe(2)
    expect(winsToward(goal({}), played('wwx'), none)).toBe(0)
    expect(winsToward(goal({}), played('wwxw'), none)).toBe(1)
    expect(winsToward(goal({}), played('wwwxw'), none)).toBe(3)
  })
  it('are complete if the goal is stored as reached, whatever the results are', () => {
    expect(winsToward(goal({ isDone: true }), played('x'), none)).toBe(3)
  })
  it('count only if the game ended after the goal was set, and is the game of the goal', () => {
    expect(winsToward(goal({ since: 101 }), played('www'), none)).toBe(2)
    expect(winsToward(goal({ game: 'freecell' }), played('www'), none)).toBe(0)
    expect(winsToward(goal({ game: 'sea-towers' }), played('www'), none)).toBe(3)
  })
  it('in a row are fewer than the current streak if it began before the goal was set', () => {
    const isOlder = (line: string, parts: Partial<Goal>) => isStreakOlder(goal(parts), played(line))
    expect(isOlder('www', { since: 101 })).toBe(true)
    expect(isOlder('www', { since: 101, game: 'freecell' })).toBe(false)
    expect(isOlder('www', { since: 100 })).toBe(false)
    expect(isOlder('wxw', { since: 101 })).toBe(false)
    expect(isOlder('www', { since: 101, kind: 'clean' })).toBe(false)
  })
  it('without undo count only if the game is known to have been played without undo', () => {
    const clean = new Set(['play0000', 'play0002', 'play0003'])
    expect(winsToward(goal({ kind: 'clean' }), played('wwxw'), clean)).toBe(2)
  })
  it('against the clock count only if they are faster than the limit', () => {
    expect(winsToward(goal({ kind: 'fast', minutes: 3 }), played('wwwww'), none)).toBe(2)
    expect(winsToward(goal({ kind: 'fast', minutes: 9, wins: 2 }), played('wwwww'), none)).toBe(2)
  })
})

describe('a game without undo', () => {
  it('has moves but no undo, not even one after which the move was made again', () => {
    const start = deal('sea-towers', 17)
    const [first] = legalMoves(start)
    const played = act(begin(start), { kind: 'gesture', moves: [first] })
    expect(isClean(played)).toBe(true)
    expect(isClean(undo(played))).toBe(false)
    expect(isClean(act(undo(played), { kind: 'gesture', moves: [first] }))).toBe(false)
    expect(isClean(begin(start))).toBe(false)
    // If the first moves are unknown, some may have been undone.
    expect(isClean(act(begin(start, 3), { kind: 'gesture', moves: [first] }))).toBe(false)
  })
})
