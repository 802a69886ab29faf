// The deal of the day: the same for everyone and in every version, and one that can be won.
import { describe, expect, it, test } from 'vitest'
import {
  DAILY_STATES,
  dailyCandidates,
  games,
  publishedDaily,
  solve,
  type GameId,
} from '../../engine/index.ts'
import { PUBLISHED_TRIES } from '../../engine/games/daily.ts'
import { DAILY_CHOICES } from '../../engine/games/daily-choices.ts'
import { enough, some } from '../support/help.ts'

/** What the first version chose, before any of its searches became better. */
const FIRST_CHOICES: Readonly<Partial<Record<GameId, readonly number[]>>> = {
  'double-sea-towers': [2_093_159_821, 3_482_017_157, 1_528_798_359],
  'sea-towers': [2_245_648_298, 783_247_470, 1_716_560_281],
  'double-dot': [4_073_753_934, 4_109_274_410, 2_677_813_672],
  'double-klondike-1': [2_027_308_317, 353_463_087, 2_295_830_937],
  'double-klondike-3': [1_857_713_837, 1_539_730_194, 1_651_040_691],
  'freecell': [1_213_805_865, 801_487_475, 2_530_740_822],
  'klondike-1': [1_972_920_782, 2_897_584_675, 3_744_797_353],
  'klondike-3': [81_131_751, 3_521_689_956, 227_224_332],
}

/** The games whose deals of the day have been published. */
const published = Object.keys(DAILY_CHOICES) as GameId[]

/** The candidates of a day up to the one that was published. */
function candidatesOf(game: GameId, date: string) {
  const number = publishedDaily(game, date)
  const tried = []
  for (const position of dailyCandidates(game, date, PUBLISHED_TRIES)) {
    tried.push(position)
    if (position.dealNumber === number) return tried
  }
  throw new Error(`No deal of ${game} has been published for ${date}`)
}

const days = (count: number) =>
  Array.from({ length: count }, (_, i) => new Date(Date.UTC(2026, 10, 21 + 9 * i)).toISOString().slice(0, 10))

describe('the deal of a day that was published', () => {
  test.each(published)('of %s is what the first version chose', id => {
    FIRST_CHOICES[id]?.forEach((number, i) => {
      expect(publishedDaily(id, `2026-11-${21 + i}`)).toBe(number)
    })
  })
  test.each(published)('of %s is named for every day of its months, and of no other', id => {
    const months = Object.entries(DAILY_CHOICES[id]!)
    expect(months.length).toBeGreaterThanOrEqual(id in FIRST_CHOICES ? 14 : 3)
    for (const [month, digits] of months) {
      expect(digits).toMatch(/^[0-9a-z]+$/)
      expect(digits).toHaveLength(new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).getUTCDate())
      expect(publishedDaily(id, `${month}-32`)).toBeUndefined()
    }
    expect(publishedDaily(id, '2020-01-01')).toBeUndefined()
  })
  test.each(published)(
    'of %s can be won, as far as the solver of today sees, or is the first where none was found',
    id => {
      const chosen = days(some(8)).map(date => {
        const tried = candidatesOf(id, date)
        const { verdict } = solve(tried.at(-1)!, { maxStates: DAILY_STATES })
        return { verdict, isFirst: tried.length === 1 }
      })
      const passedOver = chosen.filter(({ isFirst }) => !isFirst || id in FIRST_CHOICES)
      expect(passedOver.map(({ verdict }) => verdict)).not.toContain('lost')
      const good = chosen.filter(({ verdict, isFirst }) => verdict === 'won' || isFirst)
      expect(good.length).toBeGreaterThan(enough(5))
    },
    60_000,
  )
  it('of Sea Towers, whose search leaves nothing open, is the first of the day that can be won', () => {
    for (const date of days(some(40)))
      for (const position of candidatesOf('sea-towers', date).slice(0, -1))
        expect(solve(position).verdict, date).toBe('lost')
  })
})

describe('the candidates of a day', () => {
  it('are the same whenever one asks, and others for another day or game', () => {
    const first = (game: GameId, date: string) => dailyCandidates(game, date).next().value?.dealNumber
    const numbers = games.map(({ id }) => first(id, '2031-05-01'))
    expect(numbers).toEqual(games.map(({ id }) => first(id, '2031-05-01')))
    expect(new Set([...numbers, first('freecell', '2031-05-02')]).size).toBe(games.length + 1)
  })
})
