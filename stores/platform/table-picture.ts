// The user's own picture behind the table, stored in this browser only. It is in the IndexedDB of the
// background script, because each Firefox container has a separate IndexedDB. A key in storage.local names
// the picture. That keeps reading storage.local fast, and erasing the key erases the picture.
import { lockedHere } from './lent-locks.ts'
import type { Area } from './area.ts'
import { ERASED_PREFIX, PICTURE_KEY } from './storage-keys.ts'

const DATABASE = 'quickhand-pictures'
/** The database in which version 1.0 kept pictures as Blobs, one per container. */
const FORMER_DATABASE = 'quickhand'
const STORE = 'pictures'

const isThere = async (database: string): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name }) => name === database)

/** Runs one database request; resolves to its result once its transaction is complete. */
function inDatabase<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE)
    opening.onerror = () => reject(opening.error!)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => {
        database.close()
        resolve(request.result)
      }
      transaction.onabort = () => {
        database.close()
        reject(transaction.error!)
      }
    }
  })
}

const write = (name: string, picture: string): Promise<unknown> =>
  inDatabase(DATABASE, 'readwrite', store => store.put(picture, name))

/** Whether a key of storage.local names a picture, shown or erased. */
const namesPicture = (key: string): boolean =>
  key === PICTURE_KEY || (key.startsWith(ERASED_PREFIX) && key.endsWith(`:${PICTURE_KEY}`))

/** The names of the shown picture and of erased ones that can still be restored. */
const namesIn = async (local: Area): Promise<string[]> =>
  Object.entries(await local.all()).flatMap(([key, name]) => (namesPicture(key) ? [name] : []))

/** A picture as a data URL: pages may load only their own files and data URLs. */
export const addressOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(picture)
  })

/** A picture by its name, as a data URL; undefined if this container's IndexedDB does not have it. */
export async function pictureNamed(name: string): Promise<string | undefined> {
  if (!(await isThere(DATABASE))) return undefined
  const picture: unknown = await inDatabase(DATABASE, 'readonly', store => store.get(name))
  return typeof picture === 'string' ? picture : undefined
}

/**
 * In the background: replaces the shown picture. A picture with a `former` name, from a container of version
 * 1.0, is only stored under that name, and only if a key still names it. Rejects if there is no room; the
 * shown picture then stays.
 */
export const keepPicture = (local: Area, picture: string, former?: string): Promise<void> =>
  lockedHere('picture', async () => {
    if (former !== undefined && !(await namesIn(local)).includes(former)) return
    const name = former ?? crypto.randomUUID()
    await write(name, picture)
    if (former === undefined) await local.set({ [PICTURE_KEY]: name })
  })

/** In the background, after keys of storage.local have changed: deletes pictures that no key names. */
export async function forgetPictures(local: Area, changed: readonly string[] = [PICTURE_KEY]): Promise<void> {
  // Without pictures, no database is opened.
  if (!changed.some(namesPicture) || !(await isThere(DATABASE))) return
  await lockedHere('picture', async () => {
    const named = await namesIn(local)
    const kept = await inDatabase(DATABASE, 'readonly', store => store.getAllKeys())
    for (const name of kept as string[])
      if (!named.includes(name)) await inDatabase(DATABASE, 'readwrite', store => store.delete(name))
  })
}

/** In a page: passes pictures of version 1.0 that keys still name to `keep`, then deletes their database. */
export async function handOver(
  local: Area,
  keep: (picture: string, name: string) => Promise<void>,
): Promise<void> {
  if (!(await isThere(FORMER_DATABASE))) return
  for (const name of await namesIn(local)) {
    const picture: unknown = await inDatabase(FORMER_DATABASE, 'readonly', store => store.get(name))
    if (picture instanceof Blob) await keep(await addressOf(picture), name)
  }
  indexedDB.deleteDatabase(FORMER_DATABASE)
}
