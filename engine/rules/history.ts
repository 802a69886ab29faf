// The history of a game: its start and all actions since. Positions are computed by replaying the moves.
import { play, playAll } from './play.ts'
import type { Card } from './cards.ts'
import type { Move, Position } from './types.ts'

/** The moves that one undo reverts: those of one user action, and the autoplay after them. */
export type Gesture = readonly Move[]

/** An entry of the log: a gesture, or a jump to another step (undo, redo, restart, replay). */
export type Action =
  | { readonly kind: 'gesture'; readonly moves: Gesture }
  | { readonly kind: 'go'; readonly to: number }

/** A game in progress and its past: immutable plain data. */
export interface History {
  /** The start: the deal, or a later position if earlier steps were dropped or could not be replayed. */
  readonly start: Position
  /** The number of single moves made before `start`. */
  readonly movesBefore: number
  /** All actions since `start`, in order, including undone branches. */
  readonly log: readonly Action[]
  /** Gestures before `cursor` can be undone; the others can be redone. */
  readonly gestures: readonly Gesture[]
  /** The current step: the number of gestures applied. */
  readonly cursor: number
}

/** A history without actions. `movesBefore`: the number of single moves made before `start`. */
export const begin = (start: Position, movesBefore = 0): History => ({
  start,
  movesBefore,
  log: [],
  gestures: [],
  cursor: 0,
})

/**
 * Appends an action. A gesture drops the gestures that could be redone. A jump to the current step or to a
 * step that does not exist returns the same history. Moves are not checked here.
 */
export function act(history: History, action: Action): History {
  const { log, gestures, cursor } = history
  if (action.kind === 'gesture')
    return {
      ...history,
      log: [...log, action],
      gestures: [...gestures.slice(0, cursor), action.moves],
      cursor: cursor + 1,
    }
  const { to } = action
  if (!Number.isInteger(to) || to < 0 || to > gestures.length || to === cursor) return history
  return { ...history, log: [...log, action], cursor: to }
}

/**
 * The step that undo leads to: the previous one, or after a restart the one before the restart. −1 if nothing
 * can be undone. A step back from the first step to the start does not count as a restart.
 */
export function undoStep({ log, cursor }: History): number {
  if (cursor > 0) return cursor - 1
  const before = log.slice(0, -1)
  const jump = before.findLastIndex(({ kind }) => kind === 'go')
  const last = before[jump]
  const step = (last?.kind === 'go' ? last.to : 0) + before.length - 1 - jump
  return step > 1 ? step : -1
}

/** Undoes a gesture or a restart; if nothing can be undone, returns the same history. */
export const undo = (history: History): History => act(history, { kind: 'go', to: undoStep(history) })
/** Goes one step forward; if nothing can be redone, returns the same history. */
export const redo = (history: History): History => act(history, { kind: 'go', to: history.cursor + 1 })
/**
 * Goes back to the start. All gestures can then be redone. Undo returns to the step before the restart; a
 * restart from step 1 is the same as an undo.
 */
export const restart = (history: History): History => act(history, { kind: 'go', to: 0 })

/** The position at a step, 0 … `gestures.length`. Throws IllegalMove if a move before it is illegal. */
export function positionAt({ start, gestures, cursor }: History, step = cursor): Position {
  let position = start
  for (const gesture of gestures.slice(0, step)) position = playAll(position, gesture)
  return position
}

/** The cards that were taken back from a foundation and are not on a foundation at the cursor. */
export function takenBack({ start, gestures, cursor }: History): ReadonlySet<Card> {
  const cards = new Set<Card>()
  if (!start.house.includes('take-back')) return cards
  let position = start
  for (const move of gestures.slice(0, cursor).flat()) {
    if (move.kind === 'move') {
      const from = start.game.pileById.get(move.from)!
      const to = start.game.pileById.get(move.to)!
      const card = position.piles[from.index].at(-1)!
      if (from.kind === 'foundation') cards.add(card)
      if (to.kind === 'foundation') cards.delete(card)
    }
    position = play(position, move)
  }
  return cards
}

/**
 * The number of the player's moves from the deal to the cursor: one per gesture, without automatic moves.
 * The moves before `start` count as single moves, because their gestures are not known.
 */
export const gesturesMade = ({ movesBefore, cursor }: History): number => movesBefore + cursor

/** The number of single moves from the deal to the cursor. */
export function movesMade({ movesBefore, gestures, cursor }: History): number {
  return gestures.slice(0, cursor).reduce((count, { length }) => count + length, movesBefore)
}
