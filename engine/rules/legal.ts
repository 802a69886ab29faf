// All legal moves, fast: tables and shared move objects, no closures in the loops. Held equal to `whyNot` by
// a property test.
import { DECK, rankOf, suitOf, type Card } from './cards.ts'
import type { Game, Move, Pile, Position } from './types.ts'
import { highestRank } from './vocabulary.ts'

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
    const longest = game.tableau.take === 'top' ? 1 : runLength(position, from)
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

/** Cards that lie face up, in order, at the top of a column. */
export function runLength({ game, piles, faceDown }: Position, column: Pile): number {
  const cards = piles[column.index]
  const lowest = faceDown[column.index]
  let from = cards.length - 1
  while (from > lowest && game.fits[(cards[from] % DECK) * DECK + (cards[from - 1] % DECK)] === 1) from--
  return cards.length - from
}

/** Whether a foundation that holds `cards` takes `card` next. */
export function fitsFoundation(game: Game, number: number, cards: readonly Card[], card: Card): boolean {
  if (cards.length === 0) return rankOf(card) === game.firstRanks[number]
  if (cards.length === game.deck.ranks) return false
  const top = cards[cards.length - 1]
  return (
    suitOf(card) === suitOf(top) && rankOf(card) === (rankOf(top) + game.foundations.step) % game.deck.ranks
  )
}

/** Whether `card`, if it were the top of the waste, could be played anywhere. */
export function isPlaceable({ game, piles }: Position, card: Card): boolean {
  const fills = game.tableau.fill === 'any' || rankOf(card) === highestRank(game)
  return (
    game.of.foundation.some(pile => fitsFoundation(game, pile.number, piles[pile.index], card)) ||
    game.of.tableau.some(({ index }) => {
      const column = piles[index]
      return column.length === 0
        ? fills
        : game.fits[(card % DECK) * DECK + (column[column.length - 1] % DECK)] === 1
    })
  )
}

function foundationMoves({ game, piles }: Position, from: Pile, card: Card, moves: Move[]): void {
  for (const to of game.of.foundation)
    if (fitsFoundation(game, to.number, piles[to.index], card))
      moves.push(game.singleMoves[from.index][to.index])
}

function columnMoves({ game, piles }: Position, from: Pile, card: Card, moves: Move[]): void {
  const singleMoves = game.singleMoves[from.index]
  const row = (card % DECK) * DECK
  const fills = game.tableau.fill === 'any' || rankOf(card) === highestRank(game)
  for (const to of game.of.tableau) {
    const cards = piles[to.index]
    if (cards.length === 0 ? fills : game.fits[row + (cards[cards.length - 1] % DECK)] === 1)
      if (to !== from) moves.push(singleMoves[to.index])
  }
}

function runMoves({ game, piles }: Position, from: Pile, longest: number, moves: Move[]): void {
  const cards = piles[from.index]
  const anyFills = game.tableau.fill === 'any'
  for (const to of game.of.tableau) {
    if (to === from) continue
    const target = piles[to.index]
    for (let count = 1; count <= longest; count++) {
      const card = cards[cards.length - count]
      if (
        target.length === 0
          ? anyFills || rankOf(card) === highestRank(game)
          : game.fits[(card % DECK) * DECK + (target[target.length - 1] % DECK)] === 1
      )
        moves.push(
          count === 1
            ? game.singleMoves[from.index][to.index]
            : { kind: 'move', from: from.id, to: to.id, count },
        )
    }
  }
}

function cellMoves({ game, piles }: Position, from: Pile, moves: Move[]): void {
  for (const to of game.of.cell)
    if (piles[to.index].length === 0) moves.push(game.singleMoves[from.index][to.index])
}

function stockMoves({ game, piles }: Position, moves: Move[]): void {
  const stock = piles[game.of.stock[0].index]
  if (game.stock!.by === 'deal') {
    if (stock.length === 0) return
    let cards = 0
    let empty = false
    for (const column of game.of.tableau) {
      cards += piles[column.index].length
      empty ||= piles[column.index].length === 0
    }
    if (!empty || cards < game.of.tableau.length) moves.push(DEAL)
  } else if (stock.length > 0) moves.push(DRAW)
  else if (piles[game.of.waste[0].index].length > 0) moves.push(RECYCLE)
}
