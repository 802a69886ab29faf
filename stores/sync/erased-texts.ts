// Texts that another device's erasure removed, kept under `erased:` with a note of the time and the device.
import * as v from 'valibot'
import { crc32 } from '../../engine/index.ts'
import { ERASED_PREFIX, PENDING_RESULT_PREFIX } from '../platform/storage-keys.ts'
import { eraseScope, parseStored } from '../platform/stored-json.ts'

/** The key of a text that an erasure removed; without a name, that of the erasure's note. */
export const erasedKey = (epoch: number, name?: string): string =>
  `${ERASED_PREFIX}${String(epoch).padStart(4, '0')}${name === undefined ? '' : `:${name}`}`

const NOTE_KEY = new RegExp(`^${ERASED_PREFIX}(\\d{4})$`)
const ErasedNote = v.object({
  /** The time at which this device learned of it, in milliseconds since 1970. */
  time: v.pipe(v.number(), v.minValue(0)),
  scope: eraseScope,
  /** The name of the erasing device; empty if unknown. */
  by: v.string(),
})
/** An erasure that can be undone. */
export type ErasedNote = Readonly<v.InferOutput<typeof ErasedNote>>

/** Serializes a note. */
export const writeErasedNote = (note: ErasedNote): string => JSON.stringify(note)

/** Parses the note under a key of storage.local; undefined if there is none. */
export function parseErasedNote(name: string, text: string) {
  const epoch = NOTE_KEY.exec(name)?.[1]
  const note = epoch === undefined ? undefined : parseStored(ErasedNote, text)
  return note && { ...note, epoch: Number(epoch) }
}

/** The latest erasure by another device that can be undone, in the texts of storage.local. */
export const erasedNoteIn = (local: Readonly<Record<string, string>>) =>
  Object.entries(local)
    .flatMap(([name, text]) => parseErasedNote(name, text) ?? [])
    .sort((a, b) => b.epoch - a.epoch)
    .at(0)

/**
 * The mark of a text that an erasure is about to remove: the key of a result, because result keys are
 * never reused; key and checksum of any other text, because a page may write a new text under the same key.
 */
export const droppedMark = (name: string, text: string): string =>
  name.startsWith(PENDING_RESULT_PREFIX) ? name : `${name}#${crc32(text)}`

/** The key of a marked text that still exists unchanged; otherwise undefined. */
export function leftoverOf(mark: string, local: Readonly<Record<string, string>>): string | undefined {
  const name = mark.startsWith(PENDING_RESULT_PREFIX) ? mark : mark.slice(0, mark.lastIndexOf('#'))
  return Object.hasOwn(local, name) && droppedMark(name, local[name]) === mark ? name : undefined
}

/** The texts that an erasure removed, by their former keys. */
export function erasedTextsIn(
  local: Readonly<Record<string, string>>,
  epoch: number,
): Record<string, string> {
  const prefix = `${erasedKey(epoch)}:`
  return Object.fromEntries(
    Object.entries(local).flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
    ),
  )
}
