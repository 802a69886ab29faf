// When the background syncs: after a quiet while, when something is due, and again after a failure.
import type { After } from '../platform/waits.ts'

/** How long news must have stopped before it is taken in, and the longest that any of it waits. */
export const QUIET_MS = 20_000
const MAX_DELAY_MS = 120_000
/** The pause after work that failed, as storage.local could not be used, or that never ended. */
const FAILURE_PAUSE_MS = 60_000

/** What the timer works with. */
export interface TimerPorts {
  /** Milliseconds since 1970. */
  now(): number
  /** Its work never rejects. A wait that is lost is found again when the background starts. */
  readonly after: After
}

/** Runs work at one time; the time that was named last counts. */
export class QuietTimer {
  readonly #ports: TimerPorts
  readonly #work: () => Promise<void>
  #cancel: () => void = () => undefined
  /** When the oldest news came that no work has taken in yet; 0 without any. */
  #newsSince = 0

  constructor(ports: TimerPorts, work: () => Promise<void>) {
    this.#ports = ports
    this.#work = work
  }

  get hasNews(): boolean {
    return this.#newsSince > 0
  }

  /** News came: the work runs after a quiet while, or soon after the oldest news, but not before a time. */
  hear(notBefore = 0): void {
    const now = this.#ports.now()
    this.#newsSince ||= now
    this.at(Math.max(notBefore, Math.min(now + QUIET_MS, this.#newsSince + MAX_DELAY_MS)))
  }

  /** Work begins that takes in all news; should the background end before it does, the work runs again. */
  begin(): void {
    this.#newsSince = 0
    this.retry()
  }

  /** The work runs again after a pause, as it failed. */
  retry(): void {
    this.at(this.#ports.now() + FAILURE_PAUSE_MS)
  }

  at(time: number): void {
    this.#cancel()
    this.#cancel = this.#ports.after(Math.max(0, time - this.#ports.now()), this.#work)
  }

  /** Nothing is due. */
  stop(): void {
    this.#cancel()
    this.#newsSince = 0
  }
}
