// The last step: turns the state of a round into writes and removals.
import { REPLICA_PREFIX, SETTINGS_KEY } from '../../platform/storage-keys.ts'
import { DEVICE_KEY, writeIdentity } from '../device-identity.ts'
import { isPendingSetting } from '../pending-settings.ts'
import { asReplicas } from '../replicas.ts'
import type { RoundState, SyncPlan } from '../round-state.ts'

/** The writes to storage.local: changed replicas, the identity, the merged settings, and kept texts. */
function localWrites(round: RoundState): Record<string, string> {
  const { input, replicas, identity, settings, keptTexts, unsynced } = round
  const { local } = input
  const changed = Object.entries(replicas).filter(([key, value]) => local[REPLICA_PREFIX + key] !== value)
  const identityText = writeIdentity(identity)
  return {
    ...keptTexts,
    ...Object.fromEntries(Object.entries(unsynced).filter(([key, text]) => local[key] !== text)),
    ...asReplicas(Object.fromEntries(changed)),
    ...(identityText !== local[DEVICE_KEY] && { [DEVICE_KEY]: identityText }),
    ...(settings !== undefined && settings !== local[SETTINGS_KEY] && { [SETTINGS_KEY]: settings }),
  }
}

/** The keys to remove from storage.local. The merged settings stay, unless none are left. */
function spentKeys(round: RoundState): string[] {
  const isKept = (key: string) => key === SETTINGS_KEY && round.settings !== undefined
  const isErased = (key: string) => round.erasedKeys.has(key) && !isKept(key)
  const isMerged = (key: string) => isPendingSetting(key) && !(key in round.unsynced)
  const spent = Object.keys(round.input.local).filter(key => isMerged(key) || isErased(key))
  const gone = Object.keys(round.replicasBefore).filter(key => !(key in round.replicas))
  return [...new Set([...round.pendingKeys, ...spent, ...gone.map(key => REPLICA_PREFIX + key)])]
}

/** The plan of a round, after all steps. */
export function toPlan(round: RoundState): SyncPlan {
  const { identity, input, replicas, remote, fitted, removeFromSync, repair, damaged } = round
  const local = localWrites(round)
  const publishable = new Set(fitted.publishable)
  const publish = fitted.publishable.filter(key => remote[key] !== replicas[key])
  const sync = input.sync ?? {}
  return {
    identity,
    local,
    forget: spentKeys(round).filter(key => !(key in local)),
    publish: input.sync ? Object.fromEntries(publish.map(key => [key, replicas[key]!])) : {},
    repair,
    remove: [
      ...[...removeFromSync].filter(key => key in sync && !publishable.has(key) && !(key in repair)),
      ...Object.keys(remote).filter(key => round.isOwn(key) && !publishable.has(key)),
    ],
    damaged,
    absorbed: round.absorbedItems,
    everythingFits: fitted.everythingFits,
  }
}
