// Single-key commands.

/** The single-key commands. The key is the name's first letter, except for columns and help. */
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
/** A single-key command. */
export type SingleKey = (typeof SINGLE_KEYS)[number]

/** The settings for single keys. */
export interface KeySettings {
  /** Whether single keys are commands at all. */
  readonly letterKeys: boolean
  /** The commands whose key is disabled. */
  readonly keysOff: readonly SingleKey[]
}

/** Whether a command's single key is enabled. */
export const hasKey = ({ letterKeys, keysOff }: KeySettings, name: SingleKey): boolean =>
  letterKeys && !keysOff.includes(name)
