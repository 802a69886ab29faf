// The deals of the day are winnable, are the same for everyone in every version, and never run out.
import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import {
  DAILY_TRIES,
  dailyCandidates,
  dailyDeal,
  deal,
  games,
  isDealNumber,
  publishedDaily,
  solve,
  type GameId,
} from '../../engine/index.ts'
import {
  DAILY_CYCLE,
  dailyLists,
  dateOfEntry,
  readDailyList,
  writeDailyList,
} from '../../engine/games/daily.ts'
import golden from '../fixtures/daily.json' with { type: 'json' }
import { enough, some } from '../support/help.ts'

/** Known deals, from the first version. */
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

const ids = games.map(({ id }) => id)

/** The deals of each list, in order. */
const deals: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  ids.map(id => {
    const { length } = readDailyList(dailyLists[id])
    return [id, Array.from({ length }, (_, entry) => publishedDaily(id, dateOfEntry(entry))!)]
  }),
)

const hashOf = (numbers: readonly number[]): string =>
  createHash('sha256').update(numbers.join(' ')).digest('hex').slice(0, 16)

/** The date `days` days after a date. */
const later = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

describe('the deals of the day', () => {
  test.each(ids)('of %s are the same in every version', id => {
    const published: readonly { days: number; hash: string }[] = golden[id]
    expect(published.at(-1)!.days).toBe(deals[id].length)
    for (const { days, hash } of published)
      expect(hashOf(deals[id].slice(0, days)), `${days} days`).toBe(hash)
    FIRST_CHOICES[id]?.forEach((number, i) => {
      expect(publishedDaily(id, `2026-11-${21 + i}`)).toBe(number)
    })
  })
  test.each(ids)('of %s are all different for at least four years', id => {
    expect(deals[id].length).toBeGreaterThanOrEqual(1461)
    expect(deals[id].every(isDealNumber)).toBe(true)
    expect(new Set(deals[id]).size).toBe(deals[id].length)
  })
  test.each(ids)('of %s repeat in a cycle for dates before and after the list', id => {
    const cycle = deals[id].slice(-DAILY_CYCLE)
    const end = dateOfEntry(deals[id].length)
    for (const turn of [-20, 0, 1, 18]) {
      const start = later(end, turn * DAILY_CYCLE)
      const days = [0, 1, 700, DAILY_CYCLE - 1]
      expect(days.map(day => publishedDaily(id, later(start, day)))).toEqual(days.map(day => cycle[day]))
    }
    for (const date of ['1970-01-01', '2026-10-31', '2100-01-01', '9999-12-31'])
      expect(cycle, date).toContain(publishedDaily(id, date))
  })
  test.each(ids)(
    'of %s are winnable',
    id => {
      const cycle = deals[id].slice(-DAILY_CYCLE)
      const count = some(8)
      const sample = Array.from(
        { length: count },
        (_, i) => cycle[Math.floor(((i + 0.5) * DAILY_CYCLE) / count)],
      )
      const verdicts = sample.map(number => solve(deal(id, number), { maxStates: 1_000_000 }).verdict)
      expect(verdicts).not.toContain('lost')
      // A newer search can fail to decide a deal that an older search won.
      expect(verdicts.filter(verdict => verdict === 'won').length).toBeGreaterThan(enough(6))
    },
    60_000,
  )
  it('can be loaded on demand', async () => {
    expect(await dailyDeal('freecell', '2100-01-01')).toBe(publishedDaily('freecell', '2100-01-01'))
  })
  it('exist only for valid dates', async () => {
    for (const text of ['', 'today', '2026-11', '2026-11-31', '2026-11-32', '2026-11-21T12:00']) {
      expect(publishedDaily('freecell', text), text).toBeUndefined()
      await expect(dailyDeal('freecell', text)).rejects.toThrow(`no deal of freecell for the day “${text}”`)
    }
  })
})

describe('a list of deals of the day', () => {
  it('stores for each date how many candidates to skip, even if there are very many', () => {
    const entries = [0, 1, 9, 10, 35, 36, 71, 72, 1000, 0]
    expect(writeDailyList(entries)).toMatch(/^019az\+0\+z\+\+0\+{27}s0$/)
    expect(readDailyList(writeDailyList(entries))).toEqual(entries)
  })
  it('selects the deal for a date from the candidates for that date', () => {
    for (const id of ids) {
      const skipped = readDailyList(dailyLists[id])[100]
      const candidates = [...dailyCandidates(id, dateOfEntry(100), skipped + 1)]
      expect(candidates.at(-1)!.dealNumber, id).toBe(publishedDaily(id, dateOfEntry(100)))
    }
  })
})

describe('the candidates for a date', () => {
  it('never change, and differ between dates and games', () => {
    const first = (game: GameId, date: string) => dailyCandidates(game, date).next().value?.dealNumber
    const numbers = games.map(({ id }) => first(id, '2031-05-01'))
    expect(numbers).toEqual(games.map(({ id }) => first(id, '2031-05-01')))
    expect(new Set([...numbers, first('freecell', '2031-05-02')]).size).toBe(games.length + 1)
  })
  it('are as many as the caller requests', () => {
    const count = (tries?: number) => [...dailyCandidates('freecell', '2031-05-01', tries)].length
    expect([count(), count(0), count(3)]).toEqual([DAILY_TRIES, 0, 3])
  })
})
