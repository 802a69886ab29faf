// Results of deals of the day: outcomes, the days that count toward a streak, and medals.
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { dailySet, GAMES, publishedDaily } from '../../engine/index.ts'
import { DAILY_CYCLE } from '../../engine/games/daily.ts'
import { dayOfDeal, knowsDays } from '../../stores/account/day-of-deal.ts'
import { isoDay } from '../../stores/calendar.ts'
import { dailiesIn, daysWonInTime, outcomesByDay, winsByDay } from '../../stores/account/dailies.ts'
import { daysInARow } from '../../stores/account/figures.ts'
import { medalFor, wonOfSet } from '../../stores/account/medals.ts'
import { playIdOf } from '../../stores/sync/ids.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'
import { minuteOf } from '../../stores/time.ts'

const DAY = Date.UTC(2026, 10, 21) / 86_400_000
const HOUR = 3_600_000

/** A win of the deal of a day, some hours after that day began in UTC. */
const result = (day: number, hours: number, more: Partial<GameResult> = {}): GameResult => ({
  play: playIdOf(day),
  game: 'sea-towers',
  outcome: 'won',
  minute: minuteOf(day * 24 * HOUR + hours * HOUR),
  seconds: 200,
  moves: 60,
  ...more,
})
const won = (results: readonly GameResult[]) => daysWonInTime(dailiesIn(results))

describe('a win of a deal of the day', () => {
  it('counts toward the streak while it is that day somewhere on Earth, whatever the time zone here', () => {
    expect(won([result(DAY, -14), result(DAY, 0), result(DAY, 35.9)])).toEqual([DAY, DAY, DAY])
    expect(won([result(DAY, -14.1), result(DAY, 36)])).toEqual([])
  })
  it('counts toward the month but not toward the streak if the day was over everywhere on Earth', () => {
    const results = [result(DAY, 12), result(DAY + 1, 24 * 5), result(DAY + 2, 12)]
    expect(daysInARow(won(results), DAY + 2)).toEqual({ current: 1, best: 1 })
    expect([...winsByDay(dailiesIn(results)).keys()]).toEqual([DAY, DAY + 1, DAY + 2])
  })
  it('is not counted for a game that was given up, or for a win of a different deal', () => {
    const results = [result(DAY, 12, { outcome: 'givenUp' }), result(DAY, 12, { play: 'aaaaaaaa' })]
    expect(won(results)).toEqual([])
    expect(winsByDay(dailiesIn(results)).size).toBe(0)
    expect([...outcomesByDay(dailiesIn(results))]).toEqual([[DAY, 'givenUp']])
  })
  it('makes its day won, even if another game of that day was given up', () => {
    const results = [result(DAY, 12), result(DAY, 12, { outcome: 'givenUp', game: 'golf' })]
    expect(outcomesByDay(dailiesIn(results)).get(DAY)).toBe('won')
    expect(outcomesByDay(dailiesIn(results.toReversed())).get(DAY)).toBe('won')
  })
})

describe('the day of a deal', () => {
  it('is found in the list of published deals, and searched for only once', () => {
    const number = publishedDaily('golf', isoDay(DAY))!
    const searching = vi.spyOn(Date, 'parse')
    expect(knowsDays('golf', DAY + 7)).toBe(false)
    expect(dayOfDeal('golf', number, DAY + 7)).toBe(DAY)
    expect(dayOfDeal('golf', number, DAY - 1)).toBeUndefined()
    expect(searching).toHaveBeenCalled()
    searching.mockClear()
    for (const deal of [number, 17]) dayOfDeal('golf', deal, DAY - 1)
    expect(searching).not.toHaveBeenCalled()
    searching.mockRestore()
  })
  it('is the latest one so far if the deal is published again', () => {
    const [first, again] = [DAY + DAILY_CYCLE, DAY + 2 * DAILY_CYCLE]
    const number = publishedDaily('golf', isoDay(first))!
    expect(publishedDaily('golf', isoDay(again))).toBe(number)
    expect(dayOfDeal('golf', number, again - 1)).toBe(first)
    expect(dayOfDeal('golf', number, again)).toBe(again)
  })
})

describe('the medals of a day', () => {
  it('are bronze for one win of the set, silver for three, gold for all five', () => {
    expect([0, 1, 2, 3, 4, 5].map(medalFor)).toEqual([
      undefined,
      'bronze',
      'bronze',
      'silver',
      'silver',
      'gold',
    ])
  })
  it('count only games of that day’s set, and each game only once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000, max: 60_000 }), fc.subarray([...GAMES]), (day, games) => {
        const twice = [...games, ...games].map(game => result(day, 24 * 40, { game }))
        const wins = winsByDay(dailiesIn(twice)).get(day)
        expect(wonOfSet(day, wins)).toBe(dailySet(day).filter(game => games.includes(game)).length)
      }),
    )
    expect(wonOfSet(DAY)).toBe(0)
  })
})
