// Texts of JSON in storage, which anything may have written.
import * as v from 'valibot'

/** A whole number of at least 0. */
export const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A finite number of at least 0. */
export const amount = v.pipe(v.number(), v.finite(), v.minValue(0))

/** The id of a device: eight base64url characters. */
export const deviceId = v.pipe(v.string(), v.regex(/^[\w-]{8}$/))

/** What an erasure removes: games and results, or also settings and names. */
export const eraseScope = v.picklist(['games', 'everything'])

/** A field without which the rest still holds: undefined where it is of another shape. */
export const spare = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined)

/** What a text of JSON holds; undefined where there is none, or where it is not of that shape. */
export function parseStored<T>(schema: v.GenericSchema<unknown, T>, text: string | undefined): T | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text ?? ''))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
