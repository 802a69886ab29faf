// Encodes the actions of a history as numbers of two base64 digits each. This is a public format: the meaning
// of a code never changes, so codes are computed from the indexes of piles, not from a list of moves.
import { Reader, writeNumber } from './digits.ts'
import { act, begin, type History } from '../rules/history.ts'
import type { Game, Move, Position } from '../rules/types.ts'

/*
 * The codes of a game with n piles, T columns and runs of up to L cards:
 *   0 undo   1 redo   2 restart   3 jump to the step in the next two digits
 *   8 + 2k + j                        k = 0 draw, 1 recycle, 2 deal
 *   16 + 2(from · n + to) + j         one card; from and to are indexes into `game.piles`
 *   16 + 2n² + (from · T + to)(L − 1) + count − 2     a run of two cards or more; from and to are columns
 * j is 1 if the move belongs to the same gesture as the one before it. A run always begins a gesture.
 */
/** The steps that undo, redo and restart lead to; the index is the code. */
const nearSteps = (cursor: number): readonly number[] => [cursor - 1, cursor + 1, 0]
const JUMP = 3
const STOCK_MOVES = 8
const SINGLE_MOVES = 16
const STOCK_MOVE_KINDS = ['draw', 'recycle', 'deal'] as const
/** Digits per code: enough for every game of the catalog, and for every step of a history in a record. */
const CODE_DIGITS = 2

const firstRunCode = ({ piles }: Game): number => SINGLE_MOVES + 2 * piles.length ** 2

/** The codes of a history's log. Throws for a run after the first move of a gesture, which no game has. */
export function actionCodes({ start, log }: History): number[] {
  const codes: number[] = []
  let cursor = 0
  for (const action of log) {
    if (action.kind === 'gesture') {
      action.moves.forEach((move, i) => codes.push(moveCode(start.game, move, i > 0)))
      cursor++
    } else {
      codes.push(...jumpCodes(cursor, action.to))
      cursor = action.to
    }
  }
  return codes
}

/** Writes codes. Throws RangeError for a jump to step 4096 or later, which does not fit a record. */
export const writeCodes = (codes: readonly number[]): string =>
  codes.map(code => writeNumber(code, CODE_DIGITS)).join('')

function jumpCodes(cursor: number, to: number): number[] {
  const code = nearSteps(cursor).indexOf(to)
  return code < 0 ? [JUMP, to] : [code]
}

function moveCode(game: Game, move: Move, isJoined: boolean): number {
  const join = isJoined ? 1 : 0
  if (move.kind !== 'move') return STOCK_MOVES + 2 * STOCK_MOVE_KINDS.indexOf(move.kind) + join
  const from = game.pileById.get(move.from)!
  const to = game.pileById.get(move.to)!
  if (move.count === 1) return SINGLE_MOVES + 2 * (from.index * game.piles.length + to.index) + join
  if (isJoined) throw new Error('a run always begins a gesture')
  const columns = from.number * game.tableau.count + to.number
  return firstRunCode(game) + columns * (game.longestRun - 1) + move.count - 2
}

/**
 * Parses the actions of a history that starts at `start`. Undefined if the text has an invalid code, or jumps
 * to the current step or to a step that does not exist. Moves are not checked against the rules here.
 * @param movesBefore the number of single moves made before `start`
 */
export function readActions(start: Position, movesBefore: number, text: string): History | undefined {
  const reader = new Reader(text)
  let history = begin(start, movesBefore)
  let gesture: Move[] = []
  const endGesture = () => {
    if (gesture.length > 0) history = act(history, { kind: 'gesture', moves: gesture })
    gesture = []
  }
  while (reader.left > 0) {
    const code = reader.number(CODE_DIGITS)
    if (code < STOCK_MOVES) {
      endGesture()
      const jumped = act(history, { kind: 'go', to: stepOf(code, history.cursor, reader) })
      if (jumped === history) return undefined
      history = jumped
    } else {
      const move = moveOf(start.game, code)
      if (!move) return undefined
      if (!isJoined(start.game, code)) endGesture()
      gesture.push(move)
    }
  }
  endGesture()
  return history
}

/** The step that an undo, redo, restart or jump leads to; NaN for an invalid code. */
const stepOf = (code: number, cursor: number, reader: Reader): number =>
  code === JUMP ? reader.number(CODE_DIGITS) : (nearSteps(cursor)[code] ?? Number.NaN)

const isJoined = (game: Game, code: number): boolean => code < firstRunCode(game) && code % 2 === 1

function moveOf(game: Game, code: number): Move | undefined {
  if (code < SINGLE_MOVES) {
    const kind = STOCK_MOVE_KINDS[(code - STOCK_MOVES) >> 1]
    return kind && { kind }
  }
  if (code < firstRunCode(game)) {
    const [from, to] = divide((code - SINGLE_MOVES) >> 1, game.piles.length)
    return game.singleMoves[from]?.[to]
  }
  const [columns, count] = divide(code - firstRunCode(game), game.longestRun - 1)
  const [from, to] = divide(columns, game.tableau.count)
  const source = game.of.tableau[from]
  const target = game.of.tableau[to]
  return source && target && { kind: 'move', from: source.id, to: target.id, count: count + 2 }
}

/** Quotient and remainder. */
const divide = (value: number, by: number): [number, number] => [Math.floor(value / by), value % by]
