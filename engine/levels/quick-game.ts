// A quick game of a player who chooses by worth and chance, and takes moves back where nothing goes on.
import { fitsCard } from '../rules/fit.ts'
import { isPlaceable } from '../rules/legal.ts'
import { isWon, moveCards, play } from '../rules/play.ts'
import { mulberry32 } from '../rules/shuffle.ts'
import type { DrawRule, Move, Position } from '../rules/types.ts'
import { candidates, joinedIn } from './candidates.ts'
import type { Candidate, Worths } from './worths.ts'

/** How a player plays. */
export interface Habits {
  readonly worths: Worths
  /** How much chance decides: near zero the best move is always made. */
  readonly temperature: number
  /** How often moves are taken back at a dead end. */
  readonly takeBacks: number
  /** Moves after which a game is given up; six for each card of the deck unless given. */
  readonly maxMoves?: number
}

/** How a quick game ended. */
export interface QuickGame {
  readonly won: boolean
  /** How often moves were taken back. */
  readonly takeBacks: number
  /** The best part of the work that was done at any dead end, at most 1. */
  readonly progress: number
  /** The work that is left. */
  readonly left: number
}

/** A choice that was made, so that it can be taken back. */
interface Choice {
  readonly position: Position
  /** The candidates that are not made again from there. */
  readonly banned: readonly number[]
  readonly placed: number
  readonly progressAt: number
  readonly turns: number
}

/** A quick game while it is played. */
interface Run {
  readonly habits: Habits
  readonly random: () => number
  readonly choices: Choice[]
  /** Cards and the places they went to. Those since the last progress are not repeated. */
  readonly placed: number[]
  /** How many of `placed` there were at the last progress. */
  progressAt: number
  position: Position
  banned: readonly number[]
  /** Turns of the stock since a card was moved. */
  turns: number
}

/** How many choices are taken back at once, in the mean. */
const MEAN_BACK = 4

/** Plays one game from a position. The same seed gives the same game. */
export function quickGame(start: Position, seed: number, habits: Habits): QuickGame {
  const random = mulberry32(seed)
  const fresh = { progressAt: 0, banned: [], turns: 0 }
  const run: Run = { habits, random, position: start, choices: [], placed: [], ...fresh }
  const total = workLeft(start)
  const most = habits.maxMoves ?? 6 * start.game.cards.length
  let takeBacks = 0
  let progress = 0
  let moves = 0
  while (!isWon(run.position)) {
    const found = candidates(run.position, habits.worths)
    const chosen = moves < most ? choose(run, found) : undefined
    if (chosen !== undefined) {
      const isTurn = make(run, found, chosen)
      if (!isTurn) moves++
      continue
    }
    const left = workLeft(run.position)
    progress = Math.max(progress, 1 - left / total)
    const isOver = takeBacks >= habits.takeBacks || run.choices.length === 0 || moves >= most
    if (isOver) return { won: false, takeBacks: habits.takeBacks, progress, left }
    takeBacks++
    takeBack(run)
  }
  return { won: true, takeBacks, progress: 1, left: 0 }
}

/** The index of the candidate that is made, by worth and chance; undefined where none may be made. */
function choose(run: Run, found: readonly Candidate[]): number | undefined {
  const { position, habits } = run
  const { stock } = position.game
  // The stock is turned until every card came up once.
  const mayTurn = stock?.by !== 'draw' || run.turns <= 3 + Math.ceil(cardsToTurn(position) / stock.turn)
  let sum = 0
  const weights: number[] = []
  for (let i = 0; i < found.length; i++) {
    const { move, worth } = found[i]
    let weight = 0
    if (!run.banned.includes(i) && (mayTurn || move.kind === 'move') && !isRepeated(run, move))
      weight = 1 + Math.round(1e6 * exp(worth / habits.temperature))
    weights.push(weight)
    sum += weight
  }
  if (sum === 0) return undefined
  let rest = run.random() * sum
  let chosen = 0
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue
    chosen = i
    rest -= weights[i]
    if (rest <= 0) break
  }
  return chosen
}

/** Whether a move brings a card to where it was since the last progress. */
const isRepeated = ({ position, placed, progressAt }: Run, move: Move): boolean =>
  move.kind === 'move' && placed.indexOf(placing(position, move), progressAt) >= 0

/** e^x by addition and multiplication alone, which every browser rounds alike; `Math.exp` is not so. */
function exp(x: number): number {
  let power = 1 + x / 2 ** 20
  for (let i = 0; i < 20; i++) power *= power
  return power
}

/** The cards in the stock and the waste. */
function cardsToTurn({ game, piles }: Position): number {
  return [...game.of.stock, ...game.of.waste].reduce((sum, { index }) => sum + piles[index].length, 0)
}

/** A number for the lowest card that a move moves, and the card, cell or space that it goes to. */
export function placing({ game, piles }: Position, move: Move & { kind: 'move' }): number {
  const from = piles[game.pileById.get(move.from)!.index]
  const to = game.pileById.get(move.to)!
  const onto = piles[to.index]
  const place = to.kind === 'cell' ? 900 : onto.length > 0 ? onto[onto.length - 1] : 901
  return 1024 * from[from.length - move.count] + place
}

/** The position after a move that is known to be legal; a run through cells is one move. */
export const after = (position: Position, move: Move): Position =>
  move.kind === 'move' ? moveCards(position, move) : play(position, move)

/** Makes a move; true where it turned the stock. */
function make(run: Run, found: readonly Candidate[], chosen: number): boolean {
  const { position, banned, placed, progressAt, turns } = run
  const { move } = found[chosen]
  if (found.length > 1)
    run.choices.push({
      position,
      banned: [...banned, chosen],
      placed: placed.length,
      progressAt,
      turns,
    })
  run.banned = []
  run.position = after(position, move)
  if (move.kind === 'move') {
    placed.push(placing(position, move))
    run.turns = 0
    if (isProgress(position, move, run.position)) run.progressAt = placed.length
  } else if (move.kind === 'deal') run.progressAt = placed.length
  else {
    turnOn(run, cardsToTurn(position))
    run.turns++
    return true
  }
  return false
}

/** Whether a move is a step that is not undone by moving on: a card went up, or was turned up. */
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

/** Goes on turning the stock while the card that came up could go nowhere. */
function turnOn(run: Run, cards: number): void {
  const { game } = run.position
  const { onto, turn } = game.stock as DrawRule
  if (onto !== undefined || game.pairSum !== undefined) return
  const [{ index: stock }] = game.of.stock
  const [{ index: waste }] = game.of.waste
  const most = 3 + Math.ceil(cards / turn)
  while (run.turns < most && run.position.piles[stock].length > 0) {
    const top = run.position.piles[waste].at(-1)
    if (top !== undefined && isPlaceable(run.position, top)) return
    run.position = play(run.position, { kind: 'draw' })
    run.turns++
  }
}

/** Goes back some choices, and does not make the last of them again. */
function takeBack(run: Run): void {
  let count = 1
  while (run.random() < 1 - 1 / MEAN_BACK) count++
  const [choice] = run.choices.splice(-count)
  run.position = choice.position
  run.banned = choice.banned
  run.placed.length = choice.placed
  run.progressAt = choice.progressAt
  run.turns = choice.turns
}

/**
 * The work that is left: cards not on foundations, cards face down, neighbors in columns that do not move as
 * one, cards that the stock will deal; where empty columns win, the cards in them.
 */
export function workLeft({ game, piles, faceDown }: Position): number {
  const { tableau, foundation, stock } = game.of
  const sum = (of: typeof tableau) => of.reduce((cards, { index }) => cards + piles[index].length, 0)
  if (game.goal === 'tableau') return sum(tableau)
  let work = game.cards.length - sum(foundation)
  if (game.stock?.by === 'deal') work += sum(stock)
  if (game.tableau.build.suit === 'none') return work
  const joined = joinedIn(game)
  for (const { index } of tableau) {
    const cards = piles[index]
    work += faceDown[index]
    for (let i = Math.max(1, faceDown[index]); i < cards.length; i++)
      if (!fitsCard(joined, cards[i], cards[i - 1])) work++
  }
  return work
}
