// Who this device is, and where in storage.local what lies.
import * as v from 'valibot'

export const DEVICE = 'device'
export const SETTINGS = 'settings'

const Self = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{8}$/)),
  era: v.pipe(v.number(), v.integer(), v.minValue(0)),
  name: v.optional(v.string()),
  dropped: v.optional(v.array(v.string())),
})
/**
 * The device's id, how often everything was erased, the name a person gave it, and keys of results that were
 * erased before they were taken in.
 */
export type Self = v.InferOutput<typeof Self>

export function parseSelf(text: string | undefined): Self | undefined {
  try {
    const parsed = v.safeParse(Self, JSON.parse(text ?? ''))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
