// Step: a profile that was copied or restored finds its own id ahead of itself, and leaves the id to the
// other.
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

/** Takes a new id where somebody else writes under this one, with everything that only this profile has. */
export function detectClone(round: RoundState): void {
  const { identity, replicas, input } = round
  const seen = join(round.learned, round.remote)
  if (!round.isKnown || !isCloned(identity.id, replicas, seen)) return
  round.carriedSettings = settingsOf(round.devices())[identity.id] ?? round.carriedSettings
  const { kept, left } = abandonIdentity(identity.id, replicas, seen)
  for (const key of Object.keys(replicas)) if (!(key in kept)) round.deleteReplica(key)
  for (const [key, value] of Object.entries(kept)) if (replicas[key] !== value) round.setReplica(key, value)
  // What the log has is older than what waits to come into it.
  round.pending = [...left, ...round.pending]
  round.identity = withNewId(identity, input.newId(), minuteOf(input.now))
}

/**
 * True if another profile uses our device id: storage.sync holds a newer version of our key, the same version
 * with other content, a newer format, or an old page with a result that we lack.
 */
export function isCloned(id: DeviceId, replicas: Readonly<Items>, seen: Readonly<Items>): boolean {
  const isOwnAndNewer = ([key, value]: [string, string]) =>
    parseKey(key)!.device === id && isNewer(key, value)
  if ([...Object.entries(replicas), ...Object.entries(seen)].some(isOwnAndNewer)) return true
  return Object.entries(seen).some(([key, value]) => {
    if (parseKey(key)!.device !== id || replicas[key] === value) return false
    return (
      !(key in replicas) ||
      compareVersions(key, value, replicas[key]) >= 0 ||
      knowsMore(resultsIn(key, value), resultsIn(key, replicas[key]))
    )
  })
}

/** The rows in a value of a log's key; none under any other key, or where it cannot be read. */
export function resultsIn(key: string, value: string): LogRow[] {
  const item = readItem(key, value)
  return parseKey(key)!.kind === 'log' && item.ok ? (readRows(item.value.content) ?? []) : []
}

/** Whether a row among the first was never in ours: no play leaves a page, and no win is taken back. */
export function knowsMore(theirs: readonly LogRow[], ours: readonly LogRow[]): boolean {
  const outcomes = new Map(ours.map(({ play, outcome }) => [play, outcome]))
  return theirs.some(
    ({ play, outcome }) => !outcomes.has(play) || (outcome === 'won' && outcomes.get(play) !== 'won'),
  )
}

/**
 * Leaves the items of an id to the other profile: those that are seen replace the replicas, and those that
 * were never seen go, unless a newer version wrote them. `kept`: the replicas from now on. `left`: the
 * results that only this profile has. Games in progress are in storage.local and need no copying.
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
    // Pages that are compacted have left storage.sync; the replica stays where it is the same for both.
    const isSame =
      parsed.kind === 'log' && isCompactedPage(summary, parsed.page, before.get(parsed.page) ?? [])
    // What a newer version wrote before this one came back may exist nowhere else.
    if (parsed.device !== id || isSame || isNewer(key, value)) kept[key] = value
  }
  for (const [key, value] of Object.entries(seen)) if (parseKey(key)!.device === id) kept[key] = value
  // Both profiles may have given up the same play. Both results stay: one may still be reopened.
  const after = new Set([...(devicesOf(kept).get(id)?.pages.values() ?? [])].flat().map(writeRow))
  const isKept = (page: number, result: LogRow) =>
    page < summary.compactedPages && isRead(result)
      ? isInSummary(summary, page, result)
      : after.has(writeRow(result))
  return { kept, left: [...before].flatMap(([page, results]) => results.filter(one => !isKept(page, one))) }
}
