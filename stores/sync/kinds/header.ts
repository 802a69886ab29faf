// `d:` the header of a device: its name, the day it was last seen, and the erasures known to it.
import * as v from 'valibot'
import { parsed, whole } from '../../platform/stored-json.ts'
import { dayOf } from '../../time.ts'
import type { Header } from '../device.ts'
import {
  hasNoErasureFields,
  hasUnknownErasures,
  isKnownOf,
  readErasures,
  StoredErasures,
  writeErasures,
  type Erasure,
} from '../erasures.ts'
import { MAX_EPOCH, readItem, readJson, writeJson, type DeviceId, type Item } from '../items.ts'
import { onePerDevice, type KindKey, type SyncedKind } from './kind.ts'

/** The maximum length of the name of a device or a browser, in characters. */
export const MAX_NAME = 40
/** Later days are clamped to this many days after today, so that a wrong clock cannot prevent absorption. */
const MAX_DAYS_AHEAD = 400

const StoredHeader = v.object({
  name: v.string(),
  /** The last day on which the device was seen, in days since 1970. */
  day: whole,
  browser: v.optional(v.string()),
  ...StoredErasures,
})

/** Replaces control characters with spaces, and truncates a string to the maximum length of a name. */
const shortened = (text: string): string => text.replace(/\p{Cc}/gu, ' ').slice(0, MAX_NAME)

/** Parses a header; undefined if the content is not one. */
export function readHeader(content: string, now: number): Header | undefined {
  const header = parsed(StoredHeader, readJson(content))
  if (!header) return undefined
  const { name, day, browser } = header
  return {
    name: shortened(name),
    day: Math.min(day, Math.max(0, dayOf(now)) + MAX_DAYS_AHEAD),
    ...(browser !== undefined && { browser: shortened(browser) }),
  }
}

/** The day in a header, given as an item; undefined if it cannot be read. */
export function dayIn(name: string, value: string, now: number): number | undefined {
  const item = readItem(name, value)
  return item && readHeader(item.content, now)?.day
}

/** The erasures in a header written in an epoch; undefined if version 0.1 wrote it or it is invalid. */
export function erasuresIn(content: string, epoch: number): Erasure[] | undefined {
  const header = parsed(StoredHeader, readJson(content))
  return header && !hasNoErasureFields(header) ? readErasures(header, epoch) : undefined
}

/** A header with these erasures, written in `epoch`. Content that is not a header is returned unchanged. */
export function withErasures(content: string, erasures: readonly Erasure[], epoch: number): string {
  const header = readJson(content)
  if (!v.is(StoredHeader, header)) return content
  return writeJson({ ...header, erasure: undefined, erasures: undefined, ...writeErasures(erasures, epoch) })
}

const keyed = onePerDevice('device', 'd:')

/**
 * The content and the epoch of a header, given as an item; undefined if it is missing or unreadable, has no
 * erasures with ids, or has an erasure in an unknown form.
 */
function listedIn(device: DeviceId, header: string | undefined): Omit<Item, 'seq'> | undefined {
  const item = readItem(keyed.key(device), header)
  const { erasure, erasures } = ((item && readJson(item.content)) ?? {}) as {
    erasure?: { of?: unknown }
    erasures?: unknown
  }
  // Released versions list no ids and apply an erasure to all devices.
  const isOfReleased = erasures === undefined && erasure?.of === undefined
  return isOfReleased || hasUnknownErasures({ erasure, erasures }) ? undefined : item
}

/**
 * The erasures that list a device but are missing in its header, although the header has their epoch or a
 * later one. Another erasure moved the device to that epoch, so these do not cover its items. `header` is
 * given as an item. Empty if `listedIn` returns undefined: for headers of released versions, the epoch alone
 * shows which erasures were applied.
 */
export function missedBy(device: DeviceId, header: string | undefined, erasures: readonly Erasure[]) {
  const listed = listedIn(device, header)
  if (!listed) return []
  const known = erasuresIn(listed.content, MAX_EPOCH) ?? []
  return erasures.filter(
    one => one.of?.includes(device) && one.epoch <= listed.epoch && !isKnownOf(known, one, device),
  )
}

/**
 * The epoch of a header, given as an item, if it lists all erasures that moved its device to this epoch, in a
 * form that this version can read; otherwise -1.
 */
export const epochOfHeader = (device: DeviceId, header: string | undefined): number =>
  listedIn(device, header)?.epoch ?? -1

/** Headers. */
export const headerKind: SyncedKind<KindKey<'device'>> & typeof keyed = {
  ...keyed,
  priority: 3,
  read(device, _, content, now) {
    const header = readHeader(content, now)
    if (header) device.header = header
  },
  /** In the first epoch, a device without items writes no header. */
  collect(round) {
    const { identity, input } = round
    if (identity.epoch === 0 && !Object.keys(round.replicas).some(name => round.isOwn(name))) return
    const old = round.devices().get(identity.id)?.header
    round.put(
      keyed.key(identity.id),
      writeJson({
        name: identity.name ?? old?.name ?? input.browser,
        day: dayOf(input.now),
        browser: input.browser,
        ...writeErasures(identity.erasures ?? [], identity.epoch),
      }),
    )
  },
}
