// Texts that another device's erasure removed, kept under `erased:` with a note of the time and the device.
import * as v from 'valibot'
import { crc32 } from '../../engine/index.ts'
import type { Texts } from '../platform/area.ts'
import { ERASED_PREFIX, PENDING_RESULT_PREFIX } from '../platform/storage-keys.ts'
import { eraseScope, parseStored } from '../platform/stored-json.ts'
import { DAY_MS } from '../time.ts'

/** The time for which another device's erasure can be undone, in milliseconds. */
export const ERASED_KEPT_MS = 30 * DAY_MS

/** The key of a text that an erasure removed or, without a name, of the erasure's note. */
export const erasedKey = (epoch: number, name?: string): string =>
  `${ERASED_PREFIX}${String(epoch).padStart(4, '0')}${name === undefined ? '' : `:${name}`}`

const NOTE_KEY = new RegExp(`^${ERASED_PREFIX}(\\d{4})$`)
const ErasedNote = v.object({
  /** The time at which this device received it, in milliseconds since 1970. */
  time: v.pipe(v.number(), v.minValue(0)),
  scope: eraseScope,
  /** The name of the erasing device; empty if unknown. */
  by: v.string(),
})
/** An erasure that can be undone. */
export type ErasedNote = Readonly<v.InferOutput<typeof ErasedNote>>

/** The erasures by other devices that can be undone, in the texts of storage.local. */
export const erasedNotesIn = (local: Texts): (ErasedNote & { readonly epoch: number })[] =>
  Object.entries(local).flatMap(([name, text]) => {
    const epoch = NOTE_KEY.exec(name)?.[1]
    const note = epoch === undefined ? undefined : parseStored(ErasedNote, text)
    return note ? [{ ...note, epoch: Number(epoch) }] : []
  })

/** The latest of the erasures by other devices that can be undone; undefined if there are none. */
export const erasedNoteIn = (local: Texts) =>
  erasedNotesIn(local)
    .sort((a, b) => b.epoch - a.epoch)
    .at(0)

/** Whether a key of storage.local belongs to a text that an erasure removed, and not to a note. */
export const isErasedText = (name: string): boolean => name.startsWith(ERASED_PREFIX) && !NOTE_KEY.test(name)

/** Whether a key of storage.local belongs to a text that the given erasure removed, or to its note. */
export const isOfErasure = (name: string, epoch: number): boolean =>
  name === erasedKey(epoch) || name.startsWith(`${erasedKey(epoch)}:`)

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
  return Object.hasOwn(local, name) && droppedMark(name, local[name]) === mark ? name : undefined
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
