// A raw export of storage, for when the backup module cannot be loaded.
import type { Area } from './area.ts'
import { FOLDER_KEY } from './storage-keys.ts'

/** All texts in storage.local as JSON, without the folder's password and key. Rejects if reading fails. */
export async function storedTexts(local: Pick<Area, 'all'>): Promise<string> {
  const texts = Object.entries(await local.all()).filter(([key]) => key !== FOLDER_KEY)
  return JSON.stringify(Object.fromEntries(texts), null, 1)
}
