// Runs the rounds of syncing on the browser's storage: local first, then storage.sync, within what the
// browsers allow.
import * as v from 'valibot'
import type { Area } from '../platform/platform.ts'
import { byImportance, sizeOf } from './quota.ts'
import type { Round } from './reconcile.ts'
import { PENDING } from './ids.ts'
import { DEVICE, parseSelf, type Self } from './device-identity.ts'
import { settle, type SettlePorts } from './local-round.ts'

export interface Ports extends SettlePorts {
  readonly sync: Area
  /** 0 up to 1. */
  random(): number
}

/**
 * Own writes at once, and milliseconds until one more is free. The browser's own budget, shared by all
 * extensions, is 100.
 */
const BUCKET = 20
const REFILL = 100_000

const count = v.pipe(v.number(), v.minValue(0))
/** What is kept about handing over. */
const State = v.object({
  /** Writes that may be made now, and when that was reckoned. */
  tokens: v.optional(count, BUCKET),
  reckoned: v.optional(count, 0),
  /** When something was last handed to storage.sync; 0 for never. */
  handed: v.optional(count, 0),
  /** Why the last attempt failed, in the browser's words. */
  error: v.optional(v.string()),
  failures: v.optional(count, 0),
  /** No attempt before this time. */
  notBefore: v.optional(count, 0),
  /** When others' lost items are put back; 0 while nothing is lost. */
  healAt: v.optional(count, 0),
  /**
   * Whether something here has not been handed over yet; whether everything finds room there; bytes there.
   */
  isWaiting: v.optional(v.boolean(), false),
  isWhole: v.optional(v.boolean(), true),
  bytes: v.optional(count, 0),
})
export type SyncState = v.InferOutput<typeof State>

export const STATE = 'sync'

/** The state in a stored text; one that cannot be read begins anew, which costs nothing but a few writes. */
export function parseState(text: string | undefined): SyncState {
  try {
    return v.parse(State, JSON.parse(text ?? '{}'))
  } catch {
    return v.parse(State, {})
  }
}

const FIRST_PAUSE = 30_000
const LONGEST_PAUSE = 3_600_000
/**
 * Others' items are put back after this time and up to four times more by chance, so that not every device
 * does it.
 */
const HEAL_AFTER = 60_000

/** Keys of storage.local that hold games and results. */
const ERASED = /^(~|(result|game|previous|aside|deals):|current$)/

export class Syncer {
  readonly #ports: Ports
  #last: Promise<unknown> = Promise.resolve()
  constructor(ports: Ports) {
    this.#ports = ports
  }

  /**
   * One round, after those that are under way; with `hand` storage.sync is written too, where that is allowed
   * now. Tells whether something waits.
   */
  round(hand: boolean): Promise<boolean> {
    const next = this.#last.then(() => this.#round(hand))
    this.#last = next.catch(() => undefined)
    return next
  }

  async #round(hand: boolean): Promise<boolean> {
    const { local, sync } = this.#ports
    const there = await sync.all().catch(() => undefined)
    const round = await settle(this.#ports, () => there)
    if (!there) return true
    const state = this.#reckoned(parseState(await local.get(STATE)))
    const next = await this.#hand(round, state, hand)
    const bytes = Object.entries(await sync.all().catch(() => there)).reduce(
      (sum, [key, value]) => sum + sizeOf(key, String(value)),
      0,
    )
    await local.set({ [STATE]: JSON.stringify({ ...next, isWhole: round.isWhole, bytes }) })
    return next.isWaiting
  }

  /** The bucket as it has filled up since; a clock that went back fills nothing. */
  #reckoned(state: SyncState): SyncState {
    const now = this.#ports.now()
    const passed = Math.max(0, now - state.reckoned)
    return {
      ...state,
      tokens: Math.min(BUCKET, state.tokens + passed / REFILL),
      reckoned: now,
      // A clock that jumped back must not hold anything up for years.
      notBefore: state.notBefore - now > LONGEST_PAUSE ? 0 : state.notBefore,
      healAt: state.healAt - now > 5 * HEAL_AFTER ? 0 : state.healAt,
    }
  }

  async #hand({ publish, heal, remove }: Round, state: SyncState, hand: boolean): Promise<SyncState> {
    const { sync, now, random } = this.#ports
    const healAt =
      Object.keys(heal).length === 0 ? 0 : state.healAt || now() + HEAL_AFTER * (1 + 4 * random())
    const isHealing = healAt > 0 && now() >= healAt
    const items = Object.entries({ ...publish, ...(isHealing && heal) }).sort(byImportance)
    const waiting: SyncState = {
      ...state,
      healAt,
      isWaiting: Object.keys(publish).length + remove.length > 0,
    }
    if (items.length === 0 && remove.length === 0) return { ...waiting, error: undefined, failures: 0 }
    if (!hand || now() < state.notBefore || state.tokens < 1) return waiting
    // After a refusal fewer are handed over at a time, the most important first.
    const chosen = items.slice(0, Math.ceil(items.length / 2 ** state.failures))
    let { tokens } = state
    try {
      if (chosen.length > 0) {
        tokens--
        await sync.set(Object.fromEntries(chosen))
      }
      if (remove.length > 0 && tokens >= 1 && chosen.length === items.length) {
        tokens--
        await sync.remove(remove)
      }
      const isDone = chosen.length === items.length
      return {
        ...waiting,
        tokens,
        handed: now(),
        error: isDone ? undefined : waiting.error,
        failures: isDone ? 0 : Math.max(0, state.failures - 1),
        notBefore: 0,
        healAt: isHealing ? 0 : healAt,
        isWaiting: !isDone,
      }
    } catch (error) {
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** state.failures)
      return {
        ...waiting,
        tokens,
        error: error instanceof Error ? error.message : String(error),
        failures: Math.min(10, state.failures + 1),
        notBefore: now() + pause,
      }
    }
  }

  /** Erases everything of everybody: here at once, on the other devices when they hear of the new era. */
  async erase(): Promise<void> {
    const { local, locked, newId } = this.#ports
    await this.#last
    await locked(async () => {
      const texts = await local.all()
      const self: Self = parseSelf(texts[DEVICE]) ?? { id: newId(), era: 0 }
      const dropped = Object.keys(texts).filter(key => key.startsWith(PENDING))
      await local.set({ [DEVICE]: JSON.stringify({ ...self, era: self.era + 1, dropped }) })
      await local.remove(Object.keys(texts).filter(key => ERASED.test(key)))
    })
    await this.round(true)
  }
}
