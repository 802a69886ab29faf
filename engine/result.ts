// `Result`: a value, or the reason why there is none. Returned by the parsers of untrusted text, and where a
// requested move may be illegal.
import type { ReasonKey } from './rules/sentences.ts'

/**
 * Why something was refused: the key of a sentence and the values to put into it (cards in notation). `K` is
 * the type of the key: the engine's `ReasonKey` by default; other layers define theirs.
 */
export interface Reason<K extends string = ReasonKey> {
  readonly key: K
  readonly values?: Readonly<Record<string, string | number>>
}

/** A successful result. */
export interface Success<T> {
  readonly ok: true
  readonly value: T
}

/** A failed result, with the reason. */
export interface Failure<K extends string = ReasonKey> {
  readonly ok: false
  readonly reason: Reason<K>
}

/** A value of type `T`, or the reason why there is none. */
export type Result<T, K extends string = ReasonKey> = Success<T> | Failure<K>

/** Makes a successful result. */
export const ok = <T>(value: T): Success<T> => ({ ok: true, value })

/** Makes a reason. */
export const reasonOf = <K extends string>(key: K, values?: Reason['values']): Reason<K> =>
  values ? { key, values } : { key }

/** Makes a failed result from a reason. */
export const failWith = <K extends string>(reason: Reason<K>): Failure<K> => ({ ok: false, reason })

/** Makes a failed result from the key of a sentence and its values. */
export const fail = <K extends string>(key: K, values?: Reason['values']): Failure<K> =>
  failWith(reasonOf(key, values))
