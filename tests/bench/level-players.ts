// Two further players, which check whether the levels also apply to players other than the one that rates
// deals.
import { isWon, solve, type Move, type Position } from '../../engine/index.ts'
import { candidates } from '../../engine/levels/candidates.ts'
import { after, placementKey, quickGame, type PlayerOptions } from '../../engine/levels/quick-game.ts'
import {
  beginPlayout,
  bestAhead,
  afterDeal,
  isSuitGame,
  suitGame,
  type SuitPlayer,
} from '../../engine/levels/suit-game.ts'
import { SUIT_WEIGHTS, WEIGHTS } from '../../engine/levels/weights.ts'
import { mulberry32 } from '../../engine/rules/shuffle.ts'

/** The naive player has mostly smaller weights, plays more randomly, and undoes up to three times. */
const NAIVE: PlayerOptions = {
  temperature: 1.2,
  undos: 3,
  weights: {
    ...WEIGHTS,
    turnsUp: 2,
    turnsUpNear: 0,
    group: 0,
    covers: 0,
    dealRow: -1.5,
    turn: -0.3,
    splitsRun: -0.8,
    leavesFit: -0.5,
    joinsRun: 1,
    otherToSpace: 0,
    emptiesColumn: 1,
    toCell: -1,
    cellInUse: -0.3,
    next: 0.5,
  },
}
const NAIVE_GAMES = 8
/** In games like Spider, the naive player looks fewer boards ahead. */
const NAIVE_SUITS: SuitPlayer = {
  weights: { ...SUIT_WEIGHTS, downLast: 0, run: 0, otherSuit: 4, breaks: 6, breaksAbove: 0 },
  ahead: 4,
  spread: 0.8,
}

/** The naive player’s win rate and mean progress over several games of a deal. */
export function naiveGames(start: Position): { won: number; progress: number } {
  const play = (seed: number) =>
    isSuitGame(start.game) ? suitGame(start, seed, NAIVE_SUITS) : quickGame(start, seed, NAIVE)
  const games = Array.from({ length: NAIVE_GAMES }, (_, i) => play(5_000_000 + start.dealNumber * 64 + i))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / NAIVE_GAMES
  return { won: mean(games.map(({ won }) => Number(won))), progress: mean(games.map(g => g.progress)) }
}

/** The strong player plays a quick game after each of this number of candidate moves. */
const WIDTH = 3
const AHEAD: PlayerOptions = { weights: WEIGHTS, temperature: 0.5, undos: 0, maxMoves: 250 }
/** The strong player stops turning the stock after this number of consecutive turns. */
const MOST_TURNS = 60

/** Combines the numbers of cards on foundations, in stock, waste and reserve, and face down in columns. */
function progressOf({ game, piles, faceDown }: Position): number {
  const { foundation, stock, waste, reserve, tableau } = game.of
  const sum = (of: typeof stock) => of.reduce((cards, { index }) => cards + piles[index].length, 0)
  const down = tableau.reduce((cards, { index }) => cards + faceDown[index], 0)
  return sum(foundation) * 10_000 + sum([...stock, ...waste, ...reserve]) * 100 + down
}

/** The weights of the strong player in games like Spider. */
const STRONG_WEIGHTS = {
  ...SUIT_WEIGHTS,
  suit: 220,
  down: 40,
  joined: 2,
  otherSuit: 7,
  breaks: 5,
  breaksAbove: 4,
}
const STRONG_SUITS: SuitPlayer = { weights: STRONG_WEIGHTS, ahead: 16, spread: 0.5 }
const STRONG_TRIAL: SuitPlayer = { weights: STRONG_WEIGHTS, ahead: 8, spread: 0.2 }
/**
 * The strong player wins too few deals of Spider with four suits, so the solver plays them with these limits.
 */
const SOLVER_LIMITS = { maxStates: 10_000 }
/**
 * The number of times that the strong player searches for a next position, each time with different weights.
 */
const SEARCHES = 16

export function strongWins(start: Position): boolean {
  if (start.game.id === 'spider-4') return solve(start, SOLVER_LIMITS).verdict === 'won'
  return isSuitGame(start.game) ? strongWinsSuits(start) : strongWinsCards(start)
}

/**
 * Whether the strong player wins a game like Spider. It plays a game from each position that it finds, and
 * from the position after dealing a row. If it wins none of these games, it continues from the start of the
 * best one.
 */
function strongWinsSuits(start: Position): boolean {
  const random = mulberry32(9_000_000 + start.dealNumber)
  const seed = () => Math.floor(random() * 2 ** 32)
  let position = start
  for (let decisions = 0; decisions < 300 && !isWon(position); decisions++) {
    const found = new Map<string, Position>()
    const add = (next: Position | undefined) => next && found.set(next.piles.join('|'), next)
    for (let i = 0; i < SEARCHES; i++) add(bestAhead(beginPlayout(seed(), STRONG_SUITS), position))
    add(afterDeal(beginPlayout(seed(), STRONG_SUITS), position))
    const games = [...found.values()].map(next => ({ next, ...suitGame(next, seed(), STRONG_TRIAL) }))
    if (games.length === 0) return false
    if (games.some(({ won }) => won)) return true
    position = games.reduce((best, game) => (game.left < best.left ? game : best)).next
  }
  return isWon(position)
}

/**
 * Whether the strong player wins a game that is not like Spider. It plays a quick game after each of a few
 * candidate moves, makes the best of these moves, and never undoes.
 */
function strongWinsCards(start: Position): boolean {
  const random = mulberry32(9_000_000 + start.dealNumber)
  let position = start
  let turns = 0
  /** The `placementKey` of each move since `progressOf` last changed. */
  const placed = new Set<number>()
  for (let moves = 0; moves < 6 * start.game.cards.length; moves++) {
    if (isWon(position)) return true
    const found = candidates(position, WEIGHTS)
    if (found.length === 0) return false
    const ordered = found
      .map(({ move, worth }) => ({ move, order: worth / 0.7 - Math.log(-Math.log(random() || 1e-9)) }))
      .toSorted((a, b) => b.order - a.order)
      .map(({ move }) => move)
    const isNew = (move: Move) =>
      move.kind === 'move'
        ? !placed.has(placementKey(position, move))
        : move.kind === 'deal' || turns <= MOST_TURNS
    const tried = found.length === 1 ? ordered : ordered.filter(isNew).slice(0, WIDTH)
    const move = bestOf(position, tried, random)
    if (!move) return false
    const next = after(position, move)
    if (found.length > 1) {
      turns = move.kind === 'move' ? 0 : turns + 1
      if (move.kind === 'move') placed.add(placementKey(position, move))
      if (progressOf(next) !== progressOf(position)) placed.clear()
    }
    position = next
  }
  return false
}

/** The move after which a quick game wins, or comes closest to a win. */
function bestOf(position: Position, moves: readonly Move[], random: () => number): Move | undefined {
  if (moves.length <= 1) return moves[0]
  let best: Move | undefined
  let fewestLeft = Infinity
  for (const move of moves) {
    const next = after(position, move)
    if (isWon(next)) return move
    const game = quickGame(next, Math.floor(random() * 2 ** 32), AHEAD)
    const left = game.won ? -1000 : game.left
    if (left < fewestLeft) [best, fewestLeft] = [move, left]
  }
  return best
}
