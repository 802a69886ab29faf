// An erasure by a device that did not know this one: nothing is removed here, and the user is asked once.
import * as v from 'valibot'
import { eraseScope, parseStored, whole } from '../platform/stored-json.ts'

const Stored = v.object({
  minute: whole,
  scope: eraseScope,
  by: v.string(),
  results: whole,
  accepted: v.optional(v.boolean(), false),
})

/**
 * `minute`: when it happened, in minutes since 2020. `by`: the name of the device that erased, or empty.
 * `results`: how many earlier results are here. `accepted`: the user chose to erase here too.
 */
export type UnknownErasure = v.InferOutput<typeof Stored>

/** Parses such an erasure; undefined if there is none. */
export const parseUnknownErasure = (text: string | undefined): UnknownErasure | undefined =>
  parseStored(Stored, text)
