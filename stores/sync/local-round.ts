// The storage.local part of a round. Only one runs at a time across all tabs, and it writes new texts before
// it removes old ones.
import type { Area, Texts } from '../platform/area.ts'
import { quarantineTexts } from './quarantine.ts'
import { tooManyPast } from './past-games.ts'
import { learnedIn } from './remotes/folder-copies.ts'
import { reconcile, type RoundInput, type SyncPlan } from './reconcile.ts'
import { identityIn } from './steps/identity.ts'

/** The ports of a local round. */
export interface LocalRoundPorts extends Pick<RoundInput, 'browser' | 'newId' | 'limits'> {
  readonly local: Area
  /** Milliseconds since 1970. */
  now(): number
  /** Runs work that reads and then writes storage.local, one at a time across all tabs. */
  locked<T>(work: () => Promise<T>): Promise<T>
}

/** Writes before it removes, so that a crash in between loses nothing. */
async function applyPlan(local: Area, writes: Texts, spent: readonly string[]): Promise<void> {
  if (Object.keys(writes).length > 0) await local.set(writes)
  if (spent.length > 0) await local.remove(spent)
}

/** The parts of a round that the simulator replaces to inject faults. */
export const localRoundParts = { reconcile, applyPlan }

/**
 * Merges the items read from storage.sync and from the sync folder into storage.local. Rejects if
 * storage.local cannot be read or written, or a later version has written to it (`identityIn`). If only the
 * removal fails, the new texts are already stored.
 */
export function localRound(
  { local, now, browser, newId, limits, locked }: LocalRoundPorts,
  sync: RoundInput['sync'],
  parts = localRoundParts,
): Promise<SyncPlan> {
  return locked(async () => {
    const texts = await local.all()
    identityIn(texts)
    const time = now()
    const learned = learnedIn(texts)
    const plan = parts.reconcile({ local: texts, sync, learned, now: time, browser, newId, limits })
    const { set, remove } = quarantineTexts(texts, plan.damaged, time)
    const after: Record<string, string> = { ...texts, ...plan.local }
    for (const key of plan.forget) Reflect.deleteProperty(after, key)
    await parts.applyPlan(local, { ...set, ...plan.local }, [
      ...remove,
      ...plan.forget,
      ...tooManyPast(after),
    ])
    return plan
  })
}
