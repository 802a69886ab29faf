// What is stored as the text of a file, for where the part that writes backups cannot be used.
import type { Area } from './platform.ts'
import { FOLDER_KEY } from './storage-keys.ts'

/**
 * Everything in storage.local as JSON; the password and the key of a place stay in the browser. Rejects where
 * it cannot be read.
 */
export async function storedTexts(local: Pick<Area, 'all'>): Promise<string> {
  const texts = Object.entries(await local.all()).filter(([key]) => key !== FOLDER_KEY)
  return JSON.stringify(Object.fromEntries(texts), null, 1)
}
