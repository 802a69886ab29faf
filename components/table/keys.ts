// Maps keys to commands, and arrow keys to cursor movements. Pure.
import {
  isCovered,
  type Move,
  type Pile,
  type PileId,
  type Position,
  type Target,
} from '../../engine/index.ts'
import { hasKey, SINGLE_KEYS, type KeySettings, type SingleKey } from '../../stores/settings/single-keys'
import { hasColumns, isBare, type Geometry } from './place'

export interface Command {
  readonly kind: Exclude<SingleKey, 'columns'> | 'walk' | 'column' | 'play' | 'escape'
  /** The direction of an arrow key that moves the cursor. */
  readonly dx?: -1 | 0 | 1
  readonly dy?: -1 | 0 | 1
  /** The column to which the cursor moves, and the selected cards with it; counted from 0. */
  readonly number?: number
}

/** The properties of a KeyboardEvent that are read. `code` is the physical key, named after the US layout. */
export type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'code' | 'isComposing' | 'getModifierState'>>

const NAMED: Readonly<Record<string, Command>> = {
  'ArrowLeft': { kind: 'walk', dx: -1, dy: 0 },
  'ArrowRight': { kind: 'walk', dx: 1, dy: 0 },
  'ArrowUp': { kind: 'walk', dx: 0, dy: -1 },
  'ArrowDown': { kind: 'walk', dx: 0, dy: 1 },
  'Enter': { kind: 'play' },
  ' ': { kind: 'play' },
  'Escape': { kind: 'escape' },
}

/** The characters that trigger a single-key command; for `columns`, one per column. */
export const charactersOf = (name: SingleKey): string =>
  name === 'columns' ? '1234567890-=\\' : name === 'help' ? '?' : name.charAt(0)

/** The single-key setting and command of each character. */
const SINGLE = new Map<string, readonly [SingleKey, Command]>(
  SINGLE_KEYS.flatMap(name =>
    [...charactersOf(name)].map((character, number) => [
      character,
      [name, name === 'columns' ? { kind: 'column', number } : { kind: name }],
    ]),
  ),
)

/** Keys next to the digits, and the backslash key, by `code`. */
const SIGNS: Readonly<Record<string, string>> = { Minus: '-', Equal: '=', Backslash: '\\' }

/**
 * The character of a key, independent of the layout: the Latin letter, digit or `?` that it types, or else
 * the character at its place on a US keyboard. Letter keys use their place only if they type no ASCII
 * character; digit and sign keys only without Shift. In all other cases, the result is what the key types.
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
 * The command of a key; undefined if the browser should handle it.
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

/** A card or pile on the table. `at` is a card's index in the pile, 0 at the bottom; −1 means the pile. */
export interface Cursor {
  readonly pile: PileId
  readonly at: number
}

/** The targets in groups of interchangeable ones: empty piles of the same kind. */
export const alikeTargets = ({ game, piles }: Position, all: readonly Target[]) =>
  [
    ...Map.groupBy(all, ({ to }) => {
      const { index, kind } = game.pileById.get(to)!
      return piles[index].length > 0 ? to : kind
    }).values(),
  ] as [Target, ...Target[]][]

/** The cursor on the top card of a pile, or on the pile itself if empty. */
export const onTop = ({ game, piles }: Position, pile: PileId): Cursor => ({
  pile,
  at: piles[game.pileById.get(pile)!.index].length - 1,
})

/** Whether the cursor can be on a pile: it has cards or an outline. */
const isThere = ({ game, piles }: Position, geometry: Geometry, pile: Pile): boolean =>
  piles[pile.index].length > 0 || !isBare(game, geometry, pile)

/** The cursor on the top of a pile, or on the nearest card in play if the pile is no longer visible. */
export function onTopOrNear(position: Position, geometry: Geometry, id: PileId): Cursor {
  const { game, piles } = position
  const pile = game.pileById.get(id)!
  if (isThere(position, geometry, pile)) return onTop(position, id)
  const here = geometry.spots[pile.index]
  const distance = ({ index }: Pile): number =>
    Math.hypot(geometry.spots[index].x - here.x, geometry.spots[index].y - here.y)
  const [nearest = game.of.foundation[0]!] = game.piles
    .filter(({ kind, index }) => kind !== 'foundation' && piles[index].length > 0)
    .filter(other => !isCovered(position, other))
    .toSorted((a, b) => distance(a) - distance(b))
  return onTop(position, nearest.id)
}

/**
 * The cursor after an arrow key: first along the face-up cards of a column, then the top of the nearest pile
 * in that direction. Without such a pile, the cursor stays. One of `dx` and `dy` is ±1, the other 0.
 */
export function walk(position: Position, geometry: Geometry, cursor: Cursor, dx: number, dy: number): Cursor {
  const { game, piles, faceDown } = position
  const { spots, bottoms, fanAcross } = geometry
  const pile = game.pileById.get(cursor.pile)!
  const along = fanAcross ? dx : dy
  if (along !== 0 && pile.kind === 'tableau') {
    const at = cursor.at + along
    if (at >= faceDown[pile.index] && at < piles[pile.index].length) return { pile: pile.id, at }
  }
  /** Whether one pile is below another. A pile beside a short column is not below it. */
  const isBelow = (lower: Pile, upper: Pile): boolean =>
    upper.kind === 'tableau' && hasColumns(game)
      ? spots[lower.index].y >= bottoms[upper.index]
      : spots[lower.index].y > spots[upper.index].y
  const isAhead = (other: Pile): boolean =>
    dx !== 0
      ? (spots[other.index].x - spots[pile.index].x) * dx > 0
      : dy > 0
        ? isBelow(other, pile)
        : isBelow(pile, other)
  // Sideways distance counts four times, so that the cursor prefers its row or column. It counts once for up
  // and down in an overlapping layout, where each row is shifted by half a card and must not be skipped.
  const aside = dx !== 0 || hasColumns(game) ? 4 : 1
  const distance = (other: Pile): number => {
    const x = Math.abs(spots[other.index].x - spots[pile.index].x)
    const y = Math.abs(spots[other.index].y - spots[pile.index].y)
    return dx !== 0 ? x + aside * y : y + aside * x
  }
  const [next] = game.piles
    .filter(other => isAhead(other) && isThere(position, geometry, other))
    .toSorted((a, b) => distance(a) - distance(b))
  return next ? onTop(position, next.id) : cursor
}

/** The lowest card of a move; for stock moves, the top of the stock. Undefined if there is no move. */
export function hintedCard({ game, piles }: Position, move: Move | undefined): Cursor | undefined {
  if (!move) return undefined
  const { from, count } = move.kind === 'move' ? move : { from: 'stock' as const, count: 1 }
  return { pile: from, at: piles[game.pileById.get(from)!.index].length - count }
}
