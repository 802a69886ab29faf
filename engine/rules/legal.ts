// All legal moves, fast: tables and shared move objects, no closures in the loops. A property test holds this
// list equal to what `whyNot` allows.
import type { Card } from './cards.ts'
import { fitsColumn, fitsFoundation, isCovered, makesPair, runLength } from './fit.ts'
import { canDealRow, mayRecycle } from './stock.ts'
import type { Game, Move, Pile, Position } from './types.ts'

const DRAW: Move = { kind: 'draw' }
const RECYCLE: Move = { kind: 'recycle' }
const DEAL: Move = { kind: 'deal' }

/** Every single rule move that may be made, in no promised order. In the towers `count` is always 1. */
export function legalMoves(position: Position): Move[] {
  const { game, piles } = position
  const moves: Move[] = []
  if (game.pairSum === undefined) {
    for (const from of game.of.tableau) tableauMoves(position, from, moves)
    for (const from of game.of.cell) {
      if (piles[from.index].length === 0) continue
      topMoves(position, from, moves)
      if (game.cells!.from.length > 1) cellMoves(position, from, moves)
    }
    for (const from of game.of.waste) if (piles[from.index].length > 0) topMoves(position, from, moves)
    for (const from of game.of.reserve) if (piles[from.index].length > 0) topMoves(position, from, moves)
  } else pairMoves(position, moves)
  if (position.house.includes('take-back'))
    for (const from of game.of.foundation) {
      const cards = piles[from.index]
      if (cards.length > 0) columnMoves(position, from, cards[cards.length - 1], moves)
    }
  if (game.stock) stockMoves(position, moves)
  return moves
}

/** What the top cards of a column can do. */
function tableauMoves(position: Position, from: Pile, moves: Move[]): void {
  const { game, piles } = position
  const cards = piles[from.index]
  if (cards.length === 0 || (game.covers.length > 0 && isCovered(position, from))) return
  const top = cards[cards.length - 1]
  foundationMoves(position, from, top, moves)
  const longest = game.tableau.take === 'top' ? 1 : runLength(game, cards, position.faceDown[from.index])
  if (longest === 1) columnMoves(position, from, top, moves)
  else runMoves(position, from, longest, moves)
  if (game.cells) cellMoves(position, from, moves)
}

/** What the top card of a pile can do. */
function topMoves(position: Position, from: Pile, moves: Move[]): void {
  const cards = position.piles[from.index]
  foundationMoves(position, from, cards[cards.length - 1], moves)
  columnMoves(position, from, cards[cards.length - 1], moves)
}

/** The piles whose top card is in play in a game of pairs. */
function openPiles(position: Position): Pile[] {
  const { tableau, waste, stock } = position.game.of
  const isOpen = position.game.stock?.by === 'draw' && position.game.stock.open
  return [...tableau, ...waste, ...(isOpen ? stock : [])].filter(
    pile => position.piles[pile.index].length > 0 && !isCovered(position, pile),
  )
}

/** Every pair, in both directions, and every card that leaves alone. */
function pairMoves(position: Position, moves: Move[]): void {
  const { game, piles } = position
  const open = openPiles(position)
  for (const from of open) {
    const card = piles[from.index].at(-1)!
    foundationMoves(position, from, card, moves)
    for (const to of open)
      if (to !== from && makesPair(game, card, piles[to.index].at(-1)!))
        moves.push(game.singleMoves[from.index][to.index])
  }
}

/** Whether `card`, if it were the top of the waste, could be played anywhere. */
export function isPlaceable(position: Position, card: Card): boolean {
  const { foundation, tableau } = position.game.of
  return (
    foundation.some(pile => fitsFoundation(position, pile, card)) ||
    tableau.some(column => fitsColumn(position, column, card))
  )
}

function foundationMoves(position: Position, from: Pile, card: Card, moves: Move[]): void {
  const { game } = position
  for (const to of game.of.foundation)
    if (fitsFoundation(position, to, card)) moves.push(game.singleMoves[from.index][to.index])
}

/**
 * Moves of one card to every column that takes it. No card fits on itself, so its own column is never listed.
 */
function columnMoves(position: Position, from: Pile, card: Card, moves: Move[]): void {
  const singleMoves = position.game.singleMoves[from.index]
  for (const to of position.game.of.tableau)
    if (fitsColumn(position, to, card)) moves.push(singleMoves[to.index])
}

function runMoves(position: Position, from: Pile, longest: number, moves: Move[]): void {
  const { game, piles } = position
  const cards = piles[from.index]
  for (const to of game.of.tableau) {
    if (to === from) continue
    for (let count = 1; count <= longest; count++)
      if (fitsColumn(position, to, cards[cards.length - count])) moves.push(runMove(game, from, to, count))
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
  else if (mayRecycle(position) && piles[game.of.waste[0].index].length > 0) moves.push(RECYCLE)
}
