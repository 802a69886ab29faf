// Texts of JSON in storage, which anything may have written.
import * as v from 'valibot'

/** What a text of JSON holds; undefined where there is none, or where it is not of that shape. */
export function parseStored<T>(schema: v.GenericSchema<unknown, T>, text: string | undefined): T | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text ?? ''))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
