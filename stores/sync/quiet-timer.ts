// When the background syncs: after changes have stopped, when something is due, and again after a failure.
import type { After } from '../platform/waits.ts'

/** How long changes must have stopped before they are synced, and the longest that any of them waits. */
export const QUIET_MS = 20_000
const MAX_DELAY_MS = 120_000
/** The pause after work that failed or never ended. */
const FAILURE_PAUSE_MS = 60_000

/** The ports of the timer. */
export interface TimerPorts {
  /** Milliseconds since 1970. */
  now(): number
  /** Its work never rejects. A lost wait is found again when the background starts. */
  readonly after: After
}

/** Runs work at the time that was set last. */
export class QuietTimer {
  readonly #ports: TimerPorts
  readonly #work: () => Promise<void>
  #cancel: () => void = () => undefined
  /** When the oldest change came that has not been synced yet; 0 without any. */
  #newsSince = 0

  constructor(ports: TimerPorts, work: () => Promise<void>) {
    this.#ports = ports
    this.#work = work
  }

  get hasNews(): boolean {
    return this.#newsSince > 0
  }

  /** Notes a change: the work runs once changes have stopped, but not before `notBefore`. */
  hear(notBefore = 0): void {
    const now = this.#ports.now()
    this.#newsSince ||= now
    this.at(Math.max(notBefore, Math.min(now + QUIET_MS, this.#newsSince + MAX_DELAY_MS)))
  }

  /** Notes that work begins, which syncs all changes; it runs again if the background ends before it. */
  begin(): void {
    this.#newsSince = 0
    this.retry()
  }

  /** Runs the work again after a pause, as it failed. */
  retry(): void {
    this.at(this.#ports.now() + FAILURE_PAUSE_MS)
  }

  at(time: number): void {
    this.#cancel()
    this.#cancel = this.#ports.after(Math.max(0, time - this.#ports.now()), this.#work)
  }

  /** Cancels what is due. */
  stop(): void {
    this.#cancel()
    this.#newsSince = 0
  }
}
