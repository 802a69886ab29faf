// What a key means, and where the arrow keys lead. Pure.
import type { PileId, Position } from '../../engine/index.ts'
import type { Geometry } from './place'

/** What a key asks for. */
export type Command =
  /** Move the cursor by an arrow key. */
  | { readonly kind: 'walk'; readonly dx: -1 | 0 | 1; readonly dy: -1 | 0 | 1 }
  /** Move the selected cards, or the card at the cursor, to a column. */
  | { readonly kind: 'column'; readonly number: number }
  | {
      readonly kind:
        | 'play'
        | 'select'
        | 'foundation'
        | 'undo'
        | 'redo'
        | 'hint'
        | 'new'
        | 'draw'
        | 'peek'
        | 'help'
        | 'escape'
    }

/** What is read of a KeyboardEvent. */
interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

const LETTERS: Readonly<Record<string, Command['kind']>> = {
  s: 'select',
  f: 'foundation',
  u: 'undo',
  r: 'redo',
  h: 'hint',
  n: 'new',
  d: 'draw',
  p: 'peek',
}
const COLUMNS = '1234567890-'

/**
 * The command of a key, or undefined where the key is left to the browser.
 * @param withLetters whether single letters are commands, which a setting can switch off
 */
export function commandOf(event: Key, withLetters: boolean): Command | undefined {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.altKey) return undefined
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return { kind: event.shiftKey ? 'redo' : 'undo' }
    return key === 'y' ? { kind: 'redo' } : undefined
  }
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'walk', dx: -1, dy: 0 }
    case 'ArrowRight':
      return { kind: 'walk', dx: 1, dy: 0 }
    case 'ArrowUp':
      return { kind: 'walk', dx: 0, dy: -1 }
    case 'ArrowDown':
      return { kind: 'walk', dx: 0, dy: 1 }
    case 'Enter':
    case ' ':
      return { kind: 'play' }
    case 'Escape':
      return { kind: 'escape' }
    case '?':
      return { kind: 'help' }
  }
  const number = key.length === 1 ? COLUMNS.indexOf(key) : -1
  if (number >= 0) return { kind: 'column', number }
  const kind = withLetters && Object.hasOwn(LETTERS, key) ? LETTERS[key] : undefined
  return kind ? ({ kind } as Command) : undefined
}

/** A card on the table; `at` is its index in the pile from 0 at the bottom, and −1 on an empty pile. */
export interface Cursor {
  readonly pile: PileId
  readonly at: number
}

const sizeOf = ({ game, piles }: Position, pile: PileId): number =>
  piles[game.pileById.get(pile)!.index].length

/** The cursor on the top card of a pile, or on the pile itself where it is empty. */
export const onTop = (position: Position, pile: PileId): Cursor => ({ pile, at: sizeOf(position, pile) - 1 })

/**
 * Where an arrow key leads: first along the face-up cards of a column, then to the top of the nearest pile in
 * that direction. The cursor stays where there is none. One of `dx` and `dy` is −1 or 1, the other is 0.
 */
export function walk(
  position: Position,
  { spots }: Geometry,
  cursor: Cursor,
  dx: number,
  dy: number,
): Cursor {
  const { game, faceDown } = position
  const pile = game.pileById.get(cursor.pile)!
  if (dy !== 0 && pile.kind === 'tableau') {
    const at = cursor.at + dy
    if (at >= faceDown[pile.index] && at < sizeOf(position, pile.id)) return { pile: pile.id, at }
  }
  const here = spots[pile.index]
  const ahead = game.piles
    .map(({ id, index }) => ({ id, x: spots[index].x - here.x, y: spots[index].y - here.y }))
    .filter(({ x, y }) => (dx !== 0 ? x * dx > 0 : y * dy > 0))
    // A step aside counts four times, so that the cursor stays in its row or column where it can.
    .map(spot => ({
      ...spot,
      far: Math.abs(dx !== 0 ? spot.x : spot.y) + 4 * Math.abs(dx !== 0 ? spot.y : spot.x),
    }))
    .sort((a, b) => a.far - b.far)
  return ahead.length > 0 ? onTop(position, ahead[0].id) : cursor
}
