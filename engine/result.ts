// Outside text becomes a value or a reason: every parser answers with the `Result` that is defined here.
import type { ReasonKey } from './rules/sentences.ts'

/**
 * Why something was refused: the key of a sentence, and the values to put into that sentence (cards in
 * notation). `K` is the set of keys; the engine's own by default, so that other layers can bring sentences of
 * their own.
 */
export interface Reason<K extends string = ReasonKey> {
  readonly key: K
  readonly values?: Readonly<Record<string, string | number>>
}

/** What an operation that succeeded returns. */
export interface Success<T> {
  readonly ok: true
  readonly value: T
}

/** What an operation that was refused returns. */
export interface Failure<K extends string = ReasonKey> {
  readonly ok: false
  readonly reason: Reason<K>
}

/** A value of type `T`, or the reason why there is none. */
export type Result<T, K extends string = ReasonKey> = Success<T> | Failure<K>

/** A result that holds a value. */
export const ok = <T>(value: T): Success<T> => ({ ok: true, value })

/** A reason from the key of its sentence and the values for that sentence. */
export const reasonOf = <K extends string>(key: K, values?: Reason['values']): Reason<K> =>
  values ? { key, values } : { key }

/** A result that holds a reason which is already known. */
export const failWith = <K extends string>(reason: Reason<K>): Failure<K> => ({ ok: false, reason })

/** A result that holds a reason, made from the key of its sentence and the values for that sentence. */
export const fail = <K extends string>(key: K, values?: Reason['values']): Failure<K> =>
  failWith(reasonOf(key, values))
