// Damage to profiles of Chromium: a corrupt LevelDB, a full disk, a copy, a rollback, a kill.
import { spawnSync } from 'node:child_process'
import { appendFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findBrowser } from '../run/browsers.ts'
import { launchChromium, processOf } from '../e2e/drivers/chromium.ts'
import { until, type Tab } from '../e2e/drivers/index.ts'
import { look, press, shown } from '../e2e/page.ts'
import {
  acknowledged,
  cut,
  damaging,
  inFolder,
  restartAndCheck,
  overwrite,
  playGames,
  playOn,
  playThrough,
  checkData,
  withTab,
  type Acknowledged,
  type Case,
  type Found,
} from './profile.ts'

const start = (profile: string) => () =>
  launchChromium(findBrowser('chromium'), resolve('.output/chrome-mv3'), profile)

/** The LevelDB folder of storage.local. */
async function storageOf(profile: string): Promise<string> {
  const all = join(profile, 'Default', 'Local Extension Settings')
  return join(all, (await readdir(all))[0])
}

/** The log file that a LevelDB currently writes to. */
async function logOf(storage: string): Promise<string> {
  return join(
    storage,
    (await readdir(storage))
      .filter(name => name.endsWith('.log'))
      .sort()
      .at(-1)!,
  )
}

const play = (profile: string): Promise<Acknowledged> => playThrough(start(profile))
const check = (profile: string, before: Acknowledged): Promise<Found> =>
  restartAndCheck(start(profile), before)
const damaged = damaging('Chromium', { play, check, storageOf })

async function rolledBack(): Promise<Found> {
  return inFolder(async profile => {
    await play(profile)
    const storage = await storageOf(profile)
    await cp(storage, `${profile}-old`, { recursive: true })
    try {
      const later = await play(profile)
      await rm(storage, { recursive: true })
      await cp(`${profile}-old`, storage, { recursive: true })
      return await check(profile, later)
    } finally {
      await rm(`${profile}-old`, { recursive: true, force: true })
    }
  })
}

async function copied(): Promise<Found> {
  return inFolder(async profile => {
    const before = await play(profile)
    const copy = `${profile}-copy`
    await cp(profile, copy, { recursive: true })
    try {
      const later = await play(profile)
      const ofCopy = await check(copy, before)
      return ofCopy.isKept ? await check(profile, later) : ofCopy
    } finally {
      await rm(copy, { recursive: true, force: true, maxRetries: 5 })
    }
  })
}

const KILLS = 20

async function killed(): Promise<Found> {
  return inFolder(async profile => {
    let unsaved = 0
    for (let i = 0; i < KILLS; i++) {
      const browser = await start(profile)()
      const tab = await browser.newTab()
      if (i === 0) await playGames(tab, 1)
      await shown(tab)
      const before = await acknowledged(tab)
      if (before.moves < 2) await playOn(tab, 2)
      else await press(tab, 'undo')
      const wanted = await look(tab)
      process.kill(await processOf(profile), 'SIGKILL')
      await browser.close().catch(() => undefined)
      const found = await withTab(start(profile), async again => {
        await shown(again)
        return { ...(await acknowledged(again)) }
      })
      // The last action may not have been confirmed yet; nothing older may be missing.
      const isThere = [before.moves, wanted.moves].includes(found.moves) && found.deal === wanted.deal
      if (!isThere || found.played < before.played)
        return {
          isKept: false,
          words: `after kill ${i + 1}: ${JSON.stringify(found)} instead of ${JSON.stringify(before)}`,
        }
      if (found.moves !== wanted.moves) unsaved++
    }
    return { isKept: true, words: `${KILLS} kills, ${unsaved} of them before the last action was saved` }
  })
}

/** Fills a disk completely; returns a function that frees the space. */
async function fill(folder: string, name = 'filling'): Promise<() => Promise<void>> {
  const file = join(folder, name)
  await writeFile(file, '')
  for (let size = 2 ** 22; size >= 1;) {
    try {
      await appendFile(file, Buffer.alloc(size))
    } catch {
      size = Math.floor(size / 4)
    }
  }
  return async () => {
    for (const one of await readdir(folder)) if (/^(filling|more)/.test(one)) await rm(join(folder, one))
  }
}

const WARNING = '.notice.shown[data-notice="notSafe"]'
/** Plays until a write fails, refilling the space that the browser frees in the meantime. */
async function failToSave(tab: Tab, folder: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await tab.run(query => document.querySelector(query) !== null, WARNING)) return
    await press(tab, i % 2 === 0 ? 'undo' : 'redo')
    if (i % 10 === 9) await fill(folder, `more${i}`)
  }
  throw new Error('no write failed on a full disk')
}

const isWarned = (tab: Tab) => until(tab, query => document.querySelector(query) !== null, WARNING)

async function onFullDisk(): Promise<Found> {
  return inFolder(async folder => {
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder])
    if (mount.status !== 0) return { isKept: true, words: 'NOT TRIED: no small disk can be mounted here' }
    try {
      const profile = join(folder, 'profile')
      const before = await withTab(start(profile), async (tab, browser) => {
        const known = await playGames(tab)
        const free = await fill(folder)
        await failToSave(tab, folder)
        await free()
        await press(tab, 'undo')
        const second = await browser.newTab()
        await isWarned(second)
        return known
      })
      return await withTab(start(profile), async tab => {
        await shown(tab, '[data-action="undo"], .rescue')
        // Moves made while nothing could be saved may be missing.
        const { deal, moves } = await look(tab)
        const isNear = deal === before.deal && Math.abs(moves - before.moves) <= 1
        const found = await checkData(tab, isNear ? { ...before, moves } : before)
        return found.isKept
          ? {
              isKept: true,
              words: `warned on both tabs; ${found.words}`,
            }
          : found
      })
    } finally {
      spawnSync('umount', [folder])
    }
  })
}

export const chromiumCases: readonly Case[] = [
  damaged('the log without its last seven bytes', async storage => {
    const log = await logOf(storage)
    await truncate(log, (await readFile(log)).length - 7)
  }),
  damaged('the log cut in half', async storage => cut(await logOf(storage), 0.5)),
  damaged('40 bytes in the middle of the log overwritten', async storage =>
    overwrite(await logOf(storage), 0.5, 40),
  ),
  damaged('the first 100 bytes of the log overwritten', async storage =>
    overwrite(await logOf(storage), 0, 100),
  ),
  damaged('the storage folder missing', storage => rm(storage, { recursive: true })),
  damaged('CURRENT emptied', storage => writeFile(join(storage, 'CURRENT'), '')),
  { name: 'Chromium, rolled back to an older state', tryIt: rolledBack },
  { name: 'Chromium, copied, and both copies played', tryIt: copied },
  { name: 'Chromium, killed during play', tryIt: killed },
  { name: 'Chromium, on a disk that was full for a while', tryIt: onFullDisk },
]
