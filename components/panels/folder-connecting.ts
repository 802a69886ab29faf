// Connecting a folder, and reporting the result.
import { useSyncFolder } from '../../stores/account/sync-folder-store'
import { t } from '../i18n'
import { useStatus } from './useStatus'

/**
 * Returns a function that connects a folder with a method, and reports success or a refusal. `host`: the
 * server's name for messages. `connected`: called once the folder is connected.
 */
export function useConnecting(host: () => string, connected: () => void) {
  const syncFolder = useSyncFolder()
  const { say, attempt } = useStatus()
  return (method: () => ReturnType<typeof syncFolder.signIn>): Promise<void> =>
    attempt(async () => {
      say('')
      const begun = await method()
      if (!begun.ok) say(t(`place.refused.${begun.reason.key}`, { host: host() }), true)
      if (!begun.ok || !syncFolder.result || syncFolder.result.failed) return
      const isShared = syncFolder.status.otherKey === undefined
      say(t(isShared ? 'place.connected' : 'place.connectedAlone'), !isShared)
      connected()
    })
}
