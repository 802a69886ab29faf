// Families of games, such as Klondike with turn one and turn three.
import type { GameId } from '../engine/index.ts'

/** The common name of variants: “Klondike” for “Klondike, turn one”. */
export const familyName = (name: string): string => name.replace(/[,（(、：:].*/s, '').trim()

/** The id of a game without the number that distinguishes a variant: `klondike` for `klondike-3`. */
export const familyOf = (id: GameId): string => id.replace(/-\d$/, '')

/** The number that distinguishes a variant: `3` for `klondike-3`; empty if the id has none. */
export const variantOf = (id: GameId): string => /-(\d)$/.exec(id)?.[1] ?? ''
