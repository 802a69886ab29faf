// Results and what is made of them, exactly: rows in pages, sums, averages and medians, how far games have
// gone, choices.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { GAMES, games, Reader } from '../../engine/index.ts'
import {
  aggregate,
  countsElsewhere,
  endsOf,
  sinceIn,
  statistics,
  summaryOf,
} from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import {
  type GameResult,
  OUTCOMES,
  ROW_GAMES,
  readEnding,
  writeEnding,
  writePending,
  writeResult,
} from '../../stores/sync/game-results.ts'
import {
  counts,
  beats,
  isPageFull,
  pendingResultsIn,
  readResults,
  timeOfPending,
  withResult,
} from '../../stores/sync/log-page.ts'
import { writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { parseRegister, resolve } from '../../stores/sync/lww-settings.ts'
import {
  NO_SUMMARY,
  addTotals,
  compact,
  allDigestsOf,
  digestOf,
  emptyTotals,
  inTime,
  isCompactedPage,
  isInSummary,
  isLeftOut,
  parseSummary,
  storedSummary,
  streaksOf,
  totalsOf,
} from '../../stores/sync/summary.ts'
import { compareVectors, increment, readVector, writeVector } from '../../stores/sync/version-vector.ts'
import { dayOf, minuteOf, timeOf, timeOfDay } from '../../stores/time.ts'
import { choose, device, item, row, written } from '../support/sync-words.ts'

describe('a row', () => {
  it('holds the longest game there can be, and a longer one as that', () => {
    const most = row('a', 'won', { minute: 64 ** 4 - 1, seconds: 64 ** 3 - 1, moves: 4095 })
    expect(readResults(writeResult(most))).toEqual([most])
    expect(writeResult({ ...most, minute: 64 ** 4, seconds: 64 ** 3, moves: 4096 })).toBe(writeResult(most))
  })
  test.each(games.flatMap(({ id }) => OUTCOMES.map(outcome => [id, outcome] as const)))(
    'of %s, %s, comes back',
    (game, outcome) => {
      expect(readResults(writeResult(row('a', outcome, { game })))).toEqual([row('a', outcome, { game })])
    },
  )
  it('that is cut off, or not in our digits, is none', () => {
    expect(readResults(writeResult(row('a')).slice(1))).toBeUndefined()
    expect(readResults(writeResult(row('a')).replace('a', '!'))).toBeUndefined()
    expect(readResults('')).toEqual([])
  })
  it('of an outcome of a later version is passed over', () => {
    const digits = writeResult(row('a'))
    expect(readResults(`${digits.slice(0, 8)}D${digits.slice(9, 13)}wAA${digits.slice(16)}`)).toEqual([])
  })
  it('of one of the first sixteen games is what version 1.0 wrote', () => {
    expect(OUTCOMES.map((_, outcome) => writeEnding({ game: 15, outcome, seconds: 77 }))).toEqual([
      '8ABN',
      '9ABN',
      '-ABN',
    ])
    expect(writeEnding({ game: 7, outcome: 0, seconds: 999_999 })).toBe('c___')
  })
  it.each([
    [16, 0, 77, 'DABN'],
    [16, 1, 77, 'DEBN'],
    [31, 2, 16_383, '_L__'],
    [32, 0, 0, 'DQAA'],
    [79, 2, 16_383, '_7__'],
  ])(
    'of a later game (number %i, outcome %i, %i seconds) is one that version 1.0 passes over: %s',
    (game, outcome, seconds, digits) => {
      expect(writeEnding({ game, outcome, seconds })).toBe(digits)
      expect(new Reader(digits).number(1) & 3).toBe(3)
    },
  )
  it('of any game comes back with its outcome and its seconds', () => {
    for (let game = 0; game < ROW_GAMES; game++)
      for (let outcome = 0; outcome < OUTCOMES.length; outcome++) {
        const reader = new Reader(writeEnding({ game, outcome, seconds: 12_345 }))
        expect(readEnding(reader.number(1), reader.number(3))).toEqual({ game, outcome, seconds: 12_345 })
      }
  })
  it('of a later game that was played for more than four hours holds 16 383 seconds', () => {
    expect(writeEnding({ game: 20, outcome: 1, seconds: 20_000 })).toBe(
      writeEnding({ game: 20, outcome: 1, seconds: 16_383 }),
    )
  })
  it('has no room for more games than that', () => {
    expect(() => writeEnding({ game: ROW_GAMES, outcome: 0, seconds: 0 })).toThrow(RangeError)
    expect(() => writeEnding({ game: -1, outcome: 0, seconds: 0 })).toThrow(RangeError)
  })
  it('of a game of a later version is passed over, and stays where it is', () => {
    const later = 'later000_AAAA_AAAA'
    expect(readResults(later + writeResult(row('b')))).toEqual([row('b')])
    expect(withResult(later + written(row('b', 'givenUp')), row('b'))).toBe(later + written(row('b')))
  })
  it('counts unless one went back to the game', () => {
    expect(OUTCOMES.map(outcome => counts(row('a', outcome)))).toEqual([true, true, false])
  })
  it('tells minutes since 2020', () => {
    expect([timeOf(0), timeOf(1)]).toEqual([Date.UTC(2020), Date.UTC(2020) + 60_000])
    expect([minuteOf(Date.UTC(2020) + 119_999), minuteOf(0)]).toEqual([1, 0])
  })
})

describe('a result that waits', () => {
  it('is one result for every version, and tells this one when it was written', () => {
    for (const [game, time] of [
      ['sea-towers', 0],
      [GAMES[31], Date.UTC(2051, 0, 1, 0, 0, 0, 123)],
    ] as const) {
      const text = writePending(row('a', 'givenUp', { game }), time)
      expect(text).toHaveLength(36)
      expect(readResults(text)).toEqual([row('a', 'givenUp', { game })])
      expect(timeOfPending(text)).toBe(time)
    }
    expect(writePending(row('a'), 1)).toBe(`${writeResult(row('a'))}AAAAAAABDAAAAMAAAA`)
    expect([writeResult(row('a')), written(row('a'), row('b')), ''].map(timeOfPending)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  it('comes into the log when its play ended, whatever the plays are called', () => {
    const waiting = (texts: Record<string, string>) =>
      pendingResultsIn(texts).flatMap(({ results }) =>
        results.map(({ play, outcome }) => `${play[0]} ${outcome}`),
      )
    const key = (play: string, order: number) => `result:${play.padEnd(8, '0')}:00000000${order}`
    const [won, givenUp, reopened] = OUTCOMES
    const at = (play: string, order: number, outcome: GameResult['outcome'], time: number) => ({
      [key(play, order)]: writePending(row(play, outcome), time),
    })
    expect(waiting({ ...at('b', 1, won, 10), ...at('a', 1, givenUp, 20), ...at('c', 1, won, 15) })).toEqual([
      'b won',
      'c won',
      'a givenUp',
    ])
    const again = { ...at('a', 1, givenUp, 5), ...at('a', 2, reopened, 20), ...at('a', 3, givenUp, 30) }
    expect(waiting({ ...again, ...at('b', 1, won, 10) })).toEqual([
      'b won',
      'a givenUp',
      'a reopened',
      'a givenUp',
    ])
    const after = { ...at('a', 1, won, 5), ...at('a', 2, givenUp, 30), ...at('b', 1, won, 10) }
    expect(waiting(after)).toEqual(['a won', 'a givenUp', 'b won'])
  })
  it('of a released version comes in by its minute; one that cannot be read stays', () => {
    const texts = {
      'result:a0000000:000000012': writeResult(row('a', 'won', { minute: 5 })),
      'result:b0000000:000000012': writePending(row('b', 'won', { minute: 4 }), timeOf(4) + 30_000),
      'result:c0000000:000000012': writePending(row('c', 'won', { minute: 5 }), timeOf(5) + 10),
      'result:d0000000:000000012': 'what a later version writes',
      'result:e0000000:000000012': 'later000_AAAA_AAAA',
    }
    expect(pendingResultsIn(texts).flatMap(({ results }) => results.map(({ play }) => play[0]))).toEqual([
      'b',
      'a',
      'c',
    ])
  })
})

describe('a page of the log', () => {
  it('has the newer result of a play in the place of the older, and never takes back a win', () => {
    const before = written(row('a'), row('b', 'givenUp'), row('c'))
    expect(withResult(before, row('b', 'reopened'))).toBe(written(row('a'), row('b', 'reopened'), row('c')))
    expect(withResult(before, row('a', 'givenUp'))).toBe(before)
    expect(withResult(before, row('d'))).toBeUndefined()
  })
  it('has a play at its end that has ended again, where it is the last one, and each result once', () => {
    const before = written(row('a', 'reopened'), row('b'))
    const again = written(row('b'), row('a', 'givenUp'))
    expect(withResult(before, row('a', 'givenUp'), true)).toBe(again)
    expect(withResult(again, row('a', 'reopened'), true)).toBe(written(row('b'), row('a', 'reopened')))
    expect(withResult(written(row('a', 'givenUp'), row('b')), row('a', 'givenUp'), true)).toBe(
      written(row('a', 'givenUp'), row('b')),
    )
    expect(withResult(again, row('b', 'givenUp'), true)).toBe(again)
  })
  it('has the newer result also in the place of one that this version cannot read', () => {
    const later = 'later000_AAAA_AAAA'
    expect(withResult(written(row('a')) + later, row('later'))).toBe(written(row('a'), row('later')))
  })
  it('takes sixty-four', () => {
    const rows = Array.from({ length: 64 }, (_, i) => row(`p${i}`))
    expect(isPageFull(written(...rows.slice(1)))).toBe(false)
    expect(isPageFull(written(...rows))).toBe(true)
  })
})

test('of two rows of one play a win counts, then a game given up, then the smaller device', () => {
  const order = (a: GameResult['outcome'], b: GameResult['outcome'], idA = 'A', idB = 'B') =>
    beats(row('a', a), idA, row('a', b), idB)
  expect([order('won', 'givenUp'), order('won', 'reopened'), order('givenUp', 'reopened')]).toEqual([
    true,
    true,
    true,
  ])
  expect([order('givenUp', 'won'), order('reopened', 'won'), order('reopened', 'givenUp')]).toEqual([
    false,
    false,
    false,
  ])
  expect([order('won', 'won'), order('won', 'won', 'B', 'A'), order('won', 'givenUp', 'B', 'A')]).toEqual([
    true,
    false,
    true,
  ])
})

describe('statistics', () => {
  const wins = [
    [100, 60],
    [300, 90],
    [200, 70],
    [800, 61],
  ].map(([seconds, moves], i) => row(`w${i}`, 'won', { seconds, moves, minute: i }))
  const lost = row('l', 'givenUp', { seconds: 900, moves: 99, minute: 9 })

  it('are best, average and median of the games that were won, and time and rate of all', () => {
    expect(statistics(aggregate([device('A', [[...wins, lost]])]))).toEqual({
      played: 5,
      won: 4,
      givenUp: 1,
      winRate: 0.8,
      currentStreak: 0,
      bestStreak: 4,
      seconds: 2300,
      bestSeconds: 100,
      averageSeconds: 350,
      medianSeconds: 200,
      fewestMoves: 60,
      averageMoves: 281 / 4,
      medianMoves: 61,
    })
  })
  it('of pages that are summed up come within a step of an eighth of a doubling', () => {
    const summed = device('A', [[...wins, lost]], 1)
    summed.pages.clear()
    const { medianSeconds, medianMoves, ...rest } = statistics(aggregate([summed]))
    expect(rest).toMatchObject({
      played: 5,
      won: 4,
      givenUp: 1,
      seconds: 2300,
      bestSeconds: 100,
      averageSeconds: 350,
      fewestMoves: 60,
      bestStreak: 4,
    })
    expect(Math.abs(Math.log2((medianSeconds! + 1) / 201))).toBeLessThan(1 / 16)
    expect(Math.abs(Math.log2((medianMoves! + 1) / 62))).toBeLessThan(1 / 16)
  })
  it('of one game leave the others out', () => {
    const other = row('x', 'won', { game: 'freecell' })
    const summed = device('A', [[row('s', 'won', { game: 'double-dot' }), row('t')]], 1)
    summed.pages.clear()
    const all = aggregate([device('B', [[...wins, other]]), summed])
    expect([
      statistics(all).won,
      statistics(all, 'freecell').won,
      statistics(all, 'sea-towers').won,
      statistics(all, 'double-dot').won,
      statistics(all, 'klondike-1').won,
    ]).toEqual([7, 1, 5, 1, 0])
  })
  it('begin anew from a minute on, in the game it was said for', () => {
    const since = sinceIn({ 'sea-towers': 2 })
    expect(
      aggregate(
        [device('A', [[...wins, row('x', 'won', { game: 'freecell', minute: 0 })]])],
        since,
      ).results.map(({ play }) => play.slice(0, 2)),
    ).toEqual(['x0', 'w2', 'w3'])
    expect([sinceIn('nonsense'), sinceIn({ 'sea-towers': 'soon' }), sinceIn(undefined)]).toEqual([{}, {}, {}])
  })
  it('count streaks by the time of the games, and within a minute in the order of the log', () => {
    expect(streaksOf([row('b'), row('d'), row('e', 'givenUp'), row('c')])).toEqual({ current: 1, best: 2 })
    expect(
      streaksOf([
        row('a', 'won', { minute: 3 }),
        row('b', 'givenUp', { minute: 0 }),
        row('c', 'reopened', { minute: 2 }),
        row('d', 'won', { minute: 1 }),
      ]),
    ).toEqual({ current: 2, best: 2 })
  })
  it('take what ended in one minute in the order in which it is given, and the rest by the minute', () => {
    const [c, d, a] = [row('c', 'givenUp'), row('d'), row('a', 'givenUp')]
    const [early, late] = [row('f', 'won', { minute: 99 }), row('e', 'won', { minute: 101 })]
    expect(inTime([late, c, d, early, a])).toEqual([early, c, d, a, late])
    expect(inTime([a, d, early, c, late])).toEqual([early, a, d, c, late])
    expect(inTime([])).toEqual([])
  })
  it('count a play once that one device has summed up as won and another gave up', () => {
    const summed = device('A', [[row('a')]], 1)
    summed.pages.clear()
    expect(statistics(aggregate([summed, device('B', [[row('a', 'givenUp')]])]))).toMatchObject({
      played: 1,
      won: 1,
    })
  })
  it('count a play once that is in the sums of a page without marks, where that page is still known', () => {
    const pages = Array.from({ length: 10 }, (_, i) => [row(`p${i}`)])
    const summed = device('A', pages, 10)
    summed.pages.delete(9)
    expect(statistics(aggregate([summed, device('B', [[row('p0')]])])).played).toBe(10)
  })
  it('count a play that the sums of another device leave out, also on a page without marks', () => {
    const pages = Array.from({ length: 10 }, (_, i) => [row(`p${i}`)])
    const counted = new Set(pages.slice(2).flat())
    const summary = compact(pages, result => counted.has(result))
    const summed = { ...device('B', pages.slice(0, 9)), summary }
    expect(statistics(aggregate([device('A', [[row('p0')]]), summed])).played).toBe(9)
  })
  it('count rows themselves where all are known, whatever the sums leave out', () => {
    const known = {
      ...device('A', [[row('a'), row('b')]]),
      summary: compact([[row('a'), row('b')]], ({ play }) => play.startsWith('a')),
    }
    expect(statistics(aggregate([known])).played).toBe(2)
  })
  it('know for each play which row counts, and on which device', () => {
    const ends = endsOf(
      new Map([
        ['A', device('A', [[row('a', 'givenUp')]])],
        ['B', device('B', [[row('a'), row('b', 'reopened')]])],
      ]),
    )
    expect(
      [...ends].map(
        ([
          play,
          {
            result: { outcome },
            device: id,
          },
        ]) => [play.slice(0, 1), outcome, id],
      ),
    ).toEqual([['a', 'won', 'B']])
  })
})

describe('sums', () => {
  it('add, and of bests take the best', () => {
    const [one, two] = [
      [row('a', 'won', { seconds: 10, moves: 50 })],
      [row('b', 'won', { seconds: 30, moves: 40 }), row('c', 'givenUp')],
    ].map(rows => totalsOf(rows)['sea-towers']!)
    expect(addTotals(one, two)).toMatchObject({
      won: 2,
      givenUp: 1,
      seconds: 100,
      wonSeconds: 40,
      wonMoves: 90,
      bestSeconds: 10,
      fewestMoves: 40,
    })
    expect(two).toMatchObject(addTotals(two, emptyTotals()))
    expect(two).toMatchObject(addTotals(emptyTotals(), two))
  })
  it('of a device leave out what counts for another, and what was before somebody began anew', () => {
    const devices = new Map([
      ['B', device('B', [[row('a', 'givenUp'), row('b'), row('c', 'won', { minute: 1 })]])],
      ['A', device('A', [[row('a')]])],
    ])
    expect(summaryOf(devices, 'B', 1).totals['sea-towers']).toMatchObject({ won: 2, givenUp: 0 })
    devices.get('A')!.settings = { since: { value: { 'sea-towers': 50 }, stamp: [1, 0] } }
    expect(summaryOf(devices, 'B', 1).totals['sea-towers']).toMatchObject({ won: 1 })
    expect(summaryOf(devices, 'B', 0)).toMatchObject({ compactedPages: 0, totals: {} })
  })
  it('of a device count a play that a page of another one holds, while its sums do not count it', () => {
    const sums = compact([[row('b')]], () => true)
    const other = { ...device('A', [[row('a')]]), summary: sums }
    const devices = new Map([
      ['A', other],
      ['B', device('B', [[row('a')]])],
    ])
    expect(summaryOf(devices, 'B', 1).totals['sea-towers']).toMatchObject({ won: 1 })
    devices.set('A', { ...other, summary: compact([[row('a')]], () => true) })
    expect(summaryOf(devices, 'B', 1).totals['sea-towers']).toBeUndefined()
  })
  it('of a device take nothing from its own results, only from those of others', () => {
    const sums = compact([[row('a')]], () => true)
    const devices = new Map([['B', { ...device('B', [[row('a', 'givenUp')]]), summary: sums }]])
    const isElsewhere = ['B', 'C'].map(id => countsElsewhere(devices, id)(row('a', 'givenUp')))
    expect(isElsewhere).toEqual([false, true])
  })
  it('keep marks of the last eight pages', () => {
    const { compactedPages, pageChecksums, includedDigests } = compact(
      Array.from({ length: 10 }, (_, i) => [row(`p${i}`)]),
      () => true,
    )
    expect([compactedPages, pageChecksums.length, Object.keys(includedDigests)]).toEqual([
      10,
      40,
      ['2', '3', '4', '5', '6', '7', '8', '9'],
    ])
  })
  it('keep marks of the plays that count and of those that are left out, in digits that never change', () => {
    const { marks, rest } = storedSummary(
      compact([[row('a'), row('b'), row('c', 'reopened')], [row('d')]], ({ play }) => !play.startsWith('b')),
    )
    expect({ marks, rest }).toEqual({ marks: { 0: 'DdEE65', 1: 'CsR-L7' }, rest: { 0: 'BjvKdeDN1DbP' } })
  })
  it('of 2000 results take at most a fiftieth more than in the first release', () => {
    for (const games of [1, 3, 7, 32]) {
      const rows = Array.from({ length: 2000 }, (_, i) => {
        const game = GAMES[i % games]
        const outcome = i % 5 < 3 ? 'won' : 'givenUp'
        return row(`p${i}`, outcome, {
          game,
          minute: 3_000_000 + i,
          seconds: 90 + (i % 601),
          moves: 60 + (i % 67),
        })
      })
      const pages = Array.from({ length: 32 }, (_, page) => rows.slice(64 * page, 64 * (page + 1)))
      const now = storedSummary(compact(pages, () => true))
      const plain = Object.entries(now.totals).map(([game, of]) => [game, { ...of, last: undefined }])
      const released = { ...now, totals: Object.fromEntries(plain) as unknown }
      const rest = 2000 * 18
      expect(rest + writeJson(now).length).toBeLessThan(1.02 * (rest + writeJson(released).length))
    }
  })
  it('of before a reset stay out where the item would be too long with them', () => {
    const stored = (games: number) => {
      const rows = GAMES.slice(0, games).flatMap(game =>
        Array.from({ length: 60 }, (_, i) =>
          row(`${game[0]}${i}`, 'won', {
            game,
            seconds: Math.round(2 ** (i / 6)),
            moves: Math.round(2 ** (i / 8)),
            minute: i,
          }),
        ),
      )
      return storedSummary(
        compact(
          [rows],
          () => true,
          ({ minute }) => minute < 50,
        ),
      )
    }
    expect([stored(2), stored(6)].map(({ before }) => before !== undefined)).toEqual([true, false])
    expect(writeJson(stored(6)).length).toBeLessThan(8100)
  })
  it('know each page again that they hold', () => {
    const pages = [[row('a')], [row('b')]]
    const results = compact(pages, () => true)
    expect(
      pages.map((rows, i) => [0, 1].map(page => isCompactedPage(results, page, rows) === (i === page))),
    ).toEqual([
      [true, true],
      [true, true],
    ])
  })
  it('of more plays than marks name take those of a page without marks all to be in them, else none', () => {
    const pages = Array.from({ length: 10 }, (_, i) => [row(`p${i}`, i % 2 === 0 ? 'givenUp' : 'won')])
    const [first, second] = pages.map(([one]) => one)
    const all = compact(pages, () => true)
    const late = compact(pages, ({ play }) => play !== first.play && play !== second.play)
    // Asked again they say the same.
    for (let times = 0; times < 2; times++) {
      expect([isInSummary(all, 0, first), isLeftOut(all, 0, first)]).toEqual([true, false])
      expect([isInSummary(late, 1, second), isLeftOut(late, 1, second)]).toEqual([false, true])
    }
  })
  it('tell plays of other devices only by marks that are long enough', () => {
    const results = compact([[row('a')]], () => true)
    expect([...allDigestsOf(results)]).toEqual([digestOf(row('a'))])
    expect([...allDigestsOf({ ...results, digestLength: 3 })]).toEqual([])
  })
  it('that cannot be read are none', () => {
    expect([
      parseSummary({}),
      parseSummary(null),
      parseSummary({ folded: -1, checks: '', marks: {}, totals: {} }),
    ]).toEqual([undefined, undefined, undefined])
  })
})

describe('how far a game has gone', () => {
  const ids = ['deviceAA', 'deviceBB', 'deviceCC']
  it('comes back as it was written, whatever follows', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...ids), fc.nat(64 ** 3 - 1)),
        fc.constantFrom('', 'AAAA'),
        (vector, more) => {
          const reader = new Reader(writeVector(vector) + more)
          expect({ ...readVector(reader) }).toEqual({ ...vector })
          expect(reader.left).toBe(more.length)
        },
      ),
    )
  })
  it('cannot be read from a text that ends too early', () => {
    const text = writeVector({ deviceAA: 5, deviceBB: 7 })
    for (let length = 0; length < text.length; length++)
      expect(readVector(new Reader(text.slice(0, length)))).toBeUndefined()
  })
  it('is written the same whatever the order, for sixty-three devices at most', () => {
    expect(writeVector({ deviceBB: 2, deviceCC: 3, deviceAA: 1 })).toBe(`DdeviceAAAABdeviceBBAACdeviceCCAAD`)
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`device${i + 10}`, i]))
    expect(Object.keys(readVector(new Reader(writeVector(many)))!)).toHaveLength(63)
  })
  it('has no word of a device that did nothing', () => {
    expect([increment({ A: 1 }, 'B', 0), increment({ A: 1 }, 'B', 2), increment({ A: 1 }, 'A', 2)]).toEqual([
      { A: 1 },
      { A: 1, B: 2 },
      { A: 3 },
    ])
  })
  it('stays within three digits a device', () => {
    expect(readVector(new Reader(writeVector({ deviceAA: 64 ** 3 })))).toEqual({ deviceAA: 64 ** 3 - 1 })
  })
  it('is equal, ancestor, descendant or concurrent', () => {
    expect([
      compareVectors({}, {}),
      compareVectors({ A: 1 }, { A: 1, B: 0 }),
      compareVectors({ A: 1 }, { A: 2 }),
      compareVectors({ A: 1, B: 1 }, { A: 1 }),
      compareVectors({ A: 1 }, { B: 1 }),
    ]).toEqual(['equal', 'equal', 'ancestor', 'descendant', 'concurrent'])
  })
})

const stamped = (value: unknown, ...stamp: [number, number]) => ({ felt: { value, stamp } })

describe('a choice', () => {
  it('that was made later holds; of two at once that of the greater device', () => {
    expect(resolve({ A: stamped('late', 2, 0), B: stamped('early', 1, 9) })).toEqual({ felt: 'late' })
    expect(resolve({ A: stamped('one', 1, 1), B: stamped('two', 1, 0) })).toEqual({ felt: 'one' })
    expect(resolve({ B: stamped('two', 1, 0), A: stamped('one', 1, 0) })).toEqual({ felt: 'two' })
  })
  it('is stamped after all others, also by a clock that is behind', () => {
    expect(choose({ A: stamped('red', 50, 3) }, 'B', { felt: 'blue' }, { felt: 'red' }, 40)).toEqual(
      stamped('blue', 50, 4),
    )
    expect(
      choose(
        { A: stamped('red', 50, 3), C: stamped('grey', 10, 9) },
        'B',
        { felt: 'blue' },
        { felt: 'red' },
        50,
      ),
    ).toEqual(stamped('blue', 50, 4))
    expect(choose({ A: stamped('red', 50, 3) }, 'B', { felt: 'blue' }, { felt: 'red' }, 60)).toEqual(
      stamped('blue', 60, 0),
    )
    expect(choose({ A: stamped('red', 50, 3) }, 'A', { felt: 'red' }, { felt: 'red' }, 60)).toEqual(
      stamped('red', 50, 3),
    )
  })
  it('without a stamp is none', () => {
    expect([
      parseRegister({ felt: { value: 1 } }),
      parseRegister({ felt: { value: 1, stamp: [-1, 0] } }),
      parseRegister({ felt: { value: 1, stamp: [1, 0.5] } }),
      parseRegister(7),
    ]).toEqual([undefined, undefined, undefined, undefined])
    expect(parseRegister(stamped('red', 1, 2))).toEqual(stamped('red', 1, 2))
  })
  it('is one of a setting, whose name is a word of forty letters at most', () => {
    const named = (name: string) => parseRegister({ [name]: { value: 1, stamp: [1, 0] } })
    for (const name of ['a', 'a_1', 'a'.repeat(40)]) expect(Object.keys(named(name)!)).toEqual([name])
    for (const name of ['', 'a b', ' a', 'a ', '.a', 'a'.repeat(41)]) expect(named(name)).toBeUndefined()
  })
})

describe('what is known of devices', () => {
  it('passes over what cannot be read, and keeps the rest', () => {
    const known = (key: string, content: string) =>
      devicesOf({ ...item('unknown', ''), ...item(key, content) }).get('deviceAA')
    const nothing = { id: 'deviceAA', summary: NO_SUMMARY, pages: new Map(), games: new Map() }
    for (const key of [
      keys.device('deviceAA'),
      keys.results('deviceAA'),
      keys.settings('deviceAA'),
      keys.log('deviceAA', 0),
      keys.game('deviceAA', 'sea-towers'),
    ])
      expect(known(key, 'AAAAA')).toEqual(nothing)
    expect(known(keys.settings('deviceAA'), writeJson(stamped('red', 1, 2)))?.settings).toEqual(
      stamped('red', 1, 2),
    )
    expect(devicesOf(item('unknown', '')).size).toBe(0)
  })
  it('counts days since 1970', () => {
    expect([dayOf(2 * 86_400_000 - 1), timeOfDay(2)]).toEqual([1, 2 * 86_400_000])
  })
})
