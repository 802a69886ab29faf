// Lists all legal moves. For speed, it uses tables and shared move objects, and no closures in loops. A
// property test checks that this agrees with `whyNot`.
import type { Card } from './cards.ts'
import { fitsColumn, fitsFoundation, isCovered, makesPair, runLength } from './fit.ts'
import { canDealRow, countIn, isOpenStock, mayRecycle } from './stock.ts'
import type { Game, Move, Pile, Position } from './types.ts'

const DRAW: Move = { kind: 'draw' }
const RECYCLE: Move = { kind: 'recycle' }
const DEAL: Move = { kind: 'deal' }

/**
 * All legal single moves. Moves of the stock come last. In games that move only top cards, `count` is 1.
 */
export function legalMoves(position: Position): Move[] {
  const moves: Move[] = []
  for (const from of position.game.piles) movesFrom(position, from, moves)
  if (position.game.stock) stockMoves(position, moves)
  return moves
}

/** Whether a move is legal; equivalent to `whyNot` returning undefined. */
export function isLegal(position: Position, move: Move): boolean {
  const moves: Move[] = []
  if (move.kind !== 'move') {
    if (position.game.stock) stockMoves(position, moves)
    return moves.some(({ kind }) => kind === move.kind)
  }
  const from = position.game.pileById.get(move.from)
  if (from) movesFrom(position, from, moves)
  const { to, count } = move
  return moves.some(other => other.kind === 'move' && other.to === to && other.count === count)
}

function movesFrom(position: Position, from: Pile, moves: Move[]): void {
  const { game, house } = position
  if (position.piles[from.index].length === 0) return
  if (game.pairSum !== undefined) return pairMoves(position, from, moves)
  switch (from.kind) {
    case 'tableau':
      return tableauMoves(position, from, moves)
    case 'cell':
      topMoves(position, from, moves)
      if (game.cells!.from.length > 1) cellMoves(position, from, moves)
      return
    case 'waste':
    case 'reserve':
      return topMoves(position, from, moves)
    case 'foundation':
      if (house.includes('take-back')) columnMoves(position, from, topOf(position, from), moves)
  }
}

const topOf = ({ piles }: Position, { index }: Pile): Card => piles[index].at(-1)!

function tableauMoves(position: Position, from: Pile, moves: Move[]): void {
  const { game, piles } = position
  const cards = piles[from.index]
  if (game.covers.length > 0 && isCovered(position, from)) return
  const top = topOf(position, from)
  foundationMoves(position, from, top, moves)
  const longest = game.tableau.take === 'top' ? 1 : runLength(game, cards, position.faceDown[from.index])
  if (longest === 1) columnMoves(position, from, top, moves)
  else runMoves(position, from, longest, moves)
  if (game.cells) cellMoves(position, from, moves)
}

function topMoves(position: Position, from: Pile, moves: Move[]): void {
  const card = topOf(position, from)
  foundationMoves(position, from, card, moves)
  columnMoves(position, from, card, moves)
}

/** Whether a pile's top card is in play in a game of pairs. */
function isOpen(position: Position, pile: Pile): boolean {
  if (position.piles[pile.index].length === 0 || pile.kind === 'foundation') return false
  if (pile.kind === 'stock') return isOpenStock(position.game)
  return !isCovered(position, pile)
}

/** Adds the moves that remove a pile's top card, in a pair or alone. */
function pairMoves(position: Position, from: Pile, moves: Move[]): void {
  if (!isOpen(position, from)) return
  const { game } = position
  const card = topOf(position, from)
  foundationMoves(position, from, card, moves)
  for (const to of game.piles)
    if (to !== from && isOpen(position, to) && makesPair(game, card, topOf(position, to)))
      moves.push(game.singleMoves[from.index][to.index])
}

/** Whether `card` could be played if it were the top of the waste. */
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

/** Adds a card's moves to every column that takes it (never its own, because no card fits on itself). */
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
      if (fitsColumn(position, to, cards[cards.length - count]!)) moves.push(runMove(game, from, to, count))
  }
}

const runMove = (game: Game, from: Pile, to: Pile, count: number): Move =>
  count === 1 ? game.singleMoves[from.index][to.index] : { kind: 'move', from: from.id, to: to.id, count }

function cellMoves({ game, piles }: Position, from: Pile, moves: Move[]): void {
  for (const to of game.of.cell)
    if (piles[to.index].length === 0) moves.push(game.singleMoves[from.index][to.index])
}

function stockMoves(position: Position, moves: Move[]): void {
  const isStockEmpty = countIn(position, 'stock') === 0
  if (position.game.stock!.by === 'deal') {
    if (!isStockEmpty && canDealRow(position)) moves.push(DEAL)
  } else if (!isStockEmpty) moves.push(DRAW)
  else if (mayRecycle(position) && countIn(position, 'waste') > 0) moves.push(RECYCLE)
}
