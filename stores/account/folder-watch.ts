// Looks at the sync folder while a tab is seen: when it is shown, and now and then while it is used.
// Nothing is asked while no folder is connected.
import type { Platform } from '../platform/platform.ts'
import { FOLDER_KEY } from '../platform/storage-keys.ts'
import type { Asking } from './requests.ts'

/** How often a tab that is seen asks, in milliseconds, and for how long after it was used last. */
const EVERY_MS = 60_000
const USED_MS = 300_000

/** What the watch works with: a page's platform, its clock, and what tells that somebody is there. */
export interface FolderWatchPorts extends Pick<Platform, 'local'>, Asking {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `work` once after so many milliseconds, unless the function that is returned is called. */
  after(milliseconds: number, work: () => void): () => void
  /** Calls `work` every so many milliseconds, until the function that is returned is called. */
  every(milliseconds: number, work: () => void): () => void
  /** Tells when the person uses the page, until the function that is returned is called. */
  onUse(listener: () => void): () => void
}

/** Those of a page in a browser. */
export const pageWatchPorts = ({ local, ask }: Pick<Platform, 'local'> & Asking): FolderWatchPorts => ({
  local,
  ask,
  now: Date.now,
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds)
    return () => clearInterval(timer)
  },
  onUse(listener) {
    const stop = new AbortController()
    for (const name of ['pointerdown', 'keydown'])
      addEventListener(name, listener, { passive: true, signal: stop.signal })
    return () => stop.abort()
  },
})

/**
 * Looks now, or as soon as it may where the last look was just before, and again while the page is used,
 * until the function that is returned is called.
 */
export function watchFolder({ local, ask, now, after, every, onUse }: FolderWatchPorts): () => void {
  let usedAt = now()
  let isSeen = true
  let stopWaiting = () => {}
  const look = async (why: 'shown' | 'used') => {
    if ((await local.get(FOLDER_KEY)) === undefined) return
    const tooSoon = await ask({ kind: 'folder-look', why })
    if (isSeen && why === 'shown' && tooSoon > 0) stopWaiting = after(tooSoon, () => lookQuietly(why))
  }
  // A background that does not answer looks later; the table needs nothing of it.
  const lookQuietly = (why: 'shown' | 'used') => void look(why).catch(() => undefined)
  const stopUse = onUse(() => {
    usedAt = now()
  })
  const stopClock = every(EVERY_MS, () => {
    if (now() - usedAt < USED_MS) lookQuietly('used')
  })
  lookQuietly('shown')
  return () => {
    isSeen = false
    stopWaiting()
    stopUse()
    stopClock()
  }
}
