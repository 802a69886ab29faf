// What was read last in each file of the folder, kept in storage.local: every round learns from it.
import * as v from 'valibot'
import type { Texts } from '../../platform/platform.ts'
import { REMOTE_FILE_PREFIX } from '../../platform/storage-keys.ts'
import { compareItems, join, type Items } from '../items.ts'

const count = v.pipe(v.number(), v.finite(), v.minValue(0))

const StoredCopy = v.object({
  tag: v.string(),
  device: v.string(),
  part: v.string(),
  bytes: count,
  changed: count,
  items: v.record(v.string(), v.string()),
  doubt: v.optional(v.object({ times: count, readAt: count })),
})

/** What was read last in a file. */
export interface RemoteCopy {
  /** What the list said of the file then. */
  readonly tag: string
  /** Who wrote it, and which of its files it is. */
  readonly device: string
  readonly part: string
  readonly bytes: number
  /** When this device saw it changed last, in milliseconds since 1970. */
  readonly changedAt: number
  readonly items: Items
  /** Where another version may lie there. */
  readonly doubt?: Doubt | undefined
}

/** How often the same was read in a file in doubt, and when last. */
interface Doubt {
  readonly times: number
  readonly readAt: number
}

/** The pause before a file in doubt is read again, and how often that is done: for about a day. */
const FIRST_DOUBT_PAUSE_MS = 60_000
const MAX_DOUBTS = 11
/** How many reads that say the same are enough to remove a file. */
const CERTAIN_READS = 4

/** Whether the pause after a read is over; the clock may have been set back. */
export const isPauseOver = ({ times, readAt }: Doubt, now: number): boolean =>
  now < readAt || now >= readAt + FIRST_DOUBT_PAUSE_MS * 2 ** (times - 1)

/** Whether a file in doubt is read again: after pauses that grow, until what is read counts. */
export const isDoubtDue = ({ doubt }: RemoteCopy, now: number): boolean =>
  doubt !== undefined && doubt.times <= MAX_DOUBTS && isPauseOver(doubt, now)

/** Whether enough speaks for what was read in a file to remove it. */
export const isCertain = ({ doubt }: RemoteCopy): boolean => !doubt || doubt.times >= CERTAIN_READS

/** Copies by the names of their files. */
export type Copies = ReadonlyMap<string, RemoteCopy>

/** The key of storage.local under which the copy of a file lies. */
export const copyKey = (file: string): string => REMOTE_FILE_PREFIX + file

/** A copy as it is stored. */
export const writeCopy = ({ changedAt, ...rest }: RemoteCopy): string =>
  JSON.stringify({ ...rest, changed: changedAt })

function parseCopy(text: string): RemoteCopy | undefined {
  try {
    const { changed, ...rest } = v.parse(StoredCopy, JSON.parse(text))
    return { ...rest, changedAt: changed }
  } catch {
    return undefined
  }
}

/** The copies in the texts of storage.local; one that cannot be read is none, and its file is read again. */
export function copiesIn(texts: Texts): Copies {
  const copies = new Map<string, RemoteCopy>()
  for (const [key, text] of Object.entries(texts)) {
    const copy = key.startsWith(REMOTE_FILE_PREFIX) ? parseCopy(text) : undefined
    if (copy) copies.set(key.slice(REMOTE_FILE_PREFIX.length), copy)
  }
  return copies
}

/**
 * The items that lie in the files of the folder, as far as they were read: never those of this device alone.
 */
export const learnedIn = (texts: Texts): Items =>
  [...copiesIn(texts).values()].reduce<Items>((items, copy) => join(items, copy.items), {})

/** Whether there is an item among the first that the others lack, or have only in an earlier version. */
export const hasNews = (items: Items, before: Items): boolean =>
  Object.entries(items).some(
    ([key, value]) => !Object.hasOwn(before, key) || compareItems(key, value, before[key]) > 0,
  )
