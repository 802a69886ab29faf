// Figures for charts of results: win times, running win rate, and consecutive days. Pure.

/** The possible lengths of an interval, in minutes. */
const LENGTHS = [0.5, 1, 2, 3, 5, 10, 15, 30, 60] as const
const MAX_INTERVALS = 9

/**
 * Wins by duration, in at most nine intervals of equal length. The last one also has the slowest 5 percent,
 * so that a single long game does not widen all intervals. Empty without wins.
 */
export function winTimes(seconds: readonly number[]) {
  const minutes = seconds.map(value => value / 60).toSorted((a, b) => a - b)
  const [least] = minutes
  const most = minutes.at(-1)
  const usual = minutes[Math.ceil(minutes.length * 0.95) - 1]
  if (least === undefined || most === undefined || usual === undefined) return []
  const length =
    LENGTHS.find(one => Math.floor(usual / one) - Math.floor(least / one) < MAX_INTERVALS) ?? LENGTHS.at(-1)!
  const first = Math.floor(least / length)
  const intervals = Math.min(MAX_INTERVALS, Math.floor(usual / length) - first + 1)
  return Array.from({ length: intervals }, (_, i) => {
    const from = (first + i) * length
    const isLast = i === intervals - 1
    /** Infinity for the last interval if some wins took longer. */
    const to = isLast && most >= from + length ? Infinity : from + length
    return { from, to, count: minutes.filter(value => value >= from && value < to).length }
  })
}

/** An interval of win times, from `from` up to `to` minutes, and the number of wins in it. */
export type TimeInterval = Readonly<ReturnType<typeof winTimes>[number]>

/** For each game, the win rate of the last `span` games up to it. */
export const runningRate = (wins: readonly boolean[], span: number): number[] =>
  wins.map((_, i) => {
    const last = wins.slice(Math.max(0, i + 1 - span), i + 1)
    return last.filter(Boolean).length / last.length
  })

/**
 * The streaks of consecutive days among `days` (in days since 1970): the longest one, and the current one,
 * which may end yesterday, because today is not over.
 */
export function daysInARow(days: Iterable<number>, today: number): { current: number; best: number } {
  const all = new Set(days)
  let best = 0
  const lengthUpTo = (day: number): number => {
    let length = 0
    while (all.has(day - length)) length++
    return length
  }
  for (const day of all) if (!all.has(day + 1)) best = Math.max(best, lengthUpTo(day))
  return { current: lengthUpTo(all.has(today) ? today : today - 1), best }
}

/** The position of a day in its week, from 0 to 6. `weekStart`: 0 is Sunday. 1970 began on a Thursday. */
export const dayInWeek = (day: number, weekStart: number): number => (day + 4 - weekStart + 7) % 7

const WEEKS = 53

/** The days of 53 weeks up to today, with the number of times each is in `days`. `weekStart`: 0 is Sunday. */
export function yearOfDays(days: readonly number[], today: number, weekStart: number) {
  const counts = new Map<number, number>()
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1)
  const todayRow = dayInWeek(today, weekStart)
  const first = today - todayRow - 7 * (WEEKS - 1)
  return Array.from({ length: today - first + 1 }, (_, i) => ({
    day: first + i,
    /** The column, 0 for the first week, and the row, 0 for the first day of the week. */
    week: Math.floor(i / 7),
    row: i % 7,
    count: counts.get(first + i) ?? 0,
  }))
}

/** A day in a calendar of weeks. */
export type CalendarDay = Readonly<ReturnType<typeof yearOfDays>[number]>
