// The history of a game: its first position and every action since. Undo, redo and jumps replay the moves.
import { play } from './play.ts'
import type { Card } from './cards.ts'
import type { Move, Position } from './types.ts'

/** The moves that one undo takes back: those of the person and those of autoplay after them. */
export type Gesture = readonly Move[]

/**
 * One entry of the log: a gesture, or a jump to another step of the history (undo, redo, restart, replay).
 */
export type Action =
  { readonly kind: 'gesture'; readonly moves: Gesture } | { readonly kind: 'go'; readonly to: number }

/** A game in progress and its past: plain data that is never changed. */
export interface History {
  /** The first position: the deal, or a later position where the oldest steps were dropped to save space. */
  readonly start: Position
  /** Single moves made before `start`. */
  readonly movesBefore: number
  /** Everything done since `start`, in order, undone branches included. */
  readonly log: readonly Action[]
  /** The gestures before `cursor` can be undone, those from it on can be redone. */
  readonly gestures: readonly Gesture[]
  /** The step that is shown: how many of the gestures have been made. */
  readonly cursor: number
}

/**
 * The history of a game in which nothing has been done yet.
 * @param movesBefore single moves that were made before `start`
 */
export const begin = (start: Position, movesBefore = 0): History => ({
  start,
  movesBefore,
  log: [],
  gestures: [],
  cursor: 0,
})

/**
 * The history with one more action. A gesture drops the gestures that could be redone. A jump to the present
 * step, or to one that does not exist, returns the same history. Moves are not checked here.
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

/** The history one step back; the same history at the first step. */
export const undo = (history: History): History => act(history, { kind: 'go', to: history.cursor - 1 })
/** The history one step forward; the same history where nothing can be redone. */
export const redo = (history: History): History => act(history, { kind: 'go', to: history.cursor + 1 })
/** The history back at its first step, from where all gestures can be redone. */
export const restart = (history: History): History => act(history, { kind: 'go', to: 0 })

/**
 * The position at a step, where 0 is the start. Throws IllegalMove where a recorded move is against the
 * rules.
 */
export function positionAt({ start, gestures, cursor }: History, step = cursor): Position {
  let position = start
  for (let i = 0; i < step; i++) for (const move of gestures[i]) position = play(position, move)
  return position
}

/** The cards that were taken back from a foundation, up to the cursor, and lie on no foundation again. */
export function takenBack({ start, gestures, cursor }: History): ReadonlySet<Card> {
  const cards = new Set<Card>()
  if (!start.house.includes('take-back')) return cards
  let position = start
  for (const move of gestures.slice(0, cursor).flat()) {
    if (move.kind === 'move') {
      const [from, to] = [move.from, move.to].map(id => start.game.pileById.get(id)!)
      const card = position.piles[from.index].at(-1)!
      if (from.kind === 'foundation') cards.add(card)
      if (to.kind === 'foundation') cards.delete(card)
    }
    position = play(position, move)
  }
  return cards
}

/**
 * How many moves the person has made up to the cursor: a gesture is one, whatever cards followed it by
 * themselves. Before a start that is not the deal, single moves are all that is known.
 */
export const gesturesMade = ({ movesBefore, cursor }: History): number => movesBefore + cursor

/** How many single moves lead from the deal to the step at the cursor. */
export function movesMade({ movesBefore, gestures, cursor }: History): number {
  let count = movesBefore
  for (let i = 0; i < cursor; i++) count += gestures[i].length
  return count
}
