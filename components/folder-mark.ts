// The mark on the menu button while the sync folder needs the user's attention.
import { watch } from 'vue'
import { useFolderRefusal } from '../stores/account/folder-refusal-store'

/** Shows the mark while it is needed, until the returned function is called. */
export function showFolderMark(): () => void {
  const refusal = useFolderRefusal()
  const stopFollowing = refusal.follow()
  const stop = watch(
    () => refusal.isRefused,
    isRefused => document.documentElement.toggleAttribute('data-folder-refused', isRefused),
    { immediate: true },
  )
  return () => {
    stopFollowing()
    stop()
  }
}
