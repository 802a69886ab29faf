// Statistics across devices: plays that ended on several devices, resets, streaks and medians. Also the
// merging of setting choices.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aggregate,
  countsOf,
  endsOf,
  statistics,
  summaryOf,
  weightedMedian,
  type Since,
} from '../../stores/sync/aggregate.ts'
import { ownsResults, resultsOf, type Device } from '../../stores/sync/device.ts'
import { writeEnding, type GameResult } from '../../stores/sync/game-results.ts'
import {
  compareTimestamps,
  laterChoices,
  mergeRegisters,
  parseRegister,
  type SettingsRegister,
} from '../../stores/sync/lww-settings.ts'
import { parseSummary, storedSummary, valueOf } from '../../stores/sync/summary.ts'
import { timeOf } from '../../stores/time.ts'
import { device, row } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 0, 5)
/** The total seconds of all results that count. */
const secondsOf = (...devices: Device[]) => statistics(aggregate(devices, {}, NOW)).seconds
const lasting = (seconds: number, outcome: GameResult['outcome'] = 'won') => row('play', outcome, { seconds })

describe('of the results of a play that ended on two devices', () => {
  it.each([
    ['the one with the smaller device id counts if both are wins', 60, lasting(60), lasting(90)],
    [
      'the one with the smaller device id counts if both were given up',
      60,
      lasting(60, 'givenUp'),
      lasting(90, 'givenUp'),
    ],
    ['the win counts, even if it has the greater device id', 90, lasting(60, 'givenUp'), lasting(90)],
    ['the win counts if it has the smaller device id', 60, lasting(60), lasting(90, 'givenUp')],
  ])('%s', (_, seconds, smaller, greater) => {
    const [a, b] = [device('aaaaaaaa', [[smaller]]), device('bbbbbbbb', [[greater]])]
    expect(secondsOf(a, b)).toBe(seconds)
    expect(secondsOf(b, a)).toBe(seconds)
    for (const order of [
      [a, b],
      [b, a],
    ])
      expect(endsOf(new Map(order.map(one => [one.id, one]))).get('play0000')!.result.seconds).toBe(seconds)
  })

  it('a single one does not count again if the play is in the sums of the other device', () => {
    const a = device('aaaaaaaa', [[lasting(60)], [lasting(60)]], 1)
    const summed = { ...a, pages: new Map([...a.pages].slice(1)) }
    expect(countsOf(summed, {}, NOW)).toEqual({ played: 1, won: 1 })
    expect(secondsOf(summed, device('bbbbbbbb', [[lasting(90)]]))).toBe(60)
  })
})

it.each([0, 1])('sums count on every device, even if an import has the same sums and %s log pages', pages => {
  const owner = device('zzzzzzzz', [[row('a'), row('b')], [row('c')]], 2)
  // An import from a device that knew the sums of this log and some of its pages.
  const summary = { ...owner.summary, origin: owner.id }
  const imported = { ...device('aaaaaaaa', [[row('a'), row('b')]].slice(0, pages)), summary }
  const all = new Map([owner, imported].map(one => [one.id, one]))
  const own = { ...owner, summary: summaryOf(all, owner.id, 2, NOW) }
  const elsewhere = { ...own, pages: new Map() }
  const wins = [own, elsewhere].map(one => statistics(aggregate([one, imported], {}, NOW)).won)
  expect(wins).toEqual([3, 3])
})

it('of two results of a play in one log, the earlier one counts, in whatever order pages are read', () => {
  const one = device('aaaaaaaa', [[lasting(60)], [lasting(90)]])
  const other = { ...one, pages: new Map([...one.pages].reverse()) }
  expect([secondsOf(one), secondsOf(other)]).toEqual([60, 60])
})

describe('if sums count a play as given up', () => {
  const summed = device('aaaaaaaa', [[lasting(60, 'givenUp'), row('b')]], 1)
  const counted = (pages: [number, GameResult[]][], ...others: Device[]) => {
    const { played, won, givenUp } = statistics(
      aggregate([{ ...summed, pages: new Map(pages) }, ...others], {}, NOW),
    )
    return { played, won, givenUp }
  }

  it('a win on another device counts instead, even if the log page is not known here', () => {
    expect(counted([], device('bbbbbbbb', [[lasting(90)]]))).toEqual({ played: 2, won: 2, givenUp: 0 })
    expect(counted([], device('bbbbbbbb', [[lasting(90, 'givenUp')]]))).toEqual({
      played: 2,
      won: 1,
      givenUp: 1,
    })
  })
  it('the seconds of a win on another device count instead', () => {
    expect(secondsOf({ ...summed, pages: new Map() }, device('bbbbbbbb', [[lasting(90)]]))).toBe(60 + 90)
  })
  it('the average seconds are subtracted from the sums if they count several games as given up', () => {
    const rows = [lasting(100, 'givenUp'), row('b', 'givenUp', { seconds: 300 }), row('c')]
    const sums = { ...device('aaaaaaaa', [rows], 1), pages: new Map() }
    const wins = device('bbbbbbbb', [[lasting(90)]])
    expect(secondsOf(sums, wins)).toBe(100 + 300 + 60 - 200 + 90)
    const both = device('bbbbbbbb', [[lasting(90), row('b', 'won', { seconds: 7 })]])
    expect(secondsOf(sums, both)).toBe(60 + 90 + 7)
  })
  it('its own seconds are subtracted from the sums if its row is known here', () => {
    const rows = [lasting(100, 'givenUp'), row('b', 'givenUp', { seconds: 300 })]
    const owner = device('aaaaaaaa', [rows, [row('c')]], 2)
    const some = { ...owner, pages: new Map([...owner.pages].slice(0, 1)) }
    const one = device('bbbbbbbb', [[lasting(90)]])
    expect(secondsOf(some, one)).toBe(300 + 60 + 90)
    expect(statistics(aggregate([some, one], {}, NOW))).toMatchObject({ played: 3, won: 2, givenUp: 1 })
  })
  it('its own seconds are subtracted even if its log page is too old for digests', () => {
    const pages = Array.from({ length: 10 }, (_, i) => [lasting(100 + i, 'givenUp')])
    const owner = device(
      'aaaaaaaa',
      pages.map(([one], i) => [{ ...one, play: `play000${i}` }]),
      10,
    )
    const some = { ...owner, pages: new Map([...owner.pages].slice(0, 9)) }
    const one = device('bbbbbbbb', [[{ ...lasting(90), play: 'play0001' }]])
    expect(statistics(aggregate([some, one], {}, NOW))).toMatchObject({ played: 10, won: 1, seconds: 1034 })
  })
  it('a win that a clone added to the same log page counts instead', () => {
    expect(counted([[0, [lasting(90), row('b')]]])).toEqual({ played: 2, won: 2, givenUp: 0 })
  })
})

describe('a device', () => {
  it('lists its results in the order of its log pages', () => {
    const one = device('aaaaaaaa', [[row('a')], [row('b')], [row('c')]])
    const shuffled = { ...one, pages: new Map([2, 0, 1].map(page => [page, one.pages.get(page)!])) }
    expect(resultsOf(shuffled).map(({ play }) => play[0])).toEqual(['a', 'b', 'c'])
  })

  it('has results of its own if a log page has any or is compacted', () => {
    expect(ownsResults(device('aaaaaaaa', []))).toBe(false)
    expect(ownsResults(device('aaaaaaaa', [[]]))).toBe(false)
    expect(ownsResults(device('aaaaaaaa', [[], [row('a')]]))).toBe(true)
    expect(ownsResults({ ...device('aaaaaaaa', [[row('a')]], 1), pages: new Map() })).toBe(true)
  })

  it('counts the won and given-up games in its sums and in single results', () => {
    const old = [row('a'), row('b', 'givenUp'), row('c')]
    const known = device('aaaaaaaa', [old, [row('d'), row('e', 'givenUp')]], 1)
    const summed = { ...known, pages: new Map([...known.pages].slice(1)) }
    for (const one of [known, summed]) expect(countsOf(one, {}, NOW)).toEqual({ played: 5, won: 3 })
  })

  it('counts one game, or all', () => {
    const golf = (id: string) => row(id, 'won', { game: 'golf' })
    const known = device(
      'aaaaaaaa',
      [
        [row('a', 'givenUp'), golf('b')],
        [row('c'), golf('d')],
      ],
      1,
    )
    const summed = { ...known, pages: new Map([...known.pages].slice(1)) }
    for (const one of [known, summed])
      expect(([undefined, 'golf', 'freecell'] as const).map(game => countsOf(one, {}, NOW, game))).toEqual([
        { played: 4, won: 3 },
        { played: 2, won: 2 },
        { played: 0, won: 0 },
      ])
  })

  it('counts only results since a reset', () => {
    const results = [row('a', 'won', { minute: 9 }), row('b', 'won', { minute: 10 })]
    expect(countsOf(device('aaaaaaaa', [results]), { 'sea-towers': 10 }, NOW)).toEqual({ played: 1, won: 1 })
  })
})

describe('in a log with compacted pages', () => {
  const at = (minute: number, outcome: GameResult['outcome'] = 'won', game: GameResult['game'] = 'golf') =>
    row(`${game[0]}${minute}`, outcome, { minute, game, seconds: minute })
  /**
   * The statistics on a device that knows the pages, and on a device that knows only their sums. `known`: the
   * resets that the owner of the log knew about.
   */
  const onTwoDevices = (results: GameResult[], since: Since, known: Since = {}) => {
    const owner = device('aaaaaaaa', [results])
    const settings = { since: { value: known, stamp: [1, 0] as const } }
    const summary = summaryOf(new Map([[owner.id, { ...owner, settings }]]), owner.id, 1, NOW)
    const sent = parseSummary(JSON.parse(JSON.stringify(storedSummary(summary))))!
    return [owner.pages, new Map()].map(pages => {
      const { played, won, seconds } = statistics(aggregate([{ ...owner, summary: sent, pages }], since, NOW))
      return { played, won, seconds }
    })
  }
  const played = [at(5), at(7, 'givenUp'), at(9, 'won', 'freecell')]
  const later = [...played, at(20), at(21, 'givenUp'), at(22, 'won', 'freecell')]
  const none = { played: 0, won: 0, seconds: 0 }

  it('nothing before a reset counts, even if the owner of the log does not know about the reset', () => {
    const all = onTwoDevices(played, { golf: 10, freecell: 10 })
    expect(all).toEqual([none, none])
  })
  it('a reset of one game does not affect the others', () => {
    const rest = { played: 1, won: 1, seconds: 9 }
    expect(onTwoDevices(played, { golf: 10 })).toEqual([rest, rest])
  })
  it('a result in the minute of the reset counts', () => {
    const rest = { played: 2, won: 1, seconds: 12 }
    expect(onTwoDevices(played.slice(0, 2), { golf: 5 })).toEqual([rest, rest])
  })
  it('a reset that the owner knows about excludes earlier results until it is undone', () => {
    const known = { golf: 10, freecell: 10 }
    const some = { played: 3, won: 2, seconds: 63 }
    expect(onTwoDevices(later, known, known)).toEqual([some, some])
    const all = { played: 6, won: 4, seconds: 84 }
    expect(onTwoDevices(later, {}, known)).toEqual([all, all])
    expect(onTwoDevices(later, { golf: 30, freecell: 30 }, known)).toEqual([none, none])
  })
  it('sums of a game whose id is the name of an object property count like any others', () => {
    const stored = storedSummary(device('aaaaaaaa', [played], 1).summary)
    const totals = { toString: stored.totals.golf, valueOf: stored.totals.freecell }
    const sums = { ...device('aaaaaaaa', []), summary: parseSummary({ ...stored, totals })! }
    expect(statistics(aggregate([sums], { golf: 10 }, NOW)).played).toBe(3)
  })
  it('the sums of a result from a clock that is far ahead are the same whenever they are computed', () => {
    const one = device('aaaaaaaa', [[at(64 ** 4 - 1)]])
    const sums = [NOW, NOW + 60_000].map(now => summaryOf(new Map([[one.id, one]]), one.id, 1, now))
    expect(sums[1]).toEqual(sums[0])
  })

  it('a result from a clock that is far ahead counts at the time of the results around it', () => {
    const ahead = [at(5), { ...at(7), minute: 12_000_000 }, at(9)]
    const known = { golf: 20 }
    for (const since of [known, { golf: 30 }]) expect(onTwoDevices(ahead, since, known)).toEqual([none, none])
    expect(onTwoDevices(ahead, {}, known).map(({ played }) => played)).toEqual([3, 3])
  })
  it('after a reset on a clock that is far ahead, nothing counts until that time', () => {
    const ahead = [at(5), { ...at(7), minute: 12_000_000 }]
    const reset = { golf: 11_999_999 }
    expect(onTwoDevices(ahead, reset, reset)).toEqual([none, none])
  })
  it('sums of version 1.0, which have no minute, count completely on every device', () => {
    const owner = device('aaaaaaaa', [played], 1)
    const { folded, checks, marks, rest, digits, ...stored } = storedSummary(owner.summary)
    const plain = Object.entries(stored.totals).map(([game, sums]) => [game, { ...sums, last: undefined }])
    const totals = Object.fromEntries(plain) as unknown
    const released = parseSummary({ folded, checks, marks, rest, digits, totals })!
    const sums = { ...owner, summary: released, pages: new Map() }
    expect(statistics(aggregate([sums], { golf: 10, freecell: 10 }, NOW)).played).toBe(3)
  })
})

describe('win streaks', () => {
  const played = (...results: [GameResult['game'], GameResult['outcome']][]) =>
    aggregate(
      [device('aaaaaaaa', [results.map(([game, outcome], i) => row(`${i}`, outcome, { game, minute: i }))])],
      {},
      NOW,
    )

  it('of one game continue while another game is lost', () => {
    const all = played(['freecell', 'won'], ['golf', 'givenUp'], ['freecell', 'won'], ['golf', 'won'])
    expect(statistics(all)).toMatchObject({ bestStreak: 2, currentStreak: 2 })
    expect(statistics(all, 'freecell')).toMatchObject({ bestStreak: 2, currentStreak: 2 })
    const more = played(['freecell', 'won'], ['golf', 'givenUp'], ['freecell', 'won'], ['golf', 'givenUp'])
    expect(statistics(more)).toMatchObject({ bestStreak: 2, currentStreak: 2 })
  })

  it('within a minute follow the log: a game given up between two wins ends a streak', () => {
    const ended = (...outcomes: GameResult['outcome'][]) =>
      statistics(aggregate([device('aaaaaaaa', [outcomes.map((one, i) => row(`${9 - i}`, one))])], {}, NOW))
    expect(ended('won', 'givenUp', 'won')).toMatchObject({ currentStreak: 1, bestStreak: 1 })
    expect(ended('won', 'won', 'givenUp')).toMatchObject({ currentStreak: 0, bestStreak: 2 })
    expect(ended('givenUp', 'won', 'won')).toMatchObject({ currentStreak: 2, bestStreak: 2 })
  })
  it('order results of a minute by the last place of their play in a log, then by play', () => {
    const a = device('aaaaaaaa', [[row('p', 'givenUp'), row('q')], [row('r', 'givenUp')]])
    const b = device('bbbbbbbb', [[row('s'), row('p')]])
    const plays = (...devices: Device[]) => aggregate(devices, {}, NOW).results.map(({ play }) => play[0])
    expect(plays(a, b)).toEqual(['q', 's', 'p', 'r'])
    expect(plays(b, { ...a, pages: new Map([...a.pages].reverse()) })).toEqual(['q', 's', 'p', 'r'])
  })

  it('are not affected by a result from a clock that is far ahead', () => {
    const ahead = [row('a', 'givenUp', { minute: 1_000_000_000 }), row('b', 'won', { minute: 20 })]
    const { results } = aggregate([device('aaaaaaaa', [ahead])], {}, NOW)
    expect(results.map(({ minute }) => minute)).toEqual([19, 20])
    const tomorrow = Math.floor((NOW - timeOf(0)) / 60_000) + 24 * 60
    const last = aggregate([device('aaaaaaaa', [[row('a', 'won', { minute: tomorrow })]])], {}, NOW)
    expect(last.results[0].minute).toBe(tomorrow)
  })
})

it('the median of values and histograms is the middle value, or the mean of the two middle values', () => {
  const steps = fc.dictionary(fc.nat(40).map(String), fc.nat(5))
  fc.assert(
    fc.property(fc.array(fc.nat(40)), fc.array(steps, { maxLength: 3 }), (values, histograms) => {
      const all = histograms
        .flatMap(histogram => Object.entries(histogram))
        .flatMap(([step, times]) => Array.from({ length: times }, () => valueOf(Number(step))))
        .concat(values)
        .sort((a, b) => a - b)
      const middle = [all[(all.length - 1) >> 1], all[all.length >> 1]]
      expect(weightedMedian(values, histograms)).toBe(
        all.length === 0 ? undefined : (middle[0] + middle[1]) / 2,
      )
    }),
    { numRuns: 500 },
  )
})

describe('choices of settings', () => {
  const chosen = (value: string, time: number, count = 0) => ({
    deck: { value, stamp: [time, count] as const },
  })

  it('merge to the later of two, and to the greater value of two at the same time', () => {
    const [early, late] = [chosen('early', 5), chosen('late', 5, 1)]
    expect(mergeRegisters(early, late)).toEqual(late)
    expect(mergeRegisters(late, early)).toEqual(late)
    expect(mergeRegisters(early, chosen('greater', 5))).toEqual(chosen('greater', 5))
    expect(mergeRegisters(chosen('greater', 5), early)).toEqual(chosen('greater', 5))
    expect(mergeRegisters(early, {})).toEqual(early)
    expect(compareTimestamps([5, 1], [6, 0])).toBeLessThan(0)
  })

  it('merge to the same register in every order and grouping', () => {
    const register: fc.Arbitrary<SettingsRegister> = fc.dictionary(
      fc.constantFrom('deck', 'felt'),
      fc.record({
        value: fc.constantFrom<unknown>('a', 'b', 1, true, ['a'], null),
        stamp: fc.tuple(fc.nat(2), fc.nat(1)),
      }),
    )
    const merge = mergeRegisters
    const check = (a: SettingsRegister, b: SettingsRegister, c: SettingsRegister) => {
      expect(merge(a, a)).toEqual(a)
      expect(merge(a, b)).toEqual(merge(b, a))
      expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
    }
    fc.assert(fc.property(register, register, register, check))
  })

  it('count as later if no other register has the same or a later choice of that setting', () => {
    const own = {
      ...chosen('own', 5),
      felt: { value: 'red', stamp: [5, 1] as const },
      back: { value: 'blue', stamp: [5, 0] as const },
    }
    const later = (...others: SettingsRegister[]) => Object.keys(laterChoices(own, others)).sort()
    expect(laterChoices(own, [])).toEqual(own)
    expect(later(chosen('remote', 4))).toEqual(['back', 'deck', 'felt'])
    expect(later(chosen('remote', 5), { felt: { value: 'grey', stamp: [5, 0] } })).toEqual(['back', 'felt'])
    expect(later({ felt: { value: 'grey', stamp: [9, 0] } }, { back: own.back })).toEqual(['deck'])
  })

  it('with an impossible time count as older than all others', () => {
    const parsed = (time: number, count = 0) => parseRegister(chosen('x', time, count), NOW)!.deck.stamp
    const tenYears = 10 * 365 * 86_400_000
    expect(parsed(NOW + tenYears, 1e6)).toEqual([NOW + tenYears, 1e6])
    expect(parsed(NOW + tenYears + 1)).toEqual([0, 0])
    expect(parsed(NOW, 1e6 + 1)).toEqual([0, 0])
    // A device whose clock was never set accepts the choices of other devices.
    expect(parseRegister(chosen('x', NOW), 0)!.deck.stamp).toEqual([NOW, 0])
    expect(parseRegister({ deck: { value: 1, stamp: [1] } }, NOW)).toBeUndefined()
  })
})

it('a row cannot store a game number below 0 or above 79', () => {
  for (const game of [-1, 80]) {
    expect(() => writeEnding({ game, outcome: 0, seconds: 1 })).toThrow(
      new RangeError(`${game} is not a game number`),
    )
  }
  expect(() => writeEnding({ game: 79, outcome: 0, seconds: 1 })).not.toThrow()
})
