// Decides when the background syncs: after changes have stopped, at a set time, and again after a failure.
import type { After } from '../platform/waits.ts'

/** The time without further changes before changes are synced, and the maximum time that a change waits. */
export const QUIET_MS = 20_000
const MAX_DELAY_MS = 120_000
/** The pause before work that failed or never ended is retried. */
const FAILURE_PAUSE_MS = 60_000

/** The ports of the timer. */
export interface TimerPorts {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Schedules work, which never rejects. If a wait is lost, the background finds the changes when it starts.
   */
  readonly after: After
}

/** Runs work once, at the time that was set last. */
export class QuietTimer {
  readonly #ports: TimerPorts
  readonly #work: () => Promise<void>
  #cancel: () => void = () => undefined
  /** The time of the oldest change that has not been synced yet; 0 if there is none. */
  #changedSince = 0

  constructor(ports: TimerPorts, work: () => Promise<void>) {
    this.#ports = ports
    this.#work = work
  }

  get hasChanges(): boolean {
    return this.#changedSince > 0
  }

  /**
   * Records a change: the work runs once changes have stopped or the oldest one has waited for
   * `MAX_DELAY_MS`, but not before `notBefore`.
   */
  noteChange(notBefore = 0): void {
    const now = this.#ports.now()
    this.#changedSince ||= now
    this.at(Math.max(notBefore, Math.min(now + QUIET_MS, this.#changedSince + MAX_DELAY_MS)))
  }

  /** Records that the work begins, which syncs all changes. It is retried if the background ends first. */
  begin(): void {
    this.#changedSince = 0
    this.retry()
  }

  /** Runs the work again after a pause. */
  retry(): void {
    this.at(this.#ports.now() + FAILURE_PAUSE_MS)
  }

  at(time: number): void {
    this.#cancel()
    this.#cancel = this.#ports.after(Math.max(0, time - this.#ports.now()), this.#work)
  }

  stop(): void {
    this.#cancel()
    this.#changedSince = 0
  }
}
