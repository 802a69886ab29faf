// Stored games, and which items are removed from storage.sync first if space is short.
import { describe, expect, it, test } from 'vitest'
import { GAMES, positionAt, restart, undo, writeRecord, type GameId } from '../../engine/index.ts'
import {
  type LocalEnvelope,
  countsWhenLeft,
  isInProgress,
  readSyncEnvelope,
  resultOf,
  splitLocalEnvelope,
  writeLocalEnvelope,
  writeSyncEnvelope,
} from '../../stores/sync/game-envelope.ts'
import { readResults, writeRow } from '../../stores/sync/log-page.ts'
import { MAX_VALUE_LENGTH as MAX_ITEM, writeItem, writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { fitting, LIMITS, sizeOf, weightOf, type Limits, type Room } from '../../stores/sync/quota.ts'
import { fitQuota } from '../../stores/sync/steps/fit-quota.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { wonHistory } from '../support/help.ts'
import { roundOf } from '../support/sync-words.ts'

/** A game of `count` moves whose history starts `movesBefore` moves after the deal. */
const opened = (count: number, movesBefore = 0) => {
  const history = wonHistory('sea-towers', count, movesBefore)
  return { history, playId: 'playAAAA', seconds: 61, position: positionAt(history), rebased: false }
}
const [none, one, two, three] = [0, 1, 2, 3].map(count => opened(count))

describe('a game in storage.local', () => {
  const record = writeRecord(one)
  it('is read back with the actions of other devices and the later ones made here', () => {
    const games: LocalEnvelope[] = [
      { record, inherited: { deviceAA: 5 }, localActions: 7 },
      { record, inherited: {}, localActions: 0 },
    ]
    for (const game of games) expect(splitLocalEnvelope(writeLocalEnvelope(game))).toEqual(game)
    expect(writeLocalEnvelope({ record, inherited: {}, localActions: 1 })).toBe(`${record}..AAAB`)
  })
  it('in the form of the first version is only a record, whose actions count as made here', () => {
    expect(splitLocalEnvelope(record)).toEqual({ record, inherited: {}, localActions: 1 })
    expect(splitLocalEnvelope('nonsense')).toEqual({ record: 'nonsense', inherited: {}, localActions: 0 })
    expect(splitLocalEnvelope(`${record}.!.AAAC`)).toEqual({ record, inherited: {}, localActions: 2 })
  })
})

describe('a synced game', () => {
  it('is read back with its minute and version vector', () => {
    const game = { minute: 3_000_000, vector: { deviceAA: 5, deviceBB: 1 }, record: writeRecord(one) }
    expect(readSyncEnvelope(writeSyncEnvelope(game))).toEqual(game)
  })
  it('is invalid if the text ends too early or contains no record', () => {
    const text = writeSyncEnvelope({ minute: 3, vector: { deviceAA: 5 }, record: '' })
    expect([...text].map((_, length) => readSyncEnvelope(text.slice(0, length)))).toEqual(
      [...text].map(() => undefined),
    )
    expect([text, 'AAAA!record', '!AAAArecord'].map(readSyncEnvelope)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('leaving a game', () => {
  it('counts as giving it up after three moves or more, even if the steps of the first ones are lost', () => {
    expect([none, one, two, three].map(countsWhenLeft)).toEqual([false, false, false, true])
    expect([opened(0, 9), opened(1, 2), opened(1, 1)].map(countsWhenLeft)).toEqual([true, true, false])
    expect([none, one, opened(0, 1)].map(isInProgress)).toEqual([false, true, true])
  })
  it('does not count as giving it up if fewer than three moves are left after undo or a restart', () => {
    const four = opened(4)
    expect(countsWhenLeft({ ...four, history: undo(four.history) })).toBe(true)
    for (const history of [undo(undo(four.history)), restart(four.history)])
      expect(countsWhenLeft({ ...four, history })).toBe(false)
    expect(isInProgress({ ...four, history: restart(four.history) })).toBe(true)
  })
  it('that is won does not count as giving it up', () => {
    const won = opened(Infinity)
    expect([isInProgress(won), countsWhenLeft(won)]).toEqual([false, false])
  })
  it('stores its result under a key with play, actions and outcome', () => {
    const result = resultOf(
      { ...two, inherited: { deviceAA: 40, deviceBB: 2 }, localActions: 3 },
      'givenUp',
      Date.UTC(2020) + 120_000,
    )
    expect(Object.keys(result)).toEqual(['result:playAAAA:000000451'])
    expect(readResults(Object.values(result)[0])).toEqual([
      { play: 'playAAAA', game: 'sea-towers', outcome: 'givenUp', minute: 2, seconds: 61, moves: 2 },
    ])
  })
})

describe('the set of published items', () => {
  const own = 'deviceAA'
  /** An item of this many bytes, with meaningless content. */
  const item = (key: string, bytes: number): [string, string] => [
    key,
    writeItem(key, { epoch: 0, seq: 1, content: 'A'.repeat(bytes - key.length - 6 - 13) }),
  ]
  const game = (id: GameId, minute: number, bytes: number): [string, string] => {
    const key = keys.game(own, id)
    const record = 'A'.repeat(bytes - key.length - 6 - 4 - 1 - 13)
    const content = writeSyncEnvelope({ minute, vector: {}, record })
    return [key, writeItem(key, { epoch: 0, seq: 1, content })]
  }
  const others = (bytes: number, devices = 1) =>
    Array.from({ length: devices }, (_, i) => [
      item(keys.device(`other${i}AA`), 100),
      ...Array.from({ length: 12 }, (_, page) =>
        item(keys.log(`other${i}AA`, page), (bytes / devices - 100) / 12),
      ),
    ]).flat()
  const pages = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, page) => item(keys.log(own, page), bytes))
  const fit = (items: [string, string][], foreign: [string, string][] = [], limits: Partial<Limits> = {}) => {
    const round = roundOf(Object.fromEntries(items), own, { limits: { ...LIMITS, ...limits } })
    Object.assign(round.remote, Object.fromEntries(foreign))
    fitQuota(round)
    const { publishable, room, everythingFits } = round.fitted
    return { publishable, room, everythingFits, compactedPages: round.compactedPages }
  }
  const results = keys.results(own)
  const page = (number: number) => keys.log(own, number)

  test('is measured with keys, quotes and the characters that Firefox adds', () => {
    expect([sizeOf('ab', 'cde'), weightOf('ab', 'cde')]).toEqual([7, 11])
  })
  it('contains everything while there is room, and the remaining room is reported', () => {
    const items = [item(keys.device(own), 200), ...pages(3, 1000), game('sea-towers', 1, 500)]
    expect(fit(items, others(20_000))).toEqual({
      publishable: items.map(([key]) => key),
      room: { bytes: LIMITS.bytes - 23_700 + 4, items: LIMITS.items - 18 },
      everythingFits: true,
      compactedPages: 0,
    })
  })
  it('stays below the limits of the browsers, 102,400 bytes and 512 items', () => {
    expect(LIMITS.bytes + LIMITS.spareBytes).toBeLessThan(102_400)
    expect(LIMITS.items + LIMITS.spareItems).toBeLessThan(512)
  })
  it('uses all the space if there is only one device', () => {
    expect(fit(pages(12, 7500)).compactedPages).toBe(0)
    expect(fit([...pages(12, 7500), item(keys.device(own), 60)]).compactedPages).toBe(1)
    expect(fit([...pages(11, 7500), game('sea-towers', 1, 7500)])).toMatchObject({
      everythingFits: true,
      room: { bytes: 0 },
    })
  })
  it('has at least a device’s share of the room, even if other devices use more than their share', () => {
    const crowded = fit([item(keys.device(own), 100), ...pages(5, 4450)], others(80_000, 2))
    expect(crowded.compactedPages).toBe(2)
    expect(crowded.publishable).toEqual([keys.device(own), page(2), page(3), page(4), results])
    expect(fit([item(keys.device(own), 100), ...pages(5, 4450)], others(60_000, 2)).compactedPages).toBe(0)
    const half = (bytes: number, foreign = others(50_000)) =>
      fit([item(keys.device(own), bytes - 45_000 + 7000), ...pages(5, 7600)], foreign).compactedPages
    expect([half(44_900), half(45_100)]).toEqual([0, 1])
  })
  it('shares the room only with devices whose headers are in storage.sync', () => {
    const items = [item(keys.device(own), 100), ...pages(5, 6200)]
    const foreign = others(60_000, 2)
    expect(fit(items, foreign).compactedPages).toBe(1)
    expect(
      fit(
        items,
        foreign.filter(([key]) => key !== keys.device('other1AA')),
      ).compactedPages,
    ).toBe(0)
  })
  it('leaves out no more log pages than necessary if there is a summary already', () => {
    const content = writeJson(storedSummary(compact([[]], () => true)))
    const summary: [string, string] = [results, writeItem(results, { epoch: 0, seq: 1, content })]
    const items = [item(keys.device(own), 60), summary, ...pages(6, 60)]
    expect(fit(items, [], { items: 7 }).compactedPages).toBe(1)
    expect(fit(items, [], { items: 6 }).compactedPages).toBe(2)
  })
  it('never has fewer compacted pages than before, even if some are not known here', () => {
    const content = writeJson(storedSummary(compact([[], []], () => true)))
    const summary: [string, string] = [results, writeItem(results, { epoch: 0, seq: 1, content })]
    const large = [item(keys.settings(own), 7000), item(keys.device(own), 7000)]
    expect(fit([summary, ...pages(1, 60), ...large], others(88_000))).toMatchObject({
      compactedPages: 2,
      everythingFits: false,
    })
  })
  it('has no more items than there is room for, or than are reserved if there is no room left', () => {
    const small = pages(20, 60)
    expect(fit(small, [], { items: 20 })).toMatchObject({ compactedPages: 0, room: { items: 0 } })
    const tight = fit([...small, item(keys.device(own), 60)], [], { items: 20 })
    expect(tight.publishable).toHaveLength(20)
    expect(tight.compactedPages).toBe(2)
    // Other devices use all of the room, but some is reserved for a new device.
    const full = Array.from({ length: 30 }, (_, i) => item(keys.log('otherAAA', i), 60))
    expect(fit(small, full, { items: 30, spareItems: 4 }).publishable.length).toBeLessThanOrEqual(4)
  })
  it('never includes a text that is too large for an item', () => {
    const large = 'A'.repeat(MAX_ITEM)
    expect(fit([item(page(0), MAX_ITEM + 4), [page(1), large]]).publishable).toEqual([page(0)])
  })
  it('leaves out the oldest log pages first, then the oldest games, then the last log page', () => {
    const foreign = others(88_000)
    const games = [game('freecell', 9, 4000), game('sea-towers', 5, 4000), game('double-dot', 3, 4000)]
    // 2000 bytes are left up to the limit, and 8000 are in reserve (`spareBytes`).
    expect(fit([...pages(2, 2900), games[1]], foreign)).toMatchObject({
      publishable: [page(0), page(1), keys.game(own, 'sea-towers')],
      everythingFits: true,
    })
    expect(fit([...pages(3, 2700), games[1]], foreign)).toMatchObject({
      publishable: [page(1), page(2), keys.game(own, 'sea-towers'), results],
      compactedPages: 1,
      everythingFits: true,
    })
    expect(fit([...pages(1, 3000), ...games], foreign)).toMatchObject({
      publishable: [page(0), keys.game(own, 'freecell')],
      compactedPages: 0,
      everythingFits: false,
    })
    expect(fit([...pages(2, 6000), item(keys.settings(own), 7000), games[0]], foreign)).toMatchObject({
      publishable: [keys.settings(own), results],
      compactedPages: 2,
      everythingFits: false,
    })
  })
  it('leaves out the oldest games before the last log page, however far the limit is exceeded', () => {
    const games = [game('freecell', 9, 4000), game('sea-towers', 5, 4000), game('double-dot', 3, 4000)]
    expect(fit([...pages(2, 3000), ...games], others(88_000))).toMatchObject({
      publishable: [page(1), keys.game(own, 'freecell'), results],
      compactedPages: 1,
      everythingFits: false,
    })
  })
  it('includes the newer of two games if that fills the room to the last byte', () => {
    const foreign = others(88_000)
    const taken = foreign.reduce((sum, [key, value]) => sum + weightOf(key, value), 0)
    const left = 98_000 - taken
    expect(
      fit([...pages(1, left - 4000), game('freecell', 9, 4000), game('sea-towers', 5, 4000)], foreign)
        .publishable,
    ).toEqual([page(0), keys.game(own, 'freecell')])
  })
  it('prefers summaries, then log pages, then settings, then headers, then games', () => {
    const order = [results, page(0), keys.settings(own), keys.device(own), keys.game(own, 'freecell')]
    const items = order.toReversed().map(key => item(key, 100))
    for (let count = 0; count <= order.length; count++) {
      expect(fitting(items, { bytes: 100 * count, items: 9 }).map(([key]) => key)).toEqual(
        order.slice(0, count),
      )
      expect(fitting(items, { bytes: 9000, items: count }).map(([key]) => key)).toEqual(order.slice(0, count))
    }
  })
  it('counts an item that replaces a stored one only by the difference in size', () => {
    const key = keys.settings(own)
    const stored = Object.fromEntries([item(key, 90)])
    const fits = (bytes: number, room: Room) => fitting([item(key, bytes)], room, stored).length === 1
    expect([10, 9].map(bytes => fits(100, { bytes, items: 0 }))).toEqual([true, false])
    // If there is too much already, changes that add nothing are still accepted.
    expect([90, 91].map(bytes => fits(bytes, { bytes: -5, items: -1 }))).toEqual([true, false])
    const both = [item(keys.log(own, 0), 60), item(key, 100)]
    const counts = [70, 69].map(bytes => fitting(both, { bytes, items: 1 }, stored).length)
    expect(counts).toEqual([2, 1])
    // It does not count as an added item, so one that comes after it still fits.
    const named = [item(key, 90), item(keys.device(own), 100)]
    expect(fitting(named, { bytes: 9000, items: 1 }, stored)).toHaveLength(2)
  })
  it('has a summary of as many log pages as fit, and leaves out the oldest of the other pages', () => {
    const log = Array.from({ length: 600 }, (_, number) => {
      const [game, play] = [GAMES[number % GAMES.length], `play${String(number).padStart(4, '0')}`]
      const row = { play, game, outcome: 'won', minute: 3_600_000, seconds: 200_000, moves: 4000 } as const
      return [page(number), writeItem(page(number), { epoch: 0, seq: 1, content: writeRow(row) })] as const
    })
    const { publishable, compactedPages, everythingFits } = fit(
      log.map(([...one]) => one),
      [],
      { items: 100 },
    )
    expect(publishable).toEqual([...log.slice(-99).map(([key]) => key), results])
    expect(compactedPages).toBeGreaterThan(50)
    expect(compactedPages).toBeLessThan(500)
    expect(everythingFits).toBe(false)
  })
  it('is complete only if everything fits', () => {
    expect(fit([item(keys.settings(own), 8000), item(results, 8000)], others(88_000))).toMatchObject({
      everythingFits: false,
      compactedPages: 0,
    })
    expect(fitting([item(keys.settings(own), 100)], { bytes: 100, items: 1 })).toHaveLength(1)
    expect(fitting([item(keys.settings(own), 101)], { bytes: 100, items: 1 })).toEqual([])
  })
})
