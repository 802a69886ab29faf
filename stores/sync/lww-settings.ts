// Settings as they travel: for each field the last choice of each device, with a stamp that puts choices in
// order.
import * as v from 'valibot'
import type { DeviceId } from './items.ts'

/**
 * A hybrid logical clock: milliseconds of the wall clock, or of a stamp seen before that was later; then a
 * counter.
 */
const Stamp = v.tuple([
  v.pipe(v.number(), v.integer(), v.minValue(0)),
  v.pipe(v.number(), v.integer(), v.minValue(0)),
])
type Stamp = v.InferOutput<typeof Stamp>
const Choices = v.record(v.string(), v.object({ value: v.unknown(), stamp: Stamp }))
export type Choices = v.InferOutput<typeof Choices>

export function parseChoices(value: unknown): Choices | undefined {
  const parsed = v.safeParse(Choices, value)
  return parsed.success ? parsed.output : undefined
}

const compare = (a: Stamp, b: Stamp) => a[0] - b[0] || a[1] - b[1]

/** A stamp after all that were seen. */
function nextStamp(all: Iterable<Choices>, now: number): Stamp {
  let last: Stamp = [0, 0]
  for (const choices of all)
    for (const { stamp } of Object.values(choices)) if (compare(stamp, last) > 0) last = stamp
  return now > last[0] ? [now, 0] : [last[0], last[1] + 1]
}

/** What holds: field by field the last choice; of two at once that of the greater device. */
export function effective(all: Readonly<Record<DeviceId, Choices>>): Record<string, unknown> {
  const won: Record<string, { value: unknown; stamp: Stamp }> = {}
  for (const device of Object.keys(all).sort())
    for (const [field, choice] of Object.entries(all[device]))
      if (!Object.hasOwn(won, field) || compare(choice.stamp, won[field].stamp) >= 0) won[field] = choice
  return Object.fromEntries(Object.entries(won).map(([field, { value }]) => [field, value]))
}

/**
 * A device's choices once more: a field whose value here is not what held (`held`) was chosen here since,
 * after all others.
 */
export function choose(
  all: Readonly<Record<DeviceId, Choices>>,
  device: DeviceId,
  here: Readonly<Record<string, unknown>>,
  held: Readonly<Record<string, unknown>>,
  now: number,
): Choices {
  const mine: Choices = { ...all[device] }
  for (const [field, value] of Object.entries(here)) {
    if (JSON.stringify(held[field]) === JSON.stringify(value)) continue
    mine[field] = { value, stamp: nextStamp([...Object.values(all), mine], now) }
  }
  return mine
}
