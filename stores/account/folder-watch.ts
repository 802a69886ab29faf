// Looks at the sync folder while a tab is visible: immediately, and at intervals while the tab is in use.
import { onScopeDispose } from 'vue'
import type { Platform } from '../platform/platform.ts'
import { FOLDER_KEY } from '../platform/storage-keys.ts'
import type { LookReason } from './requests.ts'

/** The interval between looks, and how long they continue after the last use, in milliseconds. */
const EVERY_MS = 60_000
const USED_MS = 300_000

/**
 * Looks as soon as the last look is old enough, then repeatedly while the page is in use, until the scope is
 * disposed. Does nothing while no folder is connected.
 */
export function watchFolder({ local, ask }: Pick<Platform, 'local' | 'ask'>): void {
  let usedAt = Date.now()
  let retry: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()
  const look = async (why: LookReason) => {
    if ((await local.get(FOLDER_KEY)) === undefined) return
    const msTooSoon = await ask({ kind: 'folder-look', why })
    if (!stop.signal.aborted && why === 'shown' && msTooSoon > 0)
      retry = setTimeout(lookQuietly, msTooSoon, why)
  }
  // If the background does not answer, a later look will do.
  const lookQuietly = (why: LookReason) => void look(why).catch(() => undefined)
  const noteUse = () => {
    usedAt = Date.now()
  }
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, noteUse, { passive: true, signal: stop.signal })
  const clock = setInterval(() => {
    if (Date.now() - usedAt < USED_MS) lookQuietly('used')
  }, EVERY_MS)
  lookQuietly('shown')
  onScopeDispose(() => {
    stop.abort()
    clearTimeout(retry)
    clearInterval(clock)
  })
}
