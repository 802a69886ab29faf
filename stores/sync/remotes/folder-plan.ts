// Decides which items a device keeps in its files in the folder, including other devices' items, and which
// files to delete. Pure.
import { isCovered, type Erasure } from '../erasures.ts'
import { devicesOf } from '../devices.ts'
import { agreedDay, AWAY_AFTER_DAYS, GONE_AFTER_DAYS, isImport } from '../device.ts'
import { isPageFull } from '../log-page.ts'
import { isNewTo, join, MAX_VALUE_LENGTH, readItem, type DeviceId, type Items } from '../items.ts'
import { dayIn } from '../kinds/header.ts'
import { parseKey } from '../kinds/index.ts'
import { DAY_MS, dayOf } from '../../time.ts'
import { LIMITS, type Entry } from '../quota.ts'
import { headersIn, isErased } from '../replicas.ts'
import { isCertain, type Copies, type RemoteCopy } from './folder-copies.ts'
import { MAX_FILE_BYTES } from './remote.ts'

/** The part that changes with every game; full log pages are in separate parts. */
export const NOW = 'now'
/** The maximum number of full log pages in a file. */
const CHUNK_PAGES = 32
/**
 * The maximum size of the items, as JSON, in a file without full log pages. It is far below the largest size
 * that is read, because servers must accept a file in one request.
 */
const FILE_BYTES = MAX_FILE_BYTES / 4
/** The number of characters that JSON adds to key and value. */
const JSON_BYTES = '"":"",'.length

/** The input of a plan. */
export interface FolderInput {
  readonly self: DeviceId
  /** Ids that this device had before. */
  readonly former: readonly DeviceId[]
  readonly erasures: readonly Erasure[]
  /** Days since 1970; the clock may be wrong. */
  readonly today: number
  /** All items known locally. */
  readonly replicas: Readonly<Items>
  /** The items that the last round of this session has absorbed; empty if it has run none. */
  readonly absorbed: Readonly<Items>
  readonly copies: Copies
  /**
   * Whether other devices' items that no file has may be written now. Imports always may, and so may all
   * items while the other devices' files contain none.
   */
  readonly mayCarry: boolean
  /** Smaller limits for the simulator: the results of a log page, and the pages and bytes of a file. */
  readonly pageResults?: number
  readonly chunkPages?: number
  readonly fileBytes?: number
}

/** The changes that give the folder everything known locally. */
export interface FolderPlan {
  /** The complete contents of this device's files to write, by part: full log pages first, `now` last. */
  readonly writes: ReadonlyMap<string, Items>
  /** The complete contents of all of this device's files, by part. */
  readonly targetFiles: ReadonlyMap<string, Items>
  /**
   * The files to delete: this device's unused files, and other devices' files that nobody needs anymore. None
   * while there are files to write or items that wait.
   */
  readonly obsolete: readonly string[]
  /** Whether other devices' items are waiting to be carried. */
  readonly isCarryWaiting: boolean
}

type Unseen = (device: DeviceId) => number
type IsRemovable = (copy: RemoteCopy) => boolean

/**
 * Returns a function that gives the days since a device was last seen, from the day in its header to the
 * agreed day. Without a header, they are counted from the last change of its files. The function returns
 * -Infinity if there are no files either, or if a header cannot be read, because a newer version may have
 * written it.
 */
function daysUnseen({ self, replicas, copies, today }: FolderInput): Unseen {
  const days = new Map<DeviceId, number>()
  for (const items of [replicas, ...[...copies.values()].map(copy => copy.items)])
    for (const [key, value] of Object.entries(items)) {
      const parsed = parseKey(key)
      if (parsed?.kind !== 'device') continue
      const day = dayIn(key, value, today * DAY_MS) ?? Infinity
      days.set(parsed.device, Math.max(day, days.get(parsed.device) ?? 0))
    }
  const others = [...days].flatMap(([id, day]) => (id === self || day === Infinity ? [] : [day]))
  const now = agreedDay(today, others, days.has(self))
  const changes = new Map<DeviceId, number>()
  for (const { device, changedAt } of copies.values())
    changes.set(device, Math.max(dayOf(changedAt), changes.get(device) ?? 0))
  return device => (days.has(device) ? now - days.get(device)! : today - (changes.get(device) ?? Infinity))
}

/**
 * Returns a function that tests whether a file can be deleted once other files have what is worth keeping in
 * it. That is so if all of its device's own items were erased, or if the device has not been seen for a while
 * and is a former id of this one or still has erased items in the file. A device that comes back writes its
 * files again, without erased items.
 */
function removableIn(input: FolderInput, unseen: Unseen): IsRemovable {
  const { self, former, erasures, copies } = input
  const isAway = (device: DeviceId) => device !== self && unseen(device) >= AWAY_AFTER_DAYS
  const owned = new Map<DeviceId, [string, string][]>()
  for (const { device, items } of copies.values()) {
    const own = Object.entries(items).filter(([key]) => parseKey(key)?.device === device)
    owned.set(device, [...(owned.get(device) ?? []), ...own])
  }
  owned.delete(self)
  const isAllErased = (device: DeviceId, own: [string, string][]) =>
    own.every(item => isErased(erasures, ...item)) &&
    // A file without items may be that of a new device.
    (own.length > 0 || (former.includes(device) && isCovered(erasures, device, 0)))
  const gone = new Set([...owned].flatMap(([id, own]) => (isAllErased(id, own) ? [id] : [])))
  return ({ device, items }) =>
    gone.has(device) ||
    (isAway(device) &&
      (former.includes(device) || Object.entries(items).some(item => isErased(erasures, ...item))))
}

/** Returns a function that tests whether another device's item is worth carrying. Erased items never are. */
function worthKeeping(
  { replicas, erasures }: FolderInput,
  unseen: Unseen,
): (key: string, value: string) => boolean {
  const isLasting = (kind: string) => kind !== 'game' && kind !== 'device'
  const lasting = new Set<DeviceId>()
  for (const { kind, device } of Object.keys(replicas).map(key => parseKey(key)!))
    if (isLasting(kind)) lasting.add(device)
  return (key, value) => {
    const { kind, device } = parseKey(key)!
    if (isErased(erasures, key, value)) return false
    if (isLasting(kind) || unseen(device) < GONE_AFTER_DAYS) return true
    // A header shows when its device was last seen, so it stays with the device's lasting items.
    return kind === 'device' && lasting.has(device)
  }
}

/** The ids of imports: nobody writes under them, and perhaps only this device knows them. */
function importsIn({ replicas, today }: FolderInput): ReadonlySet<DeviceId> {
  const devices = devicesOf(headersIn(replicas), today * DAY_MS).values()
  return new Set([...devices].flatMap(({ id, header }) => (header && isImport(header) ? [id] : [])))
}

/**
 * The items that this device carries, and whether more are waiting. Imports do not wait, and no item waits
 * while the other devices' files contain none. An item that is worth carrying is dropped only when its owner
 * or a carrier with a smaller id has it, so two devices never drop it at the same time.
 */
function carriedItems(
  input: FolderInput,
  isRemovable: IsRemovable,
  isWorth: ReturnType<typeof worthKeeping>,
): { items: Items; isWaiting: boolean } {
  const { self, former, replicas, copies, mayCarry } = input
  const imports = importsIn(input)
  const all = [...copies.values()]
  const others = all.filter(copy => copy.device !== self && !isRemovable(copy))
  /** The newest value of each item in other devices' files. */
  const held = join(...others.map(copy => copy.items))
  const holdersOf = (key: string) =>
    others.flatMap(copy => (copy.items[key] === held[key] ? [copy.device] : []))
  const isMine = (copy: RemoteCopy) =>
    copy.device === self || (former.includes(copy.device) && isRemovable(copy))
  const mine = new Set(all.flatMap(copy => (isMine(copy) ? Object.keys(copy.items) : [])))
  const isAlone = Object.keys(held).length === 0
  const items: Items = {}
  let isWaiting = false
  for (const [key, value] of Object.entries(replicas)) {
    const owner = parseKey(key)!.device
    if (owner === self || !isWorth(key, value)) continue
    if (!isNewTo(held, key, value)) {
      if (!mine.has(key) || holdersOf(key).some(holder => holder === owner || holder < self)) continue
    }
    if (mine.has(key) || mayCarry || isAlone || imports.has(owner)) items[key] = value
    else isWaiting = true
  }
  return { items, isWaiting }
}

/** The part that contains an item. Full log pages rarely change, so they are separate. */
function partOf(
  key: string,
  value: string,
  { pageResults = LIMITS.pageResults, chunkPages = CHUNK_PAGES }: FolderInput,
): string {
  const parsed = parseKey(key)!
  const item = parsed.kind === 'log' ? readItem(key, value) : undefined
  return parsed.kind === 'log' && item && isPageFull(item.content, pageResults)
    ? `log ${parsed.device} ${Math.floor(parsed.page / chunkPages)}`
    : NOW
}

/** Splits items into as many files as they need. Values larger than any format allows are left out. */
function inFiles(items: readonly Entry[], fileBytes: number): Items[] {
  const files: Items[] = []
  let bytes = Infinity
  for (const [key, value] of items.filter(([, value]) => value.length <= MAX_VALUE_LENGTH)) {
    const more = key.length + value.length + JSON_BYTES
    if (bytes + more > fileBytes) {
      files.push({})
      bytes = 0
    }
    files.at(-1)![key] = value
    bytes += more
  }
  return files
}

/** The contents of this device's files, by part. The file that changes most often comes last. */
function targetFilesOf(input: FolderInput, carried: Items): Map<string, Items> {
  const own = Object.entries(input.replicas).filter(([key]) => parseKey(key)!.device === input.self)
  const parts = new Map<string, Items>()
  const changing = (items: readonly Entry[]) =>
    items.filter(([key, value]) => {
      const part = partOf(key, value, input)
      if (part !== NOW) parts.set(part, { ...parts.get(part), [key]: value })
      return part === NOW
    })
  const [ours, others] = [changing(own), changing(Object.entries(carried).sort())]
  // If one file is not enough, the file that changes with every game stays small.
  const files = (items: readonly Entry[]) => inFiles(items, input.fileBytes ?? FILE_BYTES)
  const together = files([...ours, ...others])
  const [now = {}, ...more] = together.length > 1 ? [...files(ours), ...files(others)] : together
  more.forEach((items, i) => parts.set(`${NOW} ${i + 1}`, items))
  return parts.set(NOW, now)
}

/** Whether the last read copy of this device's file has exactly these items. */
export function isUpToDate(
  { self, copies }: Pick<FolderInput, 'self' | 'copies'>,
  part: string,
  all: Items,
): boolean {
  const own = [...copies.values()].find(copy => copy.device === self && copy.part === part)
  return (
    own !== undefined &&
    Object.keys(own.items).length === Object.keys(all).length &&
    Object.entries(all).every(([key, value]) => own.items[key] === value)
  )
}

/**
 * The files to delete: this device's files of unused parts, other devices' files whose items are all erased,
 * and files for which `isRemovable` holds, if each item is erased or known here in the same or a later
 * version. The remaining files have all replicas worth keeping. Items that rounds ignore are not known here,
 * so their file stays: items of unknown kinds or impossible epochs, and those that only an erasure without
 * ids covers.
 */
function obsoleteFiles(
  { self, erasures, replicas, absorbed, copies }: FolderInput,
  targetFiles: ReadonlyMap<string, Items>,
  isRemovable: IsRemovable,
): string[] {
  const known = { ...absorbed, ...replicas }
  const isDispensable = ([key, value]: Entry) => isErased(erasures, key, value) || !isNewTo(known, key, value)
  return [...copies].flatMap(([name, copy]) => {
    const items = Object.entries(copy.items)
    const isAllErased = items.length > 0 && items.every(item => isErased(erasures, ...item))
    const isObsolete =
      copy.device === self
        ? !targetFiles.has(copy.part)
        : isAllErased || (isRemovable(copy) && items.every(isDispensable))
    // A file whose known contents may be out of date is not deleted.
    return isObsolete && isCertain(copy) ? [name] : []
  })
}

/** Plans writes and deletions, given the copies read from the folder. */
export function planFolder(input: FolderInput): FolderPlan {
  const unseen = daysUnseen(input)
  const isRemovable = removableIn(input, unseen)
  const { items, isWaiting } = carriedItems(input, isRemovable, worthKeeping(input, unseen))
  const targetFiles = targetFilesOf(input, items)
  const writes = new Map([...targetFiles].filter(([part, all]) => !isUpToDate(input, part, all)))
  return {
    writes,
    targetFiles,
    obsolete: writes.size > 0 || isWaiting ? [] : obsoleteFiles(input, targetFiles, isRemovable),
    isCarryWaiting: isWaiting,
  }
}
