// The last known contents of each file in the folder. They are in storage.local, where every round reads
// them.
import * as v from 'valibot'
import type { Texts } from '../../platform/area.ts'
import { REMOTE_FILE_PREFIX } from '../../platform/storage-keys.ts'
import { amount, parseStored, storedUnder } from '../../platform/stored-json.ts'
import { isNewTo, join, type Items } from '../items.ts'

const stored = storedUnder({ changedAt: 'changed' })

const Copy = v.pipe(
  stored.fields,
  v.object({
    /** The tag of the file when it was read. */
    tag: v.string(),
    /** The device that wrote the file, and the part of its items that the file contains. */
    device: v.string(),
    part: v.string(),
    /** The size of the file. Only earlier versions read it. */
    bytes: amount,
    /** The time at which this device last saw the file change, in milliseconds since 1970. */
    changedAt: amount,
    items: v.record(v.string(), v.string()),
    /** While the file is in doubt (it may have changed): number and last time of the reads with this tag. */
    doubt: v.optional(v.object({ times: amount, readAt: amount })),
  }),
)

/** The contents last read from a file. */
export type RemoteCopy = Readonly<v.InferOutput<typeof Copy>>
type Doubt = NonNullable<RemoteCopy['doubt']>

/**
 * The first pause before a file in doubt is read again, and the number of such reads, which take 34 hours.
 */
const FIRST_DOUBT_PAUSE_MS = 60_000
const MAX_DOUBTS = 11
/** The number of reads with the same tag after which a file in doubt may be deleted. */
const CERTAIN_READS = 4

/** Whether the pause after a read is over; the clock may have been set back. */
export const isPauseOver = ({ times, readAt }: Doubt, now: number): boolean =>
  now < readAt || now >= readAt + FIRST_DOUBT_PAUSE_MS * 2 ** (times - 1)

/** Whether a file in doubt is read again: after growing pauses, a limited number of times. */
export const isDoubtDue = ({ doubt }: RemoteCopy, now: number): boolean =>
  doubt !== undefined && doubt.times <= MAX_DOUBTS && isPauseOver(doubt, now)

/** Whether the contents of a file are certain enough to delete it. */
export const isCertain = ({ doubt }: RemoteCopy): boolean => !doubt || doubt.times >= CERTAIN_READS

/** Copies by file name. */
export type Copies = ReadonlyMap<string, RemoteCopy>

/** The key of a file's copy in storage.local. */
export const copyKey = (file: string): string => REMOTE_FILE_PREFIX + file

/** A copy as it is stored. */
export const writeCopy = (copy: RemoteCopy): string => stored.write(copy)

/** The copies in the texts of storage.local. A file without a readable copy is read again. */
export function copiesIn(texts: Texts): Copies {
  const copies = new Map<string, RemoteCopy>()
  for (const [key, text] of Object.entries(texts)) {
    const copy = key.startsWith(REMOTE_FILE_PREFIX) ? parseStored(Copy, text) : undefined
    if (copy) copies.set(key.slice(REMOTE_FILE_PREFIX.length), copy)
  }
  return copies
}

/** The items in the files of the folder, as last read. */
export const learnedIn = (texts: Texts): Items =>
  join(...[...copiesIn(texts).values()].map(({ items }) => items))

/** Whether any of `items` is missing from `before` or newer than its version there. */
export const hasNews = (items: Items, before: Items): boolean =>
  Object.entries(items).some(([key, value]) => isNewTo(before, key, value))
