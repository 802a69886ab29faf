// When the folder is visited: looked at when a tab is shown, written to soon after news. Nothing is asked of
// it while nobody looks and nothing waits.
import { isNews } from '../../platform/storage-table.ts'
import type { LookReason, FolderRequest } from '../../account/requests.ts'
import type { After } from '../../platform/waits.ts'
import type { FolderSync, VisitOptions } from './folder-sync.ts'
import type { ConnectResult } from './folder-status.ts'
import { nextVisit } from './folder-state.ts'

/** Milliseconds without news after which what is new is sent, and the longest that anything waits. */
const QUIET_MS = 20_000
const MAX_DELAY_MS = 120_000
/** The pause after storage.local could not be read or written, and after a visit that never ended. */
const FAILURE_PAUSE_MS = 60_000
/** How old the last look has to be. A page that is used asks each minute, and what it asks for takes time. */
const LOOK_AGAIN_MS: Readonly<Record<LookReason, number>> = { shown: 10_000, used: 50_000, wanted: 0 }

/** What the schedule works with. */
export interface SchedulePorts {
  readonly folderSync: Pick<
    FolderSync,
    | 'visit'
    | 'noteWaiting'
    | 'noteTakenBack'
    | 'state'
    | 'folder'
    | 'connect'
    | 'check'
    | 'disconnect'
    | 'forget'
    | 'changeKey'
  >
  /** Milliseconds since 1970. */
  now(): number
  /** Its work never rejects. A wait that is lost is found again by `start`. */
  readonly after: After
  /** Told of what failed where nobody waits for an answer; another visit follows in any case. */
  failed(error: unknown): void
}

/** Decides when the folder is visited; one for the life of the background. */
export class FolderSchedule {
  readonly #ports: SchedulePorts
  #cancel: () => void = () => undefined
  #newsSince = 0
  #isNoted = false
  /** The look that is under way. */
  #looking: Promise<number> | undefined

  constructor(ports: SchedulePorts) {
    this.#ports = ports
  }

  /** The background starts: what waits is sent when it may be, and what was heard before it ended soon. */
  start(): Promise<void> {
    return this.#caught(async () => {
      const { folderSync, now } = this.#ports
      if (!(await folderSync.folder())) return
      this.#scheduleNext(Math.min(nextVisit(await folderSync.state()) ?? Infinity, now() + QUIET_MS))
    })
  }

  /** Keys of storage.local have changed. */
  heardLocal(keys: readonly string[]): Promise<void> {
    return keys.some(isNews) ? this.#hear(true) : Promise.resolve()
  }

  /** Something changed in storage.sync, of which the folder may not know. */
  heardRemote(): Promise<void> {
    return this.#hear(false)
  }

  /** The person has taken back something that they allowed: the panel says so where it was the folder. */
  heardTakenBack(): Promise<void> {
    return this.#caught(() => this.#ports.folderSync.noteTakenBack())
  }

  /** `isOurs`: it is certain that something here has to be sent. */
  async #hear(isOurs: boolean): Promise<void> {
    await this.#caught(async () => {
      if (!(await this.#ports.folderSync.folder())) return
      this.#schedule(this.#whenQuiet())
      if (!isOurs || this.#isNoted) return
      this.#isNoted = true
      await this.#ports.folderSync.noteWaiting()
    })
  }

  #whenQuiet(): number {
    const now = this.#ports.now()
    this.#newsSince ||= now
    return Math.min(now + QUIET_MS, this.#newsSince + MAX_DELAY_MS)
  }

  /** Sends what waits, now: a page is being hidden, a game has ended, or everything was erased. */
  pushNow(): Promise<void> {
    return this.#visit({ look: false, push: true })
  }

  /**
   * Does what a page asks for, and tells how connecting came out, or how many milliseconds too soon a look
   * was. Rejects where storage.local fails, and where a file could not be removed, with the code of the
   * problem.
   */
  async answer(request: FolderRequest): Promise<ConnectResult | number | undefined> {
    const { folderSync } = this.#ports
    switch (request.kind) {
      case 'folder-look':
        if (request.why === 'wanted') return this.#look('wanted')
        // Several tabs that are shown at once are answered by one look.
        this.#looking ??= this.#look(request.why).finally(() => (this.#looking = undefined))
        return this.#looking
      case 'folder-forget':
        return void (await folderSync.forget(request.file))
      case 'folder-disconnect':
        this.#done()
        return void (await folderSync.disconnect())
      case 'folder-change-key':
        await folderSync.changeKey()
        return void (await this.#visit({ look: true, push: true, force: true }))
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
    // What somebody is just playing is sent when it is left alone for a while.
    const push = this.#newsSince === 0 || why === 'wanted'
    await this.#visit({ look: true, push, force: why === 'wanted' })
    return 0
  }

  #done(): void {
    this.#cancel()
    this.#newsSince = 0
    this.#isNoted = false
  }

  /** Should the background end before the visit does, another one follows. */
  #visit(options: VisitOptions): Promise<void> {
    return this.#caught(async () => {
      if (options.push) {
        this.#done()
        this.#schedule(this.#ports.now() + FAILURE_PAUSE_MS)
      }
      const { nextAt } = await this.#ports.folderSync.visit(options)
      if (this.#newsSince > 0) return
      this.#cancel()
      this.#scheduleNext(nextAt)
    })
  }

  async #caught(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#schedule(this.#ports.now() + FAILURE_PAUSE_MS)
      this.#ports.failed(error)
    }
  }

  /** A visit that has something to do; news that came meanwhile keep their own time. */
  #scheduleNext(time: number | undefined): void {
    if (time !== undefined && this.#newsSince === 0) this.#schedule(Math.max(time, this.#ports.now() + 2000))
  }

  #schedule(time: number): void {
    this.#cancel()
    this.#cancel = this.#ports.after(Math.max(0, time - this.#ports.now()), () => this.pushNow())
  }
}
