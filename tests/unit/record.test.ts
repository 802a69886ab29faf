// The record: what is saved opens again; every released format for ever; damaged and newer texts are told apart and never throw.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { crc32, writeNumber } from '../../engine/base64.ts'
import { MAX_RECORD } from '../../engine/record.ts'
import {
  act, begin, deal, games, legalMoves, movesMade, play, positionAt, readRecord, redo, undo, writePosition, writeRecord,
  type History, type Position, type SavedGame,
} from '../../engine/index.ts'
import { anyDealNumber, anyGame, some, wonGame } from '../help.ts'
import golden from '../fixtures/records.json' with { type: 'json' }

/** A game in progress: random moves, some joined to the gesture before, with undos, redos and jumps between them. */
const anySaved: fc.Arbitrary<SavedGame> = fc.record({
  game: anyGame, number: anyDealNumber, house: fc.boolean(), seconds: fc.nat(100_000),
  steps: fc.array(fc.tuple(fc.nat(9999), fc.nat(9)), { maxLength: 150, size: 'max' }),
}).map(({ game, number, house, seconds, steps }) => {
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

const shape = ({ dealNumber, house, pass, faceDown, game }: Position) => ({ dealNumber, house, pass, faceDown, game: game.id })

describe('a saved game', () => {
  it('opens as it was: position, log, undo, redo, time and id', () => {
    fc.assert(fc.property(anySaved, (saved) => {
      const text = writeRecord(saved)
      expect(text).toMatch(/^[\w-]+$/)
      expect(text.length).toBeLessThanOrEqual(MAX_RECORD)
      const opened = readRecord(text)
      if (!opened.ok) throw new Error(opened.reason.key)
      const { history, position, playId, seconds, rebased } = opened.value
      expect({ playId, seconds, rebased }).toEqual({ playId: saved.playId, seconds: saved.seconds, rebased: false })
      expect(history.log).toEqual(saved.history.log)
      expect(history.gestures).toEqual(saved.history.gestures)
      expect(history.cursor).toBe(saved.history.cursor)
      expect(writePosition(position)).toEqual(writePosition(positionAt(saved.history)))
      expect(shape(position)).toEqual(shape(positionAt(saved.history)))
    }), { numRuns: some(150) })
  })

  it('always fits one item: a game that goes on for ever gives up its oldest steps, and nothing else', () => {
    let position = deal('double-klondike-1', 5)
    let history = begin(position)
    for (let i = 0; i < 6000; i++) {
      const turn = legalMoves(position).find(({ kind }) => kind !== 'move')!
      position = play(position, turn)
      history = act(history, { kind: 'gesture', moves: [turn] })
      if (i % 1000 === 999) {
        const text = writeRecord({ history, playId: 'AAAAAAAA', seconds: i })
        expect(text.length).toBeLessThanOrEqual(MAX_RECORD)
        const opened = readRecord(text)
        if (!opened.ok) throw new Error(opened.reason.key)
        expect(opened.value.rebased).toBe(false)
        expect(writePosition(opened.value.position)).toEqual(writePosition(position))
        expect(movesMade(opened.value.history)).toBe(movesMade(history))
        history = opened.value.history
      }
    }
  }, 60_000)

  it('opens where it stood when its actions no longer lead there', () => {
    const start = deal('double-sea-towers', 1)
    const history = act(begin(start), { kind: 'gesture', moves: [legalMoves(start)[0]] })
    const text = writeRecord({ history, playId: 'AAAAAAAA', seconds: 9 })
    const body = text.slice(0, -8) + writeNumber(4000, 2) // an action that no game of this version knows
    const opened = readRecord(body + writeNumber(crc32(body), 6))
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(opened.value.rebased).toBe(true)
    expect(opened.value.history.gestures).toEqual([])
    expect(writePosition(opened.value.position)).toEqual(writePosition(positionAt(history)))
  })
})

describe('records of every released format', () => {
  test.each(golden)('$name', ({ text, piles, moves, undone, seconds }) => {
    const opened = readRecord(text)
    if (!opened.ok) throw new Error(opened.reason.key)
    expect(opened.value.rebased).toBe(false)
    expect(writePosition(opened.value.position)).toEqual(piles)
    expect(movesMade(opened.value.history)).toBe(moves)
    expect(opened.value.history.gestures.length - opened.value.history.cursor).toBe(undone)
    expect(opened.value.seconds).toBe(seconds)
  })
})

describe('a text that is no record', () => {
  it('of a newer format is told apart from a damaged one', () => {
    expect(readRecord('2anything at all')).toMatchObject({ ok: false, reason: { key: 'recordNewer' } })
    expect(readRecord('')).toMatchObject({ ok: false, reason: { key: 'recordEmpty' } })
    expect(readRecord('{"game":1}')).toMatchObject({ ok: false, reason: { key: 'recordDamaged' } })
  })
  it('one changed character is always found out', () => {
    fc.assert(fc.property(anySaved, fc.nat(), fc.constantFrom(...'ABCxyz019-_'), (saved, at, character) => {
      const text = writeRecord(saved)
      const place = 1 + at % (text.length - 1)
      if (text[place] === character) return
      expect(readRecord(text.slice(0, place) + character + text.slice(place + 1)).ok).toBe(false)
    }))
  })
  it('is refused with a reason and never throws, even when its checksum is right', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'AAAABCDEFxyz0189-_'), maxLength: 400 }), (body) => {
      const text = `1${body}`
      const result = readRecord(text + writeNumber(crc32(text), 6))
      expect(result.ok).toBe(false)
    }))
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => void readRecord(text)))
  })
})

test.each(games.map(({ id }) => id))('a won game of %s takes two characters a move and at most 190 for the rest', (id) => {
  const { deal: number, moves } = wonGame(id)
  const history = moves.reduce<History>((so, move) => act(so, { kind: 'gesture', moves: [move] }), begin(deal(id, number)))
  expect(writeRecord({ history, playId: 'AAAAAAAA', seconds: 0 }).length).toBeLessThanOrEqual(2 * moves.length + 190)
})
