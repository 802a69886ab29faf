// Decides when to sync with the folder: reads when a tab is shown, writes soon after local changes. Makes no
// requests while no tab is shown and nothing is waiting to be sent, carried or deleted.
import { LAST_IMPORT_KEY } from '../../platform/storage-keys.ts'
import { isNews } from '../../platform/storage-table.ts'
import type { LookReason, FolderRequest } from '../../account/requests.ts'
import { isErasedText } from '../erased-texts.ts'
import { QUIET_MS, QuietTimer, type TimerPorts } from '../quiet-timer.ts'
import type { FolderSync, SessionOptions } from './folder-sync.ts'
import type { ConnectResult, Unrevoked } from './folder-status.ts'
import { nextSession } from './folder-state.ts'

/** The minimum age of the last look. `used` is below a minute, because a page in use asks every minute. */
const LOOK_AGAIN_MS: Readonly<Record<LookReason, number>> = { shown: 10_000, used: 50_000, wanted: 0 }

/** The minimum pause before a scheduled session. */
const SESSION_DISTANCE_MS = 2000

/** Whether a page that changes this key also writes replicas: by an import, its undo, or a restoration. */
const isOfImport = (key: string): boolean => key === LAST_IMPORT_KEY || isErasedText(key)

/** The ports of the schedule. */
export interface SchedulePorts extends TimerPorts {
  readonly folderSync: FolderSync
  /** Receives errors of sessions that nobody is waiting for. Another session follows in any case. */
  failed(error: unknown): void
}

/** Decides when to sync with the folder. The background has one schedule. */
export class FolderSchedule {
  readonly #ports: SchedulePorts
  readonly #timer: QuietTimer
  #looking: Promise<number> | undefined

  constructor(ports: SchedulePorts) {
    this.#ports = ports
    this.#timer = new QuietTimer(ports, () => this.pushNow())
  }

  /**
   * Schedules a session within `QUIET_MS`, because changes may have been made since the last background
   * ended. Call it when the background starts and after a folder has been connected.
   */
  start(): Promise<void> {
    return this.#caught(async () => {
      const { folderSync, now } = this.#ports
      if (!(await folderSync.folder())) return
      this.#scheduleNext(Math.min(nextSession(await folderSync.state()) ?? Infinity, now() + QUIET_MS))
    })
  }

  /** Call it when keys of storage.local have changed. */
  heardLocal(keys: readonly string[]): Promise<void> {
    return keys.some(key => isNews(key) || isOfImport(key)) ? this.#hear(true) : Promise.resolve()
  }

  /** Call it when items in storage.sync have changed, because the folder may lack them. */
  heardRemote(): Promise<void> {
    return this.#hear(false)
  }

  /** Call it when the user has revoked a permission, possibly the one for the folder. */
  heardPermissionRevoked(): Promise<void> {
    return this.#caught(() => this.#ports.folderSync.notePermissionRevoked())
  }

  /** `isOurs`: a local change must be sent. */
  #hear(isOurs: boolean): Promise<void> {
    return this.#caught(async () => {
      const { folderSync } = this.#ports
      if (!(await folderSync.folder())) return
      this.#timer.noteChange()
      if (isOurs) await folderSync.noteWaiting()
    })
  }

  /** Sends waiting changes now. Call it when a page is hidden, a game ends or the user erases data. */
  pushNow(): Promise<void> {
    return this.#run({ look: false, push: true })
  }

  /**
   * Carries out a request from a page. Resolves to the outcome of connecting, to access that may still be
   * valid after disconnecting, or to the milliseconds until a look is allowed. Rejects if storage fails, or
   * with the code of the problem if a file could not be deleted.
   */
  async answer(request: FolderRequest): Promise<ConnectResult | Unrevoked | number | undefined> {
    const { folderSync } = this.#ports
    switch (request.kind) {
      case 'folder-look':
        if (request.why === 'wanted') return this.#look('wanted')
        // One look answers all tabs that are shown at the same time.
        this.#looking ??= this.#look(request.why).finally(() => (this.#looking = undefined))
        return this.#looking
      case 'folder-forget':
        return void (await folderSync.forget(request.file))
      case 'folder-disconnect':
        this.#timer.stop()
        return folderSync.disconnect()
      case 'folder-paired':
        return void (await folderSync.notePaired())
      case 'folder-change-key':
        await folderSync.changeKey()
        return void (await this.#run({ look: true, push: true, force: true }))
      case 'folder-connect':
      case 'folder-check': {
        const result = await (request.kind === 'folder-check' ? folderSync.check() : folderSync.connect())
        await this.start()
        return result
      }
    }
  }

  async #look(why: LookReason): Promise<number> {
    const { folderSync, now } = this.#ports
    if (!(await folderSync.folder())) return 0
    const age = now() - (await folderSync.state()).lookedAt
    // The clock may have been set back.
    if (age >= 0 && age < LOOK_AGAIN_MS[why]) return LOOK_AGAIN_MS[why] - age
    // A game in progress is sent only after a quiet period.
    const push = !this.#timer.hasChanges || why === 'wanted'
    await this.#run({ look: true, push, force: why === 'wanted' })
    return 0
  }

  /** Runs a session. If the background ends before the session does, another one follows. */
  #run(options: SessionOptions): Promise<void> {
    return this.#caught(async () => {
      if (options.push) this.#timer.begin()
      const nextAt = await this.#ports.folderSync.run(options)
      // Changes that came in the meantime keep their scheduled time.
      if (this.#timer.hasChanges) return
      this.#timer.stop()
      if (nextAt !== undefined) this.#scheduleNext(nextAt)
    })
  }

  async #caught(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#timer.retry()
      this.#ports.failed(error)
    }
  }

  #scheduleNext(time: number): void {
    if (!this.#timer.hasChanges) this.#timer.at(Math.max(time, this.#ports.now() + SESSION_DISTANCE_MS))
  }
}
