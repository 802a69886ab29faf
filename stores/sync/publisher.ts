// Decides when the background runs rounds: soon after changes, immediately on request, and again while
// changes are waiting.
import { isNews } from '../platform/storage-table.ts'
import type { PublishRequest } from '../account/requests.ts'
import { QuietTimer, type TimerPorts } from './quiet-timer.ts'
import type { RoundOutcome, Syncer } from './syncer.ts'

/** The ports of the publisher. */
export interface PublisherPorts extends TimerPorts {
  readonly syncer: Pick<Syncer, 'round' | 'erase'>
  /** Receives errors of rounds that nobody is waiting for. Another round follows in any case. */
  failed(error: unknown): void
}

/** Decides when the background runs a round. The background has one publisher. */
export class Publisher {
  readonly #ports: PublisherPorts
  readonly #timer: QuietTimer

  constructor(ports: PublisherPorts) {
    this.#ports = ports
    this.#timer = new QuietTimer(ports, () => {
      this.#timer.begin()
      return this.#run({ publish: true })
    })
  }

  /** Call it when keys of storage.local have changed. */
  heardLocal(keys: readonly string[]): void {
    if (keys.some(isNews)) this.#timer.noteChange()
  }

  /**
   * Call it when items in storage.sync have changed, and when the background starts. Reads them, and
   * schedules publishing if changes are waiting.
   */
  heardRemote(): Promise<void> {
    return this.#run({ publish: false })
  }

  /**
   * Runs a round without writing to storage.sync: merges what tabs have written and the items read elsewhere.
   * Resolves to the items that this device has absorbed. Rejects if storage.local fails.
   */
  async applyLocalRound(): Promise<RoundOutcome['absorbed']> {
    const { absorbed } = await this.#follow(this.#ports.syncer.round({ publish: false }))
    return absorbed
  }

  /** Carries out a request from a page. Rejects if storage.local fails; the round is then retried later. */
  async answer(request: PublishRequest): Promise<void> {
    const { syncer } = this.#ports
    this.#timer.begin()
    await this.#follow(
      request.kind === 'erase' ? syncer.erase(request.scope) : syncer.round({ publish: true }),
    )
  }

  /** Runs a round that nobody is waiting for; after a failure another one follows. */
  async #run(options: { publish: boolean }): Promise<void> {
    await this.#follow(this.#ports.syncer.round(options)).catch(this.#ports.failed)
  }

  async #follow(round: Promise<RoundOutcome>): Promise<RoundOutcome> {
    try {
      const outcome = await round
      const { nextAt } = outcome
      if (nextAt !== undefined) this.#timer.noteChange(nextAt)
      else if (!this.#timer.hasChanges) this.#timer.stop()
      return outcome
    } catch (error) {
      this.#timer.retry()
      throw error
    }
  }
}
