// Outside text becomes a value or a reason: the type in which every parser of the engine answers.
import type { ReasonKey } from './rules/sentences.ts'

/**
 * Why something was refused: a key of the sentences, and what to put into the sentence (cards in notation).
 */
export interface Reason {
  readonly key: ReasonKey
  readonly values?: Readonly<Record<string, string | number>>
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: Reason }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const fail = (key: ReasonKey, values?: Reason['values']): { ok: false; reason: Reason } => ({
  ok: false,
  reason: values ? { key, values } : { key },
})
