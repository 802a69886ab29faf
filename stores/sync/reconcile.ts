// One round of syncing as a pure function of storage.local and storage.sync: a plan of what to write where.
// The order of the steps is the algorithm.
import { syncedKinds } from './kinds/index.ts'
import { RoundState, type RoundInput, type SyncPlan } from './round-state.ts'
import { absorbDevices } from './steps/absorb.ts'
import { detectClone } from './steps/clone.ts'
import { adoptEpoch } from './steps/epoch.ts'
import { readIdentity, readPendingResults, setDamagedAside } from './steps/identity.ts'
import { mergeReplicas } from './steps/merge.ts'
import { toPlan } from './steps/plan.ts'
import { fitQuota, repairRemote } from './steps/fit-quota.ts'
import { logKind } from './kinds/log.ts'

export type { RoundInput, SyncPlan } from './round-state.ts'

/** A step changes the state of the round and returns nothing. */
export type Step = (round: RoundState) => void

/** Takes the results that pages left into the own log. */
function applyPendingResults(round: RoundState): void {
  logKind.collect!(round)
}

/** Writes this device's own items of every other kind. */
function collectOwnItems(round: RoundState): void {
  for (const kind of syncedKinds) if (kind !== logKind) kind.collect?.(round)
}

/** The steps of a round, in the order in which they are taken. */
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
} satisfies Record<string, Step>

/** The steps by name, some of which may be others than the product's. */
export type Steps = { readonly [Name in keyof typeof steps]: Step }

/** Makes a `reconcile` of steps: the product's own, or with a fault planted in one of them. */
export const createReconciler =
  (taken: Steps) =>
  (input: RoundInput): SyncPlan => {
    const round = new RoundState(input)
    for (const name of Object.keys(steps) as (keyof Steps)[]) taken[name](round)
    return toPlan(round)
  }

/** One round; never throws, whatever the two areas hold. */
export const reconcile = createReconciler(steps)
