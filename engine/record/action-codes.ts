// Actions as two base64 digits each: a public format, computed from the numbers of the piles and never
// renumbered.
import { Reader, writeNumber } from './digits.ts'
import { act, begin, type History } from '../rules/history.ts'
import type { Game, Move, Position } from '../rules/types.ts'

/*
 * Codes of a game with n piles, T columns and runs of up to L cards:
 *   0 undo   1 redo   2 restart   3 go to the step in the next two digits, of 4095 at most: more do not fit a
 *   record
 *   8 + 2k + j                        k = 0 draw, 1 recycle, 2 deal
 *   16 + 2(from · n + to) + j         one card, piles numbered as in `game.piles`
 *   16 + 2n² + (from · T + to)(L − 1) + count − 2     a run of two or more, columns by their number
 * j = 1 joins the move to the gesture before it. Runs always begin a gesture.
 */
const UNDO = 0
const REDO = 1
const RESTART = 2
const GO = 3
const TURNS = 8
const SINGLES = 16
const TURN_KINDS = ['draw', 'recycle', 'deal'] as const

/** The log of a history as text. */
export function writeActions({ start: { game }, log }: History): string {
  let text = ''
  let cursor = 0
  for (const action of log) {
    if (action.kind === 'gesture') {
      action.moves.forEach((move, i) => {
        text += writeNumber(codeOf(game, move, i > 0), 2)
      })
      cursor++
    } else {
      const { to } = action
      if (to === cursor - 1) text += writeNumber(UNDO, 2)
      else if (to === cursor + 1) text += writeNumber(REDO, 2)
      else if (to === 0) text += writeNumber(RESTART, 2)
      else text += writeNumber(GO, 2) + writeNumber(to, 2)
      cursor = to
    }
  }
  return text
}

/**
 * The history that such a text tells from `start` on, or undefined where it holds an unknown code. Moves are
 * not checked here.
 */
export function readActions(start: Position, movesBefore: number, text: string): History | undefined {
  const reader = new Reader(text)
  let history = begin(start, movesBefore)
  let gesture: Move[] = []
  const close = () => {
    if (gesture.length > 0) history = act(history, { kind: 'gesture', moves: gesture })
    gesture = []
  }
  while (reader.left > 0) {
    const code = reader.number(2)
    if (code < TURNS) {
      close()
      const step =
        [history.cursor - 1, history.cursor + 1, 0][code] ?? (code === GO ? reader.number(2) : Number.NaN)
      const next = act(history, { kind: 'go', to: step })
      if (next === history) return undefined
      history = next
    } else {
      const found = moveOf(start.game, code)
      if (!found) return undefined
      if (!found.joined) close()
      gesture.push(found.move)
    }
  }
  close()
  return history
}

function codeOf(game: Game, move: Move, joined: boolean): number {
  const j = joined ? 1 : 0
  if (move.kind !== 'move') return TURNS + 2 * TURN_KINDS.indexOf(move.kind) + j
  const n = game.piles.length
  const from = game.pileById.get(move.from)!
  const to = game.pileById.get(move.to)!
  if (move.count === 1) return SINGLES + 2 * (from.index * n + to.index) + j
  if (joined) throw new Error('a run always begins a gesture')
  return (
    SINGLES +
    2 * n * n +
    (from.number * game.tableau.count + to.number) * (game.longestRun - 1) +
    move.count -
    2
  )
}

function moveOf(game: Game, code: number): { move: Move; joined: boolean } | undefined {
  const n = game.piles.length
  if (code < SINGLES) {
    const kind = TURN_KINDS[(code - TURNS) >> 1]
    return kind && { move: { kind }, joined: code % 2 === 1 }
  }
  const single = (code - SINGLES) >> 1
  if (single < n * n)
    return { move: game.singleMoves[Math.floor(single / n)][single % n], joined: code % 2 === 1 }
  const run = code - SINGLES - 2 * n * n
  const columns = Math.floor(run / (game.longestRun - 1))
  const from = game.of.tableau[Math.floor(columns / game.tableau.count)]
  const to = game.of.tableau[columns % game.tableau.count]
  return (
    from &&
    to && {
      move: { kind: 'move', from: from.id, to: to.id, count: (run % (game.longestRun - 1)) + 2 },
      joined: false,
    }
  )
}
