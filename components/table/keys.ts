// What a key means, and where the arrows lead. Pure.
import type { PileId, Position } from '../../engine/index.ts'
import type { Geometry } from './place'

export type Command =
  | { readonly kind: 'walk'; readonly dx: -1 | 0 | 1; readonly dy: -1 | 0 | 1 }
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

/** The command of a key, or undefined where it means nothing here. */
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

/** The card that the keyboard points at; `at` is −1 on an empty pile. */
export interface Cursor {
  readonly pile: PileId
  readonly at: number
}

const sizeOf = ({ game, piles }: Position, pile: PileId): number =>
  piles[game.pileById.get(pile)!.index].length

/** The cursor on the top card of a pile. */
export const onTop = (position: Position, pile: PileId): Cursor => ({ pile, at: sizeOf(position, pile) - 1 })

/** Where an arrow leads: along the cards of a column, then to the nearest pile in that direction. */
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
    // Straight on counts once, aside more, so that rows stay rows and columns stay columns.
    .map(spot => ({
      ...spot,
      far: Math.abs(dx !== 0 ? spot.x : spot.y) + 4 * Math.abs(dx !== 0 ? spot.y : spot.x),
    }))
    .sort((a, b) => a.far - b.far)
  return ahead.length > 0 ? onTop(position, ahead[0].id) : cursor
}
