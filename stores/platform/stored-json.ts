// Parsers for stored JSON, which may contain anything.
import * as v from 'valibot'

/** A nonnegative integer. */
export const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A nonnegative finite number. */
export const amount = v.pipe(v.number(), v.finite(), v.minValue(0))

/** The id of a device: eight base64url characters. */
export const deviceId = v.pipe(v.string(), v.regex(/^[\w-]{8}$/))

/** The scope of an erasure; see `EraseScope`. */
export const eraseScope = v.picklist(['games', 'everything'])

/** An optional field: undefined if it is invalid, without invalidating the rest. */
export const ifValid = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined)

/** A value of a given shape; undefined if it has another shape. */
export function parsed<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined {
  const result = v.safeParse(schema, value)
  return result.success ? result.output : undefined
}

/**
 * Reads and writes objects whose stored text keeps field names of the first release. `names` has the stored
 * name of each renamed field. `fields` is the schema that renames stored fields. `write` serializes an
 * object.
 */
export function storedUnder(names: Readonly<Record<string, string>>) {
  const storedNames = new Map(Object.entries(names))
  const fieldNames = new Map([...storedNames].map(([field, stored]) => [stored, field]))
  const renamed = (object: object, to: ReadonlyMap<string, string>) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [to.get(name) ?? name, value]))
  return {
    fields: v.pipe(
      v.looseObject({}),
      v.transform(stored => renamed(stored, fieldNames)),
    ),
    write: (object: object): string => JSON.stringify(renamed(object, storedNames)),
  }
}

/** Parses JSON of a given shape; undefined if the text is missing, invalid or of another shape. */
export function parseStored<T>(schema: v.GenericSchema<unknown, T>, text: string | undefined): T | undefined {
  try {
    return parsed(schema, JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}
