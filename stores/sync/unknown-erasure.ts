// An erasure by a device that did not know this one: nothing is removed here, and the user decides.
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
 * `minute`: the time of the erasure, in minutes since 2020. `by`: the name of the erasing device, or empty.
 * `results`: the number of earlier results here. `accepted`: the user chose to erase here too.
 */
export type UnknownErasure = v.InferOutput<typeof Stored>

/** Parses a stored unknown erasure; undefined if there is none. */
export const parseUnknownErasure = (text: string | undefined): UnknownErasure | undefined =>
  parseStored(Stored, text)
