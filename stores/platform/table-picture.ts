// A picture of somebody's own under the cards, kept in this browser alone: the picture lies in IndexedDB, and
// a word in storage.local names it. So reading the storage stays quick, and what erases that word erases the
// picture.
import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import type { Area } from './platform.ts'
import { ERASED_PREFIX, PICTURE_KEY } from './storage-keys.ts'

let opened: UseStore | undefined
const pictures = (): UseStore => (opened ??= createStore('quickhand', 'pictures'))

/** Two tabs never change the pictures at once. */
const locked = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request('quickhand-picture', work) as Promise<T>

/** Removes every picture but those of some names. */
async function keepOnly(names: readonly string[]): Promise<void> {
  for (const key of await keys<string>(pictures())) if (!names.includes(key)) await del(key, pictures())
}

/** The names of pictures that another device's erasure took, and that can be brought back. */
const erasedNames = async (local: Area): Promise<string[]> =>
  Object.entries(await local.all())
    .filter(([key]) => key.startsWith(ERASED_PREFIX) && key.endsWith(`:${PICTURE_KEY}`))
    .map(([, name]) => name)

/** The picture; undefined where there is none. One that nobody names any more is removed. */
export const readPicture = (local: Area): Promise<Blob | undefined> =>
  locked(async () => {
    const name = await local.get(PICTURE_KEY)
    if (name !== undefined) {
      const picture: unknown = await get(name, pictures())
      return picture instanceof Blob ? picture : undefined
    }
    // Who has never had a picture needs no database for it.
    if ((await indexedDB.databases()).length > 0) await keepOnly(await erasedNames(local))
    return undefined
  })

/** Puts a picture in the place of the one that is there. Rejects, and keeps that, where there is no room. */
export const writePicture = (local: Area, picture: Blob): Promise<void> =>
  locked(async () => {
    const name = crypto.randomUUID()
    await set(name, picture, pictures())
    await local.set({ [PICTURE_KEY]: name })
    await keepOnly([name, ...(await erasedNames(local))])
  })

/** Removes the picture. */
export const removePicture = (local: Area): Promise<void> =>
  locked(async () => {
    await local.remove([PICTURE_KEY])
    await keepOnly(await erasedNames(local))
  })

/** Calls `listener` when a tab has changed the picture, until the function that is returned is called. */
export const onPictureChanged = (local: Area, listener: () => void): (() => void) =>
  local.onChanged(changes => {
    if (PICTURE_KEY in changes) listener()
  })
