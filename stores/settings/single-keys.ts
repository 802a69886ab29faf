// The commands of single keys.

/** What single keys do. The key of each is its first letter, except columns and help (`charactersOf`). */
export const SINGLE_KEYS = [
  'columns',
  'select',
  'foundation',
  'undo',
  'redo',
  'hint',
  'new',
  'draw',
  'peek',
  'where',
  'list',
  'help',
] as const
/** A command that a single key gives. */
export type SingleKey = (typeof SINGLE_KEYS)[number]

/** The settings that say which single keys give their command. */
export interface KeySettings {
  /** Whether any does. */
  readonly letterKeys: boolean
  /** Those that do not. */
  readonly keysOff: readonly SingleKey[]
}

/** Whether a single key gives its command. */
export const hasKey = ({ letterKeys, keysOff }: KeySettings, name: SingleKey): boolean =>
  letterKeys && !keysOff.includes(name)
