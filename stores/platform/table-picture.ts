// A picture of somebody's own under the cards, kept in this browser alone: the picture lies in IndexedDB, and
// a word in storage.local names it. So reading the storage stays quick, and what erases that word erases the
// picture.
import { createStore, get, set, clear, type UseStore } from 'idb-keyval'
import type { Area } from './platform.ts'
import { PICTURE_KEY } from './storage-keys.ts'

let opened: UseStore | undefined
const pictures = (): UseStore => (opened ??= createStore('quickhand', 'pictures'))

/** The picture; undefined where there is none. One that nobody names any more is removed. */
export async function readPicture(local: Area): Promise<Blob | undefined> {
  const name = await local.get(PICTURE_KEY)
  const picture: unknown = name === undefined ? undefined : await get(name, pictures())
  if (picture instanceof Blob) return picture
  // Who has never had a picture needs no database for it.
  if (name === undefined && (await indexedDB.databases()).length > 0) await clear(pictures())
  return undefined
}

/** Puts a picture in the place of the one that is there. Rejects where the disk has no room for it. */
export async function writePicture(local: Area, picture: Blob): Promise<void> {
  const name = crypto.randomUUID()
  await clear(pictures())
  await set(name, picture, pictures())
  await local.set({ [PICTURE_KEY]: name })
}

/** Removes the picture. */
export async function removePicture(local: Area): Promise<void> {
  await local.remove([PICTURE_KEY])
  await clear(pictures())
}

/** Calls `listener` when a tab has changed the picture, until the function that is returned is called. */
export const onPictureChanged = (local: Area, listener: () => void): (() => void) =>
  local.onChanged(changes => {
    if (PICTURE_KEY in changes) listener()
  })
