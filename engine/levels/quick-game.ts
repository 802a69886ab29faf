// The quick player: plays a deal by weighted random choice, and backtracks from dead ends.
import { fitsCard } from '../rules/fit.ts'
import { isPlaceable } from '../rules/legal.ts'
import { isWon, moveCards, play } from '../rules/play.ts'
import { mulberry32 } from '../rules/shuffle.ts'
import { countIn } from '../rules/stock.ts'
import type { DrawRule, Move, Position } from '../rules/types.ts'
import { candidates, runTable } from './candidates.ts'
import type { Candidate, Weights } from './weights.ts'

/** The parameters of a player. */
export interface PlayerOptions {
  readonly weights: Weights
  /** Randomness: near zero, the best move is nearly always made. */
  readonly temperature: number
  /** The maximum number of backtracks. */
  readonly undos: number
  /** The number of moves after which a game is given up; by default six per card of the deck. */
  readonly maxMoves?: number
}

/** The outcome of a quick game. */
export interface QuickGame {
  readonly won: boolean
  /** The number of backtracks; for a loss, the maximum allowed. Always 0 in a `suitGame`. */
  readonly undos: number
  /** The largest fraction of the work completed at any dead end; 1 for a win. */
  readonly progress: number
  /** The work left at the end. */
  readonly left: number
}

/** What a backtrack restores. */
interface Choice {
  position: Position
  /** The indexes of the candidates already tried. */
  banned: readonly number[]
  /** The length of `placed` at the last progress. */
  progressAt: number
  /** Turns of the stock since the last card move. */
  turns: number
}

/** The state of a playout, one quick game in progress. */
interface Playout extends Choice {
  readonly options: PlayerOptions
  readonly random: () => number
  /** The states before the choices so far, and the length of `placed` at each. */
  readonly choices: (Choice & { readonly placedCount: number })[]
  /** The keys of all placements. The player repeats none that was made since the last progress. */
  readonly placed: number[]
}

/** The mean number of choices that a backtrack undoes. */
const MEAN_UNDONE = 4

/** Plays one game from a position. The same seed gives the same game. */
export function quickGame(start: Position, seed: number, options: PlayerOptions): QuickGame {
  const before: Choice = { position: start, banned: [], progressAt: 0, turns: 0 }
  const playout: Playout = { ...before, options, random: mulberry32(seed), choices: [], placed: [] }
  const total = workLeft(start)
  const most = options.maxMoves ?? 6 * start.game.cards.length
  let undos = 0
  let progress = 0
  let moves = 0
  while (!isWon(playout.position)) {
    const found = candidates(playout.position, options.weights)
    const chosen = moves < most ? choose(playout, found) : undefined
    if (chosen !== undefined) {
      const isTurn = make(playout, found, chosen)
      if (!isTurn) moves++
      continue
    }
    const left = workLeft(playout.position)
    progress = Math.max(progress, 1 - left / total)
    const isOver = undos >= options.undos || playout.choices.length === 0 || moves >= most
    if (isOver) return { won: false, undos: options.undos, progress, left }
    undos++
    undo(playout)
  }
  return { won: true, undos, progress: 1, left: 0 }
}

/** The index of a candidate picked by weighted random choice; undefined if none is left. */
function choose(playout: Playout, found: readonly Candidate[]): number | undefined {
  const { position, options } = playout
  const { stock } = position.game
  // Consecutive turns of the stock are limited to a few more than one pass takes.
  const mayTurn = stock?.by !== 'draw' || playout.turns <= 3 + Math.ceil(cardsToTurn(position) / stock.turn)
  let sum = 0
  const chances: number[] = []
  for (const [i, { move, worth }] of found.entries()) {
    let chance = 0
    if (!playout.banned.includes(i) && (mayTurn || move.kind === 'move') && !isRepeated(playout, move))
      chance = 1 + Math.round(1e6 * exp(worth / options.temperature))
    chances.push(chance)
    sum += chance
  }
  if (sum === 0) return undefined
  let rest = playout.random() * sum
  let chosen = 0
  for (const [i, chance] of chances.entries()) {
    if (chance === 0) continue
    chosen = i
    rest -= chance
    if (rest <= 0) break
  }
  return chosen
}

/** Whether a move repeats a placement since the last progress. */
const isRepeated = ({ position, placed, progressAt }: Playout, move: Move): boolean =>
  move.kind === 'move' && placed.indexOf(placementKey(position, move), progressAt) >= 0

/** Approximates e^x with basic arithmetic, because the rounding of `Math.exp` differs between browsers. */
function exp(x: number): number {
  let power = 1 + x / 2 ** 20
  for (let i = 0; i < 20; i++) power *= power
  return power
}

/** The number of cards in stock and waste. */
const cardsToTurn = (position: Position): number => countIn(position, 'stock') + countIn(position, 'waste')

/** A key for a placement: the bottom card moved, and its target (a card, a cell or an empty pile). */
export function placementKey({ game, piles }: Position, move: Move & { kind: 'move' }): number {
  const from = piles[game.pileById.get(move.from)!.index]
  const to = game.pileById.get(move.to)!
  const onto = piles[to.index]
  const target = to.kind === 'cell' ? 900 : (onto.at(-1) ?? 901)
  return 1024 * from.at(-move.count)! + target
}

/** The position after a candidate move; a supermove is one move. */
export const after = (position: Position, move: Move): Position =>
  move.kind === 'move' ? moveCards(position, move) : play(position, move)

/** Makes a move; true if it turned the stock. */
function make(playout: Playout, found: readonly Candidate[], chosen: number): boolean {
  const { position, banned, placed, progressAt, turns } = playout
  const { move } = found[chosen]!
  const before = { position, banned: [...banned, chosen], progressAt, turns, placedCount: placed.length }
  if (found.length > 1) playout.choices.push(before)
  playout.banned = []
  playout.position = after(position, move)
  if (move.kind === 'move') {
    placed.push(placementKey(position, move))
    playout.turns = 0
    if (isProgress(position, move, playout.position)) playout.progressAt = placed.length
  } else if (move.kind === 'deal') playout.progressAt = placed.length
  else {
    keepTurning(playout, cardsToTurn(position))
    playout.turns++
    return true
  }
  return false
}

/** Whether a move puts a card on a foundation, takes one from waste or reserve, or turns one face up. */
function isProgress(before: Position, move: Move & { kind: 'move' }, { faceDown }: Position): boolean {
  const { pileById } = before.game
  const from = pileById.get(move.from)!
  return (
    pileById.get(move.to)!.kind === 'foundation' ||
    from.kind === 'waste' ||
    from.kind === 'reserve' ||
    faceDown[from.index] < before.faceDown[from.index]
  )
}

/** Turns the stock until the top of the waste can be played, the stock is empty, or a limit is reached. */
function keepTurning(playout: Playout, cards: number): void {
  const { game } = playout.position
  const { onto, turn } = game.stock as DrawRule
  if (onto !== undefined || game.pairSum !== undefined) return
  const most = 3 + Math.ceil(cards / turn)
  while (playout.turns < most && countIn(playout.position, 'stock') > 0) {
    const top = playout.position.piles[game.of.waste[0]!.index].at(-1)
    if (top !== undefined && isPlaceable(playout.position, top)) return
    playout.position = play(playout.position, { kind: 'draw' })
    playout.turns++
  }
}

/** Undoes a random number of choices. The earliest of them is not made again. */
function undo(playout: Playout): void {
  let count = 1
  while (playout.random() < 1 - 1 / MEAN_UNDONE) count++
  const { placedCount, ...before } = playout.choices.splice(-count)[0]!
  Object.assign(playout, before)
  playout.placed.length = placedCount
}

/**
 * The work left: cards not on the foundations, face-down cards, adjacent cards in columns that do not form a
 * run, and cards still to be dealt. If the goal is empty columns, only the cards in columns count.
 */
export function workLeft(position: Position): number {
  const { game, piles, faceDown } = position
  if (game.goal === 'tableau') return countIn(position, 'tableau')
  let work = game.cards.length - countIn(position, 'foundation')
  if (game.stock?.by === 'deal') work += countIn(position, 'stock')
  if (game.tableau.build.suit === 'none') return work
  const joined = runTable(game)
  for (const { index } of game.of.tableau) {
    const cards = piles[index]
    work += faceDown[index]
    for (let i = Math.max(1, faceDown[index]); i < cards.length; i++)
      if (!fitsCard(joined, cards[i]!, cards[i - 1]!)) work++
  }
  return work
}
