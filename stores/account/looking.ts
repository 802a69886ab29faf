// When a page asks the background to look at the place: as it is shown, and from time to time while somebody
// uses it. A tab that is hidden asks nothing, and without a place nobody does.
import type { Platform } from '../platform/platform'
import { PLACE_KEY } from '../platform/storage-keys.ts'

const EVERY_MS = 60_000
/** How many times in a row a tab that nobody uses lets the time pass without a look. */
const IDLE_TIMES = 4
const INPUTS = ['pointerdown', 'keydown'] as const

/** Looks now and from now on; the returned function ends it. */
export function lookWhileShown({ local, ask }: Pick<Platform, 'local' | 'ask'>): () => void {
  let idleTimes = 0
  const look = async (why: 'shown' | 'used'): Promise<void> => {
    if ((await local.get(PLACE_KEY)) !== undefined) await ask({ kind: 'place-look', why })
  }
  // That a background sleeps or a page is closing hurts nobody: the next tab looks again.
  const lookQuietly = (why: 'shown' | 'used') => void look(why).catch(() => undefined)
  const used = () => {
    idleTimes = 0
  }
  const timer = setInterval(() => {
    if (idleTimes === 0 || idleTimes > IDLE_TIMES) lookQuietly('used')
    idleTimes = idleTimes > IDLE_TIMES ? 1 : idleTimes + 1
  }, EVERY_MS)
  INPUTS.forEach(type => document.addEventListener(type, used, { passive: true, capture: true }))
  lookQuietly('shown')
  return () => {
    clearInterval(timer)
    INPUTS.forEach(type => document.removeEventListener(type, used, { capture: true }))
  }
}
