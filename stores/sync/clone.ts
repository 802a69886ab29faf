// The guard against clones: a profile that was copied or restored finds its own id ahead of itself, and
// leaves the id to the other.
import { devicesOf } from './devices.ts'
import { compareVersions, parseKey, readItem, type DeviceId } from './items.ts'
import { OUTCOMES, readRows, writeRow, type Row } from './game-results.ts'
import { isInSums, isSummedPage, markOf, marksOf, NO_RESULTS } from './summary.ts'

/**
 * Whether somebody else writes under this id: a value we never wrote, ours with another content, one that a
 * newer version wrote, or an older
 * page with a result that we do not have.
 */
export function wasCloned(
  id: DeviceId,
  copies: Readonly<Record<string, string>>,
  seen: Readonly<Record<string, string>>,
): boolean {
  const isNewer = ([key, value]: [string, string]) => {
    const item = readItem(key, value)
    return parseKey(key)!.device === id && !item.ok && item.reason.key === 'itemNewer'
  }
  if ([...Object.entries(copies), ...Object.entries(seen)].some(isNewer)) return true
  return Object.entries(seen).some(([key, value]) => {
    if (parseKey(key)!.device !== id || copies[key] === value) return false
    // Others sum up the results of a device that was away for long; one that comes back goes on from there.
    if (isOwnSum(key, value, copies)) return false
    return (
      !(key in copies) ||
      compareVersions(key, value, copies[key]) >= 0 ||
      knowsMore(rowsIn(key, value), rowsIn(key, copies[key]))
    )
  })
}

/** Whether an item is a sum of results that we all have, whatever became of them since. */
function isOwnSum(key: string, value: string, copies: Readonly<Record<string, string>>): boolean {
  const { device } = parseKey(key)!
  const results = devicesOf({ [key]: value }).get(device)?.results
  if (!results?.folded) return false
  const pages = devicesOf(copies).get(device)?.pages ?? new Map<number, Row[]>()
  for (let page = 0; page < results.folded; page++) {
    const rows = pages.get(page) ?? []
    const known = new Set(rows.flatMap(row => OUTCOMES.map(outcome => markOf({ ...row, outcome }))))
    if (
      !isSummedPage(results, page, rows) &&
      !(marksOf(results, page)?.every(mark => known.has(mark)) ?? false)
    )
      return false
  }
  return true
}

function rowsIn(key: string, value: string): Row[] {
  const item = readItem(key, value)
  return parseKey(key)!.kind === 'log' && item.ok ? (readRows(item.value.content) ?? []) : []
}

/**
 * Whether there is a result among the first that no earlier page of ours could have held: no play leaves a
 * page, no win is taken back.
 */
function knowsMore(theirs: readonly Row[], ours: readonly Row[]): boolean {
  const outcomes = new Map(ours.map(({ play, outcome }) => [play, outcome]))
  return theirs.some(
    ({ play, outcome }) => !outcomes.has(play) || (outcome === 'won' && outcomes.get(play) !== 'won'),
  )
}

/**
 * Leaves the old id's items to the other: what is seen of them replaces the copies, and what was never seen
 * goes. Gives back the rows that
 * only this profile has, which go into the log of its new id. Games in progress lie in storage.local and
 * follow by themselves.
 */
export function adoptClone(
  id: DeviceId,
  copies: Record<string, string>,
  seen: Readonly<Record<string, string>>,
): Row[] {
  const results = devicesOf(seen).get(id)?.results ?? NO_RESULTS
  const before = devicesOf(copies).get(id)?.pages ?? new Map<number, Row[]>()
  for (const key of Object.keys(copies)) {
    const parsed = parseKey(key)!
    if (parsed.device !== id) continue
    // Pages that are summed up have left storage.sync; the copy stays where it is the same for both.
    const isSame = parsed.kind === 'log' && isSummedPage(results, parsed.page, before.get(parsed.page) ?? [])
    if (!isSame) Reflect.deleteProperty(copies, key)
  }
  for (const [key, value] of Object.entries(seen)) if (parseKey(key)!.device === id) copies[key] = value
  // The same play given up by both, each on its own, is two rows: one of them may still be taken back.
  const after = new Set([...(devicesOf(copies).get(id)?.pages.values() ?? [])].flat().map(writeRow))
  const isKept = (page: number, row: Row) =>
    page < results.folded ? isInSums(results, page, row) : after.has(writeRow(row))
  return [...before].flatMap(([page, rows]) => rows.filter(row => !isKept(page, row)))
}
