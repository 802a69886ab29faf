// Tells the user once that another device's erasure removed data here, and restores it.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { loadGames } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform.ts'
import { ERASED_PREFIX, PAST_PREFIX } from '../platform/storage-keys.ts'
import { useGame } from '../session/game.ts'
import type { ErasedElsewhere } from './erased-elsewhere.ts'

const isOfErasure = (name: string): boolean => name.startsWith(ERASED_PREFIX)

/** The latest erasure by another device, until its notice is closed or the data is restored. */
export const useErasedElsewhere = defineStore('erased-elsewhere', () => {
  const { local, locked } = usePlatform()
  const game = useGame()
  const note = shallowRef<ErasedElsewhere>()
  /** Whether the user has just restored the data. */
  const isBack = shallowRef(false)
  /** Whether storage has been read. */
  const isRead = shallowRef(false)

  /** Changes the notice. Once any tab closes it or restores the data, the session's message is gone. */
  async function show(next: ErasedElsewhere | undefined): Promise<void> {
    if (note.value && !next) await game.withdraw('erasedElsewhere')
    note.value = next
  }

  /** Reads storage, and completes the erasure for won games. Ignores errors: the page may be closing. */
  async function refresh(): Promise<void> {
    try {
      const texts = await local.all()
      if (!Object.keys(texts).some(isOfErasure)) return await show(undefined)
      const [{ unseenErasureIn, erasedWinsIn }] = await Promise.all([
        import('./erased-elsewhere.ts'),
        loadGames(),
      ])
      await show(unseenErasureIn(texts))
      // A user who had games needs no welcome.
      if (note.value && game.isFirst) await game.endWelcome()
      if (erasedWinsIn(texts).remove.length === 0) return
      await locked('local', async () => {
        const { remove, keep } = erasedWinsIn(await local.all())
        await local.set(keep)
        await local.remove(remove)
      })
    } catch {
    } finally {
      isRead.value = true
    }
  }

  /** Keeps the notice up to date until the returned function is called. */
  function follow(): () => void {
    void refresh()
    return local.onChanged(changes => {
      // A round first writes the copies of erased texts, and then removes the texts.
      const isRemovedPast = (name: string) => name.startsWith(PAST_PREFIX) && changes[name] === undefined
      if (Object.keys(changes).some(name => isOfErasure(name) || isRemovedPast(name))) void refresh()
    })
  }

  /** Closes the notice on this device, for good. Rejects if storage fails. */
  async function close(): Promise<void> {
    const { closedNoticeIn } = await import('./erased-elsewhere.ts')
    await locked('local', async () => local.set(closedNoticeIn(await local.all())))
    isBack.value = false
    await refresh()
  }

  /** Restores the data. Rejects if storage fails. */
  async function bringBack(): Promise<void> {
    await (await import('./backup.ts')).useBackup().bringBack()
    await refresh()
    isBack.value = true
  }

  return { note, isBack, isRead, refresh, follow, close, bringBack }
})
