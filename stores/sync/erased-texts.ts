// Texts that other devices' erasures removed, kept under `erased:`. Each of these erasures has a note.
import * as v from 'valibot'
import { crc32, isWon, readRecord } from '../../engine/index.ts'
import type { Texts } from '../platform/area.ts'
import {
  ERASED_PREFIX,
  GAME_PREFIX,
  PENDING_RESULT_PREFIX,
  PICTURE_KEY,
  SETTINGS_KEY,
} from '../platform/storage-keys.ts'
import { eraseScope, parseStored, ifValid, whole } from '../platform/stored-json.ts'
import { DAY_MS, timeOf } from '../time.ts'
import { isInProgress, splitLocalEnvelope } from './game-envelope.ts'

/** The time for which another device's erasure can be undone, in milliseconds. */
const ERASED_KEPT_MS = 30 * DAY_MS
/** The maximum number of erasures that can be undone; the latest are kept. */
const MAX_KEPT = 32

/** The key of a text that an erasure removed or, without a name, of the erasure's note. */
export const erasedKey = (epoch: number, name?: string): string =>
  `${ERASED_PREFIX}${String(epoch).padStart(4, '0')}${name === undefined ? '' : `:${name}`}`

const NOTE_KEY = new RegExp(`^${ERASED_PREFIX}(\\d{4})$`)
const StoredNote = v.object({
  /** The time at which this device received it, in milliseconds since 1970. */
  time: v.pipe(v.number(), v.minValue(0)),
  scope: eraseScope,
  /** The name of the erasing device; empty if unknown. */
  by: v.string(),
  /** The minute of the erasure by the clock of the erasing device; version 1.0 did not record it. */
  minute: ifValid(whole),
  /** Whether the user knows about it. */
  isSeen: ifValid(v.boolean()),
})
/** An erasure that can be undone, and the epoch in which it was applied. */
interface ErasedNote extends Readonly<v.InferOutput<typeof StoredNote>> {
  readonly epoch: number
}

/** The text of a note, by its key. */
export const writeNote = ({ epoch, ...note }: ErasedNote): Texts => ({
  [erasedKey(epoch)]: JSON.stringify(note),
})

/** The erasures by other devices that can be undone, in the texts of storage.local, latest first. */
export const erasedNotesIn = (local: Texts): ErasedNote[] =>
  Object.entries(local)
    .flatMap(([name, text]) => {
      const epoch = NOTE_KEY.exec(name)?.[1]
      const note = epoch === undefined ? undefined : parseStored(StoredNote, text)
      return note ? [{ ...note, epoch: Number(epoch) }] : []
    })
    .sort((a, b) => b.epoch - a.epoch)

/** What the user is told about erasures by other devices. All times are milliseconds since 1970. */
export interface ErasedElsewhere extends Pick<ErasedNote, 'scope' | 'by'> {
  /** The time of the latest erasure. */
  readonly time: number
  /** The time until which all these erasures can be undone. */
  readonly until: number
}

/** The erasures by other devices that can be undone; undefined if there are none. */
export function erasureIn(local: Texts, notes = erasedNotesIn(local)): ErasedElsewhere | undefined {
  if (notes.length === 0) return undefined
  const [{ scope, by, time, minute = Infinity }] = notes as [ErasedNote]
  const until = Math.min(...notes.map(note => note.time)) + ERASED_KEPT_MS
  // The clock of the erasing device may be ahead.
  return { scope, by, time: Math.min(time, timeOf(minute)), until }
}

/** Like `erasureIn`, for the erasures that the user does not know about yet. */
export const unseenErasureIn = (local: Texts) =>
  erasureIn(
    local,
    erasedNotesIn(local).filter(({ isSeen }) => !isSeen),
  )

/** The texts of all notes, changed to record that the user knows about the erasures. */
export const seenNotesIn = (local: Texts): Texts =>
  Object.assign({}, ...erasedNotesIn(local).map(note => writeNote({ ...note, isSeen: true }))) as Texts

/** Whether a key of storage.local belongs to a text that an erasure removed, and not to a note. */
export const isErasedText = (name: string): boolean => name.startsWith(ERASED_PREFIX) && !NOTE_KEY.test(name)

/** Whether the user would miss any text of this name. */
const isMissable = (name: string): boolean =>
  /^(?:previous|past|result):|^~[lr]:/.test(name) || name === SETTINGS_KEY || name === PICTURE_KEY

/** Whether a text of this name can be restored. */
export const isRestorable = (name: string): boolean => isMissable(name) || /^(?:game:|~[gs]:)/.test(name)

/** Whether the user would miss one of these texts. An unused device has no such texts. */
export const isAnyMissed = (texts: Texts): boolean =>
  Object.entries(texts).some(([name, text]) => {
    if (!name.startsWith(GAME_PREFIX)) return isMissable(name)
    const opened = readRecord(splitLocalEnvelope(text).record)
    return !opened.ok || isInProgress(opened.value) || isWon(opened.value.position)
  })

/**
 * The keys of texts and notes of erasures that are old, surplus, or unknown to the user and removed nothing
 * that the user would miss.
 */
export function outdatedIn(local: Texts, now: number): string[] {
  const isKept = ({ time, epoch, isSeen }: ErasedNote) =>
    Math.abs(now - time) <= ERASED_KEPT_MS && (isSeen || isAnyMissed(erasedTextsIn(local, epoch)))
  const notes = erasedNotesIn(local)
  const kept = notes.filter(isKept).slice(0, MAX_KEPT)
  return notes
    .filter(note => !kept.includes(note))
    .flatMap(({ epoch }) => Object.keys(local).filter(name => name.startsWith(erasedKey(epoch))))
}

/**
 * The mark of a text that an erasure is about to remove. For a result it is the key, because these keys are
 * never reused. For any other text it is the key and a checksum, because a page may write a new text under
 * the same key.
 */
export const droppedMark = (name: string, text: string): string =>
  name.startsWith(PENDING_RESULT_PREFIX) ? name : `${name}#${crc32(text)}`

/** The key of a marked text that still exists unchanged; otherwise undefined. */
export function leftoverOf(mark: string, local: Texts): string | undefined {
  const name = mark.startsWith(PENDING_RESULT_PREFIX) ? mark : mark.slice(0, mark.lastIndexOf('#'))
  return Object.hasOwn(local, name) && droppedMark(name, local[name]!) === mark ? name : undefined
}

/** The texts that an erasure removed, by their former keys. */
export function erasedTextsIn(local: Texts, epoch: number): Record<string, string> {
  const prefix = `${erasedKey(epoch)}:`
  return Object.fromEntries(
    Object.entries(local).flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
    ),
  )
}
