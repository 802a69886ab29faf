// Restoring data that another device erased, and what an erasure leaves on a device.
import { describe, expect, it } from 'vitest'
import { writeRecord, type GameId } from '../../engine/index.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { parseIdentity, writeIdentity } from '../../stores/sync/device-identity.ts'
import { resultsOf } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import {
  droppedMark,
  erasedKey,
  erasedNotesIn,
  erasureIn,
  leftoverOf,
  seenNotesIn,
  unseenErasureIn,
} from '../../stores/sync/erased-texts.ts'
import { bringBack, eraseHere } from '../../stores/sync/erasure.ts'
import { writeLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { writeResult, type GameResult } from '../../stores/sync/game-results.ts'
import { pendingKey } from '../../stores/sync/ids.ts'
import { localRound } from '../../stores/sync/local-round.ts'
import { writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { DAY_MS, minuteOf } from '../../stores/time.ts'
import { wonHistory } from '../support/help.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { item, row, written } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 0, 5)
const OWN = 'ownDevic'
const LAPTOP = 'laptopXX'
const PHONE = 'phoneXXX'
type Texts = Record<string, string>

/** The ports of a device with these texts. */
const deviceWith = (texts: Texts, idsFrom = 'newId00') => {
  let ids = 0
  const local = memoryArea(texts)
  const locked = <T>(work: () => Promise<T>) => work()
  return { local, locked, now: () => NOW, newId: () => `${idsFrom}${++ids}`, browser: 'Test' }
}
const note = (time = NOW) => JSON.stringify({ time, scope: 'games', by: 'Desk' })
/** The texts of a device: those that the first erasure removed, and those that it has now. */
const withErased = (erased: Texts, here: Texts = {}, id = OWN): Texts => ({
  device: writeIdentity({ id, epoch: 1 }),
  [erasedKey(1)]: note(),
  ...Object.fromEntries(Object.entries(erased).map(([name, text]) => [erasedKey(1, name), text])),
  ...here,
})
/** The texts of a device after restoring, except those that a round writes. */
async function afterRestoring(erased: Texts, here: Texts = {}, id = OWN, idsFrom?: string) {
  const texts = withErased(erased, here, id)
  const report = await bringBack(deviceWith(texts, idsFrom))
  const others = Object.entries(texts).filter(([name]) => !/^(device$|~)/.test(name))
  return { texts, report, others: Object.fromEntries(others) }
}
const gameOf = (moves = Infinity, play = 'playAAAA', game: GameId = 'sea-towers') =>
  writeLocalEnvelope({
    record: writeRecord({ history: wonHistory(game, moves), playId: play, seconds: 9 }),
    inherited: {},
    localActions: moves === Infinity ? 90 : moves,
  })
const played = (texts: Texts) =>
  statistics(aggregate(devicesOf(replicasIn(texts), NOW).values(), {}, NOW)).played
const resultsIn = (texts: Texts) => [...devicesOf(replicasIn(texts), NOW).values()].flatMap(resultsOf)
const rows = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => row(`${name}${String(i).padStart(4, '0')}`))
const sums = (id: string, pages: GameResult[][], seq = 1) =>
  item(keys.results(id), writeJson(storedSummary(compact(pages, () => true))), seq)

describe('a game in progress that another device erased', () => {
  it('is restored as the game in progress if there is none now', async () => {
    const erased = { 'game:sea-towers': gameOf(3), 'previous:sea-towers': gameOf(5, 'playBBBB') }
    expect((await afterRestoring(erased)).others).toEqual(erased)
  })
  it('is restored as a previous game if a newer one is in progress now', async () => {
    const [before, since] = [gameOf(3), gameOf(5, 'playBBBB')]
    const { others } = await afterRestoring({ 'game:sea-towers': before }, { 'game:sea-towers': since })
    expect(others).toEqual({ 'game:sea-towers': since, 'previous:sea-towers': before })
  })
  it('is restored without affecting a FreeCell game that is in progress now', async () => {
    const [before, since] = [gameOf(3), gameOf(5, 'playBBBB', 'freecell')]
    const { others } = await afterRestoring({ 'game:sea-towers': before }, { 'game:freecell': since })
    expect(others).toEqual({ 'game:sea-towers': before, 'game:freecell': since })
  })
  it.each([
    ['was won', gameOf()],
    ['was dealt but not played', gameOf(0)],
  ])('replaces a newer game that %s', async (_, since) => {
    const { others } = await afterRestoring({ 'game:sea-towers': gameOf(3) }, { 'game:sea-towers': since })
    expect(others).toEqual({ 'game:sea-towers': gameOf(3) })
  })
  it('does not replace a newer game that this version cannot read', async () => {
    const { others } = await afterRestoring({ 'game:sea-towers': gameOf(3) }, { 'game:sea-towers': '3AAAA' })
    expect(others).toEqual({ 'game:sea-towers': '3AAAA', 'previous:sea-towers': gameOf(3) })
  })
  it('replaces neither the current nor a previous game, and is not stored under a third key', async () => {
    const here = { 'game:sea-towers': gameOf(4, 'playBBBB'), 'previous:sea-towers': gameOf(5, 'playCCCC') }
    const { others } = await afterRestoring({ 'game:sea-towers': gameOf(3) }, here)
    expect(Object.keys(others).sort()).toEqual(['game:sea-towers', 'previous:sea-towers'])
    expect(others['game:sea-towers']).toBe(here['game:sea-towers'])
    expect(others['previous:sea-towers'].split(' ')).toContain(here['previous:sea-towers'])
  })
})

describe('previous games that another device erased', () => {
  const current = 'game:sea-towers'
  const previous = 'previous:sea-towers'
  const [first, second, third, fourth] = ['playAAAA', 'playBBBB', 'playCCCC', 'playDDDD'].map((play, i) =>
    gameOf(3 + i, play),
  )

  it('are all restored in their order, after the erased game in progress', async () => {
    const erased = { [current]: first, [previous]: `${second} ${third}.` }
    const { others } = await afterRestoring(erased, { [current]: fourth })
    expect(others).toEqual({ [current]: fourth, [previous]: `${first} ${second} ${third}.` })
  })
  it('do not replace a newer previous game', async () => {
    const { others } = await afterRestoring({ [previous]: first }, { [previous]: second })
    expect(others[previous].split(' ')).toContain(second)
  })
  it('are added after the current previous games, even if one of those has ended', async () => {
    const here = { [current]: fourth, [previous]: `${gameOf(Infinity, 'playEEEE')} ${second}` }
    const { others } = await afterRestoring({ [current]: first }, here)
    expect(others[previous]).toBe(`${here[previous]} ${first}`)
  })
  it('are not duplicated if they still exist', async () => {
    const here = { [current]: first, [previous]: second }
    expect(
      (await afterRestoring({ [current]: first, [previous]: `${second} ${third}` }, here)).others,
    ).toEqual({
      [current]: first,
      [previous]: `${second} ${third}`,
    })
  })
  it('are stored under a separate key if a newer version wrote the current ones', async () => {
    const here = { [current]: fourth, [previous]: '3AAAA' }
    const { others } = await afterRestoring({ [previous]: first }, here)
    expect(others).toEqual({ ...here, [`${previous}@1`]: first })
  })
})

describe('other data that another device erased', () => {
  it('is restored, except for the keys “current” and “welcome”', async () => {
    const made = { 'past:playAAAA:won': 'as it was played', 'picture': 'name of a picture' }
    expect((await afterRestoring({ ...made, current: 'sea-towers', welcome: 'seen' })).others).toEqual(made)
  })
  it('does not replace a past game or a picture that exists now', async () => {
    const here = { 'past:playAAAA:won': 'since', 'picture': 'chosen since' }
    const erased = { 'past:playAAAA:won': 'before', 'picture': 'chosen before' }
    expect((await afterRestoring(erased, here)).others).toEqual(here)
  })
  it('does not remove the current picture if no picture was erased', async () => {
    expect((await afterRestoring({}, { picture: 'chosen since' })).others).toEqual({
      picture: 'chosen since',
    })
  })
  it('includes settings, which are merged with those chosen since', async () => {
    const { texts } = await afterRestoring({ settings: '{"felt":"red"}' }, { settings: '{"motion":"none"}' })
    await localRound(deviceWith(texts), undefined)
    expect(JSON.parse(texts.settings)).toEqual({ felt: 'red', motion: 'none' })
  })
  it('changes no settings if the erased ones are unreadable', async () => {
    const { texts } = await afterRestoring({ settings: '{"felt":' }, { settings: '{"felt":"red"}' })
    await localRound(deviceWith(texts), undefined)
    expect(JSON.parse(texts.settings)).toEqual({ felt: 'red' })
  })
})

describe('results that another device erased', () => {
  it('are restored for every device, and only under new ids', async () => {
    const erased = asReplicas({
      ...item(keys.log(OWN, 0), written(...rows('own', 64))),
      ...item(keys.log(LAPTOP, 0), written(...rows('lap', 64))),
      ...Object.assign({}, ...Array.from({ length: 6 }, (_, i) => page(i))),
    })
    const { texts, report } = await afterRestoring(erased)
    expect([report?.results, played(texts)]).toEqual([512, 512])
    const before = [OWN, LAPTOP, PHONE]
    expect(Object.keys(replicasIn(texts)).filter(key => before.some(id => key.includes(id)))).toEqual([])
  })
  const page = (i: number): Items => item(keys.log(PHONE, i), written(...rows(`ph${i}`, 64)))

  it('are restored even if they were still pending', async () => {
    const [waiting, unread] = [pendingKey('waiting0', 12, 'won'), pendingKey('unread00', 12, 'won')]
    const { texts, report } = await afterRestoring({
      [waiting]: writeResult(row('waiting')),
      [unread]: 'none',
    })
    expect(report?.results).toBe(1)
    expect(resultsIn(texts)).toEqual([row('waiting')])
  })
  it('are restored even if the device has lost its identity', async () => {
    const erased = asReplicas(item(keys.log(LAPTOP, 0), written(...rows('lap', 3))))
    const { texts, report } = await afterRestoring(erased, { device: '{"id":' })
    expect([report?.results, played(texts)]).toEqual([3, 3])
  })
  it('do not count if their games were reopened', async () => {
    const reopened = row('again', 'reopened')
    const page = item(keys.log(LAPTOP, 0), written(reopened, row('lap')))
    const erased = { ...asReplicas(page), [pendingKey('again000', 9, 'reopened')]: writeResult(reopened) }
    expect(resultsIn((await afterRestoring(erased)).texts)).toEqual([row('lap')])
  })
  it('count once if another device has restored them already', async () => {
    const page = item(keys.log(LAPTOP, 0), written(...rows('lap', 3)))
    const here = asReplicas(item(keys.log(PHONE, 0), written(...rows('lap', 3)), 1, 1))
    const { texts, report } = await afterRestoring(asReplicas(page), here)
    expect([report?.results, played(texts)]).toEqual([0, 3])
  })
})

describe('a restored device with sums', () => {
  const pages = [rows('old', 64), rows('new', 5)]
  const phone = {
    ...item(keys.device(PHONE), writeJson({ name: 'Phone', day: 20_000 }), 3),
    ...sums(PHONE, [pages[0]], 4),
    ...item(keys.log(PHONE, 1), written(...pages[1]), 7),
    ...item(keys.settings(PHONE), writeJson({ felt: { value: 'red', stamp: [1, 0] } }), 2),
    [keys.log(PHONE, 2)]: '2AAAAABnewer',
  }
  const laptop = item(keys.log(LAPTOP, 0), written(...rows('lap', 2)))
  const erased = asReplicas({ ...phone, ...laptop })

  it('keeps its sums, its name, and the pages that are not compacted', async () => {
    const { texts, report } = await afterRestoring(erased)
    expect([report?.results, played(texts)]).toEqual([71, 71])
    const [summed] = [...devicesOf(replicasIn(texts), NOW).values()].filter(one => one.summary.origin)
    expect(summed).toMatchObject({ header: { name: 'Phone' }, summary: { origin: PHONE, compactedPages: 1 } })
    expect(resultsOf(summed)).toEqual(pages[1])
  })
  it('counts once if two devices restore it', async () => {
    const first = await afterRestoring(erased)
    const second = await afterRestoring(erased, {}, LAPTOP, 'otherId')
    expect(second.report?.results).toBe(71)
    expect(played({ ...first.texts, ...asReplicas(replicasIn(second.texts)) })).toBe(71)
  })
})

it('an item in a newer format stays in the erased texts, whichever device wrote it', async () => {
  const newer = { [keys.log(OWN, 3)]: '2AAAAABnewer', [keys.log(PHONE, 2)]: '2AAAAABnewer' }
  const erased = asReplicas({ ...newer, ...item(keys.log(PHONE, 0), written(...rows('pho', 2))) })
  const { texts, report } = await afterRestoring(erased)
  expect(report).toEqual({ results: 2, newer: 2 })
  const kept = Object.keys(asReplicas(newer)).map(name => erasedKey(1, name))
  expect(Object.keys(texts).filter(name => name.startsWith('erased:'))).toEqual([erasedKey(1), ...kept])
  // The notice is not shown again, but the panel still offers to restore the item.
  expect([erasureIn(texts)?.by, unseenErasureIn(texts)]).toEqual(['Desk', undefined])
})

describe('undoing an erasure', () => {
  it.each([[[1, 2, 10]], [[10, 2, 1]], [[2, 10, 1]]])('starts with the latest of the epochs %j', epochs => {
    const notes = Object.fromEntries(epochs.map(epoch => [erasedKey(epoch), note(NOW + epoch)]))
    expect(erasedNotesIn(notes).at(0)).toMatchObject({ epoch: 10, time: NOW + 10 })
  })
  it('requires a note, and does not mistake a removed text for a note', () => {
    expect(erasedNotesIn({ [erasedKey(1)]: note() }).at(0)).toMatchObject({ epoch: 1, by: 'Desk' })
    expect(erasedNotesIn({ [erasedKey(1, 'current')]: note(), settings: note() }).at(0)).toBeUndefined()
  })
  it.each([
    ['from before 1970', '{"time":-1,"scope":"games","by":""}'],
    ['with an unknown scope', '{"time":1,"scope":"results","by":""}'],
    ['that does not name the erasing device', '{"time":1,"scope":"games"}'],
    ['that is truncated', '{"time":1,'],
  ])('ignores a note %s', (_, text) => {
    expect(erasedNotesIn({ [erasedKey(1)]: text, [erasedKey(7, 'picture')]: note() }).at(0)).toBeUndefined()
  })
  it('finds the note under its key, for any epoch up to 4095', () => {
    expect([erasedKey(4095), erasedKey(12, 'settings')]).toEqual(['erased:4095', 'erased:0012:settings'])
    for (const scope of ['games', 'everything'] as const) {
      const content = { time: 0, scope, by: 'Desk' }
      expect(erasedNotesIn({ 'erased:4095': JSON.stringify(content) }).at(0)).toEqual({
        ...content,
        epoch: 4095,
      })
    }
    for (const key of ['xerased:0001', 'erased:00012', 'erased:001', 'erased:abcd', 'settings'])
      expect(erasedNotesIn({ [key]: note() }).at(0)).toBeUndefined()
  })
  it('covers all earlier erasures, and makes the later of two erased games the current game', async () => {
    const texts = {
      ...withErased({ 'game:sea-towers': gameOf(3) }),
      device: writeIdentity({ id: OWN, epoch: 2 }),
      [erasedKey(2)]: note(),
      [erasedKey(2, 'game:freecell')]: gameOf(4, 'playBBBB', 'freecell'),
      [erasedKey(2, 'game:sea-towers')]: gameOf(5, 'playCCCC'),
    }
    await bringBack(deviceWith(texts))
    expect(Object.keys(texts).filter(name => name.startsWith('erased:'))).toEqual([])
    expect(texts).toMatchObject({
      'game:freecell': gameOf(4, 'playBBBB', 'freecell'),
      'game:sea-towers': gameOf(5, 'playCCCC'),
      'previous:sea-towers': gameOf(3),
    })
  })
  it('prefers settings of the latest erasure, and adds those that only an earlier one removed', async () => {
    const texts = {
      ...withErased({ settings: '{"felt":"red","motion":"none"}' }),
      [erasedKey(2)]: note(),
      [erasedKey(2, 'settings')]: '{"felt":"blue"}',
    }
    await bringBack(deviceWith(texts))
    await localRound(deviceWith(texts), undefined)
    expect(JSON.parse(texts.settings)).toEqual({ felt: 'blue', motion: 'none' })
  })
  it('is offered with the time until which all erasures can be undone', () => {
    const notes = { [erasedKey(1)]: note(NOW - 5), [erasedKey(2)]: note(NOW) }
    expect(unseenErasureIn(notes)).toEqual({
      scope: 'games',
      by: 'Desk',
      time: NOW,
      until: NOW - 5 + 30 * DAY_MS,
    })
    expect(unseenErasureIn({ ...notes, ...seenNotesIn(notes) })).toBeUndefined()
  })
  it.each([
    ['the time by the erasing device’s clock', NOW - 3_600_000, NOW - 3_600_000],
    ['the time at which this device learned of it, if the erasing device’s clock is ahead', NOW + 9e9, NOW],
  ])('is offered with %s', (_, made, time) => {
    const text = JSON.stringify({ time: NOW, scope: 'games', by: '', minute: minuteOf(made) })
    expect(erasureIn({ [erasedKey(1)]: text })).toMatchObject({ time, until: NOW + 30 * DAY_MS })
  })
})

describe('an erasure on this device', () => {
  const erased = async (identity: object, scope: 'games' | 'everything', more: Texts = {}) => {
    const texts: Texts = { device: JSON.stringify({ id: OWN, era: 2, ...identity }), ...more }
    await eraseHere(deviceWith(texts), scope)
    return { texts, identity: parseIdentity(texts.device)! }
  }
  it('keeps the name and former ids if only games are erased, but not if everything is erased', async () => {
    const before = { name: 'Anna’s laptop', former: [PHONE] }
    const games = (await erased(before, 'games')).identity
    expect(games).toMatchObject({ name: 'Anna’s laptop', former: [PHONE, OWN], id: 'newId001', epoch: 3 })
    const everything = (await erased(before, 'everything')).identity
    expect(everything).toMatchObject({ id: 'newId001', epoch: 3 })
    expect([everything.name, everything.former]).toEqual([undefined, undefined])
  })
  it('keeps the last sixteen former ids', async () => {
    const former = Array.from({ length: 16 }, (_, i) => `former${10 + i}`)
    const { identity } = await erased({ former }, 'games')
    expect(identity.former).toEqual([...former.slice(1), OWN])
  })
  it('gives no name to a device that has none', async () => {
    expect('name' in (await erased({}, 'games')).identity).toBe(false)
  })
  it('starts epoch 1 on a device that had no identity yet', async () => {
    const texts: Texts = { 'game:sea-towers': gameOf(3) }
    await eraseHere(deviceWith(texts), 'games')
    expect(parseIdentity(texts.device)).toMatchObject({
      epoch: 1,
      erasures: [{ epoch: 1, scope: 'games' }],
    })
    expect(Object.keys(texts)).toEqual(['device'])
  })
  it('records what it removes, except replicas, in case it is interrupted', async () => {
    const result = pendingKey('playAAAA', 9, 'won')
    const here = {
      'game:sea-towers': gameOf(3),
      [result]: writeResult(row('playAAAA')),
      ...asReplicas(item(keys.log(OWN, 0), written(row('own')), 1, 2)),
      'settings': '{}',
    }
    const { texts, identity } = await erased({}, 'games', here)
    expect(identity.dropped).toEqual([droppedMark('game:sea-towers', here['game:sea-towers']), result])
    expect(Object.keys(texts).sort()).toEqual(['device', 'settings'])
  })
  it('is completed later if interrupted: results are removed by key, other texts only if unchanged', () => {
    const result = pendingKey('playAAAA', 9, 'won')
    const marks = [droppedMark('game:sea-towers', 'as it was'), droppedMark(result, 'as it was')]
    const here = (game: string) => ({ 'game:sea-towers': game, [result]: 'another row' })
    const left = (local: Texts) => marks.map(mark => leftoverOf(mark, local))
    expect(left(here('as it was'))).toEqual(['game:sea-towers', result])
    expect(left(here('since'))).toEqual([undefined, result])
    expect(left({})).toEqual([undefined, undefined])
  })
})
