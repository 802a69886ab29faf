// The data for the notice about another device's erasure. Loaded only if there was one.
import * as v from 'valibot'
import { isWon, readRecord } from '../../engine/index.ts'
import type { Texts } from '../platform/area.ts'
import { GAME_PREFIX, PICTURE_KEY, SETTINGS_KEY } from '../platform/storage-keys.ts'
import { parseStored } from '../platform/stored-json.ts'
import {
  ERASED_KEPT_MS,
  erasedKey,
  erasedNoteIn,
  erasedTextsIn,
  type ErasedNote,
} from '../sync/erased-texts.ts'
import { isInProgress, splitLocalEnvelope } from '../sync/game-envelope.ts'
import { isNewer } from '../sync/items.ts'
import { pastKey } from '../sync/past-game.ts'

/** A note whose notice was closed. A later erasure in the same epoch rewrites the note without this field. */
const SeenNote = v.looseObject({ isSeen: v.literal(true) })

/** Whether the user would miss a text. An unused device has no such texts. */
function isMissed([name, text]: [string, string]): boolean {
  if (name.startsWith(GAME_PREFIX)) {
    const opened = readRecord(splitLocalEnvelope(text).record)
    return !opened.ok || isInProgress(opened.value) || isWon(opened.value.position)
  }
  if (/^~[lr]:/.test(name)) return !isNewer(text)
  return /^(?:previous|past|result):/.test(name) || name === SETTINGS_KEY || name === PICTURE_KEY
}

/** An erasure by another device, and until when it can be undone, in milliseconds since 1970. */
export interface ErasedElsewhere extends ErasedNote {
  readonly until: number
}

/** The latest erasure by another device if it can be undone here and the user has not closed its notice. */
export function unseenErasureIn(texts: Texts): ErasedElsewhere | undefined {
  const note = erasedNoteIn(texts)
  if (!note || parseStored(SeenNote, texts[erasedKey(note.epoch)])) return undefined
  const isAnyMissed = Object.entries(erasedTextsIn(texts, note.epoch)).some(isMissed)
  return isAnyMissed ? { ...note, until: note.time + ERASED_KEPT_MS } : undefined
}

/** The text that records that the notice about the latest erasure was closed, by its key. */
export function closedNoticeIn(texts: Texts): Texts {
  const note = erasedNoteIn(texts)
  if (!note) return {}
  const { epoch, ...rest } = note
  return { [erasedKey(epoch)]: JSON.stringify({ ...rest, isSeen: true }) }
}

/**
 * The won games that are still on a table although the latest erasure removed their wins. They are not in
 * progress, so no item has the minute in which they were played, and the erasure treated them as later games.
 * `keep`: copies from which they can be restored.
 */
export function erasedWinsIn(texts: Texts): { remove: readonly string[]; keep: Texts } {
  const note = erasedNoteIn(texts)
  const erased = note ? erasedTextsIn(texts, note.epoch) : {}
  const remove = Object.keys(texts).filter(name => {
    if (!name.startsWith(GAME_PREFIX)) return false
    const opened = readRecord(splitLocalEnvelope(texts[name]).record)
    if (!opened.ok || !isWon(opened.value.position)) return false
    const win = pastKey(opened.value.playId, 'won')
    return win in erased && !(win in texts)
  })
  return { remove, keep: Object.fromEntries(remove.map(name => [erasedKey(note!.epoch, name), texts[name]])) }
}
