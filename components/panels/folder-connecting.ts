// Starting to connect a folder, and reporting what came of it.
import type { useSyncFolder } from '../../stores/account/sync-folder-store'
import { t } from '../i18n'
import type { Say } from './attempt'

type Place = ReturnType<typeof useSyncFolder>

/**
 * Connects a folder. `host`: where, for a sentence. Resolves to whether it is connected. Rejects if storage
 * or the background fails.
 */
export async function connecting(
  place: Place,
  say: Say,
  way: () => ReturnType<Place['signIn']>,
  host: () => string,
): Promise<boolean> {
  say('')
  const begun = await way()
  if (!begun.ok) say(t(`place.refused.${begun.reason.key}`, { host: host() }))
  if (!begun.ok || !place.result || place.result.failed) return false
  say(t('place.connected'))
  return true
}
