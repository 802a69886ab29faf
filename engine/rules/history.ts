// The history of a game: its first position and everything done since. Undo, redo and jumps are replays.
import { play } from './play.ts'
import type { Move, Position } from './types.ts'

/** The moves that one undo takes back: what the person did and what followed by itself. */
export type Gesture = readonly Move[]

/**
 * Something done to a game: a gesture, or going to another step of its history (undo, redo, restart, a jump).
 */
export type Action =
  { readonly kind: 'gesture'; readonly moves: Gesture } | { readonly kind: 'go'; readonly to: number }

export interface History {
  /**
   * Where the history begins: the deal, or a later position when the oldest steps were given up for space.
   */
  readonly start: Position
  /** Single moves made before `start`. */
  readonly movesBefore: number
  /** Everything done since `start`, in order, undone branches included. */
  readonly log: readonly Action[]
  /** The gestures that can be undone (before `cursor`) and redone (from it on). */
  readonly gestures: readonly Gesture[]
  readonly cursor: number
}

export const begin = (start: Position, movesBefore = 0): History => ({
  start,
  movesBefore,
  log: [],
  gestures: [],
  cursor: 0,
})

/**
 * The history with one more action. A gesture forgets what could be redone; a step that does not exist
 * changes nothing.
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

export const undo = (history: History): History => act(history, { kind: 'go', to: history.cursor - 1 })
export const redo = (history: History): History => act(history, { kind: 'go', to: history.cursor + 1 })
export const restart = (history: History): History => act(history, { kind: 'go', to: 0 })

/**
 * The position at a step (0 is the start). Throws IllegalMove where the recorded moves do not fit the rules.
 */
export function positionAt({ start, gestures, cursor }: History, step = cursor): Position {
  let position = start
  for (let i = 0; i < step; i++) for (const move of gestures[i]) position = play(position, move)
  return position
}

/** Single moves from the deal to the step at the cursor. */
export function movesMade({ movesBefore, gestures, cursor }: History): number {
  let count = movesBefore
  for (let i = 0; i < cursor; i++) count += gestures[i].length
  return count
}
