// An erasure by a device that did not know this one: nothing went here, and the person is asked once.
import * as v from 'valibot'
import { parseStored } from '../platform/stored-json.ts'

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

const Stored = v.object({
  minute: whole,
  scope: v.picklist(['games', 'everything']),
  by: v.string(),
  results: whole,
  accepted: v.optional(v.boolean(), false),
})

/**
 * When it was (minutes since 2020) and what it removed elsewhere; the name of the device that erased, empty
 * where it is not known; how many results of before are here. `accepted`: the person wants it to hold here.
 */
export type UnknownErasure = v.InferOutput<typeof Stored>

/** The erasure in a stored text; undefined where there is none. */
export const parseUnknownErasure = (text: string | undefined): UnknownErasure | undefined =>
  parseStored(Stored, text)
