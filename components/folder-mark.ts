// The mark at the menu while the sync folder needs the user.
import { watch } from 'vue'
import { useFolderRefusal } from '../stores/account/folder-refusal-store'

/** Shows the mark while it is wanted, until the function that is returned is called. */
export function showFolderMark(): () => void {
  const refusal = useFolderRefusal()
  refusal.follow()
  const stop = watch(
    () => refusal.isRefused,
    isRefused => document.documentElement.toggleAttribute('data-folder-refused', isRefused),
    { immediate: true },
  )
  return () => {
    refusal.unfollow()
    stop()
  }
}
