// One round of syncing: a pure function from the contents of storage.local and storage.sync to a plan of
// writes. The order of the steps is the algorithm.
import { syncedKinds } from './kinds/index.ts'
import { RoundState, type RoundInput, type SyncPlan } from './round-state.ts'
import { absorbDevices } from './steps/absorb.ts'
import { detectClone } from './steps/clone.ts'
import { adoptEpoch } from './steps/epoch.ts'
import { readIdentity, readPendingResults, setDamagedAside } from './steps/identity.ts'
import { mergeReplicas } from './steps/merge.ts'
import { toPlan } from './steps/plan.ts'
import { fitQuota, repairRemote } from './steps/fit-quota.ts'
import { addToOwnLog } from './kinds/log.ts'

export type { RoundInput, SyncPlan } from './round-state.ts'

/** Adds pending results to this device's log. */
function applyPendingResults(round: RoundState): void {
  round.pending.forEach(row => addToOwnLog(round, row))
}

/** Writes this device's other items. */
function collectOwnItems(round: RoundState): void {
  for (const kind of syncedKinds) kind.collect?.(round)
}

/** The steps of a round, in order. */
export const steps = {
  readIdentity,
  setDamagedAside,
  readPendingResults,
  adoptEpoch,
  detectClone,
  mergeReplicas,
  applyPendingResults,
  absorbDevices,
  collectOwnItems,
  fitQuota,
  repairRemote,
}

/** Plans a round. Never throws, whatever the two areas contain. */
export function reconcile(input: RoundInput): SyncPlan {
  const round = new RoundState(input)
  for (const step of Object.values(steps)) step(round)
  return toPlan(round)
}
