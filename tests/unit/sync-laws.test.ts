// Properties of merging and compacting, for any devices.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { games, type GameId } from '../../engine/index.ts'
import { aggregate, countsElsewhere, statistics, summaryOf, type Since } from '../../stores/sync/aggregate.ts'
import type { Device } from '../../stores/sync/device.ts'
import { type GameResult, type LogRow, writeResult } from '../../stores/sync/game-results.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import {
  MAX_EPOCH,
  MAX_SEQ,
  compareItems,
  join,
  isNewer,
  readItem,
  readJson,
  withEpoch,
  writeItem,
  writeJson,
} from '../../stores/sync/items.ts'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { type SettingsRegister, resolve } from '../../stores/sync/lww-settings.ts'
import { fitting, weightOf } from '../../stores/sync/quota.ts'
import { abandonIdentity, isCloned } from '../../stores/sync/steps/clone.ts'
import { compact, parseSummary, storedSummary } from '../../stores/sync/summary.ts'
import { compareVectors, increment, mergeVectors } from '../../stores/sync/version-vector.ts'
import { some } from '../support/help.ts'
import { choose, device, item, row, written } from '../support/sync-words.ts'

const ids = ['deviceAA', 'deviceBB', 'deviceCC']
const anyKey = fc.oneof(
  fc.constantFrom(...ids).map(keys.device),
  fc.constantFrom(...ids).map(keys.settings),
  fc.tuple(fc.constantFrom(...ids), fc.nat(3)).map(([id, page]) => keys.log(id, page)),
)
const anyItem = fc.record({ epoch: fc.nat(2), seq: fc.nat(5), content: fc.constantFrom('', 'AAAA', 'BBBB') })
const anyItems = fc
  .array(fc.tuple(anyKey, anyItem, fc.constantFrom('good', 'damaged', 'newer')), { maxLength: 12 })
  .map(entries =>
    Object.fromEntries(
      entries.map(([key, item, kind]) => {
        const text = writeItem(key, item)
        return [
          key,
          kind === 'good' ? text : kind === 'newer' ? `2${text.slice(1)}` : `${text.slice(0, -1)}!`,
        ]
      }),
    ),
  )

describe('merging items', () => {
  it('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(anyItems, anyItems, anyItems, (a, b, c) => {
        expect(join(a, b)).toEqual(join(b, a))
        expect(join(join(a, b), c)).toEqual(join(a, join(b, c)))
        expect(join(a, a)).toEqual(a)
        expect(join(join(a, b), b)).toEqual(join(a, b))
      }),
      { numRuns: some(500) },
    )
  })
  it('never replaces a version with an older one, nor a readable value with a damaged one', () => {
    const key = keys.device(ids[0])
    const older = { [key]: writeItem(key, { epoch: 0, seq: 1, content: 'AAAA' }) }
    const newer = { [key]: writeItem(key, { epoch: 0, seq: 2, content: 'BBBB' }) }
    const nextEpoch = { [key]: writeItem(key, { epoch: 1, seq: 1, content: 'CCCC' }) }
    const damaged = { [key]: `${newer[key]}x` }
    expect(join(older, newer)).toEqual(newer)
    expect(join(nextEpoch, newer)).toEqual(nextEpoch)
    expect(join(older, damaged)).toEqual(older)
  })
})

describe('an item', () => {
  it('is read as it was written, under its own key only', () => {
    fc.assert(
      fc.property(anyKey, anyKey, anyItem, (key, other, item) => {
        const text = writeItem(key, item)
        expect(readItem(key, text)).toEqual(item)
        if (other !== key) expect(readItem(other, text)).toBeUndefined()
      }),
    )
  })
  it('with one changed character is damaged', () => {
    const key = keys.device(ids[0])
    const text = writeItem(key, { epoch: 0, seq: 7, content: 'AAAABBBB' })
    for (let at = 0; at < text.length; at++) {
      const changed = `${text.slice(0, at)}${text[at] === 'Z' ? 'Y' : 'Z'}${text.slice(at + 1)}`
      expect(readItem(key, changed), `character ${at}`).toBeUndefined()
    }
  })
  it('keeps its content when its epoch is changed, which is impossible for an unreadable item', () => {
    const key = keys.device(ids[0])
    const text = writeItem(key, { epoch: 2, seq: 7, content: 'AAAA' })
    expect(withEpoch(key, text, 5)).toBe(writeItem(key, { epoch: 5, seq: 7, content: 'AAAA' }))
    for (const other of [`2${text.slice(1)}`, `${text}x`]) expect(withEpoch(key, other, 5)).toBeUndefined()
  })
  it('can have the largest epoch and sequence number, but no larger ones', () => {
    const key = keys.device(ids[0])
    const largest = { epoch: MAX_EPOCH, seq: MAX_SEQ, content: '' }
    expect(readItem(key, writeItem(key, largest))).toEqual(largest)
    expect(() => writeItem(key, { ...largest, epoch: MAX_EPOCH + 1 })).toThrow(RangeError)
    expect(() => writeItem(key, { ...largest, seq: MAX_SEQ + 1 })).toThrow(RangeError)
  })
  it('is equal to itself, and of two contents with the same version, the same one always wins', () => {
    const key = keys.device(ids[0])
    const [a, b] = ['AAAA', 'BBBB'].map(content => writeItem(key, { epoch: 0, seq: 1, content }))
    expect([compareItems(key, a, a), compareItems(key, a, b), compareItems(key, b, a)]).toEqual([0, -1, 1])
  })
  it('of a newer format is recognized, and no value makes parsing throw', () => {
    const key = keys.device(ids[0])
    expect([isNewer('2AAAAAAsomething'), readItem(key, '2AAAAAAsomething')]).toEqual([true, undefined])
    fc.assert(fc.property(fc.anything(), value => void readItem(key, value)))
    fc.assert(
      fc.property(fc.string(), text => {
        parseKey(text)
        readJson(text)
        readResults(text)
      }),
    )
  })
  it('can hold any JSON, encoded as base64url digits', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(writeJson(value)).toMatch(/^[\w-]*$/)
        expect(JSON.stringify(readJson(writeJson(value)))).toBe(JSON.stringify(value))
      }),
    )
  })
})

const anyRow = fc.record({
  play: fc.constantFrom(...Array.from({ length: 12 }, (_, i) => `play${String(i).padStart(4, '0')}`)),
  game: fc.constantFrom<GameId>(...games.slice(0, 16).map(({ id }) => id)),
  outcome: fc.constantFrom('won', 'givenUp', 'reopened'),
  minute: fc.nat(5_000_000),
  seconds: fc.nat(200_000),
  moves: fc.nat(4000),
}) as fc.Arbitrary<GameResult>
const onePerPlay = (rows: GameResult[]) => [...new Map(rows.map(row => [row.play, row])).values()]
const anyLog = fc.array(anyRow, { maxLength: 10 }).map(onePerPlay)

it('the rows of a log are read as they were written', () => {
  fc.assert(
    fc.property(anyLog, rows => {
      expect(readResults(rows.map(writeResult).join(''))).toEqual(rows)
    }),
  )
})

describe('the aggregate', () => {
  it('counts every play once, however many devices have its result', () => {
    fc.assert(
      fc.property(fc.array(anyLog, { minLength: 1, maxLength: 3 }), logs => {
        const counted = statistics(aggregate(logs.map((rows, i) => device(ids[i], [rows]))))
        const plays = new Set(
          logs
            .flat()
            .filter(({ outcome }) => outcome !== 'reopened')
            .map(({ play }) => play),
        )
        const wins = new Set(
          logs
            .flat()
            .filter(({ outcome }) => outcome === 'won')
            .map(({ play }) => play),
        )
        expect(counted.played).toBe(plays.size)
        expect(counted.won).toBe(wins.size)
      }),
    )
  })
  it('does not depend on the order of the devices', () => {
    fc.assert(
      fc.property(anyLog, anyLog, (a, b) => {
        const devices = [device(ids[0], [a]), device(ids[1], [b])]
        expect(statistics(aggregate(devices.toReversed()))).toEqual(statistics(aggregate(devices)))
      }),
    )
  })
  it('is the same if log pages are compacted, whether this device knows them or not', () => {
    fc.assert(
      fc.property(anyLog, anyLog, (first, second) => {
        const rows = onePerPlay([...first, ...second])
        const pages = [rows.slice(0, 5), rows.slice(5)]
        const whole = statistics(aggregate([device(ids[0], pages)]))
        const summed = device(ids[0], pages, 1)
        expect(statistics(aggregate([summed]))).toEqual(whole)
        summed.pages.delete(0)
        const { played, won, seconds, bestSeconds, fewestMoves, averageSeconds } = whole
        expect(statistics(aggregate([summed]))).toMatchObject({
          played,
          won,
          seconds,
          ...(won > 0 && { bestSeconds, fewestMoves, averageSeconds }),
        })
      }),
    )
  })
  it('counts a play once if one device has compacted it and another has it in its log', () => {
    fc.assert(
      fc.property(anyLog, anyLog, (rows, others) => {
        const summed = device(ids[0], [rows], 1)
        const whole = statistics(aggregate([device(ids[0], [onePerPlay([...others, ...rows])])]))
        summed.pages.clear()
        const other = device(ids[1], [onePerPlay([...others, ...rows])])
        expect(statistics(aggregate([summed, other])).played).toBe(whole.played)
        expect(statistics(aggregate([other, summed])).won).toBe(whole.won)
      }),
    )
  })
  it('counts a play once if two devices have compacted it and know each other’s sums', () => {
    fc.assert(
      fc.property(anyLog, anyLog, (first, second) => {
        const pages = [first, second]
        // Each device knows its own rows and the other’s sums, and compacts again.
        const before = pages.map((rows, i) => ({
          ...device(ids[i], [rows], 1),
          pages: new Map<number, GameResult[]>(),
        }))
        const after = pages.map((rows, i): Device => {
          const isBeaten = countsElsewhere(new Map(before.map(one => [one.id, one])), ids[i])
          return { ...before[i], summary: compact([rows], row => !isBeaten(row)) }
        })
        const plays = new Set(
          pages
            .flat()
            .filter(({ outcome }) => outcome !== 'reopened')
            .map(({ play }) => play),
        )
        const wins = new Set(
          pages
            .flat()
            .filter(({ outcome }) => outcome === 'won')
            .map(({ play }) => play),
        )
        expect(statistics(aggregate(after))).toMatchObject({ played: plays.size, won: wins.size })
      }),
    )
  })
  it('ignores an older version of a log page after a later version of it was compacted', () => {
    fc.assert(
      fc.property(anyLog, fc.infiniteStream(fc.boolean()), (rows, isReopened) => {
        const later = rows.map((row): GameResult =>
          row.outcome === 'givenUp' && isReopened.next().value ? { ...row, outcome: 'reopened' } : row,
        )
        const here = { ...device(ids[0], [rows]), summary: compact([later], () => true) }
        const { played, won } = statistics(aggregate([device(ids[0], [later])]))
        expect(statistics(aggregate([here]))).toMatchObject({ played, won })
      }),
    )
  })
  it('never has a win rate over 100%, or an average or median without a win', () => {
    fc.assert(
      fc.property(anyLog, rows => {
        const { winRate, played, won, averageSeconds, medianSeconds } = statistics(
          aggregate([device(ids[0], [rows])]),
        )
        expect(played === 0 ? Number.isNaN(winRate) : winRate >= 0 && winRate <= 1).toBe(true)
        expect(averageSeconds === undefined).toBe(won === 0)
        expect(medianSeconds === undefined).toBe(won === 0)
      }),
    )
  })
  it('counts streaks across devices in chronological order', () => {
    const a = [row('a', 'won', { minute: 1 }), row('b', 'won', { minute: 5 })]
    const b = [row('c', 'won', { minute: 3 }), row('d', 'givenUp', { minute: 2 })]
    expect(statistics(aggregate([device(ids[0], [a]), device(ids[1], [b])]))).toMatchObject({
      currentStreak: 2,
      bestStreak: 2,
      played: 4,
      won: 3,
    })
  })
})

describe('log pages and their sums', () => {
  const games = ['golf', 'freecell', 'sea-towers'] as const
  const PAGE = 4
  const shortRow = fc.record({
    play: fc.nat(11).map(i => `play00${String(i).padStart(2, '0')}`),
    game: fc.constantFrom<GameId>(...games),
    outcome: fc.constantFrom('won', 'givenUp', 'reopened'),
    minute: fc.nat(9),
    seconds: fc.nat(500),
    moves: fc.nat(200),
  }) as fc.Arbitrary<GameResult>
  /** Gives a result a game that depends only on its play, so that it is the same on every device. */
  const ofOneGame = (one: GameResult): GameResult => ({ ...one, game: games[Number(one.play.slice(6)) % 3] })
  const shortLog = fc.array(shortRow, { maxLength: 12 }).map(rows => onePerPlay(rows.map(ofOneGame)))
  const log = fc.record({
    rows: shortLog,
    compacted: fc.nat(3),
    known: fc.array(fc.boolean(), { maxLength: 3 }),
  })
  const resets = fc.record({ golf: fc.nat(10), freecell: fc.nat(10) }, { requiredKeys: [] })

  const pagesOf = (rows: readonly GameResult[]) =>
    Array.from({ length: Math.ceil(rows.length / PAGE) }, (_, i) => rows.slice(PAGE * i, PAGE * (i + 1)))
  const storedAndParsed = (summary: Device['summary']) =>
    parseSummary(JSON.parse(JSON.stringify(storedSummary(summary))))!

  /** Devices that know about each other and about a reset, each with its sums. */
  function account(logs: readonly { rows: GameResult[]; compacted: number }[], reset: Since): Device[] {
    const devices = new Map(logs.map(({ rows }, i) => [ids[i], device(ids[i], pagesOf(rows))]))
    devices.get(ids[0])!.settings = { since: { value: reset, stamp: [1, 0] } }
    // Which results count depends on all devices, so each one recomputes its sums after the others.
    for (let times = 0; times < 3; times++)
      for (const [i, { compacted }] of logs.entries()) {
        const one = devices.get(ids[i])!
        const count = Math.min(compacted, one.pages.size)
        one.summary = storedAndParsed(summaryOf(devices, one.id, count))
      }
    return [...devices.values()]
  }
  /** The statistics that sums can hold: no medians, and no streaks across devices. */
  const statisticsInSums = (devices: Device[], since: Since) =>
    [undefined, ...games].map(game => {
      const { played, won, givenUp, seconds, bestSeconds, averageSeconds, fewestMoves, averageMoves } =
        statistics(aggregate(devices, since), game)
      return { played, won, givenUp, seconds, bestSeconds, averageSeconds, fewestMoves, averageMoves }
    })
  /** The devices as known to another device that has only some (`known`) of the compacted log pages. */
  const seenElsewhere = (devices: Device[], known: readonly boolean[][]) =>
    devices.map((one, i) => ({
      ...one,
      pages: new Map([...one.pages].filter(([page]) => page >= one.summary.compactedPages || known[i][page])),
    }))
  /** Resets that are later than all results. */
  const laterResets = (since: Since) => Object.fromEntries(Object.keys(since).map(game => [game, 99]))

  it('give the same statistics, even after a reset and after undoing it', () => {
    fc.assert(
      fc.property(fc.array(log, { minLength: 1, maxLength: 3 }), resets, (logs, reset) => {
        const devices = account(logs, reset)
        const sums = seenElsewhere(
          devices,
          logs.map(({ known }) => known),
        )
        for (const since of [reset, {}, laterResets(reset)])
          expect(statisticsInSums(sums, since)).toEqual(statisticsInSums(devices, since))
      }),
      { numRuns: some(2000) },
    )
  })
  it('give the same statistics after a reset that their owners do not know about', () => {
    fc.assert(
      fc.property(fc.array(log, { minLength: 1, maxLength: 3 }), logs => {
        const devices = account(logs, {})
        const sums = seenElsewhere(
          devices,
          logs.map(({ known }) => known),
        )
        for (const since of [{ golf: 10 }, { 'golf': 10, 'freecell': 10, 'sea-towers': 10 }])
          expect(statisticsInSums(sums, since)).toEqual(statisticsInSums(devices, since))
      }),
      { numRuns: some(1000) },
    )
  })
  it('count the same number of games if some were won on another device after their owner was gone', () => {
    const known = fc.array(fc.boolean(), { maxLength: 3 })
    fc.assert(
      fc.property(log, fc.array(shortRow, { maxLength: 8 }), known, (one, later, pages) => {
        const [gone] = account([one], {})
        const wins = onePerPlay(later.map(row => ofOneGame({ ...row, outcome: 'won', minute: 20 })))
        for (const id of [ids[1], 'deviceA0']) {
          const [whole, summed] = [[gone], seenElsewhere([gone], [pages])].map(first =>
            statisticsInSums([...first, device(id, [wins])], {}).map(({ played, won, givenUp }) => [
              played,
              won,
              givenUp,
            ]),
          )
          expect(summed).toEqual(whole)
        }
      }),
      { numRuns: some(1000) },
    )
  })
  it('give the same best streak for each game, with or without a reset', () => {
    fc.assert(
      fc.property(shortLog, resets, (rows, reset) => {
        const [one] = account([{ rows, compacted: 3 }], reset)
        for (const since of [reset, {}])
          for (const game of games) {
            const [whole, summed] = [one, { ...one, pages: new Map() }].map(
              known => statistics(aggregate([known], since), game).bestStreak,
            )
            expect(summed).toBe(whole)
          }
      }),
    )
  })
})

describe('a win streak', () => {
  it('follows the minutes, and the log within a minute, whatever the play ids are', () => {
    const outcome = fc.constantFrom<GameResult['outcome']>('won', 'givenUp')
    fc.assert(
      fc.property(fc.array(fc.tuple(outcome, fc.nat(2)), { maxLength: 12 }), fc.nat(), (ended, seed) => {
        const inOrder = ended.toSorted(([, a], [, b]) => a - b)
        const name = (i: number) => `p${String((seed + 7 * i) % 97).padStart(2, '0')}`
        const rows = inOrder.map(([one, minute], i) => row(name(i), one, { minute }))
        const last = inOrder.findLastIndex(([one]) => one !== 'won')
        const best = Math.max(
          0,
          ...inOrder.map((_, i) => [...inOrder.slice(i), ['end']].findIndex(([one]) => one !== 'won')),
        )
        expect(statistics(aggregate([device(ids[0], [rows.slice(0, 5), rows.slice(5)])]))).toMatchObject({
          currentStreak: inOrder.length - 1 - last,
          bestStreak: best,
        })
      }),
    )
  })
})

describe('clone detection', () => {
  const key = keys.log(ids[0], 0)
  const page = (rows: GameResult[], seq: number) => item(key, written(...rows), seq)
  const outcomesIn = (rows: LogRow[]) => new Map(rows.map(({ play, outcome }) => [play, outcome]))

  it('keeps every result, however often two clones wrote the same page', () => {
    fc.assert(
      fc.property(anyLog, anyLog, anyLog, fc.nat(4), fc.nat(4), (before, own, other, ownSeq, otherSeq) => {
        const ownRows = onePerPlay([...before, ...own])
        const otherRows = onePerPlay([...before, ...other])
        const copies = page(ownRows, ownSeq)
        const seen = page(otherRows, otherSeq)
        if (isCloned(ids[0], copies, seen)) {
          const kept = outcomesIn([...otherRows, ...abandonIdentity(ids[0], { ...copies }, seen).left])
          for (const [play, outcome] of outcomesIn(ownRows)) expect(kept.get(play)).toBe(outcome)
        } else {
          const kept = outcomesIn(ownRows)
          for (const [play, outcome] of outcomesIn(otherRows))
            expect(kept.get(play)).toBe(outcome === 'won' ? 'won' : (kept.get(play) ?? 'lost'))
        }
      }),
      { numRuns: some(1000) },
    )
  })
  it('keeps a given-up game that a clone also gave up, because the clone may reopen it', () => {
    const row: GameResult = {
      play: 'playAAAA',
      game: 'sea-towers',
      outcome: 'givenUp',
      minute: 7,
      seconds: 60,
      moves: 80,
    }
    expect(abandonIdentity(ids[0], page([row], 1), page([{ ...row, minute: 9 }], 1)).left).toEqual([row])
    expect(abandonIdentity(ids[0], page([row], 1), page([row], 2)).left).toEqual([])
  })
  it('ignores an earlier version that this device wrote itself', () => {
    const row: GameResult = {
      play: 'playAAAA',
      game: 'sea-towers',
      outcome: 'givenUp',
      minute: 1,
      seconds: 60,
      moves: 80,
    }
    expect(
      isCloned(
        ids[0],
        page(
          [
            { ...row, outcome: 'won' },
            { ...row, play: 'playBBBB' },
          ],
          3,
        ),
        page([row], 1),
      ),
    ).toBe(false)
  })
})

const anyVector = fc.dictionary(fc.constantFrom(...ids), fc.nat(3)).map(vector => ({ ...vector }))

describe('the selection of items', () => {
  const device = ids[0]
  const sized = (key: string, length: number) => [key, 'x'.repeat(length)] as const
  it('stays within the limits, prefers results to games, and leaves out nothing that still fits', () => {
    const kinds = [
      keys.results(device),
      keys.log(device, 0),
      keys.log(device, 1),
      keys.settings(device),
      keys.device(device),
      keys.game(device, 'sea-towers'),
    ]
    fc.assert(
      fc.property(fc.subarray(kinds), fc.infiniteStream(fc.nat(400)), fc.nat(1200), (listed, sizes, room) => {
        const items = listed.map(key => sized(key, sizes.next().value))
        const chosen = fitting(items, { bytes: room, items: 9 })
        const used = chosen.reduce((sum, [key, text]) => sum + weightOf(key, text), 0)
        expect(used).toBeLessThanOrEqual(room)
        for (const one of items)
          if (!chosen.includes(one)) expect(used + weightOf(...one)).toBeGreaterThan(room)
      }),
    )
    const [game, page] = [sized(keys.game(device, 'sea-towers'), 300), sized(keys.log(device, 0), 300)]
    expect(fitting([game, page], { bytes: 400, items: 2 })).toEqual([page])
    expect(fitting([game, page], { bytes: 4000, items: 1 })).toEqual([page])
  })
})

describe('in version vectors', () => {
  it('a state is a descendant of the state that it continues, which is its ancestor', () => {
    fc.assert(
      fc.property(
        anyVector,
        fc.constantFrom(...ids),
        fc.integer({ min: 1, max: 5 }),
        (vector, id, actions) => {
          expect(compareVectors(vector, increment(vector, id, actions))).toBe('ancestor')
          expect(compareVectors(increment(vector, id, actions), vector)).toBe('descendant')
        },
      ),
    )
  })
  it('two states that continue the same one are concurrent, and merging gives a descendant of both', () => {
    fc.assert(
      fc.property(anyVector, vector => {
        const a = increment(vector, ids[0], 1)
        const b = increment(vector, ids[1], 1)
        expect(compareVectors(a, b)).toBe('concurrent')
        expect(compareVectors(a, mergeVectors(a, b))).toBe('ancestor')
        expect(compareVectors(b, mergeVectors(a, b))).toBe('ancestor')
      }),
    )
  })
})

describe('merged settings', () => {
  it('have the last choice of each setting, even if a clock was slow', () => {
    let a: SettingsRegister = {}
    let b: SettingsRegister = {}
    a = choose({}, ids[0], { felt: 'green' }, {}, 1000)
    b = choose({ [ids[0]]: a }, ids[1], { felt: 'walnut' }, { felt: 'green' }, 500) // a slow clock
    expect(resolve({ [ids[0]]: a, [ids[1]]: b })).toEqual({ felt: 'walnut' })
    a = choose(
      { [ids[0]]: a, [ids[1]]: b },
      ids[0],
      { felt: 'walnut', click: 'drag' },
      { felt: 'walnut' },
      2000,
    )
    expect(resolve({ [ids[1]]: b, [ids[0]]: a })).toEqual({ felt: 'walnut', click: 'drag' })
  })
})
