// The data of the charts: win times in equal intervals, running rates, streaks of days, and a year of days.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysInARow, runningRate, winTimes, yearOfDays } from '../../stores/account/figures.ts'

const minutes = (...values: number[]) => values.map(value => value * 60)

describe('the win times', () => {
  it('are counted in intervals of equal length', () => {
    expect(winTimes(minutes(2.1, 2.9, 3.5, 5.2))).toEqual([
      { from: 2, to: 2.5, count: 1 },
      { from: 2.5, to: 3, count: 1 },
      { from: 3, to: 3.5, count: 0 },
      { from: 3.5, to: 4, count: 1 },
      { from: 4, to: 4.5, count: 0 },
      { from: 4.5, to: 5, count: 0 },
      { from: 5, to: 5.5, count: 1 },
    ])
    expect(winTimes([])).toEqual([])
  })
  it('are spread over several intervals even if one game took very long', () => {
    const usual = Array.from({ length: 40 }, (_, i) => 5 + (i % 8) * 0.9)
    const intervals = winTimes(minutes(...usual, 300))
    expect(intervals.length).toBeGreaterThan(4)
    expect(intervals.at(-1)).toMatchObject({ to: Infinity })
  })
  it('include every win once, in at most nine intervals', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1 }), seconds => {
        const intervals = winTimes(seconds)
        expect(intervals.length).toBeLessThanOrEqual(9)
        expect(intervals.reduce((sum, { count }) => sum + count, 0)).toBe(seconds.length)
      }),
    )
  })
})

describe('the running rate', () => {
  it('is the win rate over the last few games, calculated after each game', () => {
    expect(runningRate([true, false, true, true], 2)).toEqual([1, 0.5, 0.5, 1])
  })
})

describe('a streak of days', () => {
  it('continues if there is no win yet today, and ends after a day without a win', () => {
    expect(daysInARow([10, 11, 12], 12)).toEqual({ current: 3, best: 3 })
    expect(daysInARow([10, 11, 12], 13)).toEqual({ current: 3, best: 3 })
    expect(daysInARow([10, 11, 12], 14)).toEqual({ current: 0, best: 3 })
    expect(daysInARow([5, 6, 7, 8, 12], 12)).toEqual({ current: 1, best: 4 })
    expect(daysInARow([], 12)).toEqual({ current: 0, best: 0 })
  })
})

describe('the calendar of the past year', () => {
  const day = (text: string) => Date.parse(text) / 86_400_000
  it('has 53 weeks up to today, each starting on the first day of the week', () => {
    // A Wednesday; weeks start on Monday.
    const days = yearOfDays([], day('2026-11-25'), 1)
    expect(days.at(-1)).toEqual({ day: day('2026-11-25'), week: 52, row: 2, count: 0 })
    expect(days[0]).toEqual({ day: day('2025-11-24'), week: 0, row: 0, count: 0 })
    expect(yearOfDays([], day('2026-11-25'), 0)[0].day).toBe(day('2025-11-23'))
  })
  it('has the number of wins on each day, and excludes older wins', () => {
    const days = yearOfDays(
      [day('2026-11-25'), day('2026-03-01'), day('2026-03-01'), day('2024-01-01')],
      day('2026-11-25'),
      1,
    )
    expect(days.filter(({ count }) => count > 0).map(({ day: one, count }) => [one, count])).toEqual([
      [day('2026-03-01'), 2],
      [day('2026-11-25'), 1],
    ])
  })
})
