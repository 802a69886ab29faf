// The record: a saved game can be read again in every released format; damaged and newer texts give different
// reasons, and reading never throws.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { actionCodes, readActions, writeCodes } from '../../engine/record/action-codes.ts'
import { crc32 } from '../../engine/record/crc32.ts'
import { isBase64, writeNumber } from '../../engine/record/digits.ts'
import { MAX_RECORD_LENGTH } from '../../engine/record/record.ts'
import {
  act,
  begin,
  deal,
  games,
  legalMoves,
  movesMade,
  GAMES,
  play,
  positionAt,
  dealInRecord,
  nameOf,
  parsePosition,
  readRecord,
  redo,
  undo,
  writePosition,
  writeRecord,
  type Action,
  type History,
  type GameId,
  type HouseRule,
  type Move,
  type Position,
  type RecordContent,
} from '../../engine/index.ts'
import { anyDealNumber, anyGame, some, wonHistory } from '../support/help.ts'
import golden from '../fixtures/records.json' with { type: 'json' }

const writeActions = (history: History): string => writeCodes(actionCodes(history))

/**
 * A game in progress: random moves, some in the same gesture as the previous move, with undo, redo and jumps.
 */
const anySaved: fc.Arbitrary<RecordContent> = fc
  .record({
    game: anyGame,
    number: anyDealNumber,
    house: fc.boolean(),
    seconds: fc.nat(100_000),
    steps: fc.array(fc.tuple(fc.nat(9999), fc.nat(9)), { maxLength: 150, size: 'max' }),
  })
  .map(({ game, number, house, seconds, steps }) => {
    let history = begin(deal(game.id, number, house ? game.houseRules : []))
    for (const [pick, what] of steps) {
      if (what === 0) history = undo(history)
      else if (what === 1) history = redo(history)
      else if (what === 2) history = act(history, { kind: 'go', to: pick % (history.gestures.length + 1) })
      else {
        let position = positionAt(history)
        const first = legalMoves(position)
        if (first.length === 0) continue
        const moves = [first[pick % first.length]]
        if (what > 7) {
          position = play(position, moves[0])
          const more = legalMoves(position).find(move => move.kind !== 'move' || move.count === 1)
          if (more) moves.push(more)
        }
        history = act(history, { kind: 'gesture', moves })
      }
    }
    return { history, playId: 'Ab3-_xyZ', seconds }
  })

const gesture = (...moves: Move[]): Action => ({ kind: 'gesture', moves })
const go = (to: number): Action => ({ kind: 'go', to })

const fieldsOf = ({ dealNumber, house, pass, faceDown, game }: Position) => ({
  dealNumber,
  house,
  pass,
  faceDown,
  game: game.id,
})

describe('a record', () => {
  it('is read back with the same position, log, undo, redo, time and play id', () => {
    fc.assert(
      fc.property(anySaved, saved => {
        const text = writeRecord(saved)
        expect(writeRecord({ ...saved, position: positionAt(saved.history) })).toBe(text)
        expect(text).toMatch(/^[\w-]+$/)
        expect(text.length).toBeLessThanOrEqual(MAX_RECORD_LENGTH)
        const opened = readRecord(text)
        if (!opened.ok) throw new Error(opened.reason.key)
        const { history, position, playId, seconds, rebased } = opened.value
        expect({ playId, seconds, rebased }).toEqual({
          playId: saved.playId,
          seconds: saved.seconds,
          rebased: false,
        })
        expect(history.log).toEqual(saved.history.log)
        expect(history.gestures).toEqual(saved.history.gestures)
        expect(history.cursor).toBe(saved.history.cursor)
        expect(writePosition(position)).toEqual(writePosition(positionAt(saved.history)))
        expect(fieldsOf(position)).toEqual(fieldsOf(positionAt(saved.history)))
        const { dealNumber, game } = position
        expect(dealInRecord(text)).toEqual({ game: game.id, dealNumber })
      }),
      { numRuns: some(150) },
    )
  })
  it.each(['', '1', '1AA', '1zAAAAAA', '1_AAAAAAB', '3AAAAAAAB', 'game', '0AAAAAB'])(
    'names no deal if its start is “%s”',
    text => expect(dealInRecord(text)).toBeUndefined(),
  )

  it('fits in one storage.sync item, however long the game is, and drops only the oldest steps', () => {
    let position = deal('double-klondike-3', 5)
    let history = begin(position)
    for (let i = 0; i < 6000; i++) {
      const turn = legalMoves(position).find(({ kind }) => kind !== 'move')!
      position = play(position, turn)
      history = act(history, { kind: 'gesture', moves: [turn] })
      if (i % 1000 === 999) {
        const text = writeRecord({ history, playId: 'AAAAAAAA', seconds: i })
        expect(text.length).toBeLessThanOrEqual(MAX_RECORD_LENGTH)
        const opened = readRecord(text)
        if (!opened.ok) throw new Error(opened.reason.key)
        expect(opened.value.rebased).toBe(false)
        expect(writePosition(opened.value.position)).toEqual(writePosition(position))
        expect(movesMade(opened.value.history)).toBe(movesMade(history))
        history = opened.value.history
      }
    }
  }, 60_000)

  it('keeps a log of 3,750 actions, and shortens it if there is one more', () => {
    const start = deal('sea-towers', 17)
    let history = act(begin(start), gesture(legalMoves(start)[0]))
    const kept = () => {
      const opened = readRecord(writeRecord({ history, playId: 'AAAAAAAA', seconds: 0 }))
      return opened.ok ? opened.value.history.log.length : opened.reason.key
    }
    while (history.log.length < 3750) history = act(history, go(1 - history.cursor))
    expect(kept()).toBe(3750)
    history = act(history, go(1 - history.cursor))
    expect(kept()).toBeLessThan(10)
  })
  it('is rejected if it exceeds the maximum length, even if it is otherwise valid', () => {
    const isOpened = (game: GameId, length: number) => {
      const start = deal(game, 17)
      const short = writeRecord({ history: begin(start), playId: 'AAAAAAAA', seconds: 0 }).slice(0, -9)
      const actions = writeActions(act(begin(start), gesture(legalMoves(start)[0])))
      const count = (length - short.length - 9) / 2
      const text = actions + Array.from({ length: count - 1 }, (_, i) => (i % 2 ? 'AB' : 'AA')).join('')
      const body = short + writeNumber(count, 3) + text
      return readRecord(body + writeNumber(crc32(body), 6)).ok
    }
    const hasEvenLength = ({ id }: (typeof games)[number]) =>
      writeRecord({ history: begin(deal(id, 17)), playId: 'AAAAAAAA', seconds: 0 }).length % 2 === 0
    const { id } = games.find(hasEvenLength)!
    expect([MAX_RECORD_LENGTH, MAX_RECORD_LENGTH + 2].map(length => isOpened(id, length))).toEqual([
      true,
      false,
    ])
  })
  it.each(games)(
    'of $id is read back unchanged, whether it starts with the deal or with a later position',
    ({ id }) => {
      const start = deal(id, 17)
      for (const from of [start, play(start, legalMoves(start)[0])]) {
        const text = writeRecord({ history: begin(from, 1), playId: 'AAAAAAAA', seconds: 0 })
        const opened = readRecord(text)
        expect(opened.ok && opened.value.rebased).toBe(false)
        expect(opened).toMatchObject({ ok: true, value: { position: { faceDown: from.faceDown } } })
        expect(opened.ok && writePosition(opened.value.position)).toEqual(writePosition(from))
      }
    },
  )
  it('drops undone branches before any step that can be undone or redone', () => {
    let history = wonHistory('sea-towers')
    for (let i = 0; i < 2000; i++) history = act(history, { kind: 'go', to: i % 2 === 0 ? 3 : 9 })
    const opened = readRecord(writeRecord({ history, playId: 'AAAAAAAA', seconds: 0 }))
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(opened.value.history).toEqual({
      ...history,
      log: [...history.gestures.map(moves => ({ kind: 'gesture', moves })), { kind: 'go', to: 9 }],
    })
  })
  it('clamps moves and seconds to the largest number that fits, and stores the pass modulo 4096', () => {
    const start = { ...deal('klondike-1', 5), pass: 4097 }
    const opened = readRecord(
      writeRecord({ history: begin(start, 64 ** 3 + 9), playId: 'AAAAAAAA', seconds: 64 ** 4 + 9 }),
    )
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(opened.value).toMatchObject({
      position: { pass: 1 },
      history: { start: { pass: 1 }, movesBefore: 64 ** 3 - 1 },
      seconds: 64 ** 4 - 1,
    })
  })
  it('is read back with the house rules that the game is played with', () => {
    const rulesOf = (house: readonly HouseRule[], game: GameId = 'double-klondike-1') => {
      const history = begin(deal(game, 5, house))
      const opened = readRecord(writeRecord({ history, playId: 'AAAAAAAA', seconds: 0 }))
      return opened.ok ? opened.value.position.house : opened.reason.key
    }
    for (const house of [[], ['take-back'], ['shuffle-on-recycle', 'take-back']] as const)
      expect(rulesOf(house)).toEqual(house)
    expect(rulesOf(['move-runs'], 'double-sea-towers')).toEqual(['move-runs'])
  })
  it('opens at the saved position if a recorded move is illegal', () => {
    const start = deal('sea-towers', 17)
    const history = act(begin(start), { kind: 'gesture', moves: [legalMoves(start)[0]] })
    const text = writeRecord({ history, playId: 'AAAAAAAA', seconds: 9 })
    const illegal = act(begin(start), {
      kind: 'gesture',
      moves: [{ kind: 'move', from: 't0', to: 't0', count: 1 }],
    })
    const body = text.slice(0, -8) + writeActions(illegal)
    const opened = readRecord(body + writeNumber(crc32(body), 6))
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(opened.value.rebased).toBe(true)
    expect(writePosition(opened.value.position)).toEqual(writePosition(positionAt(history)))
  })
  it('opens at the saved position, with its number of moves, if the actions lead to another position', () => {
    const won = wonHistory('sea-towers', 2)
    const history = [1, 2, 1].reduce((at, to) => act(at, go(to)), won)
    const text = writeRecord({ history, playId: 'AAAAAAAA', seconds: 9, position: deal('sea-towers', 18) })
    const opened = readRecord(text)
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(opened.value.rebased).toBe(true)
    expect(movesMade(opened.value.history)).toBe(1)
    const again = readRecord(writeRecord(opened.value))
    expect(again.ok && !again.value.rebased && movesMade(again.value.history)).toBe(1)
  })
  it('opens at the saved position, with the number of moves, if an action is unknown', () => {
    const start = deal('double-sea-towers', 1)
    const history = act(begin(start), { kind: 'gesture', moves: [legalMoves(start)[0]] })
    const text = writeRecord({ history, playId: 'AAAAAAAA', seconds: 9 })
    const body = text.slice(0, -8) + writeNumber(4000, 2) // a code that stands for no action in this version
    const opened = readRecord(body + writeNumber(crc32(body), 6))
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(opened.value.rebased).toBe(true)
    expect(opened.value.history.gestures).toEqual([])
    expect(movesMade(opened.value.history)).toBe(1)
    expect(writePosition(opened.value.position)).toEqual(writePosition(positionAt(history)))
  })
})

it('a forged record whose reserve has not filled an empty column opens with that column filled', () => {
  const start = deal('canfield', 1)
  const [column, stock, reserve] = [
    start.game.of.tableau[0],
    start.game.of.stock[0],
    start.game.of.reserve[0],
  ]
  const cards = [...start.piles[stock.index], ...start.piles[column.index]]
  const piles = start.piles.with(stock.index, cards).with(column.index, [])
  const forged = { ...start, piles, faceDown: start.faceDown.with(stock.index, cards.length) }
  const opened = readRecord(writeRecord({ history: begin(forged, 1), playId: 'AAAAAAAA', seconds: 0 }))
  const settled = opened.ok ? opened.value : undefined
  expect(settled?.position.piles[column.index].map(nameOf)).toEqual([nameOf(piles[reserve.index].at(-1)!)])
  expect(writePosition(settled!.history.start)).toEqual(writePosition(settled!.position))
  expect(parsePosition(start.game, writePosition(forged))).toMatchObject({
    value: { faceDown: settled!.position.faceDown },
  })
})

describe('action codes', () => {
  const start = deal('sea-towers', 17)
  const [one, two] = [legalMoves(start)[0], legalMoves(start)[1]]
  const done = (...actions: Action[]) => actions.reduce(act, begin(start))

  it('have not changed for undo, redo, restart, jumps, single cards, runs and the stock', () => {
    const codes = (history: History) => writeActions(history).match(/../g)
    const single = (move: Move) => writeActions(done(gesture(move)))
    expect(
      codes(
        done(
          gesture(one),
          gesture(one),
          gesture(one),
          go(2),
          go(3),
          go(0),
          go(3),
          go(1),
          go(3),
          go(2),
          go(0),
        ),
      ),
    ).toEqual([
      single(one),
      single(one),
      single(one),
      'AA',
      'AB',
      'AC',
      'AD',
      'AD',
      'AD',
      'AB',
      'AD',
      'AD',
      'AA',
      'AC',
    ])
    // Undoing the only step is written as an undo, not as a restart. A gesture discards the steps that could
    // be redone.
    expect(codes(done(gesture(one), go(0), gesture(two)))).toEqual([single(one), 'AA', single(two)])
    expect(codes(done(gesture(one, two)))?.[1]).not.toBe(single(two))
    const klondike = begin(deal('klondike-1', 1))
    expect(
      writeActions(act(klondike, gesture({ kind: 'draw' }, { kind: 'recycle' }, { kind: 'deal' }))),
    ).toBe('AIALAN')
    const { game } = klondike.start
    expect(
      writeActions(
        act(klondike, gesture({ kind: 'move', from: game.piles[0].id, to: game.piles[0].id, count: 1 })),
      ),
    ).toBe('AQ')
    const last = game.piles.at(-1)!.id
    expect(writeActions(act(klondike, gesture({ kind: 'move', from: last, to: last, count: 1 })))).toBe(
      writeNumber(16 + 2 * (game.piles.length ** 2 - 1), 2),
    )
    expect(writeActions(act(klondike, gesture({ kind: 'move', from: 't0', to: 't0', count: 2 })))).toBe(
      writeNumber(16 + 2 * game.piles.length ** 2, 2),
    )
    expect(() =>
      writeActions(
        act(klondike, gesture({ kind: 'draw' }, { kind: 'move', from: 't0', to: 't1', count: 2 })),
      ),
    ).toThrow('a run always begins a gesture')
  })
  it('are read back as the same actions, at both ends of each range of codes', () => {
    const klondike = deal('klondike-1', 1)
    const { piles } = klondike.game
    const moves: Move[] = [
      { kind: 'draw' },
      { kind: 'recycle' },
      { kind: 'deal' },
      ...[piles[0].id, piles.at(-1)!.id].flatMap(from =>
        [piles[0].id, piles.at(-1)!.id].map((to): Move => ({ kind: 'move', from, to, count: 1 })),
      ),
      ...[2, 13].flatMap(count =>
        (['t0', 't6'] as const).map((pile): Move => ({ kind: 'move', from: pile, to: pile, count })),
      ),
    ]
    const log = moves.map(move => gesture(move))
    expect(readActions(klondike, 0, writeActions(log.reduce(act, begin(klondike))))?.log).toEqual(log)
  })
  it('are rejected if they are invalid or lead to a step that does not exist', () => {
    const text = writeActions(done(gesture(one)))
    for (const wrong of [
      'AE',
      'AH',
      'AO',
      '__',
      'AA',
      'AB',
      'AC',
      'ADAB',
      'AD',
      `${text}AA`.concat('AA'),
      `${text}AB`,
      `${text}ADAB`,
      `${text}AEAA`,
    ])
      expect(readActions(start, 0, wrong), wrong).toBeUndefined()
    expect(readActions(start, 0, `${text}AA`)?.cursor).toBe(0)
  })
})

describe('every released format', () => {
  test.each(golden)('is still read: $name', ({ text, piles, moves, undone, seconds }) => {
    const opened = readRecord(text)
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(opened.value.rebased).toBe(false)
    expect(writePosition(opened.value.position)).toEqual(piles)
    expect(movesMade(opened.value.history)).toBe(moves)
    expect(opened.value.history.gestures.length - opened.value.history.cursor).toBe(undone)
    expect(opened.value.seconds).toBe(seconds)
  })
  test.each(golden)('is still written with the same characters: $name', ({ text }) => {
    const opened = readRecord(text)
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(writeRecord(opened.value)).toBe(text)
  })
})

describe('a text that is not a valid record', () => {
  it('is rejected with a reason: empty, newer or damaged', () => {
    expect(readRecord('3anything at all')).toMatchObject({ ok: false, reason: { key: 'recordNewer' } })
    expect(readRecord('')).toMatchObject({ ok: false, reason: { key: 'recordEmpty' } })
    expect(readRecord('{"game":1}')).toMatchObject({ ok: false, reason: { key: 'recordDamaged' } })
  })
  const history = wonHistory('klondike-1', 9)
  const whole = writeRecord({ history, playId: 'playAAAA', seconds: 61 })
  // The layout starts at character 24. It consists of the pass, the number of cards in each pile, the number
  // of face-down cards in each of the seven columns, and the faces.
  const faces = 24 + 2 + 13 + 7
  /** How the record is read after a change, with a new checksum. */
  const readChanged = (change: (text: string) => string) => {
    const text = change(whole.slice(0, -6))
    const opened = readRecord(text + writeNumber(crc32(text), 6))
    return opened.ok ? (opened.value.rebased ? 'rebased' : 'unchanged') : opened.reason.key
  }
  it('is rejected if any part is invalid, even if the checksum is right', () => {
    const at = (place: number, letters: string) => (text: string) =>
      text.slice(0, place) + letters + text.slice(place + letters.length)
    expect(readChanged(text => text)).toBe('unchanged')
    expect(readRecord(`${whole.slice(0, -6)}AAAAAA`)).toMatchObject({ reason: { key: 'recordDamaged' } })
    expect(
      Object.fromEntries(
        Object.entries({
          'another format': at(0, '0'),
          'an unknown game': at(1, '_'),
          'deal 0': at(3, 'AAAAAA'),
          'a duplicate card': (text: string) => at(faces, text[faces + 1])(text),
          'an invalid card': at(faces, '0'),
          'a pile with too many cards': (text: string) => at(26, writeNumber(63, 1))(text),
          'more face-down cards than cards': at(33, '_'),
          'a missing action': (text: string) => text.slice(0, -2),
          'an extra digit': (text: string) => `${text}A`,
          'nothing after the header': (text: string) => text.slice(0, 20),
          'nothing after the layout': (text: string) => text.slice(0, faces + 52),
          'characters that are not digits': (text: string) => `${text}!!`,
          'more than an item can hold': (text: string) => text + 'AA'.repeat(4000),
        })
          .map(([name, change]) => [name, readChanged(change)])
          .filter(([, result]) => result !== 'recordDamaged'),
      ),
    ).toEqual({})
  })
  it('is read as a game that starts at the saved position if its actions lead to a different one', () => {
    const other = writeRecord({ history: undo(history), playId: 'playAAAA', seconds: 61 })
    const withOtherLayout = (text: string) =>
      text.slice(0, 24) + other.slice(24, faces + 52) + text.slice(faces + 52)
    expect(readChanged(withOtherLayout)).toBe('rebased')
    expect(readChanged(text => text.slice(0, -2) + 'AA')).toBe('rebased')
  })
  it('is rejected if a column has an invalid card in addition to the whole deck', () => {
    const history = begin(deal('double-sea-towers', 17))
    const whole = writeRecord({ history, playId: 'abcdefgh', seconds: 0 }).slice(0, -6)
    // `size` is the index of the size of the last column. The pass and the sizes of eight foundations and ten
    // columns come before it. `end` is the index after the nine cards of that column.
    const [size, end] = [26 + 8 + 10, 26 + 28 + 99]
    expect(whole[size]).toBe('J')
    const text = whole.slice(0, size) + 'K' + whole.slice(size + 1, end) + '8' + whole.slice(end)
    expect(readRecord(text + writeNumber(crc32(text), 6))).toMatchObject({ reason: { key: 'recordDamaged' } })
  })
  it('is rejected if it differs from a record in one character other than the first', () => {
    fc.assert(
      fc.property(anySaved, fc.nat(), fc.constantFrom(...'ABCxyz019-_'), (saved, at, character) => {
        const text = writeRecord(saved)
        const place = 1 + (at % (text.length - 1))
        if (text[place] === character) return
        expect(readRecord(text.slice(0, place) + character + text.slice(place + 1)).ok).toBe(false)
      }),
    )
  })
  it('is rejected without throwing, even if the checksum is right', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AAAABCDEFxyz0189-_'), maxLength: 400 }), body => {
        const text = `1${body}`
        const result = readRecord(text + writeNumber(crc32(text), 6))
        expect(result.ok).toBe(false)
      }),
    )
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => void readRecord(text)))
  }, 30_000)
})

describe('in a record', () => {
  test.each([
    [64, 1],
    [4096, 2],
    [-1, 2],
    [1.5, 2],
    [Number.NaN, 2],
    [Infinity, 2],
  ])('%d cannot be written as %d digits', (value, digits) => {
    expect(() => writeNumber(value, digits)).toThrow(
      new RangeError(`${value} cannot be written as ${digits} base64 digits`),
    )
  })
  it('the smallest and the largest number of one or two digits can be written', () => {
    expect([writeNumber(0, 1), writeNumber(63, 1), writeNumber(0, 2), writeNumber(4095, 2)]).toEqual([
      'A',
      '_',
      'AA',
      '__',
    ])
  })
  it('a game with a jump to a step whose number is too large for the format can be saved', () => {
    const start = deal('double-klondike-1', 5)
    let history = begin(start)
    for (let i = 0; i < 70; i++)
      for (let draws = 0; draws < 60; draws++)
        history = act(history, {
          kind: 'gesture',
          moves: [{ kind: draws < 59 ? 'draw' : 'recycle' }],
        })
    for (const to of [100, 4150]) history = act(history, { kind: 'go', to })
    const opened = readRecord(writeRecord({ history, playId: 'AAAAAAAA', seconds: 0 }))
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(opened.value.rebased).toBe(false)
    expect(writePosition(opened.value.position)).toEqual(writePosition(positionAt(history)))
  })
})

describe('the catalog', () => {
  it('has a number below 64 for every game', () => {
    expect(GAMES.toSorted()).toEqual(games.map(({ id }) => id).toSorted())
    expect(GAMES.length).toBeLessThanOrEqual(64)
  })
  it.each(games)('declares $id so that the code of every move has two digits', game => {
    const to = game.of.tableau.at(-1)!.id
    const singles = game.piles.map(({ id }): Move => ({
      kind: 'move',
      from: game.piles.at(-1)!.id,
      to: id,
      count: 1,
    }))
    const run: Move = { kind: 'move', from: to, to, count: game.longestRun }
    const start = deal(game.id, 1)
    const history = act(begin(start), { kind: 'gesture', moves: [run, ...singles] })
    expect(readActions(start, 0, writeActions(history))).toEqual(history)
  })
})

test('a string is base64url only if all its characters are base64url digits', () => {
  expect(['', 'Az09-_', '!A', 'A!', 'A=', 'A+/'].map(isBase64)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test.each(games.map(({ id }) => id))(
  'the record of a won game of %s takes at most two characters per gesture, plus 190',
  id => {
    const history = wonHistory(id)
    expect(writeRecord({ history, playId: 'AAAAAAAA', seconds: 0 }).length).toBeLessThanOrEqual(
      2 * history.gestures.length + 190,
    )
  },
)
