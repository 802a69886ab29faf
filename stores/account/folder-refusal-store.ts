// Whether the sync folder needs the user: a mark at the menu says so.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { usePlatform } from '../platform/platform.ts'
import { FOLDER_STATE_KEY } from '../platform/storage-keys.ts'

/** Whether nothing is sent to the sync folder until the user does something. */
export const useFolderRefusal = defineStore('folder-refusal', () => {
  const { local } = usePlatform()
  const isRefused = shallowRef(false)

  /** The parser is loaded only if there is a state. A page that is being closed may fail to read. */
  async function refresh(): Promise<void> {
    try {
      const text = await local.get(FOLDER_STATE_KEY)
      const reader = text === undefined ? undefined : await import('../sync/remotes/folder-state.ts')
      isRefused.value = reader?.isRefused(reader.parseFolderState(text)) ?? false
    } catch {
      // What was known stays.
    }
  }

  let stopListening = (): void => undefined

  /** Keeps it up to date until `unfollow`. */
  function follow(): void {
    unfollow()
    void refresh()
    stopListening = local.onChanged(changes => {
      if (FOLDER_STATE_KEY in changes) void refresh()
    })
  }

  function unfollow(): void {
    stopListening()
    stopListening = () => undefined
  }

  return { isRefused, follow, unfollow }
})
