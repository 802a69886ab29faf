// Results and statistics: rows, log pages, sums, averages and medians. Also version vectors and settings.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { GAMES, games, Reader } from '../../engine/index.ts'
import { aggregate, countsElsewhere, endsOf, statistics, summaryOf } from '../../stores/sync/aggregate.ts'
import { sinceIn } from '../../stores/settings/schema.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import {
  type GameResult,
  OUTCOMES,
  ROW_GAMES,
  timeOfPending,
  writeEnding,
  writePending,
  writeResult,
} from '../../stores/sync/game-results.ts'
import {
  counts,
  beats,
  isPageFull,
  pendingResultsIn,
  readEnding,
  readResults,
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
import { choose, device, item, logAfter, row, written } from '../support/sync-words.ts'

describe('a row', () => {
  it('stores each value up to its maximum, and clamps larger ones to it', () => {
    const largest = row('a', 'won', { minute: 64 ** 4 - 1, seconds: 64 ** 3 - 1, moves: 4095 })
    expect(readResults(writeResult(largest))).toEqual([largest])
    expect(writeResult({ ...largest, minute: 64 ** 4, seconds: 64 ** 3, moves: 4096 })).toBe(
      writeResult(largest),
    )
  })
  test.each(games.flatMap(({ id }) => OUTCOMES.map(outcome => [id, outcome] as const)))(
    'of %s, %s, is read as it was written',
    (game, outcome) => {
      expect(readResults(writeResult(row('a', outcome, { game })))).toEqual([row('a', outcome, { game })])
    },
  )
  it('is invalid if it is cut off or has invalid characters', () => {
    expect(readResults(writeResult(row('a')).slice(1))).toBeUndefined()
    expect(readResults(writeResult(row('a')).replace('a', '!'))).toBeUndefined()
    expect(readResults('')).toEqual([])
  })
  it('with an outcome of a later version is skipped', () => {
    const digits = writeResult(row('a'))
    expect(readResults(`${digits.slice(0, 8)}D${digits.slice(9, 13)}wAA${digits.slice(16)}`)).toEqual([])
  })
  it('of one of the first sixteen games is written as version 1.0 wrote it', () => {
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
    'of a later game (number %i, outcome %i, %i seconds) is written as %s, which version 1.0 skips',
    (game, outcome, seconds, digits) => {
      expect(writeEnding({ game, outcome, seconds })).toBe(digits)
      expect(new Reader(digits).number(1) & 3).toBe(3)
    },
  )
  it('of any game is read with its outcome and seconds', () => {
    for (let game = 0; game < ROW_GAMES; game++)
      for (let outcome = 0; outcome < OUTCOMES.length; outcome++) {
        const reader = new Reader(writeEnding({ game, outcome, seconds: 12_345 }))
        expect(readEnding(reader.number(1), reader.number(3))).toEqual({ game, outcome, seconds: 12_345 })
      }
  })
  it('of a later game that took longer than 16,383 seconds stores 16,383', () => {
    expect(writeEnding({ game: 20, outcome: 1, seconds: 20_000 })).toBe(
      writeEnding({ game: 20, outcome: 1, seconds: 16_383 }),
    )
  })
  it('cannot be written for a game number out of range', () => {
    expect(() => writeEnding({ game: ROW_GAMES, outcome: 0, seconds: 0 })).toThrow(RangeError)
    expect(() => writeEnding({ game: -1, outcome: 0, seconds: 0 })).toThrow(RangeError)
  })
  it('with a game of a later version is skipped, and keeps its place', () => {
    const later = 'later000_AAAA_AAAA'
    expect(readResults(later + writeResult(row('b')))).toEqual([row('b')])
    expect(logAfter([later + written(row('b', 'givenUp'))], row('b'))).toEqual([later + written(row('b'))])
  })
  it('counts unless the game was reopened', () => {
    expect(OUTCOMES.map(outcome => counts(row('a', outcome)))).toEqual([true, true, false])
  })
  it('stores minutes since 2020', () => {
    expect([timeOf(0), timeOf(1)]).toEqual([Date.UTC(2020), Date.UTC(2020) + 60_000])
    expect([minuteOf(Date.UTC(2020) + 119_999), minuteOf(0)]).toEqual([1, 0])
  })
})

describe('a pending result', () => {
  it('is read as one result by every version, and by this one with the time when it was written', () => {
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
  it('enters the log in the order in which games ended, whatever the play ids are', () => {
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
  it('of a released version enters the log by its minute, and an unreadable one stays pending', () => {
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

describe('a log page', () => {
  it('has each play once: a newer result replaces an older one, unless the older one is a win', () => {
    const before = written(row('a'), row('b', 'givenUp'), row('c'))
    expect(logAfter([before], row('b', 'reopened'))).toEqual([
      written(row('a'), row('b', 'reopened'), row('c')),
    ])
    expect(logAfter([before], row('b'))).toEqual([written(row('a'), row('c'), row('b'))])
    for (const known of [row('a', 'givenUp'), row('a', 'reopened'), row('b', 'givenUp')])
      expect(logAfter([before], known)).toEqual([before])
  })
  it('keeps an earlier row of a play as reopened if the new result is added to a later page', () => {
    const [first, last] = [written(row('a', 'givenUp'), row('b')), written(row('c'))]
    const reopened = written(row('a', 'reopened'), row('b'))
    expect(logAfter([first, last], row('a'))).toEqual([reopened, written(row('c'), row('a'))])
    expect(logAfter([reopened, last], row('a', 'givenUp'))).toEqual([
      reopened,
      written(row('c'), row('a', 'givenUp')),
    ])
    expect(logAfter([first, last], row('a', 'reopened'))).toEqual([reopened, last])
    const won = [reopened, written(row('c'), row('a'))]
    for (const known of [row('a', 'givenUp'), row('b', 'givenUp'), row('a', 'givenUp', { seconds: 9 })])
      expect(logAfter(won, known)).toEqual(won)
  })
  it('also replaces a row that this version cannot read', () => {
    const later = 'later000_AAAA_AAAA'
    expect(logAfter([written(row('a')) + later], row('later'))).toEqual([written(row('a'), row('later'))])
  })
  it('is full at 64 results', () => {
    const rows = Array.from({ length: 64 }, (_, i) => row(`p${i}`))
    expect(isPageFull(written(...rows.slice(1)))).toBe(false)
    expect(isPageFull(written(...rows))).toBe(true)
  })
})

test('of two rows of a play, a win beats a loss, which beats reopened; the smaller id breaks ties', () => {
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

  it('give best, average and median of the games won, and time and win rate of all games', () => {
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
      medianSeconds: 250,
      fewestMoves: 60,
      averageMoves: 281 / 4,
      medianMoves: 65.5,
    })
  })
  it('from sums are exact, except medians, which are within half a histogram bin', () => {
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
    expect(Math.abs(Math.log2((medianSeconds! + 1) / 251))).toBeLessThan(1 / 16)
    expect(Math.abs(Math.log2((medianMoves! + 1) / 66.5))).toBeLessThan(1 / 16)
  })
  it('of one game exclude the others', () => {
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
  it('start at the minute of a reset, for the game that was reset', () => {
    const since = sinceIn({ 'sea-towers': 2 })
    expect(
      aggregate(
        [device('A', [[...wins, row('x', 'won', { game: 'freecell', minute: 0 })]])],
        since,
      ).results.map(({ play }) => play.slice(0, 2)),
    ).toEqual(['x0', 'w2', 'w3'])
    expect([sinceIn('nonsense'), sinceIn({ 'sea-towers': 'soon', 'freecell': 3 })]).toEqual([
      {},
      { freecell: 3 },
    ])
  })
  it('count streaks in chronological order, and within a minute in log order', () => {
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
  it('order results by minute, and keep the given order within a minute', () => {
    const [c, d, a] = [row('c', 'givenUp'), row('d'), row('a', 'givenUp')]
    const [early, late] = [row('f', 'won', { minute: 99 }), row('e', 'won', { minute: 101 })]
    expect(inTime([late, c, d, early, a])).toEqual([early, c, d, a, late])
    expect(inTime([a, d, early, c, late])).toEqual([early, a, d, c, late])
    expect(inTime([])).toEqual([])
  })
  it('order results within a minute by place in the log, then by play, whatever the device ids are', () => {
    const [own, other] = [
      [row('d', 'givenUp'), row('a'), row('e')],
      [row('b', 'givenUp'), row('c')],
    ]
    const [first, last] = [row('z', 'won', { minute: 99 }), row('y', 'won', { minute: 101 })]
    const playsOf = (...logs: GameResult[][]) =>
      aggregate(logs.map((log, i) => device(`device${i}`, [log])))
        .results.map(({ play }) => play[0])
        .join('')
    const logs = [[first, ...own], other, [last]]
    expect([playsOf(...logs), playsOf(...logs.toReversed())]).toEqual(['zbdacey', 'zbdacey'])
    // Copies of a part of a log, as after an import, do not change its order.
    for (const copied of [own.slice(0, 1), own.slice(1), own.slice(2), own])
      expect([playsOf(own, other, copied), playsOf(copied, other, own)]).toEqual(['bdace', 'bdace'])
    // The first of a play’s equal results counts, and only once.
    const again = [row('d', 'givenUp'), row('d', 'reopened'), row('d', 'givenUp'), row('a')]
    expect([playsOf(again, other), playsOf(other, again)]).toEqual(['bdac', 'bdac'])
  })
  it('count a play once if one device compacted it as won and another gave it up', () => {
    const summed = device('A', [[row('a')]], 1)
    summed.pages.clear()
    expect(statistics(aggregate([summed, device('B', [[row('a', 'givenUp')]])]))).toMatchObject({
      played: 1,
      won: 1,
    })
  })
  it('count a play once if the sums include it without a digest and its log page is still known', () => {
    const pages = Array.from({ length: 10 }, (_, i) => [row(`p${i}`)])
    const summed = device('A', pages, 10)
    summed.pages.delete(9)
    expect(statistics(aggregate([summed, device('B', [[row('p0')]])])).played).toBe(10)
  })
  it('count a play that another device’s sums leave out, even on a log page without digests', () => {
    const pages = Array.from({ length: 10 }, (_, i) => [row(`p${i}`)])
    const counted = new Set(pages.slice(2).flat())
    const summary = compact(pages, result => counted.has(result))
    const summed = { ...device('B', pages.slice(0, 9)), summary }
    expect(statistics(aggregate([device('A', [[row('p0')]]), summed])).played).toBe(9)
  })
  it('count the rows if this device knows all of them, whatever the sums leave out', () => {
    const known = {
      ...device('A', [[row('a'), row('b')]]),
      summary: compact([[row('a'), row('b')]], ({ play }) => play.startsWith('a')),
    }
    expect(statistics(aggregate([known])).played).toBe(2)
  })
  it('identify the row that counts for each play, and its device', () => {
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

describe('the sums', () => {
  it('are added, and the better of two best values is taken', () => {
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
  it('of a device leave out results that count for another device, and those from before a reset', () => {
    const devices = new Map([
      ['B', device('B', [[row('a', 'givenUp'), row('b'), row('c', 'won', { minute: 1 })]])],
      ['A', device('A', [[row('a')]])],
    ])
    expect(summaryOf(devices, 'B', 1).totals['sea-towers']).toMatchObject({ won: 2, givenUp: 0 })
    devices.get('A')!.settings = { since: { value: { 'sea-towers': 50 }, stamp: [1, 0] } }
    expect(summaryOf(devices, 'B', 1).totals['sea-towers']).toMatchObject({ won: 1 })
    expect(summaryOf(devices, 'B', 0)).toMatchObject({ compactedPages: 0, totals: {} })
  })
  it('of a device count a play on another device’s log page if that device’s sums leave it out', () => {
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
  it('of a device exclude results in the sums of other devices, but not those in its own sums', () => {
    const sums = compact([[row('a')]], () => true)
    const devices = new Map([['B', { ...device('B', [[row('a', 'givenUp')]]), summary: sums }]])
    const isElsewhere = ['B', 'C'].map(id => countsElsewhere(devices, id)(row('a', 'givenUp')))
    expect(isElsewhere).toEqual([false, true])
  })
  it('have digests of the last eight log pages', () => {
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
  it('have digests, whose form never changes, of the plays that count and of those left out', () => {
    const { marks, rest } = storedSummary(
      compact([[row('a'), row('b'), row('c', 'reopened')], [row('d')]], ({ play }) => !play.startsWith('b')),
    )
    expect({ marks, rest }).toEqual({ marks: { 0: 'DdEE65', 1: 'CsR-L7' }, rest: { 0: 'BjvKdeDN1DbP' } })
  })
  it('take, together with 2,000 results, less than 2% more space than in the first release', () => {
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
      const plain = Object.entries(now.totals).map(([game, sums]) => [game, { ...sums, last: undefined }])
      const released = { ...now, totals: Object.fromEntries(plain) as unknown }
      const rest = 2000 * 18
      expect(rest + writeJson(now).length).toBeLessThan(1.02 * (rest + writeJson(released).length))
    }
  })
  it('from before a reset are left out if the item would be too long with them', () => {
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
  it('recognize each log page that they include', () => {
    const pages = [[row('a')], [row('b')]]
    const results = compact(pages, () => true)
    expect(
      pages.map((rows, i) => [0, 1].map(page => isCompactedPage(results, page, rows) === (i === page))),
    ).toEqual([
      [true, true],
      [true, true],
    ])
  })
  it('tell whether they include or leave out a play on a log page without digests', () => {
    const pages = Array.from({ length: 10 }, (_, i) => [row(`p${i}`, i % 2 === 0 ? 'givenUp' : 'won')])
    const [first, second] = pages.map(([one]) => one)
    const all = compact(pages, () => true)
    const late = compact(pages, ({ play }) => play !== first.play && play !== second.play)
    // A second call gives the same result.
    for (let times = 0; times < 2; times++) {
      expect([isInSummary(all, 0, first), isLeftOut(all, 0, first)]).toEqual([true, false])
      expect([isInSummary(late, 1, second), isLeftOut(late, 1, second)]).toEqual([false, true])
    }
  })
  it('identify plays of other devices only by digests that are long enough', () => {
    const results = compact([[row('a')]], () => true)
    expect([...allDigestsOf(results)]).toEqual([digestOf(row('a'))])
    expect([...allDigestsOf({ ...results, digestLength: 3 })]).toEqual([])
  })
  it('are invalid if a field is missing or out of range', () => {
    expect([
      parseSummary({}),
      parseSummary(null),
      parseSummary({ folded: -1, checks: '', marks: {}, totals: {} }),
    ]).toEqual([undefined, undefined, undefined])
  })
})

describe('a version vector', () => {
  const ids = ['deviceAA', 'deviceBB', 'deviceCC']
  it('is read as it was written, whatever follows', () => {
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
  it('is written the same in any order, for at most 63 devices', () => {
    expect(writeVector({ deviceBB: 2, deviceCC: 3, deviceAA: 1 })).toBe(`DdeviceAAAABdeviceBBAACdeviceCCAAD`)
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`device${i + 10}`, i]))
    expect(Object.keys(readVector(new Reader(writeVector(many)))!)).toHaveLength(63)
  })
  it('leaves out devices without actions', () => {
    expect([increment({ A: 1 }, 'B', 0), increment({ A: 1 }, 'B', 2), increment({ A: 1 }, 'A', 2)]).toEqual([
      { A: 1 },
      { A: 1, B: 2 },
      { A: 3 },
    ])
  })
  it('has at most three digits per device', () => {
    expect(readVector(new Reader(writeVector({ deviceAA: 64 ** 3 })))).toEqual({ deviceAA: 64 ** 3 - 1 })
  })
  it('is equal to, an ancestor or descendant of, or concurrent with another', () => {
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
  it('wins if it is later, or if it is from the same time and has the greater value', () => {
    expect(resolve({ A: stamped('late', 2, 0), B: stamped('early', 1, 9) })).toEqual({ felt: 'late' })
    expect(resolve({ A: stamped('one', 1, 1), B: stamped('two', 1, 0) })).toEqual({ felt: 'one' })
    expect(resolve({ B: stamped('two', 1, 0), A: stamped('one', 1, 0) })).toEqual({ felt: 'two' })
  })
  it('has a timestamp after all others, even if the clock is behind', () => {
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
  it('without a timestamp is invalid', () => {
    expect([
      parseRegister({ felt: { value: 1 } }),
      parseRegister({ felt: { value: 1, stamp: [-1, 0] } }),
      parseRegister({ felt: { value: 1, stamp: [1, 0.5] } }),
      parseRegister(7),
    ]).toEqual([undefined, undefined, undefined, undefined])
    expect(parseRegister(stamped('red', 1, 2))).toEqual(stamped('red', 1, 2))
  })
  it('is valid only if the name of its setting is a word of one to forty characters', () => {
    const named = (name: string) => parseRegister({ [name]: { value: 1, stamp: [1, 0] } })
    for (const name of ['a', 'a_1', 'a'.repeat(40)]) expect(Object.keys(named(name)!)).toEqual([name])
    for (const name of ['', 'a b', ' a', 'a ', '.a', 'a'.repeat(41)]) expect(named(name)).toBeUndefined()
  })
})

describe('parsing devices', () => {
  it('skips contents that cannot be read, and keeps the others', () => {
    const known = (key: string, content: string) =>
      devicesOf({ ...item('unknown', ''), ...item(key, content) }).get('deviceAA')
    const empty = { id: 'deviceAA', summary: NO_SUMMARY, pages: new Map(), games: new Map() }
    for (const key of [
      keys.device('deviceAA'),
      keys.results('deviceAA'),
      keys.settings('deviceAA'),
      keys.log('deviceAA', 0),
      keys.game('deviceAA', 'sea-towers'),
    ])
      expect(known(key, 'AAAAA')).toEqual(empty)
    expect(known(keys.settings('deviceAA'), writeJson(stamped('red', 1, 2)))?.settings).toEqual(
      stamped('red', 1, 2),
    )
    expect(devicesOf(item('unknown', '')).size).toBe(0)
  })
  it('counts days since 1970', () => {
    expect([dayOf(2 * 86_400_000 - 1), timeOfDay(2)]).toEqual([1, 2 * 86_400_000])
  })
})
