// Whether the sync folder needs the user's attention. The menu shows this.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { usePlatform } from '../platform/platform.ts'
import { FOLDER_STATE_KEY } from '../platform/storage-keys.ts'

/** Whether sending to the sync folder has stopped until the user does something or a rare retry succeeds. */
export const useFolderRefusal = defineStore('folder-refusal', () => {
  const { local } = usePlatform()
  const isRefused = shallowRef(false)

  /** Reads the stored state. Its parser is loaded only if there is a state. */
  async function refresh(): Promise<void> {
    try {
      const text = await local.get(FOLDER_STATE_KEY)
      const reader = text === undefined ? undefined : await import('../sync/remotes/folder-state.ts')
      isRefused.value = reader?.isRefused(reader.parseFolderState(text)) ?? false
    } catch {
      // A closing page may fail to read; the last state is kept.
    }
  }

  /** Reads the state now and after every change, until the returned function is called. */
  function follow(): () => void {
    void refresh()
    return local.onChanged(changes => {
      if (FOLDER_STATE_KEY in changes) void refresh()
    })
  }

  return { isRefused, follow }
})
