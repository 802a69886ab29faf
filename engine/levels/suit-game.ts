// The player of games in which whole suits leave the columns, such as Spider. It searches a few boards ahead,
// no further than the next card turned up, and makes the moves that lead to the best board.
import { faceOf, rankOf, type Card } from '../rules/cards.ts'
import { fitsCard } from '../rules/fit.ts'
import { legalMoves } from '../rules/legal.ts'
import { isWon, moveCards, play } from '../rules/play.ts'
import { mulberry32 } from '../rules/shuffle.ts'
import { countIn } from '../rules/stock.ts'
import type { Game, Move, Position } from '../rules/types.ts'
import { workLeft, type QuickGame } from './quick-game.ts'
import { SUIT_WEIGHTS, type SuitWeights } from './weights.ts'

/** The parameters of a player. */
export interface SuitPlayer {
  readonly weights: SuitWeights
  /** The maximum number of boards that it expands before it moves. */
  readonly ahead: number
  /** Randomness: the maximum fraction by which each weight varies from game to game. */
  readonly spread: number
}

/** The player that rates deals. */
export const SUIT_PLAYER: SuitPlayer = { weights: SUIT_WEIGHTS, ahead: 8, spread: 0.2 }

/** A column's value, and a hash of its cards. */
interface Column {
  readonly value: number
  readonly hash: number
}

/** The state of a playout, one game by the player. Columns are memoized by their cards. */
export interface SuitPlayout extends Omit<SuitPlayer, 'spread'> {
  readonly columns: WeakMap<readonly Card[], Column>
}

interface Board {
  readonly position: Position
  readonly value: number
  readonly hash: number
}

/** Whether whole suits leave the columns of a game, and only runs in suit move as one. */
export const isSuitGame = ({ foundations, tableau }: Game): boolean =>
  foundations.takes === 'suit' && typeof tableau.take === 'object'

/** Plays one game from a position. The same seed gives the same game. */
export function suitGame(start: Position, seed: number, player = SUIT_PLAYER): QuickGame {
  const playout = beginPlayout(seed, player)
  let position = start
  for (;;) {
    const next = bestAhead(playout, position) ?? afterDeal(playout, position)
    if (!next) break
    position = next
  }
  const won = isWon(position)
  const left = workLeft(position)
  return { won, undos: 0, progress: Math.max(0, 1 - left / workLeft(start)), left }
}

/** Begins a playout with a seed, which varies the player's weights. */
export function beginPlayout(seed: number, { weights, ahead, spread }: SuitPlayer): SuitPlayout {
  const random = mulberry32(seed)
  const varied = { ...weights }
  for (const name of Object.keys(weights) as (keyof SuitWeights)[])
    varied[name] = Math.round(weights[name] * (1 + spread * (2 * random() - 1)))
  return { weights: varied, ahead, columns: new WeakMap() }
}

/** The best position found; undefined if none is better than `start`. */
export function bestAhead(playout: SuitPlayout, start: Position): Position | undefined {
  let best = boardOf(playout, start)
  const open = [best]
  const seen = new Set([best.hash])
  for (let looked = 0; looked < playout.ahead && open.length > 0; looked++) {
    const board = open.splice(indexOfBest(open), 1)[0]!
    for (const move of legalMoves(board.position)) {
      if (move.kind !== 'move') continue
      const next = boardOf(playout, moveCards(board.position, move))
      if (seen.size === seen.add(next.hash).size) continue
      if (next.value > best.value) best = next
      if (!turnsUp(board.position, next.position)) open.push(next)
    }
  }
  return best.position === start ? undefined : best.position
}

/**
 * The position after dealing a row; undefined if no row can be dealt. If the rules require it, empty columns
 * are filled first, each time by the move that leads to the best board.
 */
export function afterDeal(playout: SuitPlayout, start: Position): Position | undefined {
  const { game } = start
  if (!game.stock || countIn(start, 'stock') === 0) return undefined
  for (let position: Position | undefined = start; position;) {
    const moves = legalMoves(position)
    const row = moves.find(({ kind }) => kind === 'deal')
    if (row) return play(position, row)
    position = bestFilled(playout, position, moves)
  }
  return undefined
}

/** The best position after one of the moves that fill an empty column. */
function bestFilled(playout: SuitPlayout, position: Position, moves: readonly Move[]): Position | undefined {
  let best: Board | undefined
  for (const move of moves) {
    if (!fillsSpace(position, move)) continue
    const next = boardOf(playout, moveCards(position, move))
    if (!best || next.value > best.value) best = next
  }
  return best?.position
}

/** Whether a move fills an empty column without emptying another. */
function fillsSpace({ game, piles }: Position, move: Move): move is Move & { kind: 'move' } {
  if (move.kind !== 'move' || piles[game.pileById.get(move.to)!.index].length > 0) return false
  return piles[game.pileById.get(move.from)!.index].length > move.count
}

function indexOfBest(boards: readonly Board[]): number {
  let best = 0
  for (const [i, { value }] of boards.entries()) if (value > boards[best]!.value) best = i
  return best
}

/** Whether a card was turned up between two positions. */
const turnsUp = ({ game, faceDown }: Position, next: Position): boolean =>
  game.of.tableau.some(({ index }) => next.faceDown[index] < faceDown[index])

/**
 * The value and hash of a position: the sums over its columns. Each complete suit that has left them adds to
 * the value.
 */
function boardOf(playout: SuitPlayout, position: Position): Board {
  const { game, piles, faceDown } = position
  let value = 0
  let hash = 0
  for (const { index } of game.of.foundation) if (piles[index].length > 0) value += playout.weights.suit
  for (const { index } of game.of.tableau) {
    const cards = piles[index]
    let column = playout.columns.get(cards)
    if (!column) playout.columns.set(cards, (column = columnOf(playout, game, cards, faceDown[index])))
    value += column.value
    hash = (hash + column.hash) | 0
  }
  return { position, value, hash }
}

function columnOf({ weights }: SuitPlayout, game: Game, cards: readonly Card[], down: number): Column {
  let hash = 1
  for (const card of cards) {
    hash = Math.imul(hash ^ faceOf(card), 0x2c1b3c6d)
    hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39)
    hash ^= hash >>> 16
  }
  if (cards.length === 0) return { value: weights.space, hash }
  let value = 0
  for (let i = 1; i <= down; i++) value -= weights.down + Math.round(weights.downLast / i)
  let run = 0
  let breaks = 0
  for (let i = cards.length - 1; i > down; i--) {
    if (fitsCard(game.runs, cards[i]!, cards[i - 1]!)) value += weights.joined + weights.run * ++run
    else {
      run = 0
      if (rankOf(cards[i - 1]!) === rankOf(cards[i]!) + 1) value -= weights.otherSuit
      else value -= weights.breaks + (down > 0 ? weights.breaksAbove * ++breaks : 0)
    }
  }
  return { value, hash }
}
