// The mark on the menu button while the sync folder needs the user's attention.
import { watch } from 'vue'
import { useFolderRefusal } from '../stores/account/folder-refusal-store'

/** Shows the mark while it is needed, until the scope is disposed. */
export function showFolderMark(): void {
  const refusal = useFolderRefusal()
  refusal.follow()
  watch(
    () => refusal.isRefused,
    isRefused => document.documentElement.toggleAttribute('data-folder-refused', isRefused),
    { immediate: true },
  )
}
