// The games added after the first eight: they agree with a second implementation, and with stored games.
import { describe, expect, test } from 'vitest'
import {
  deal,
  GAMES,
  isStuck,
  isWon,
  legalMoves,
  play,
  positionAt,
  readRecord,
  whyNot,
  writePosition,
  writeRecord,
  type GameId,
} from '../../engine/index.ts'
import { move, moveText, proofs, some, wonGame, wonHistory } from '../support/help.ts'
import { afterMore, firstTableOfMore, movesOfMore } from '../support/second-opinion-more.ts'
import type { Table } from '../support/second-opinion.ts'

const later = GAMES.slice(8)
const text = (table: Table) =>
  Object.fromEntries(Object.entries(table).map(([pile, cards]) => [pile, cards.join(' ')]))

/** Whether a move makes progress. Random games prefer such moves a third of the time. */
const isProgress = (move: string) => />f/.test(move) || move === 'deal' || move === 'draw'

describe('a second implementation of the rules', () => {
  test.each(later)(
    'agrees with the engine on 1,500 positions of %s',
    id => {
      const most = some(1500)
      let seen = 0
      let random = 12345
      const pick = (count: number) => (random = (Math.imul(random, 1103515245) + 12345) >>> 0) % count
      for (let number = 1; seen < most; number += 7919) {
        let position = deal(id, number)
        let table = firstTableOfMore(id, number)
        let turns = 0
        for (let step = 0; step < 150 && seen < most; step++, seen++) {
          const moves = movesOfMore(id, table, turns)
          expect(writePosition(position)).toEqual(text(table))
          expect(legalMoves(position).map(moveText).toSorted()).toEqual(moves.toSorted())
          if (moves.length === 0) break
          const progress = moves.filter(isProgress)
          const chosen =
            progress.length > 0 && pick(3) === 0 ? progress[pick(progress.length)] : moves[pick(moves.length)]
          position = play(position, move(chosen))
          table = afterMore(id, table, chosen)
          if (chosen === 'recycle') turns++
        }
      }
    },
    120_000,
  )
})

test.each(later)('%s gives a reason for exactly the moves that are not legal', id => {
  let position = deal(id, 17)
  for (let step = 0; step < 12; step++) {
    const legal = legalMoves(position)
    const listed = new Set(legal.map(moveText))
    for (const from of position.game.piles)
      for (const to of position.game.piles)
        for (const count of [1, 2, 5]) {
          const one = { kind: 'move', from: from.id, to: to.id, count } as const
          expect(whyNot(position, one) === undefined, moveText(one)).toBe(listed.has(moveText(one)))
        }
    for (const kind of ['draw', 'recycle', 'deal'] as const)
      expect(whyNot(position, { kind }) === undefined, kind).toBe(listed.has(kind))
    if (legal.length === 0) break
    position = play(position, legal[(7 * step) % legal.length])
  }
})

/** The perft count of a table at a depth, by the second implementation. */
function secondPerft(game: GameId, table: Table, depth: number): number {
  const moves = movesOfMore(game, table, 0)
  return depth === 1
    ? moves.length
    : moves.reduce((sum, one) => sum + secondPerft(game, afterMore(game, table, one), depth - 1), 0)
}

test.each(later)('deal 17 of %s has the perft counts of the second implementation', id => {
  const counts = proofs[id]!.perft
  expect([1, 2].map(depth => secondPerft(id, firstTableOfMore(id, 17), depth))).toEqual(counts.slice(0, 2))
})

test.each(later)('the stored win of %s is neither won nor stuck before its last move', id => {
  const { deal: number, moves } = wonGame(id)
  let position = deal(id, number)
  for (const one of moves) {
    expect(isWon(position) || isStuck(position)).toBe(false)
    position = play(position, one)
  }
  expect(isWon(position)).toBe(true)
  expect(isStuck(position)).toBe(false)
})

test.each(later)('a record of %s is read back as the same game, and an older record can be read', id => {
  const history = wonHistory(id)
  const opened = readRecord(writeRecord({ history, playId: 'AAAAAAAA', seconds: 7 }))
  if (!opened.ok) throw new Error(opened.reason.key)
  expect(opened.value.rebased).toBe(false)
  expect(writePosition(opened.value.position)).toEqual(writePosition(positionAt(history)))
  const kept = readRecord(proofs[id]!.record!)
  if (!kept.ok) throw new Error(kept.reason.key)
  expect(kept.value.rebased).toBe(false)
  expect(writePosition(positionAt(kept.value.history))).toEqual(writePosition(kept.value.position))
})
