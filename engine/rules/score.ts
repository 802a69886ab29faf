// Scores by the rules of Microsoft's Windows games, as functions of the history and, for `timed`, the
// seconds. docs/scores.md names the sources.
import type { History } from './history.ts'
import { isWon, play } from './play.ts'
import { countIn } from './stock.ts'
import type { Game, Move, Position } from './types.ts'

/** The ways to score a game. `timed` is `standard` with a deduction and a bonus for time. */
export type Scoring = 'standard' | 'timed' | 'vegas' | 'spider'

/** A game in progress or at its end. */
export interface Played {
  readonly history: History
  /** The position at the cursor of the history. */
  readonly position: Position
  readonly seconds: number
}

/** The ways to score a game: three for the Klondikes, one for Spider, none for other games. */
export function scoringsOf({ stock, tableau, foundations }: Game): readonly Scoring[] {
  if (stock?.by === 'draw' && tableau.dealt === 'triangle') return ['standard', 'timed', 'vegas']
  return stock?.by === 'deal' && foundations.takes === 'suit' && foundations.count === 8 ? ['spider'] : []
}

const VEGAS_STAKE = 52
const VEGAS_CARD = 5
const SPIDER_START = 500
const SPIDER_SUIT = 100

/**
 * The score of a game; undefined if its oldest steps are lost and the score depends on them. Undo restores
 * the score, except in Spider, where it costs a point like a move.
 */
export function scoreOf(played: Played, scoring: Scoring): number | undefined {
  const { history, position } = played
  switch (scoring) {
    case 'standard':
      return standardScore(history)
    case 'timed':
      return timedScore(played)
    case 'vegas':
      return VEGAS_CARD * countIn(position, 'foundation') - VEGAS_STAKE * position.game.deck.copies
    case 'spider':
      return (
        SPIDER_START -
        spiderMoves(history) +
        (SPIDER_SUIT * countIn(position, 'foundation')) / position.game.deck.ranks
      )
  }
}

/** Cached standard scores, because the clock asks for the score every second. */
const known = new WeakMap<History, number>()

/** The points of all moves up to the cursor, never below zero; undefined if moves before `start` are lost. */
function standardScore(history: History): number | undefined {
  if (history.movesBefore > 0) return undefined
  let score = known.get(history)
  if (score !== undefined) return score
  score = 0
  let position = history.start
  for (const move of history.gestures.slice(0, history.cursor).flat()) {
    const next = play(position, move)
    score = Math.max(0, score + pointsOf(position, move, next))
    position = next
  }
  known.set(history, score)
  return score
}

const WASTE_TO_COLUMN = 5
const TO_FOUNDATION = 10
const FROM_FOUNDATION = -15
const TURNED_UP = 5

function pointsOf(before: Position, move: Move, after: Position): number {
  const { game } = before
  if (move.kind === 'recycle') return recyclePoints(game, after.pass)
  if (move.kind !== 'move') return 0
  const from = game.pileById.get(move.from)!
  const to = game.pileById.get(move.to)!
  const turned = after.faceDown[from.index] < before.faceDown[from.index] ? TURNED_UP : 0
  if (to.kind === 'foundation') return TO_FOUNDATION + turned
  if (from.kind === 'foundation') return FROM_FOUNDATION
  return from.kind === 'waste' ? WASTE_TO_COLUMN : turned
}

/**
 * Points for starting another pass: −100 from the second pass if one card is turned at a time, otherwise −20
 * from the fourth.
 */
function recyclePoints({ stock }: Game, pass: number): number {
  if (stock?.by === 'draw' && stock.turn === 1) return -100
  return pass < 3 ? 0 : -20
}

/**
 * The standard score, less two points for every ten seconds, but not below zero. A win after more than 30
 * seconds adds 700,000 divided by the seconds, rounded down. Time is deducted after all moves, because the
 * history has no times.
 */
function timedScore({ history, position, seconds }: Played): number | undefined {
  const score = standardScore(history)
  if (score === undefined) return undefined
  const bonus = isWon(position) && seconds > 30 ? Math.floor(700_000 / seconds) : 0
  return Math.max(0, score - 2 * Math.floor(seconds / 10)) + bonus
}

/**
 * The number of moves, undos and redos; a jump counts once for each step. A jump to the start resets the
 * count, as in Windows Spider Solitaire; undoing it restores the count and adds one.
 */
function spiderMoves({ log, movesBefore }: History): number {
  let [moves, cursor] = [movesBefore, 0]
  let restarted = { cursor, moves }
  for (const action of log) {
    const to = action.kind === 'gesture' ? cursor + 1 : action.to
    if (to === 0) {
      restarted = { cursor, moves }
      moves = movesBefore
    } else if (cursor === 0 && to > 1 && to === restarted.cursor) moves = restarted.moves + 1
    else moves += Math.abs(to - cursor)
    cursor = to
  }
  return moves
}
