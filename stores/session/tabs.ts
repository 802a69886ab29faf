// One game in many tabs: the tab somebody looks at plays, the others follow, and a hidden one does nothing at
// all.
import { shallowRef } from 'vue'
import type { Platform } from '../platform/platform'

export interface Following {
  /** The lock whose holder plays. */
  lock(): string
  /** Something was written to storage.local. */
  heard(changes: Record<string, string | undefined>): void
  /** Looks up what other tabs have done. */
  catchUp(): Promise<void>
  /** Another tab plays from now on. */
  lost(): void
}

export function useTabs({ local, takeOver }: Platform, { lock, heard, catchUp, lost }: Following) {
  const isPlayer = shallowRef(false)
  /** Whether another tab may have played on: nothing may be done here before that was looked up. */
  let isStale = true
  let stopListening = () => {}

  async function takeLock(): Promise<void> {
    const name = lock()
    isPlayer.value = true
    await takeOver(name, isHolder => {
      if (name !== lock() || isPlayer.value === isHolder) return
      isPlayer.value = isHolder
      if (!isHolder) lost()
    })
  }

  /** Hears what other tabs do from now on; what is shown here has just been read. */
  function follow(): void {
    stopListening()
    stopListening = local.onChanged(heard)
    isStale = false
  }

  /** Becomes the tab that plays, with whatever another tab has done. */
  async function playHere(): Promise<void> {
    await takeLock()
    const wasStale = isStale
    follow()
    isStale = wasStale
    await catchUp()
    isStale = false
  }

  /**
   * The tab is hidden or closing: it hears and does nothing until `playHere`. False where it was so already.
   */
  function leave(): boolean {
    stopListening()
    const wasHere = !isStale
    isStale = true
    return wasHere
  }

  return { isPlayer, isStale: () => isStale, takeLock, follow, playHere, leave }
}
