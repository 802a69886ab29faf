// The daily set: five games that depend only on the date, and never change for a date.
import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { dailySet, GAMES, type GameId } from '../../engine/index.ts'

const dayOf = (date: string): number => Date.parse(date) / 86_400_000
const [START, END] = [dayOf('2026-01-01'), dayOf('2127-01-01')]
const days = Array.from({ length: END - START }, (_, i) => START + i)
const sets = days.map(dailySet)

/** Known daily sets, from the first version that had them. */
const KNOWN: Readonly<Record<string, readonly GameId[]>> = {
  '2026-01-01': ['double-klondike-3', 'black-hole', 'freecell', 'spiderette', 'forty-thieves'],
  '2026-11-21': ['double-dot', 'black-hole', 'beleaguered-castle', 'spiderette', 'alaska'],
  '2026-11-22': ['sea-towers', 'golf', 'bakers-game', 'spider-1', 'gypsy'],
  '2027-02-28': ['sea-towers', 'pyramid', 'streets-and-alleys', 'spider-1', 'yukon'],
  '2030-06-15': ['double-dot', 'black-hole', 'beleaguered-castle', 'spider-2', 'canfield'],
  '2050-01-01': ['double-klondike-3', 'golf', 'streets-and-alleys', 'spider-4', 'canfield'],
  '2076-02-29': ['double-klondike-3', 'pyramid', 'freecell', 'scorpion', 'alaska'],
  '2099-12-31': ['sea-towers', 'pyramid', 'freecell', 'spider-2', 'canfield'],
  '2126-12-31': ['sea-towers', 'golf', 'beleaguered-castle', 'spider-1', 'gypsy'],
}

const daysOf = (game: GameId): number[] => days.filter((_, i) => sets[i].includes(game))
const isFirst = (game: GameId): boolean =>
  ['double-sea-towers', 'sea-towers', 'double-dot', 'double-klondike-1', 'double-klondike-3'].includes(game)
const SHORT: readonly GameId[] = ['klondike-1', 'klondike-3', 'tripeaks', 'golf', 'pyramid', 'black-hole']

describe('the daily set', () => {
  test.each(Object.keys(KNOWN))('of %s is the same in every version', date => {
    expect(dailySet(dayOf(date))).toEqual(KNOWN[date])
  })
  it('is the same in every version for each day until the end of 2126', () => {
    const all = sets.map(set => set.join(' ')).join('\n')
    expect(createHash('sha256').update(all).digest('hex').slice(0, 16)).toBe('5236ececc15d7379')
  })
  it('has five different games, exactly one of them short, and no two numbered variants of a game', () => {
    const isVaried = (set: readonly GameId[]) => new Set(set.map(id => id.replace(/-\d$/, ''))).size === 5
    expect(sets.filter(set => !isVaried(set))).toEqual([])
    expect(sets.filter(set => set.filter(id => SHORT.includes(id)).length !== 1)).toEqual([])
  })
  it('does not repeat a game from the day before', () => {
    expect(sets.slice(1).filter((set, i) => set.some(id => sets[i].includes(id)))).toEqual([])
  })
  test.each(GAMES.slice(0, 32))('has %s at least every 13 days, the first five games every nine', game => {
    const own = daysOf(game)
    expect(Math.max(...own.slice(1).map((day, i) => day - own[i]))).toBeLessThanOrEqual(
      isFirst(game) ? 9 : 13,
    )
    const share = own.length / days.length
    expect(share).toBeCloseTo(isFirst(game) ? 1 / 5 : SHORT.includes(game) ? 1 / 6 : 1 / 7, 3)
  })
  it('also exists for days before 1970, and depends only on the day', () => {
    expect(dailySet(-1)).toHaveLength(5)
    expect(dailySet(-1)).toEqual(dailySet(-1))
    expect(new Set(dailySet(-12_345)).size).toBe(5)
  })
})
