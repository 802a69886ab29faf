// Asks the user what to do after an erasure by a device that did not know this one.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { follow } from '../platform/following.ts'
import { usePlatform } from '../platform/platform.ts'
import { UNKNOWN_ERASURE_KEY } from '../platform/storage-keys.ts'
import { useGame } from '../session/game.ts'

/** The question about an erasure that removed nothing here: keep everything, or erase here too? */
export const useUnknownErasure = defineStore('unknown-erasure', () => {
  const { local, locked, ask } = usePlatform()
  const game = useGame()
  /** The stored text, and its parser, loaded only if there is a text. */
  const text = shallowRef<string>()
  const reader = shallowRef<typeof import('../sync/unknown-erasure.ts')>()
  /** Whether this tab is carrying out an answer. */
  const isAnswering = shallowRef(false)

  /** The erasure in question; undefined if there is none, or while this tab carries out an answer. */
  const erasure = computed(() =>
    isAnswering.value ? undefined : reader.value?.parseUnknownErasure(text.value),
  )

  /** Reads what is stored. Rejects if that fails. */
  async function refresh(): Promise<void> {
    text.value = await local.get(UNKNOWN_ERASURE_KEY)
    if (text.value !== undefined) reader.value ??= await import('../sync/unknown-erasure.ts')
  }

  /** Ignores errors, because a closing page may fail to read. */
  const refreshQuietly = (): Promise<void> => refresh().catch(() => undefined)

  /**
   * Keeps everything and stops asking, or erases what the erasure would have removed, which can be undone for
   * 30 days. Resolves to false and does nothing if another tab has answered. Rejects if storage or the
   * background fails.
   */
  async function answer(isToErase: boolean): Promise<boolean> {
    const asked = erasure.value
    const askedText = text.value
    isAnswering.value = true
    try {
      const isOurs = await locked('local', async () => {
        if (!asked || (await local.get(UNKNOWN_ERASURE_KEY)) !== askedText) return false
        if (isToErase)
          await local.set({ [UNKNOWN_ERASURE_KEY]: JSON.stringify({ ...asked, accepted: true }) })
        else await local.remove([UNKNOWN_ERASURE_KEY])
        return true
      })
      if (isOurs && isToErase) {
        await ask({ kind: 'sync-now' })
        await game.withdraw('erasedElsewhere')
      }
      return isOurs
    } finally {
      await refreshQuietly()
      isAnswering.value = false
    }
  }

  return {
    erasure,
    isAnswering,
    refresh,
    /** Keeps the question up to date until the scope is disposed; another tab may answer it. */
    follow: () => follow(local, UNKNOWN_ERASURE_KEY, refreshQuietly),
    keep: () => answer(false),
    eraseHere: () => answer(true),
  }
})
