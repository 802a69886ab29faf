// Connecting a folder, and reporting success. FolderOutcome.vue shows why it failed.
import { useSyncFolder } from '../../stores/account/sync-folder-store'
import { t } from '../i18n'
import { useStatus } from './useStatus'

/** Returns a function that connects a folder with a method. `connected`: called once it is connected. */
export function useConnecting(connected: () => void) {
  const syncFolder = useSyncFolder()
  const { say } = useStatus()
  return async (method: () => Promise<boolean>): Promise<void> => {
    const hasBegun = await method()
    if (!hasBegun || !syncFolder.result || syncFolder.result.failed) return
    const isShared = syncFolder.status.otherKey === undefined
    say(t(isShared ? 'place.connected' : 'place.connectedAlone'), !isShared)
    connected()
  }
}
