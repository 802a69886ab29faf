// Storage areas, as the stores use them.

/** Strings by storage key. */
export type Texts = Readonly<Record<string, string>>

/**
 * The new value of a changed key: a string, undefined if it was removed, or null if it is not a string. For a
 * game, `NEWER_TEXT` takes the place of null. Such values come from another version and are left alone.
 */
export type Changes = Readonly<Record<string, string | undefined | null>>

/**
 * `all` and `get` return this text for a game, settings or an identity whose stored value is not a string.
 * Such a value is never overwritten.
 */
export const NEWER_TEXT = '9'

/** A storage area that maps keys to strings. */
export interface Area {
  /** All strings. Other values are left out, or read as `NEWER_TEXT`. */
  all(): Promise<Record<string, string>>
  get(key: string): Promise<string | undefined>
  /** Rejects with the browser's error if they cannot be stored, e.g. when storage is full. */
  set(items: Record<string, string>): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Reports changes, including those of this tab, until the returned function is called. */
  onChanged(listener: (changes: Changes) => void): () => void
}
