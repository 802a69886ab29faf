// Whether the sync folder needs the user's attention. The menu shows this.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { follow } from '../platform/following.ts'
import { inTurn } from '../platform/in-turn.ts'
import { usePlatform } from '../platform/platform.ts'
import { FOLDER_STATE_KEY } from '../platform/storage-keys.ts'

/** Whether sending to the sync folder has stopped until the user does something or a rare retry succeeds. */
export const useFolderRefusal = defineStore('folder-refusal', () => {
  const { local } = usePlatform()
  const isRefused = shallowRef(false)

  /** Reads the stored state. Its parser is loaded only if there is a state. */
  const refresh = inTurn(async (): Promise<void> => {
    try {
      const text = await local.get(FOLDER_STATE_KEY)
      const reader = text === undefined ? undefined : await import('../sync/remotes/folder-state.ts')
      isRefused.value = reader?.isRefused(reader.parseFolderState(text)) ?? false
    } catch {
      // A closing page may fail to read; the last state is kept.
    }
  })

  /** Keeps the state up to date until the scope is disposed. */
  return { isRefused, follow: () => follow(local, FOLDER_STATE_KEY, refresh) }
})
