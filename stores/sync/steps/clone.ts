// Step: detects a copied or restored profile by unknown items under this device's id, and gives up that id.
import { minuteOf } from '../../time.ts'
import { settingsOf, type Device } from '../device.ts'
import { withNewId } from '../device-identity.ts'
import { devicesOf } from '../devices.ts'
import type { LogRow } from '../game-results.ts'
import { readRows, isRead, writeRow } from '../log-page.ts'
import { compareVersions, isNewer, join, readItem, type DeviceId, type Items } from '../items.ts'
import { parseKey } from '../kinds/index.ts'
import type { RoundState } from '../round-state.ts'
import { isCompactedPage, isInSummary, NO_SUMMARY } from '../summary.ts'

/** Takes a new id if another profile uses this device's id. Keeps data that only this profile has. */
export function detectClone(round: RoundState): void {
  const { identity, replicas, input } = round
  const seen = join(round.learned, round.remote)
  if (!round.isKnown || !isCloned(identity.id, replicas, seen)) return
  round.carriedSettings = settingsOf(round.devices())[identity.id] ?? round.carriedSettings
  const { kept, left } = abandonIdentity(identity.id, replicas, seen)
  for (const key of Object.keys(replicas)) if (!(key in kept)) round.deleteReplica(key)
  for (const [key, value] of Object.entries(kept)) if (replicas[key] !== value) round.setReplica(key, value)
  // Results in the log are older than pending ones.
  round.pending = [...left, ...round.pending]
  round.identity = withNewId(identity, input.newId(), minuteOf(input.now))
}

/**
 * Whether another profile uses this id. It does if an item has been seen that is missing here, is newer, has
 * other content in the same version, or is an older page with a result that is missing here. It also does if
 * an item or a replica under this id is in a newer format.
 */
export function isCloned(id: DeviceId, replicas: Readonly<Items>, seen: Readonly<Items>): boolean {
  const ownIn = (items: Readonly<Items>) =>
    Object.entries(items).filter(([key]) => parseKey(key)!.device === id)
  const own = ownIn(seen)
  if ([...ownIn(replicas), ...own].some(([, value]) => isNewer(value))) return true
  return own.some(
    ([key, value]) =>
      replicas[key] !== value &&
      (!(key in replicas) ||
        compareVersions(key, value, replicas[key]!) >= 0 ||
        knowsMore(resultsIn(key, value), resultsIn(key, replicas[key]!))),
  )
}

/** The rows of a log page; none for other keys, or if the page cannot be read. */
export function resultsIn(key: string, value: string): LogRow[] {
  const item = parseKey(key)!.kind === 'log' ? readItem(key, value) : undefined
  return (item && readRows(item.content)) ?? []
}

/** Whether `theirs` has a play or a win that `ours` lacks. Except through erasures, pages lose neither. */
export function knowsMore(theirs: readonly LogRow[], ours: readonly LogRow[]): boolean {
  const outcomes = new Map(ours.map(({ play, outcome }) => [play, outcome]))
  return theirs.some(
    ({ play, outcome }) => !outcomes.has(play) || (outcome === 'won' && outcomes.get(play) !== 'won'),
  )
}

/**
 * Leaves an id to the other profile: seen items replace the replicas, and replicas that were not seen are
 * removed, with the exceptions below. `kept`: the replicas from now on. `left`: the results that only this
 * profile has. Games in progress are in storage.local and need no copying.
 */
export function abandonIdentity(
  id: DeviceId,
  replicas: Readonly<Items>,
  seen: Readonly<Items>,
): { kept: Items; left: LogRow[] } {
  const summary = devicesOf(seen).get(id)?.summary ?? NO_SUMMARY
  const before: Device['pages'] = devicesOf(replicas).get(id)?.pages ?? new Map()
  const kept: Items = {}
  for (const [key, value] of Object.entries(replicas)) {
    const parsed = parseKey(key)!
    // Compacted pages are no longer in storage.sync. The replica stays if both profiles have the same one.
    const isSame =
      parsed.kind === 'log' && isCompactedPage(summary, parsed.page, before.get(parsed.page) ?? [])
    // Items of a newer version, written before a downgrade, may exist nowhere else.
    if (parsed.device !== id || isSame || isNewer(value)) kept[key] = value
  }
  for (const [key, value] of Object.entries(seen)) if (parseKey(key)!.device === id) kept[key] = value
  // If both profiles gave up the same play, both results stay, because one may still be reopened.
  const after = new Set([...(devicesOf(kept).get(id)?.pages.values() ?? [])].flat().map(writeRow))
  const isKept = (page: number, result: LogRow) =>
    page < summary.compactedPages && isRead(result)
      ? isInSummary(summary, page, result)
      : after.has(writeRow(result))
  return { kept, left: [...before].flatMap(([page, results]) => results.filter(one => !isKept(page, one))) }
}
