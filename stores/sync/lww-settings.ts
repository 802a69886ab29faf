// Synced settings: a last-writer-wins register for each field, ordered by a hybrid logical clock.
import * as v from 'valibot'
import { parsed, whole } from '../platform/stored-json.ts'
import { DAY_MS, minuteOf } from '../time.ts'
import type { DeviceId } from './items.ts'

/** How far ahead of the clock a timestamp may be. The user's next choice gets an even later one. */
const HORIZON_MS = 10 * 365 * DAY_MS
/** A lower bound for the current time. Quickhand did not exist before it. */
const EARLIEST_NOW = Date.UTC(2026)
const MAX_COUNTER = 1e6

/** A value of a hybrid logical clock: the later of the wall clock and the latest time seen, and a counter. */
export type Timestamp = readonly [milliseconds: number, counter: number]
const Register = v.record(
  v.pipe(v.string(), v.regex(/^\w{1,40}$/)),
  v.object({ value: v.unknown(), stamp: v.tuple([whole, whole]) }),
)

/** A value that a device chose, and when. */
interface Choice {
  readonly value: unknown
  readonly stamp: Timestamp
}

/** For each field, the last choice of one device. */
export type SettingsRegister = Record<string, Choice>

/**
 * The register in a JSON value; undefined if there is none. A timestamp that no correct clock can produce
 * counts as older than all others.
 */
export function parseRegister(value: unknown, now = Date.now()): SettingsRegister | undefined {
  const register = parsed(Register, value)
  if (!register) return undefined
  const latest = Math.max(now, EARLIEST_NOW) + HORIZON_MS
  const isPossible = ([time, counter]: Timestamp) => time <= latest && counter <= MAX_COUNTER
  return Object.fromEntries(
    Object.entries(register).map(([field, choice]) => [
      field,
      isPossible(choice.stamp) ? choice : { ...choice, stamp: [0, 0] },
    ]),
  )
}

/** Negative if `a` is before `b`, positive if after, 0 if they are equal. */
export const compareTimestamps = (a: Timestamp, b: Timestamp): number => a[0] - b[0] || a[1] - b[1]

/**
 * Compares choices by timestamp, then by value. Device ids are not compared, because an absorbed device's
 * choices get another id.
 */
function compareChoices(a: Choice, b: Choice): number {
  const order = compareTimestamps(a.stamp, b.stamp)
  if (order !== 0) return order
  const [first, second] = [JSON.stringify(a.value), JSON.stringify(b.value)]
  return +(first > second) - +(first < second)
}

/** A timestamp later than all in `seen`, even if the wall clock (`now`) is behind. */
function timestamp(seen: readonly SettingsRegister[], now: number): Timestamp {
  const stamps = seen.flatMap(register => Object.values(register).map(({ stamp }) => stamp))
  const [time, counter] = stamps.sort(compareTimestamps).at(-1) ?? [0, 0]
  if (now > time) return [now, 0]
  return counter < MAX_COUNTER ? [time, counter + 1] : [time + 1, 0]
}

/** Merges two registers: for each field, the later choice. */
export function mergeRegisters(a: SettingsRegister, b: SettingsRegister): SettingsRegister {
  return { ...a, ...laterChoices(b, [a]) }
}

/** Merges the registers of all devices. */
export const resolveChoices = (all: Readonly<Record<DeviceId, SettingsRegister>>): SettingsRegister =>
  Object.values(all).reduce(mergeRegisters, {})

/** The merged settings of all devices. */
export const resolve = (all: Readonly<Record<DeviceId, SettingsRegister>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(resolveChoices(all)).map(([field, { value }]) => [field, value]))

/** The choices that are later than those of all other registers. */
export const laterChoices = (
  register: SettingsRegister,
  others: readonly SettingsRegister[],
): SettingsRegister =>
  Object.fromEntries(
    Object.entries(register).filter(
      ([field, choice]) =>
        !others.some(one => Object.hasOwn(one, field) && compareChoices(one[field]!, choice) >= 0),
    ),
  )

/** The choices that were made after a minute. */
export const chosenAfter = (register: SettingsRegister = {}, minute: number): SettingsRegister =>
  Object.fromEntries(Object.entries(register).filter(([, { stamp }]) => minuteOf(stamp[0]) > minute))

/**
 * This device's choices, with a new timestamp for each field whose `current` value differs from its value
 * after the last merge (`held`).
 */
export function recordChanges(
  all: Readonly<Record<DeviceId, SettingsRegister>>,
  device: DeviceId,
  { current, held }: Readonly<Record<'current' | 'held', Readonly<Record<string, unknown>>>>,
  now: number,
): SettingsRegister {
  const mine: SettingsRegister = { ...all[device] }
  for (const [field, value] of Object.entries(current)) {
    if (JSON.stringify(held[field]) === JSON.stringify(value)) continue
    mine[field] = { value, stamp: timestamp([...Object.values(all), mine], now) }
  }
  return mine
}
