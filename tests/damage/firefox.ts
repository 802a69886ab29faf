// Damage to profiles of Firefox: a corrupt or missing SQLite file of storage.local.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findBrowser } from '../run/browsers.ts'
import { launchFirefox } from '../e2e/drivers/firefox.ts'
import {
  cut,
  damaging,
  restartAndCheck,
  overwrite,
  playThrough,
  type Acknowledged,
  type Case,
  type Found,
} from './profile.ts'

const start = (profile: string) => () =>
  launchFirefox(findBrowser('firefox-esr'), resolve('.output/firefox-mv3'), profile)

/** The file of the extension's storage.local. */
async function databaseOf(profile: string): Promise<string> {
  const files = await readdir(profile, { recursive: true })
  const found = files.filter(name => /moz-extension.*\/idb\/.*\.sqlite$/.test(name))
  if (found.length !== 1) throw new Error(`expected one database, found: ${found.join(', ')}`)
  return join(profile, found[0])
}

/**
 * Restarts Firefox and checks the data. Firefox may crash if a file is missing; up to two crashes are
 * accepted.
 */
async function restartAfterCrashes(profile: string, before: Acknowledged, crashes = 0): Promise<Found> {
  try {
    const found = await restartAndCheck(start(profile), before)
    return crashes === 0 ? found : { ...found, words: `${found.words} (Firefox crashed ${crashes} times)` }
  } catch (error) {
    if (crashes === 2 || !String(error).includes('connection closed')) throw error
    return restartAfterCrashes(profile, before, crashes + 1)
  }
}

const damaged = damaging('Firefox', {
  play: profile => playThrough(start(profile)),
  check: restartAfterCrashes,
  storageOf: databaseOf,
})

export const firefoxCases: readonly Case[] = [
  damaged('nothing damaged', () => Promise.resolve()),
  damaged('the header of the database destroyed', database => overwrite(database, 0, 100)),
  damaged('the database cut in half', database => cut(database, 0.5)),
  damaged('200 bytes in the middle of the database overwritten', database => overwrite(database, 0.5, 200)),
  damaged('the database missing', database => rm(database)),
  damaged('the database replaced by a folder', async database => {
    await rm(database)
    await mkdir(database)
    await writeFile(join(database, 'x'), 'x')
  }),
]
