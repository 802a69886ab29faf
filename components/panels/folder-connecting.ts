// Connecting a folder, and reporting the result.
import type { useSyncFolder } from '../../stores/account/sync-folder-store'
import { t } from '../i18n'
import type { Status } from './useStatus'

type Place = ReturnType<typeof useSyncFolder>

/**
 * Connects a folder with `method`, and reports success or a refusal. `host` returns the server's name for
 * messages. Resolves to whether the folder is connected. Rejects if storage or the background fails.
 */
export async function connecting(
  place: Place,
  say: Status['say'],
  method: () => ReturnType<Place['signIn']>,
  host: () => string,
): Promise<boolean> {
  say('')
  const begun = await method()
  if (!begun.ok) say(t(`place.refused.${begun.reason.key}`, { host: host() }), true)
  if (!begun.ok || !place.result || place.result.failed) return false
  const isShared = place.status.otherKey === undefined
  say(t(isShared ? 'place.connected' : 'place.connectedAlone'), !isShared)
  return true
}
