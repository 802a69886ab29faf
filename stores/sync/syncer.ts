// Runs rounds on the browser's storage: first storage.local, then storage.sync within its limits.
import type { Area } from '../platform/area.ts'
import { workQueue } from '../platform/in-turn.ts'
import type { EraseScope } from '../platform/storage-table.ts'
import { eraseHere } from './erasure.ts'
import { parseKey } from './kinds/index.ts'
import { localRound, localRoundParts, type LocalRoundPorts } from './local-round.ts'
import { byPriority, sizeOf } from './quota.ts'
import type { SyncPlan } from './reconcile.ts'
import { parseSyncState, SYNC_STATE_KEY, writeSyncState, type SyncState } from './sync-state.ts'
import {
  FIRST_PAUSE_MS,
  MAX_FAILURES,
  MAX_PAUSE_MS,
  MAX_SPREAD_MS,
  refilledBy,
  spreadDelay,
  waitForToken,
  WRITES,
} from './rate-limits.ts'

/** The ports of the syncer. */
export interface SyncerPorts extends LocalRoundPorts {
  readonly sync: Area
  random(): number
}

/** The outcome of a round. */
export interface RoundOutcome extends Pick<SyncPlan, 'absorbed'> {
  /** The next round's due time, in milliseconds since 1970; undefined if there is nothing to write. */
  readonly nextAt: number | undefined
}

/** The parts of the syncer that the simulator replaces to inject faults. */
export const syncerParts = {
  ...localRoundParts,
  /** Whether storage.sync may be written now. */
  mayWrite: ({ notBefore, tokens }: SyncState, now: number): boolean => now >= notBefore && tokens >= 1,
}

/** Runs rounds one after another. The background has one syncer. */
export class Syncer {
  readonly #ports: SyncerPorts
  readonly #parts: typeof syncerParts
  readonly #after = workQueue()

  constructor(ports: SyncerPorts, parts = syncerParts) {
    this.#ports = ports
    this.#parts = parts
  }

  /**
   * Runs a round after all earlier work. With `publish` it also writes storage.sync, if the limits allow.
   * Rejects if storage.local cannot be read or written.
   */
  round({ publish }: { readonly publish: boolean }): Promise<RoundOutcome> {
    return this.#after(() => this.#round(publish))
  }

  /**
   * Erases here immediately, and on other devices when they receive the erasure. Rejects if storage.local
   * cannot be read or written. Writes that storage.sync refuses are retried by later rounds.
   */
  async erase(scope: EraseScope): Promise<RoundOutcome> {
    await this.#after(() => eraseHere(this.#ports, scope))
    return this.round({ publish: true })
  }

  async #round(isPublishing: boolean): Promise<RoundOutcome> {
    const { local, sync, now } = this.#ports
    const remote = await sync.all().catch(() => undefined)
    const plan = await localRound(this.#ports, remote, this.#parts)
    const { absorbed } = plan
    if (!remote) return { nextAt: now() + FIRST_PAUSE_MS, absorbed }
    const state = this.#refilled(parseSyncState(await local.get(SYNC_STATE_KEY)))
    const next = await this.#publish(plan, state, isPublishing)
    const bytes = Object.entries(await sync.all().catch(() => remote)).reduce(
      (sum, [key, value]) => sum + sizeOf(key, value),
      0,
    )
    await local.set({
      [SYNC_STATE_KEY]: writeSyncState({ ...next, everythingFits: plan.everythingFits, bytes }),
    })
    return { nextAt: nextAttempt(next), absorbed }
  }

  /** The state as of now, with a refilled bucket. */
  #refilled(state: SyncState): SyncState {
    const now = this.#ports.now()
    return {
      ...state,
      tokens: refilledBy(WRITES, state.tokens, now - state.reckonedAt),
      reckonedAt: now,
      // A deadline that is too far in the future was set before the clock was set back.
      notBefore: state.notBefore - now > MAX_PAUSE_MS ? 0 : state.notBefore,
      repairAt: state.repairAt - now > MAX_SPREAD_MS ? 0 : state.repairAt,
    }
  }

  async #publish(plan: SyncPlan, state: SyncState, isPublishing: boolean): Promise<SyncState> {
    const { now, random } = this.#ports
    const { publish, repair, remove } = plan
    const repairAt = Object.keys(repair).length === 0 ? 0 : state.repairAt || now() + spreadDelay(random())
    const isRepairing = repairAt > 0 && now() >= repairAt
    const items = Object.entries({ ...publish, ...(isRepairing && repair) }).sort(byPriority)
    const waiting: SyncState = {
      ...state,
      repairAt,
      isWaiting: Object.keys(publish).length + remove.length > 0,
    }
    if (items.length === 0 && remove.length === 0) return { ...waiting, error: undefined, failures: 0 }
    if (!isPublishing || !this.#parts.mayWrite(state, now())) return waiting
    return this.#write(plan, waiting, items, isRepairing)
  }

  /**
   * Writes to storage.sync. After a refusal, fewer items are written at a time, the most important ones
   * first.
   */
  async #write(
    { remove, identity }: SyncPlan,
    state: SyncState,
    items: readonly [string, string][],
    isRepairing: boolean,
  ): Promise<SyncState> {
    const { sync, now } = this.#ports
    const chosen = items.slice(0, Math.ceil(items.length / 2 ** state.failures))
    const isAll = chosen.length === items.length
    // After a refusal, unneeded items of other devices are removed first, this device's after all writes.
    const isForeign = (key: string) => parseKey(key)?.device !== identity.id
    const first = state.failures > 0 ? remove.filter(isForeign) : []
    const last = isAll ? remove.filter(key => !first.includes(key)) : []
    let { tokens } = state
    /** Writes if wanted and allowed. Resolves to whether nothing is left to write. */
    const spend = async (isWanted: boolean, write: () => Promise<void>) => {
      if (!isWanted) return true
      if (!this.#parts.mayWrite({ ...state, tokens }, now())) return false
      tokens--
      await write()
      return true
    }
    try {
      await spend(first.length > 0, () => sync.remove(first))
      const isWritten = await spend(chosen.length > 0, () => sync.set(Object.fromEntries(chosen)))
      const isRemoved = await spend(last.length > 0, () => sync.remove(last))
      const isDone = isAll && isWritten && isRemoved
      return {
        ...state,
        tokens,
        publishedAt: now(),
        error: isDone ? undefined : state.error,
        failures: isDone ? 0 : Math.max(0, state.failures - 1),
        notBefore: 0,
        repairAt: isRepairing && isDone ? 0 : state.repairAt,
        isWaiting: !isDone,
      }
    } catch (error) {
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** state.failures)
      return {
        ...state,
        tokens,
        error: error instanceof Error ? error.message : String(error),
        failures: Math.min(MAX_FAILURES, state.failures + 1),
        notBefore: now() + pause,
      }
    }
  }
}

/** The time at which the next attempt can be made; undefined if nothing is waiting or needs repair. */
function nextAttempt({ isWaiting, notBefore, tokens, reckonedAt, repairAt }: SyncState): number | undefined {
  if (!isWaiting && repairAt === 0) return undefined
  return Math.max(notBefore, reckonedAt + waitForToken(WRITES, tokens), isWaiting ? 0 : repairAt)
}
