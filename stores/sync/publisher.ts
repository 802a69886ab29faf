// When the background runs rounds: soon after news, at once when asked, and again while something waits.
import { isNews } from '../platform/storage-table.ts'
import type { PublishRequest } from '../account/requests.ts'
import type { After } from '../platform/waits.ts'
import type { RoundOutcome, Syncer } from './syncer.ts'

/** Milliseconds without news after which what is new is published, and the longest that anything waits. */
const QUIET_MS = 20_000
const MAX_DELAY_MS = 120_000
/** The pause after a round that failed, as storage.local could not be used, or that never ended. */
const FAILURE_PAUSE_MS = 60_000

/** What the publisher works with. */
export interface PublisherPorts {
  readonly syncer: Pick<Syncer, 'round' | 'erase'>
  /** Milliseconds since 1970. */
  now(): number
  /** Its work never rejects. A wait that is lost is found again by `start`. */
  readonly after: After
  /** Told of what failed where nobody waits for an answer; another round follows in any case. */
  failed(error: unknown): void
}

/** Decides when the background runs a round; one for the life of the background. */
export class Publisher {
  readonly #ports: PublisherPorts
  #cancel: () => void = () => undefined
  /** When the oldest news came that was not published yet; 0 without any. */
  #newsSince = 0

  constructor(ports: PublisherPorts) {
    this.#ports = ports
  }

  /** The background starts: looks what there is, and publishes later what waits. */
  async start(): Promise<void> {
    await this.#run({ publish: false })
  }

  /** Keys of storage.local have changed. */
  heardLocal(keys: readonly string[]): void {
    if (!keys.some(isNews)) return
    this.#schedule(this.#whenQuiet())
  }

  /**
   * When news that came now is published: after a quiet while, but soon after the oldest news in any case.
   */
  #whenQuiet(): number {
    const now = this.#ports.now()
    this.#newsSince ||= now
    return Math.min(now + QUIET_MS, this.#newsSince + MAX_DELAY_MS)
  }

  /** Something changed in storage.sync. */
  async heardRemote(): Promise<void> {
    await this.#run({ publish: false })
  }

  /**
   * Takes in what pages wrote and what was read elsewhere, at once; what of it storage.sync lacks is
   * published later. Rejects where storage.local fails.
   */
  async applyLocalRound(): Promise<void> {
    await this.#follow(this.#ports.syncer.round({ publish: false }))
  }

  /** Does what a page asks for. Rejects where storage.local fails; then it is tried again later. */
  async answer(request: PublishRequest): Promise<void> {
    const { syncer } = this.#ports
    this.#begin()
    await this.#follow(
      request.kind === 'erase' ? syncer.erase(request.scope) : syncer.round({ publish: true }),
    )
  }

  /** A round begins that publishes what is new; should the background end before it, another one follows. */
  #begin(): void {
    this.#newsSince = 0
    this.#schedule(this.#ports.now() + FAILURE_PAUSE_MS)
  }

  /** A round that nobody waits for: a failure leads to another one. */
  async #run(options: { publish: boolean }): Promise<void> {
    await this.#follow(this.#ports.syncer.round(options)).catch(this.#ports.failed)
  }

  async #follow(work: Promise<RoundOutcome>): Promise<void> {
    try {
      const { nextAt } = await work
      if (nextAt !== undefined) this.#schedule(Math.max(nextAt, this.#whenQuiet()))
      else if (this.#newsSince === 0) this.#cancel()
    } catch (error) {
      this.#schedule(this.#ports.now() + FAILURE_PAUSE_MS)
      throw error
    }
  }

  /** Publishes at a time; the last one that was named counts. */
  #schedule(time: number): void {
    this.#cancel()
    this.#cancel = this.#ports.after(Math.max(0, time - this.#ports.now()), () => {
      this.#begin()
      return this.#run({ publish: true })
    })
  }
}
