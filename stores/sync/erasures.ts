// Erasures. Each lists the ids that it covers, so it never affects a device unknown to the erasing device.
// Only erasures of released versions list no ids. Merging two sets gives their union, within bounds.
import * as v from 'valibot'
import { deviceId, eraseScope, parsed, whole } from '../platform/stored-json.ts'
import { MAX_EPOCH, type DeviceId } from './items.ts'

/** The maximum number of erasures to keep; the latest are kept. */
const MAX_ERASURES = 16
/** The maximum number of ids that all erasures list together. */
export const MAX_NAMED = 128

const Erasure = v.object({
  epoch: v.pipe(whole, v.maxValue(MAX_EPOCH)),
  minute: whole,
  scope: eraseScope,
  of: v.optional(v.pipe(v.array(deviceId), v.maxLength(MAX_NAMED), v.readonly())),
})

/**
 * An erasure: the epoch that it began, its minute (since 2020), its scope, and the ids that it covers, which
 * are those known to the erasing device. An erasure without `of` comes from a released version and covers
 * every item of an earlier epoch.
 */
export type Erasure = Readonly<v.InferOutput<typeof Erasure>>

/** Erasures as fields of an identity and of a header; released versions read `erasure` alone. */
export const StoredErasures = { erasure: v.optional(v.unknown()), erasures: v.optional(v.unknown()) }
type StoredErasures = { erasure?: unknown; erasures?: unknown }

/** Whether both fields are missing. Version 0.1 wrote neither: a later epoch meant that games were erased. */
export const hasNoErasureFields = (stored: StoredErasures): boolean =>
  stored.erasure === undefined && stored.erasures === undefined

/** An erasure of games in a known epoch at an unknown time. It covers games from any time. */
export const erasureOfUnknownTime = (epoch: number): Erasure => ({
  epoch,
  minute: 64 ** 4 - 1,
  scope: 'games',
})

/** Whether some erasures are in an unknown form, because a later version wrote them. */
export const hasUnknownErasures = ({ erasure, erasures = [] }: StoredErasures): boolean =>
  !v.is(v.array(Erasure), erasures) || !v.is(v.optional(Erasure), erasure)

/** Parses fields written in an epoch. Ignores erasures of a later epoch or in an unknown form. */
export function readErasures({ erasure, erasures }: StoredErasures, epoch: number): Erasure[] {
  const more = Array.isArray(erasures) ? erasures.slice(0, MAX_ERASURES) : []
  const read = [erasure, ...more].flatMap(one => parsed(Erasure, one) ?? [])
  return mergeErasures(read.filter(one => one.epoch <= epoch))
}

/**
 * Serializes erasures as fields. If there are none and the epoch is 0, there are no fields. Released versions
 * read and write only `erasure`, and only if it began the current epoch. Equal erasures always give the same
 * text, because a header whose text changes is published again.
 */
export function writeErasures(erasures: readonly Erasure[], current: number) {
  const written = erasures.map(({ epoch, minute, scope, of }) => ({ epoch, minute, scope, of }))
  const first = written.find(({ epoch }) => epoch === current)
  const others = written.filter(one => one !== first)
  return {
    ...(first && { erasure: first }),
    ...((others.length > 0 || current > 0) && { erasures: others }),
  }
}

/** Whether `other` covers everything that `one` covers, for an id listed in both. */
const isSubsumedBy = (one: Erasure, other: Erasure): boolean =>
  one.minute <= other.minute &&
  one.epoch <= other.epoch &&
  (one.scope === 'games' || other.scope === 'everything')

/** Whether a known erasure already covers everything that `erasure` covers for an id. */
export const isKnownOf = (known: readonly Erasure[], erasure: Erasure, id: DeviceId): boolean =>
  known.some(one => one.of?.includes(id) && isSubsumedBy(erasure, one))

const isSame = (a: Erasure, b: Erasure): boolean =>
  a.epoch === b.epoch && a.minute === b.minute && a.scope === b.scope

/**
 * Merges sets of erasures, ordered by epoch. An erasure keeps an id unless another one covers at least as
 * much for it. Of the erasures without ids, only the one with the latest epoch and, in that epoch, the
 * earliest minute is kept. It is dropped if an erasure with ids began the same or a later epoch, because
 * version 1.0 repeats an erasure without its ids.
 */
export function mergeErasures(...sets: readonly (readonly Erasure[])[]): Erasure[] {
  const all = sets.flat().sort((x, y) => y.epoch - x.epoch || y.minute - x.minute)
  const merged: Erasure[] = []
  for (const one of all.filter(({ of }) => of)) {
    const of = one.of!.filter(id => !isKnownOf(merged, one, id))
    const same = merged.findIndex(other => isSame(one, other))
    const ids = [...new Set([...(merged[same]?.of ?? []), ...of])].sort().slice(0, MAX_NAMED)
    if (same >= 0) merged[same] = { ...one, of: ids }
    else if (ids.length > 0) merged.push({ ...one, of: ids })
  }
  const released = all.filter(({ of }) => !of)
  const last = released.findLast(({ epoch }) => epoch === released[0]!.epoch)
  if (last && !merged.some(({ epoch }) => epoch >= last.epoch)) merged.push(last)
  let room = MAX_NAMED
  return merged
    .flatMap(one => {
      if (!one.of) return [one]
      const of = one.of.slice(0, room)
      room -= of.length
      return of.length > 0 ? [{ ...one, of }] : []
    })
    .slice(0, MAX_ERASURES)
    .sort((x, y) => x.epoch - y.epoch || x.minute - y.minute)
}

/** The erasures that cover a device's items from an epoch: those of later epochs. */
const coveringOf = (erasures: readonly Erasure[], device: DeviceId, epoch: number): Erasure[] =>
  erasures.filter(one => one.epoch > epoch && (one.of?.includes(device) ?? true))

/** Whether an item that a device wrote in an epoch is erased. */
export const isCovered = (erasures: readonly Erasure[], device: DeviceId, epoch: number): boolean =>
  coveringOf(erasures, device, epoch).length > 0

/** The last erased minute of an id's games and results, and of everything else; -1 for none. */
export interface Cutoffs {
  readonly games: number
  readonly everything: number
}

/** The cutoffs of erasures that cover the same id. */
export const cutoffsOf = (erasures: readonly Erasure[]): Cutoffs => ({
  games: Math.max(-1, ...erasures.map(({ minute }) => minute)),
  everything: Math.max(
    -1,
    ...erasures.flatMap(({ scope, minute }) => (scope === 'everything' ? [minute] : [])),
  ),
})

/** The cutoffs of an item that a device wrote in an epoch. */
export const cutoffsFor = (erasures: readonly Erasure[], device: DeviceId, epoch: number): Cutoffs =>
  cutoffsOf(coveringOf(erasures, device, epoch))
