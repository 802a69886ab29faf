// Makes moves: `play` returns the next position and leaves the given one unchanged.
import type { Card } from './cards.ts'
import { isLegal, isPlaceable, legalMoves } from './legal.ts'
import { reasonOf, type Reason } from '../result.ts'
import { shuffled } from './shuffle.ts'
import { countIn } from './stock.ts'
import type { DealRule, DrawRule, Move, PileIndex, Position } from './types.ts'

/**
 * Thrown for an illegal move. `reason` is the violated rule, and `message` its English sentence. Without
 * `Game.illegalMove`, `reason` is `unknownMove` and `message` is empty.
 */
export class IllegalMove extends Error {
  readonly reason: Reason
  constructor(reason: Reason, message?: string) {
    super(message)
    this.name = 'IllegalMove'
    this.reason = reason
  }
}

/** The position after `move`. Throws IllegalMove if the move is illegal. `position` is not modified. */
export function play(position: Position, move: Move): Position {
  if (!isLegal(position, move))
    throw position.game.illegalMove?.(position, move) ?? new IllegalMove(reasonOf('unknownMove'))
  switch (move.kind) {
    case 'move':
      return moveCards(position, move)
    case 'draw':
      return draw(position)
    case 'recycle':
      return recycle(position)
    case 'deal':
      return dealRow(position)
  }
}

/** The position after the automatic consequences of what led to it, in games that have them. */
export const followedUp = (position: Position): Position =>
  position.game.settles ? position.game.followUp!(position) : position

/** The position after several moves. Throws IllegalMove at the first illegal one. */
export const playAll = (position: Position, moves: readonly Move[]): Position => moves.reduce(play, position)

/** The position after moving cards, with automatic consequences. Legality is not checked. */
export function moveCards(position: Position, move: Move & { kind: 'move' }): Position {
  const { game } = position
  const from = game.pileById.get(move.from)!.index
  const target = game.pileById.get(move.to)!
  const to = target.index
  const piles = position.piles.slice()
  const source = piles[from]
  const left = source.length - move.count
  piles[from] = source.slice(0, left)
  if (game.pairSum !== undefined && target.kind !== 'foundation') {
    const heap = game.of.foundation[0]!.index
    piles[heap] = [...piles[heap], source[left]!, piles[to].at(-1)!]
    piles[to] = piles[to].slice(0, -1)
  } else piles[to] = move.count === 1 ? [...piles[to], source[left]!] : piles[to].concat(source.slice(left))
  if (game.settles) return game.followUp!({ ...position, piles })
  if (left === 0 || position.faceDown[from] !== left) return { ...position, piles }
  const faceDown = position.faceDown.slice()
  faceDown[from] = left - 1 // a face-down card that becomes the top is turned up
  return { ...position, piles, faceDown }
}

function draw(position: Position): Position {
  const { game } = position
  const stock = game.of.stock[0]!.index
  const { turn, onto } = game.stock as DrawRule
  const to = (onto === 'foundation' ? game.of.foundation : game.of.waste)[0]!.index
  const cards = position.piles[stock]
  const left = Math.max(0, cards.length - turn)
  return withPiles(position, [
    [stock, cards.slice(0, left)],
    [to, position.piles[to].concat(cards.slice(left).reverse())],
  ])
}

function recycle(position: Position): Position {
  const { game, dealNumber, house } = position
  const stock = game.of.stock[0]!.index
  const waste = game.of.waste[0]!.index
  const pass = position.pass + 1
  const cards = position.piles[waste].toReversed()
  const turned = house.includes('shuffle-on-recycle')
    ? shuffled(cards, dealNumber + Math.imul(pass, 0x9e3779b9))
    : cards
  return {
    ...withPiles(position, [
      [stock, turned],
      [waste, []],
    ]),
    pass,
  }
}

function dealRow(position: Position): Position {
  const { game } = position
  const stock = game.of.stock[0]!.index
  const cards = position.piles[stock]
  const { onto } = game.stock as DealRule
  const changed: Changed[] = game.of.tableau
    .slice(0, Math.min(onto ?? Infinity, cards.length))
    .map((column, i) => [column.index, [...position.piles[column.index], cards.at(-1 - i)!]])
  return withPiles(position, [[stock, cards.slice(0, cards.length - changed.length)], ...changed])
}

type Changed = readonly [index: PileIndex, cards: readonly Card[]]

/**
 * The position with these piles replaced. All cards of a stock are first set face down; if the stock is
 * open, `followUp` then turns up its top card.
 */
function withPiles(position: Position, changed: readonly Changed[]): Position {
  const piles = position.piles.slice()
  const faceDown = position.faceDown.slice()
  for (const [index, cards] of changed) {
    piles[index] = cards
    if (position.game.piles[index].kind === 'stock') faceDown[index] = cards.length
  }
  return followedUp({ ...position, piles, faceDown })
}

/** Whether the game is won: all cards are on the foundations or, if that is the goal, no column has cards. */
export const isWon = (position: Position): boolean =>
  position.game.goal === 'tableau'
    ? countIn(position, 'tableau') === 0
    : countIn(position, 'foundation') === position.game.cards.length

/**
 * Whether no legal move is left other than `draw` and `recycle`, now and after any number of them. If passes
 * are unlimited and the waste is shuffled, every card of stock and waste is assumed to reach the top of the
 * waste. A won position is not stuck.
 */
export function isStuck(position: Position): boolean {
  const { game, house, piles } = position
  const { stock } = game
  const talon = [...game.of.stock, ...game.of.waste].flatMap(({ index }) => piles[index])
  const isMixed = house.includes('shuffle-on-recycle') && stock?.by === 'draw' && stock.passes === undefined
  if (isMixed && talon.some(card => isPlaceable(position, card))) return false
  let now = position
  // Two passes bring every reachable card to the top.
  for (let turns = 0; turns <= 2 * talon.length + 2; turns++) {
    if (isWon(now)) return false
    const move = legalMoves(now).at(0)
    if (!move) return true
    if (move.kind === 'move' || move.kind === 'deal') return false
    now = play(now, move)
  }
  return true
}
