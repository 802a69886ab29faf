// All legal moves, fast: tables and shared move objects, no closures in the loops. A property test holds this
// list equal to what `whyNot` allows.
import type { Card } from './cards.ts'
import { fitsColumn, fitsFoundation, runLength } from './fit.ts'
import { canDealRow } from './stock.ts'
import type { Game, Move, Pile, Position } from './types.ts'

const DRAW: Move = { kind: 'draw' }
const RECYCLE: Move = { kind: 'recycle' }
const DEAL: Move = { kind: 'deal' }

/** Every single rule move that may be made, in no promised order. In the towers `count` is always 1. */
export function legalMoves(position: Position): Move[] {
  const { game, piles } = position
  const moves: Move[] = []
  for (const from of game.of.tableau) {
    const cards = piles[from.index]
    if (cards.length === 0) continue
    const top = cards[cards.length - 1]
    foundationMoves(position, from, top, moves)
    const longest = game.tableau.take === 'top' ? 1 : runLength(game, cards, position.faceDown[from.index])
    if (longest === 1) columnMoves(position, from, top, moves)
    else runMoves(position, from, longest, moves)
    if (game.cells) cellMoves(position, from, moves)
  }
  for (const from of game.of.cell) {
    const cards = piles[from.index]
    if (cards.length === 0) continue
    foundationMoves(position, from, cards[0], moves)
    columnMoves(position, from, cards[0], moves)
    if (game.cells!.from.length > 1) cellMoves(position, from, moves)
  }
  for (const from of game.of.waste) {
    const cards = piles[from.index]
    if (cards.length === 0) continue
    foundationMoves(position, from, cards[cards.length - 1], moves)
    columnMoves(position, from, cards[cards.length - 1], moves)
  }
  if (position.house.includes('take-back'))
    for (const from of game.of.foundation) {
      const cards = piles[from.index]
      if (cards.length > 0) columnMoves(position, from, cards[cards.length - 1], moves)
    }
  if (game.stock) stockMoves(position, moves)
  return moves
}

/** Whether `card`, if it were the top of the waste, could be played anywhere. */
export function isPlaceable({ game, piles }: Position, card: Card): boolean {
  return (
    game.of.foundation.some(pile => fitsFoundation(game, pile.number, piles[pile.index], card)) ||
    game.of.tableau.some(column => fitsColumn(game, piles[column.index], card))
  )
}

function foundationMoves({ game, piles }: Position, from: Pile, card: Card, moves: Move[]): void {
  for (const to of game.of.foundation)
    if (fitsFoundation(game, to.number, piles[to.index], card))
      moves.push(game.singleMoves[from.index][to.index])
}

/**
 * Moves of one card to every column that takes it. No card fits on itself, so its own column is never listed.
 */
function columnMoves({ game, piles }: Position, from: Pile, card: Card, moves: Move[]): void {
  const singleMoves = game.singleMoves[from.index]
  for (const to of game.of.tableau)
    if (fitsColumn(game, piles[to.index], card)) moves.push(singleMoves[to.index])
}

function runMoves({ game, piles }: Position, from: Pile, longest: number, moves: Move[]): void {
  const cards = piles[from.index]
  for (const to of game.of.tableau) {
    if (to === from) continue
    const target = piles[to.index]
    for (let count = 1; count <= longest; count++)
      if (fitsColumn(game, target, cards[cards.length - count])) moves.push(runMove(game, from, to, count))
  }
}

const runMove = (game: Game, from: Pile, to: Pile, count: number): Move =>
  count === 1 ? game.singleMoves[from.index][to.index] : { kind: 'move', from: from.id, to: to.id, count }

function cellMoves({ game, piles }: Position, from: Pile, moves: Move[]): void {
  for (const to of game.of.cell)
    if (piles[to.index].length === 0) moves.push(game.singleMoves[from.index][to.index])
}

function stockMoves(position: Position, moves: Move[]): void {
  const { game, piles } = position
  const isStockEmpty = piles[game.of.stock[0].index].length === 0
  if (game.stock!.by === 'deal') {
    if (!isStockEmpty && canDealRow(position)) moves.push(DEAL)
  } else if (!isStockEmpty) moves.push(DRAW)
  else if (piles[game.of.waste[0].index].length > 0) moves.push(RECYCLE)
}
