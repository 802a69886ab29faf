// Steps: read the identity and the pending results, and put damaged values into quarantine.
import * as v from 'valibot'
import { NEWER_TEXT, type Texts } from '../../platform/area.ts'
import { REPLICA_PREFIX, SETTINGS_KEY } from '../../platform/storage-keys.ts'
import { parseStored } from '../../platform/stored-json.ts'
import { DEVICE_KEY, parseIdentity, type DeviceIdentity } from '../device-identity.ts'
import { pendingResultsIn } from '../log-page.ts'
import { isDamaged } from '../items.ts'
import { objectIn } from '../pending-settings.ts'
import type { RoundState } from '../round-state.ts'

/**
 * The identity in storage.local; undefined if there is none or its text is damaged. Throws if it or the
 * merged settings are from a later version, because rounds would replace them.
 */
export function identityIn(local: Texts): DeviceIdentity | undefined {
  const identity = parseIdentity(local[DEVICE_KEY])
  const isOther = !identity && parseStored(v.unknown(), local[DEVICE_KEY]) !== undefined
  if (isOther || local[SETTINGS_KEY] === NEWER_TEXT)
    throw new Error('A later version has changed the storage')
  return identity
}

/** Reads the stored identity, or creates one. */
export function readIdentity(round: RoundState): void {
  const known = parseIdentity(round.input.local[DEVICE_KEY])
  round.isKnown = known !== undefined
  round.identity = known ?? { id: round.input.newId(), epoch: 0 }
}

/**
 * Puts damaged replicas, settings, and own items without a replica into quarantine. Other damaged items are
 * skipped, because their owners or the replicas have intact ones.
 */
export function setDamagedAside(round: RoundState): void {
  const { local } = round.input
  for (const [key, value] of Object.entries(round.replicas)) {
    if (!isDamaged(key, value)) continue
    round.damaged[REPLICA_PREFIX + key] = value
    round.deleteReplica(key)
  }
  for (const items of [round.remote, round.learned])
    for (const [key, value] of Object.entries(items)) {
      if (!isDamaged(key, value)) continue
      if (round.isOwn(key) && !(key in round.replicas)) round.damaged[key] = value
      Reflect.deleteProperty(items, key)
    }
  if (!objectIn(local[SETTINGS_KEY])) round.damaged[SETTINGS_KEY] = local[SETTINGS_KEY]!
}

/** Reads pending results, in log order; unreadable ones stay. */
export function readPendingResults(round: RoundState): void {
  const dropped = new Set(round.identity.dropped)
  const waiting = pendingResultsIn(round.input.local)
  round.pendingKeys = waiting.map(({ key }) => key)
  round.pending = waiting.filter(({ key }) => !dropped.has(key)).flatMap(({ results }) => results)
}
