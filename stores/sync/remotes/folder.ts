// What a device keeps in the place: its own items, and those of others that no file there has as new. Pure.
import { isPageFull } from '../log-page.ts'
import { compareItems, readItem, type DeviceId, type Items } from '../items.ts'
import { parseKey } from '../kinds/index.ts'
import type { Copies, RemoteCopy } from './copies.ts'

/** The part that changes with every game; full pages of logs lie in parts of their own. */
export const NOW = 'now'
/** How many pages of a log share a file. */
const CHUNK_PAGES = 32

/** What is planned from. */
export interface FolderInput {
  readonly self: DeviceId
  /** Everything that is known here. */
  readonly replicas: Readonly<Items>
  readonly copies: Copies
  /** Results on a page of the log. */
  readonly pageResults: number
  /** Whether items of others that nobody has in the place may be taken in now. */
  readonly mayCarry: boolean
  readonly chunkPages?: number
}

/** What has to happen so that the place has everything that is known here. */
export interface FolderPlan {
  /** The own files that lack something, by part, with all that each has to hold. Logs come first. */
  readonly writes: ReadonlyMap<string, Items>
  /** All own files as they have to be. */
  readonly wanted: ReadonlyMap<string, Items>
  /** Own files that nobody needs any more. */
  readonly obsolete: readonly string[]
  /** Whether items of others wait to be carried. */
  readonly isCarryWaiting: boolean
}

/** The newest text of each item in files of other devices, and the smallest device that has it. */
function heldByOthers({ self, copies }: FolderInput): Map<string, { value: string; holders: Set<DeviceId> }> {
  const held = new Map<string, { value: string; holders: Set<DeviceId> }>()
  for (const { device, items } of copies.values()) {
    if (device === self) continue
    for (const [key, value] of Object.entries(items)) {
      const known = held.get(key)
      const order = known ? compareItems(key, value, known.value) : 1
      if (order > 0) held.set(key, { value, holders: new Set([device]) })
      else if (order === 0) known?.holders.add(device)
    }
  }
  return held
}

const ownCopies = ({ self, copies }: FolderInput): RemoteCopy[] =>
  [...copies.values()].filter(({ device }) => device === self)

/**
 * The items of others that this device keeps there. One that it keeps already leaves only when its owner has
 * it, or a device with a smaller id that carries it: so two never let go of it at once.
 */
function carriedItems(input: FolderInput): { items: Items; isWaiting: boolean } {
  const { self, replicas, mayCarry } = input
  const held = heldByOthers(input)
  const mine = new Map(ownCopies(input).flatMap(({ items }) => Object.entries(items)))
  const isAlone = held.size === 0
  const items: Items = {}
  let isWaiting = false
  for (const [key, value] of Object.entries(replicas)) {
    const owner = parseKey(key)!.device
    if (owner === self) continue
    const there = held.get(key)
    const isThere = there !== undefined && compareItems(key, there.value, value) >= 0
    if (isThere && !mine.has(key)) continue
    if (isThere && [...there.holders].some(holder => holder === owner || holder < self)) continue
    if (mine.has(key) || mayCarry || isAlone) items[key] = value
    else isWaiting = true
  }
  return { items, isWaiting }
}

/**
 * The part in which an item lies: full pages of a log change rarely, so they lie apart from everything else.
 */
function partOf(key: string, value: string, { pageResults, chunkPages = CHUNK_PAGES }: FolderInput): string {
  const parsed = parseKey(key)!
  const item = parsed.kind === 'log' ? readItem(key, value) : undefined
  return parsed.kind === 'log' && item?.ok && isPageFull(item.value.content, pageResults)
    ? `log ${parsed.device} ${Math.floor(parsed.page / chunkPages)}`
    : NOW
}

/** What the own files have to hold, by part; the part that changes most comes last. */
function wantedParts(input: FolderInput, carried: Items): Map<string, Items> {
  const own = Object.entries(input.replicas).filter(([key]) => parseKey(key)!.device === input.self)
  const parts = new Map<string, Items>()
  const now: Items = {}
  for (const [key, value] of [...own, ...Object.entries(carried)]) {
    const part = partOf(key, value, input)
    if (part === NOW) now[key] = value
    else parts.set(part, { ...parts.get(part), [key]: value })
  }
  return parts.set(NOW, now)
}

/** Whether an own file was read, and has all of these items as they are. */
export function isLying(
  { self, copies }: Pick<FolderInput, 'self' | 'copies'>,
  part: string,
  all: Items,
): boolean {
  const own = [...copies.values()].find(copy => copy.device === self && copy.part === part)
  return own !== undefined && Object.entries(all).every(([key, value]) => own.items[key] === value)
}

/** Plans what to write and what to remove, from what lies in the place as far as it was read. */
export function planFolder(input: FolderInput): FolderPlan {
  const { items, isWaiting } = carriedItems(input)
  const wanted = wantedParts(input, items)
  const writes = new Map([...wanted].filter(([part, all]) => !isLying(input, part, all)))
  const obsolete = [...input.copies].filter(
    ([, { device, part }]) => device === input.self && !wanted.has(part),
  )
  return {
    writes,
    wanted,
    obsolete: writes.size > 0 ? [] : obsolete.map(([name]) => name),
    isCarryWaiting: isWaiting,
  }
}
