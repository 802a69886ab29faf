// What a key means, and where the arrow keys lead. Pure.
import type { Move, PileId, Position } from '../../engine/index.ts'
import { hasKey, SINGLE_KEYS, type KeySettings, type SingleKey } from '../../stores/settings/single-keys'
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
        | 'where'
        | 'list'
        | 'help'
        | 'escape'
    }

/** What is read of a KeyboardEvent. */
export interface Key {
  readonly key: string
  /** Where the key lies, named after the US keyboard. */
  readonly code?: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing?: boolean
  getModifierState?(name: string): boolean
}

const NAMED: Readonly<Record<string, Command>> = {
  'ArrowLeft': { kind: 'walk', dx: -1, dy: 0 },
  'ArrowRight': { kind: 'walk', dx: 1, dy: 0 },
  'ArrowUp': { kind: 'walk', dx: 0, dy: -1 },
  'ArrowDown': { kind: 'walk', dx: 0, dy: 1 },
  'Enter': { kind: 'play' },
  ' ': { kind: 'play' },
  'Escape': { kind: 'escape' },
}

/** The characters that give a command, of the columns one each. */
export const charactersOf = (name: SingleKey): string =>
  name === 'columns' ? '1234567890-=\\' : name === 'help' ? '?' : name[0]

/** The command of each character, and which single key it is. */
const SINGLE = new Map<string, readonly [SingleKey, Command]>(
  SINGLE_KEYS.flatMap(name =>
    [...charactersOf(name)].map((character, number) => [
      character,
      [name, name === 'columns' ? { kind: 'column', number } : { kind: name }],
    ]),
  ),
)

/** Keys beside the digits, and the one that ends the rows below, by their code. */
const SIGNS: Readonly<Record<string, string>> = { Minus: '-', Equal: '=', Backslash: '\\' }

/**
 * The character that a key stands for, whatever the layout: the Latin letter or digit that it types; else the
 * one that a US keyboard has in its place. A letter's place counts only where the key types none of the
 * characters of English, and that of a digit or sign only without Shift, which has another sign there.
 */
function characterOf({ key, code = '', shiftKey }: Key): string {
  const typed = key.toLowerCase()
  if (/^[a-z\d?]$/.test(typed)) return typed
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return /^[ -~]$/.test(key) ? typed : letter.toLowerCase()
  const placed = /^Digit(\d)$/.exec(code)?.[1] ?? SIGNS[code]
  return (shiftKey ? undefined : placed) ?? typed
}

/**
 * The command of a key, or undefined where the key is left to the browser.
 * @param settings which single keys are commands
 */
export function commandOf(event: Key, settings: KeySettings): Command | undefined {
  const { key, ctrlKey, metaKey, shiftKey } = event
  if (event.altKey || event.isComposing || event.getModifierState?.('AltGraph')) return undefined
  const character = characterOf(event)
  if (ctrlKey || metaKey) {
    if (character === 'z') return { kind: shiftKey ? 'redo' : 'undo' }
    // ⌘Y is the browser's history on a Mac, and Ctrl+Shift+Y its downloads in Firefox.
    return character === 'y' && !metaKey && !shiftKey ? { kind: 'redo' } : undefined
  }
  if (Object.hasOwn(NAMED, key)) return NAMED[key]
  const [name, command] = SINGLE.get(character) ?? []
  return name && hasKey(settings, name) ? command : undefined
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

/**
 * The lowest card that a move takes; the top of the stock for a move of the stock. Undefined without a move.
 */
export function hintedCard({ game, piles }: Position, move: Move | undefined): Cursor | undefined {
  if (!move) return undefined
  const { from, count } = move.kind === 'move' ? move : { from: 'stock' as const, count: 1 }
  return { pile: from, at: piles[game.pileById.get(from)!.index].length - count }
}

/** The pile to which a hint would bring cards; undefined for a move of the stock. */
export const hintTarget = (move: Move | undefined): PileId | undefined =>
  move?.kind === 'move' ? move.to : undefined
