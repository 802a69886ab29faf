// Tells the user once that another device's erasure removed data here, and can restore the data.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { follow } from '../platform/following.ts'
import { inTurn } from '../platform/in-turn.ts'
import { usePlatform } from '../platform/platform.ts'
import { ERASED_PREFIX } from '../platform/storage-keys.ts'
import { useGame } from '../session/game.ts'
import { useSession } from '../session/session.ts'
import type { ErasedElsewhere } from '../sync/erased-texts.ts'

/** Erasures by other devices, until their notice is closed or the data is restored. */
export const useErasedElsewhere = defineStore('erased-elsewhere', () => {
  const { local, locked } = usePlatform()
  const game = useGame()
  const session = useSession()
  const note = shallowRef<ErasedElsewhere>()
  /** Whether storage has been read, or could not be read. */
  const isRead = shallowRef(false)

  /** Shows or removes the notice. Removing it also removes the session's `erasedElsewhere` notice. */
  async function show(next: ErasedElsewhere | undefined): Promise<void> {
    if (note.value && !next) await game.withdraw('erasedElsewhere')
    note.value = next
  }

  /** Reads storage. Ignores errors: the page may be closing. */
  const refresh = inTurn(async (): Promise<void> => {
    try {
      const texts = await local.all()
      if (!Object.keys(texts).some(key => key.startsWith(ERASED_PREFIX))) return await show(undefined)
      const { unseenErasureIn } = await import('../sync/erased-texts.ts')
      await show(unseenErasureIn(texts))
      // A user who had games needs no welcome.
      if (note.value && game.isFirst) await game.endWelcome()
    } catch {
    } finally {
      isRead.value = true
    }
  })

  /** Closes the notice on this device permanently. Rejects if storage fails. */
  async function close(): Promise<void> {
    const { seenNotesIn } = await import('../sync/erased-texts.ts')
    await locked('local', async () => local.set(seenNotesIn(await local.all())))
    await refresh()
  }

  /** Restores the data, and confirms it. Rejects if storage fails. */
  async function bringBack(): Promise<void> {
    await (await import('./backup.ts')).useBackup().bringBack()
    await refresh()
    await session.dispatch({ kind: 'notified', notice: { key: 'broughtBack' } })
  }

  return {
    note,
    isRead,
    refresh,
    /** Keeps the notice up to date until the scope is disposed. */
    follow: () => follow(local, ERASED_PREFIX, refresh),
    close,
    bringBack,
  }
})
