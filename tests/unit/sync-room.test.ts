// A game as it lies in storage, and what leaves storage.sync first when space is short, exactly.
import { describe, expect, it, test } from 'vitest'
import { positionAt, undo, writeRecord, type GameId } from '../../engine/index.ts'
import { keys, writeItem } from '../../stores/sync/items.ts'
import { CEILING, fitInto, fitting, MAX_ITEM, sizeOf, weightOf } from '../../stores/sync/quota.ts'
import { readRows } from '../../stores/sync/game-results.ts'
import {
  countsWhenLeft,
  isInProgress,
  readTravelling,
  resultOf,
  splitLocalGame,
  writeLocalGame,
  writeTravelling,
  type LocalGame,
} from '../../stores/sync/game-envelope.ts'
import { wonHistory } from '../support/help.ts'

/** A game of so many moves, after a start that was so many moves from the deal. */
const opened = (count: number, movesBefore = 0) => {
  const history = wonHistory('sea-towers', count, movesBefore)
  return { history, playId: 'playAAAA', seconds: 61, position: positionAt(history), rebased: false }
}
const [none, one, two, three] = [0, 1, 2, 3].map(count => opened(count))

describe('a game in storage.local', () => {
  const record = writeRecord(one)
  it('comes back with what was taken over and what was done since', () => {
    const games: LocalGame[] = [
      { record, base: { deviceAA: 5 }, own: 7 },
      { record, base: {}, own: 0 },
    ]
    for (const game of games) expect(splitLocalGame(writeLocalGame(game))).toEqual(game)
    expect(writeLocalGame({ record, base: {}, own: 1 })).toBe(`${record}..AAAB`)
  })
  it('of the first version is a record alone, whose actions were made here', () => {
    expect(splitLocalGame(record)).toEqual({ record, base: {}, own: 1 })
    expect(splitLocalGame('nonsense')).toEqual({ record: 'nonsense', base: {}, own: 0 })
    expect(splitLocalGame(`${record}.!.AAAC`)).toEqual({ record, base: {}, own: 2 })
  })
})

describe('a game that travels', () => {
  it('comes back with its minute and how far it is', () => {
    const game = { minute: 3_000_000, vector: { deviceAA: 5, deviceBB: 1 }, record: writeRecord(one) }
    expect(readTravelling(writeTravelling(game))).toEqual(game)
  })
  it('is none where the text ends too early, or holds no record', () => {
    const text = writeTravelling({ minute: 3, vector: { deviceAA: 5 }, record: '' })
    expect([...text].map((_, length) => readTravelling(text.slice(0, length)))).toEqual(
      [...text].map(() => undefined),
    )
    expect([text, 'AAAA!record', '!AAAArecord'].map(readTravelling)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('leaving a game', () => {
  it('gives it up from the third move on, also where the first are no longer known, and never one that is not begun', () => {
    expect([none, one, two, three].map(countsWhenLeft)).toEqual([false, false, false, true])
    expect([opened(0, 9), opened(1, 2), opened(1, 1)].map(countsWhenLeft)).toEqual([false, true, false])
    expect([none, one].map(isInProgress)).toEqual([false, true])
    expect(countsWhenLeft({ ...two, history: undo(undo(two.history)) })).toBe(false)
  })
  it('that is won gives nothing up', () => {
    const won = opened(Infinity)
    expect([isInProgress(won), countsWhenLeft(won)]).toEqual([false, false])
  })
  it('leaves its result under a key that tells play, actions and outcome', () => {
    const result = resultOf(
      { ...two, base: { deviceAA: 40, deviceBB: 2 }, own: 3 },
      'givenUp',
      Date.UTC(2020) + 120_000,
    )
    expect(Object.keys(result)).toEqual(['result:playAAAA:000000451'])
    expect(readRows(Object.values(result)[0])).toEqual([
      { play: 'playAAAA', game: 'sea-towers', outcome: 'givenUp', minute: 2, seconds: 61, moves: 2 },
    ])
  })
})

describe('what travels', () => {
  const own = 'deviceAA'
  const item = (key: string, bytes: number): [string, string] => [key, 'A'.repeat(bytes - key.length - 6)]
  const others = (bytes: number, devices = 1) =>
    Array.from({ length: devices }, (_, i) => [
      item(keys.device(`other${i}AA`), 100),
      item(keys.settings(`other${i}AA`), bytes / devices - 100),
    ]).flat()
  const game = (id: GameId, minute: number, bytes: number): [string, string] => {
    const key = keys.game(own, id)
    const record = 'A'.repeat(bytes - key.length - 6 - 4 - 1 - 13)
    return [key, writeItem(key, { era: 0, seq: 1, content: writeTravelling({ minute, vector: {}, record }) })]
  }
  const fit = (items: [string, string][], foreign: [string, string][] = [], folded = 0) => {
    const summed: number[] = []
    const { wanted, room, isWhole } = fitInto(Object.fromEntries(items), own, folded, foreign, pages =>
      summed.push(pages),
    )
    return { wanted, room, isWhole, summed }
  }
  const pages = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, page) => item(keys.log(own, page), bytes))

  test('is weighed with its key, its quotes, and what Firefox adds', () => {
    expect([sizeOf('ab', 'cde'), weightOf('ab', 'cde')]).toEqual([7, 11])
  })
  it('is everything while there is room, and the room that is left is told', () => {
    const items = [item(keys.device(own), 200), ...pages(3, 1000), game('sea-towers', 1, 500)]
    expect(fit(items, others(20_000))).toEqual({
      wanted: items.map(([key]) => key),
      room: CEILING - 23_700,
      isWhole: true,
      summed: [],
    })
  })
  it('is of one device up to the ceiling, of many each its share at least', () => {
    expect(fit(pages(12, 7500)).summed).toEqual([])
    expect(fit([...pages(11, 7500), game('sea-towers', 1, 7500)])).toMatchObject({ isWhole: true, room: 0 })
    expect(fit([...pages(12, 7500), item(keys.device(own), 60)]).summed).toEqual([1])
    // Two other devices have taken 80 000: a third of the ceiling is ours, but never more than 8 000 over it.
    const crowded = fit([item(keys.device(own), 100), ...pages(5, 4450)], others(80_000, 2))
    expect(crowded.summed).toEqual([1])
    expect(crowded.wanted).toEqual([keys.device(own), ...[1, 2, 3, 4].map(page => keys.log(own, page))])
    expect(fit([item(keys.device(own), 100), ...pages(5, 4450)], others(60_000, 2)).summed).toEqual([])
    // One other has 50 000: half of the ceiling is ours, and not the 48 000 that would be had one over it; of
    // one without a name nobody knows whether it lives.
    expect(
      [44_900, 45_100].map(
        bytes =>
          fit([item(keys.device(own), bytes - 45_000 + 7000), ...pages(5, 7600)], others(50_000)).summed,
      ),
    ).toEqual([[], [1]])
    expect(fit([item(keys.device(own), 7100), ...pages(5, 7600)], others(50_000).slice(1)).summed).toEqual([])
    // Two others have 65 000: a third is ours.
    expect(
      [7400, 7600].map(
        bytes => fit([...pages(3, 7500), item(keys.device(own), bytes)], others(65_000, 2)).summed,
      ),
    ).toEqual([[], [1]])
  })
  it('is never what is too large for one item', () => {
    expect(fit([item(keys.log(own, 0), MAX_ITEM + 4), item(keys.log(own, 1), MAX_ITEM + 5)]).wanted).toEqual([
      keys.log(own, 0),
    ])
  })
  it('leaves the pages that are summed up already', () => {
    expect(fit(pages(3, 1000), [], 2)).toMatchObject({
      wanted: [keys.log(own, 2)],
      summed: [],
      isWhole: true,
    })
  })
  it('gives up the oldest pages first, then the oldest games, then the last page', () => {
    const crowd = others(88_000)
    const games = [game('freecell', 9, 4000), game('sea-towers', 5, 4000), game('double-dot', 3, 4000)]
    // 10 000 are left: 8 000 over the ceiling.
    expect(fit([...pages(2, 3000), games[1]], crowd)).toMatchObject({
      wanted: [keys.log(own, 0), keys.log(own, 1), keys.game(own, 'sea-towers')],
      isWhole: true,
    })
    expect(fit([...pages(3, 3000), games[1]], crowd)).toMatchObject({
      wanted: [keys.log(own, 1), keys.log(own, 2), keys.game(own, 'sea-towers')],
      summed: [1],
      isWhole: true,
    })
    expect(fit([...pages(1, 3000), ...games], crowd)).toMatchObject({
      wanted: [keys.log(own, 0), keys.game(own, 'freecell')],
      summed: [],
      isWhole: false,
    })
    expect(fit([...pages(2, 6000), item(keys.settings(own), 7000), games[0]], crowd)).toMatchObject({
      wanted: [keys.settings(own)],
      summed: [1, 2],
      isWhole: false,
    })
  })
  it('keeps the newer of two games where that fills the room to the last byte', () => {
    expect(
      fit([...pages(1, 6000), game('freecell', 9, 4000), game('sea-towers', 5, 4000)], others(88_000)).wanted,
    ).toEqual([keys.log(own, 0), keys.game(own, 'freecell')])
  })
  it('is sums first, then results, then settings, then names, then games', () => {
    const order = [
      keys.results(own),
      keys.log(own, 0),
      keys.settings(own),
      keys.device(own),
      keys.game(own, 'freecell'),
    ]
    const items = order.toReversed().map(key => item(key, 100))
    for (let count = 0; count <= order.length; count++)
      expect(fitting(items, 100 * count).map(([key]) => key)).toEqual(order.slice(0, count))
  })
  it('is whole only where everything found room', () => {
    expect(
      fit([item(keys.settings(own), 8000), item(keys.results(own), 8000)], others(88_000)),
    ).toMatchObject({ isWhole: false, room: CEILING - 88_000 - 16_000, summed: [] })
    expect(fitting([item(keys.settings(own), 100)], 100)).toHaveLength(1)
    expect(fitting([item(keys.settings(own), 101)], 100)).toEqual([])
  })
})
