// Steps: choose which of this device's items fit into storage.sync, and which lost items to restore.
import { ownsResults } from '../device.ts'
import { isNewTo, MAX_VALUE_LENGTH, type Items } from '../items.ts'
import { keys, parseKey, type ItemKey } from '../kinds/index.ts'
import { putOwnSummary } from '../kinds/summary.ts'
import { fitting, roomOf, sizeOf, weightOf, type Room } from '../quota.ts'
import type { RoundState } from '../round-state.ts'
import { isCrowded, lastSeenOf } from './absorb.ts'

/** This device's share of bytes or of items. */
function shareOf(all: number, spare: number, foreign: number, liveDevices: number): number {
  return Math.min(Math.max(all / liveDevices, all - foreign), all + spare - foreign)
}

const exceeds = (used: Room, share: Room): boolean => used.bytes > share.bytes || used.items > share.items

/**
 * Chooses which items are synced. While they do not fit, the oldest log pages are compacted, then the oldest
 * games in progress stay local, then the last page is compacted. If the summary is full, the oldest of the
 * other log pages stay local. The other items are always synced.
 */
export function fitQuota(round: RoundState): void {
  const { limits } = round
  const stays = (key: string) => !round.isOwn(key) && !round.removeFromSync.has(key)
  const foreign = Object.entries(round.remote).filter(([key]) => stays(key))
  const taken = roomOf(foreign)
  const live = foreign.filter(([key]) => parseKey(key)!.kind === 'device').length + 1
  const share: Room = {
    bytes: shareOf(limits.bytes, limits.spareBytes, taken.bytes, live),
    items: shareOf(limits.items, limits.spareItems, taken.items, live),
  }
  const stay = new Set<string>()
  const publishable = () => publishableKeys(round).filter(key => !stay.has(key))
  const used = () => roomOf(publishable().map(key => [key, round.replicas[key]!] as const))
  const isOver = () => exceeds(used(), share)
  const lastPage = Math.max(-1, ...ownKeys(round).map(key => pageOf(key) ?? -1))
  let isFull = false
  while (isOver() && round.compactedPages < lastPage && !isFull)
    isFull = !compactUpTo(round, pagesToCompact(round, used(), share, lastPage))
  const games = isOver() ? [...(round.devices().get(round.identity.id)?.games ?? [])] : []
  for (const [game] of games.toSorted(([, a], [, b]) => a.minute - b.minute))
    if (isOver()) stay.add(keys.game(round.identity.id, game))
  if (isOver() && !isFull && round.compactedPages <= lastPage) putOwnSummary(round, lastPage + 1)
  for (let page = round.compactedPages; page < lastPage && isOver(); page++)
    stay.add(keys.log(round.identity.id, page))
  const { bytes, items } = used()
  round.fitted = {
    publishable: publishable(),
    room: { bytes: limits.bytes - taken.bytes - bytes, items: limits.items - taken.items - items },
    everythingFits: stay.size === 0 && !isOver(),
  }
}

/**
 * Compacts the first `pages` pages, or fewer if the summary has no room for them. Returns false if it has no
 * room for even one more page.
 */
function compactUpTo(round: RoundState, pages: number): boolean {
  const before = round.compactedPages
  if (putOwnSummary(round, pages)) return true
  // Checked before smaller numbers, because a full summary is still full in later rounds.
  if (!putOwnSummary(round, before + 1)) return false
  let more = pages - before
  do more = Math.floor(more / 2)
  while (!putOwnSummary(round, before + more))
  return true
}

/**
 * The number of pages to compact: at least one more than before, and as many as would be enough if the
 * summary did not grow, but never the last page. Compacting page by page would need a new summary for each
 * page.
 */
function pagesToCompact(round: RoundState, used: Room, share: Room, lastPage: number): number {
  const left = { ...used }
  let page = round.compactedPages
  do {
    const key = keys.log(round.identity.id, page++)
    if (!(key in round.replicas)) continue
    left.bytes -= weightOf(key, round.replicas[key]!)
    left.items--
  } while (exceeds(left, share) && page < lastPage)
  return page
}

/** The page number of a log item; undefined for other items. */
function pageOf(name: string): number | undefined {
  const key = parseKey(name)!
  return key.kind === 'log' ? key.page : undefined
}

const ownKeys = (round: RoundState): string[] =>
  Object.keys(round.replicas).filter(
    key => round.isOwn(key) && sizeOf(key, round.replicas[key]!) <= MAX_VALUE_LENGTH,
  )

/** This device's items that fit into a value of storage.sync, except compacted pages. */
function publishableKeys(round: RoundState): string[] {
  const compacted = round.compactedPages
  return ownKeys(round).filter(key => (pageOf(key) ?? Infinity) >= compacted)
}

/**
 * Restores other devices' items that storage.sync lacks or has in an older version, as space permits. It does
 * not restore compacted pages, items of absorbed devices, headers without other items, or headers with an
 * outdated day, which would make the device look gone. In a crowded account, games in progress are restored
 * only by their owners.
 */
export function repairRemote(round: RoundState): void {
  const { input, fitted, remote } = round
  if (input.sync) round.repair = Object.fromEntries(fitting(missingRemoteItems(round), fitted.room, remote))
}

function missingRemoteItems(round: RoundState): [string, string][] {
  const { remote, absorbed } = round
  const devices = round.devices()
  const mayRestoreGames = !isCrowded(round)
  const isCompacted = (key: ItemKey) =>
    key.kind === 'log' && key.page < (devices.get(key.device)?.summary.compactedPages ?? 0)
  // The sums of a device that is gone stay in storage.sync with its header.
  const isAbsorbed = ({ kind, device }: ItemKey) =>
    absorbed.has(device) &&
    !((kind === 'results' || kind === 'device') && (devices.get(device)?.summary.compactedPages ?? 0) > 0)
  const isWorthRestoring = (name: string, key: ItemKey) => {
    const device = devices.get(key.device)
    if (!device) return true
    if (key.kind === 'game') return mayRestoreGames
    if (key.kind !== 'device') return true
    const isSeenLater = lastSeenOf(round, device) > (device.header?.day ?? Infinity)
    return !isSeenLater && (ownsResults(device) || ownsMore(round.replicas, name, key))
  }
  return Object.entries(round.replicas).filter(([name, value]) => {
    const key = parseKey(name)!
    return (
      !round.isOwn(name) &&
      !isAbsorbed(key) &&
      isNewTo(remote, name, value) &&
      !isCompacted(key) &&
      isWorthRestoring(name, key)
    )
  })
}

/** Whether an item's device has other items. */
const ownsMore = (items: Readonly<Items>, name: string, { device }: ItemKey): boolean =>
  Object.keys(items).some(other => other !== name && parseKey(other)!.device === device)
