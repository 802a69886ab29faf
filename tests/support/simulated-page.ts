// A page without a browser: the real session on a storage area, with locks and a manual clock.
import { loadGames, randomDeal } from '../../engine/index.ts'
import type { Area } from '../../stores/platform/area.ts'
import { fromOwnReplica } from '../../stores/session/restore.ts'
import { SessionRunner, type SessionPorts } from '../../stores/session/runner.ts'
import type { Effect, SessionEvent, SessionState } from '../../stores/session/state.ts'
import type { step } from '../../stores/session/step.ts'
import { playIdOf } from '../../stores/sync/ids.ts'

/** The Web Locks of one browser: taking a lock steals it and notifies its holder. */
export class Locks {
  readonly #holders = new Map<string, (isHolder: boolean) => void>()

  async take(name: string, changed: (isHolder: boolean) => void): Promise<void> {
    const former = this.#holders.get(name)
    if (former === changed) return
    this.#holders.set(name, changed)
    former?.(false)
    changed(true)
  }

  /** Releases the locks of a closed tab. */
  release(changed: (isHolder: boolean) => void): void {
    for (const [name, holder] of this.#holders) if (holder === changed) this.#holders.delete(name)
  }
}

/** What the tabs of a browser share. */
export interface Browser {
  readonly local: Area
  readonly locks: Locks
  /** Milliseconds since 1970. */
  now(): number
  /** The deal number and play id of a new game. */
  fresh(): { dealNumber: number; playId: string }
  /** Called when a page asks the background to publish. */
  publish(): void
  /** A replacement for the product's `step` function. */
  readonly step?: typeof step
}

/** A browser on a storage area, with real randomness and time. */
export const browserOn = (local: Area): Browser => ({
  local,
  locks: new Locks(),
  now: Date.now,
  fresh: () => ({ dealNumber: randomDeal(), playId: playIdOf() }),
  publish: () => undefined,
})

export class SimulatedPage {
  readonly #browser: Browser
  readonly runner: SessionRunner
  /** The seconds on the game's clock. */
  seconds = 0
  isVisible = false
  /**
   * The `dealt` of the last effect `forgetAddress`: the play that the address dealt in place of a game in
   * progress, or an empty string if it replaced none. Undefined if the address requested nothing.
   */
  dealtByAddress: string | undefined
  readonly #changed = new Map<string, (isHolder: boolean) => void>()
  #stopListening: () => void = () => undefined

  constructor(browser: Browser) {
    this.#browser = browser
    const ports: SessionPorts = {
      local: browser.local,
      now: () => browser.now(),
      seconds: () => this.seconds,
      fresh: () => browser.fresh(),
      loadGames,
      takeLock: (name, changed) => browser.locks.take(name, this.#remember(name, changed)),
      perform: effect => this.#perform(effect),
      changed: () => undefined,
      replicaOf: async (texts, game) => fromOwnReplica(texts, game),
      newDealOf: async () => undefined,
    }
    this.runner = new SessionRunner(ports, browser.step)
  }

  get state(): SessionState {
    return this.runner.state
  }

  /** Returns the same callback whenever this page takes a lock, so that taking it again changes nothing. */
  #remember(name: string, changed: (isHolder: boolean) => void): (isHolder: boolean) => void {
    const known = this.#changed.get(name) ?? changed
    this.#changed.set(name, known)
    return known
  }

  #perform(effect: Exclude<Effect, { kind: 'takeLock' }>): void {
    if (effect.kind === 'setClock') this.seconds = effect.seconds
    else if (effect.kind === 'forgetAddress') this.dealtByAddress = effect.dealt
    else if (effect.kind === 'publish') this.#browser.publish()
  }

  #listen(): void {
    this.#stopListening()
    this.#stopListening = this.#browser.local.onChanged(
      changes => void this.runner.dispatch({ kind: 'storageChanged', changes }),
    )
  }

  /**
   * Opens the page with a query string; a visible page plays immediately. `dealt`: the play that its
   * address dealt before a reload.
   */
  async open(search = '', isVisible = true, dealt?: string): Promise<this> {
    this.isVisible = isVisible
    if (isVisible) this.#listen()
    await this.runner.dispatch({ kind: 'opened', search, isVisible, dealt })
    // The page may have been hidden or shown in the meantime. The real startup dispatches the same event.
    await this.runner.dispatch({ kind: this.isVisible ? 'shown' : 'hidden' })
    return this
  }

  async show(): Promise<void> {
    this.isVisible = true
    this.#listen()
    await this.runner.dispatch({ kind: 'shown' })
  }

  async hide(): Promise<void> {
    this.isVisible = false
    this.#stopListening()
    await this.runner.dispatch({ kind: 'hidden' })
  }

  /** Ends the page, like a closed tab or a killed process: stops listening and releases the locks. */
  close(): void {
    this.#stopListening()
    for (const changed of this.#changed.values()) this.#browser.locks.release(changed)
  }

  dispatch(event: SessionEvent): Promise<void> {
    return this.runner.dispatch(event)
  }

  /** Starts a new play of the current game. */
  newDeal(dealNumber: number): Promise<void> {
    return this.dispatch({ kind: 'newDeal', dealNumber, playId: this.#browser.fresh().playId })
  }
}
