// A simulated device with a sync folder. In addition to the publisher, it has a folder sync and a schedule.
import { compareItems, type Items } from '../../stores/sync/items.ts'
import { copiesIn, learnedIn } from '../../stores/sync/remotes/folder-copies.ts'
import { FolderSync } from '../../stores/sync/remotes/folder-sync.ts'
import { planFolder } from '../../stores/sync/remotes/folder-plan.ts'
import { parseFolderState } from '../../stores/sync/remotes/folder-state.ts'
import { folderStatusIn } from '../../stores/sync/remotes/folder-status.ts'
import { FolderSchedule } from '../../stores/sync/remotes/folder-schedule.ts'
import type { LookReason } from '../../stores/account/requests.ts'
import { waitsOf, type After } from '../../stores/platform/waits.ts'
import type { Remote } from '../../stores/sync/remotes/remote.ts'
import type { Seal } from '../../stores/sync/remotes/seal.ts'
import { DropboxApi } from '../../stores/sync/remotes/dropbox-api.ts'
import type { Fetch } from '../../stores/sync/remotes/http.ts'
import { writeSyncFolder, type SyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { isErased, replicasIn } from '../../stores/sync/replicas.ts'
import { memoryArea } from '../support/memory-platform.ts'
import type { Code } from './code.ts'
import { Device } from './device.ts'
import { FolderRemote, modelSeal, type Folder } from './folder.ts'
import { dropboxOver } from './folder-dropbox.ts'
import type { FolderClient, ReleasedPorts } from './released-folder.ts'

/** The parts of the folder sync in which faults can be planted. */
export interface FolderCode {
  readonly planFolder: typeof planFolder
  readonly sealOf: (key: string) => Seal
  /** Wraps the folder for the folder sync. */
  readonly seen: (remote: Remote) => Remote
  /** Wraps the requests of the product's Dropbox client. */
  readonly dropbox: (fetch: Fetch) => Fetch
  /** Delays work of the background. */
  readonly waitsOf: typeof waitsOf
  /** Runs a round of the background. */
  readonly applyLocalRound: (device: Device) => Promise<Items>
}

/** The parts of the product. */
export const folderCode: FolderCode = {
  planFolder,
  sealOf: modelSeal,
  seen: remote => remote,
  dropbox: fetch => fetch,
  waitsOf,
  applyLocalRound: device => device.publisher.applyLocalRound(),
}

const key = 'K'.repeat(43)
export const PLACES: Readonly<Record<SyncFolder['kind'], string>> = {
  webdav: writeSyncFolder({
    kind: 'webdav',
    address: 'https://cloud.example/',
    user: 'ann',
    password: 'secret',
    key,
  }),
  dropbox: writeSyncFolder({ kind: 'dropbox', token: 'refresh', account: 'dbid:ann', key }),
}

export class FolderedDevice extends Device {
  readonly folderCode: FolderCode
  remote!: FolderRemote
  /** The ids that this device has had. */
  readonly ids = new Set<string>()
  #client: FolderClient | undefined
  #dropbox!: Fetch
  /** The Dropbox client. Its access token is lost when the background ends. */
  #atDropbox: Remote | undefined
  #folderTimer: { due: number; work: () => Promise<void> } | undefined
  /**
   * The due time of the browser's alarm, or Infinity if there is none. The alarm remains if the background
   * ends.
   */
  #alarm = Infinity
  #ring: () => void = () => undefined
  /** The work that the background does after a wait. */
  #waited: Promise<void> | undefined
  #folderError: unknown
  /** The last state. It is cached, because every step reads it. */
  #parsed = { text: '', state: parseFolderState('') }
  #isFolderStarted = false
  /** Whether the browser has ended the background and has not restarted it. */
  #isEnded = false

  constructor(code: Code, place: FolderCode, number: number, random: () => number, now: () => number) {
    super(code, number, random, now)
    this.folderCode = place
  }

  /** Gives this device access to the folder. The device uses the folder once it is connected. */
  attach(folder: Folder): void {
    this.remote = new FolderRemote(folder, this, this.now)
    this.#dropbox = this.folderCode.dropbox(dropboxOver(this.remote, this.now))
  }

  noteId(): void {
    if (this.self) this.ids.add(this.self.id)
    this.self?.former?.forEach(id => this.ids.add(id))
  }

  hasRead(name: string, items: Items): boolean {
    return JSON.stringify(copiesIn(this.local.items).get(name)?.items) === JSON.stringify(items)
  }

  get isReleased(): boolean {
    return this.code.isReleased
  }

  get hasFolder(): boolean {
    return this.local.items.place !== undefined
  }

  get folderState() {
    const text = this.local.items['place-state']
    if (this.#parsed.text !== text) this.#parsed = { text, state: parseFolderState(text) }
    return this.#parsed.state
  }

  /** The ports that the folder client of any version needs. */
  get #folderPorts() {
    return {
      local: this.ports.local,
      session: memoryArea(),
      now: () => this.time,
      random: this.random,
      failed: (error: unknown) => {
        this.#folderError = error
      },
    }
  }

  /** The folder client of this device's version. */
  get #folder(): FolderClient {
    return (this.#client ??= this.code.releasedFolder?.(this.#releasedPorts()) ?? this.#currentClient())
  }

  #releasedPorts(): ReleasedPorts {
    return {
      ...this.#folderPorts,
      applyLocalRound: async () => void (await this.folderCode.applyLocalRound(this)),
      remote: this.folderCode.seen(this.remote),
      sealOf: this.folderCode.sealOf,
      // The earlier version has no alarms.
      after: this.#short,
    }
  }

  #currentClient(): FolderClient {
    const { failed, ...ports } = this.#folderPorts
    const folderSync = new FolderSync({
      ...ports,
      applyLocalRound: () => this.folderCode.applyLocalRound(this),
      // A file has few pages and bytes, so that several files are soon needed.
      plan: input => {
        const { pageResults } = this.code.limits
        return this.folderCode.planFolder({ ...input, pageResults, chunkPages: 2, fileBytes: 2000 })
      },
      remoteOf: (folder, _, noteRequest) => {
        this.remote.noteRequest = noteRequest
        return this.folderCode.seen(this.#remoteOf(folder))
      },
      sealOf: async key => this.folderCode.sealOf(key),
      complete: async draft => ({ ok: true, value: draft }),
      revoke: async () => true,
      endLogin: async () => undefined,
      isAllowed: async () => true,
      keepOrigins: async () => undefined,
    })
    const schedule = new FolderSchedule({ folderSync, now: ports.now, after: this.#after(), failed })
    return {
      start: () => schedule.start(),
      look: why => schedule.answer({ kind: 'folder-look', why }),
      pushNow: () => schedule.pushNow(),
      heardLocal: keys => schedule.heardLocal(keys),
      heardRemote: () => schedule.heardRemote(),
      noteErasing: async () => void (await folderSync.noteErasing()),
    }
  }

  #remoteOf(folder: SyncFolder): Remote {
    if (folder.kind === 'webdav') return this.remote
    return (this.#atDropbox ??= new DropboxApi('app-key').remote(folder, { fetch: this.#dropbox }))
  }

  /** Delays work. The work is lost if the background ends first. */
  readonly #short: After = (milliseconds, work) => {
    const timer = { due: this.now() + milliseconds, work }
    this.#folderTimer = timer
    return () => {
      if (this.#folderTimer === timer) this.#folderTimer = undefined
    }
  }

  #after(): After {
    const alarms = {
      create: (_: string, { when }: { when: number }) => void (this.#alarm = when),
      clear: () => void (this.#alarm = Infinity),
      onAlarm: {
        addListener: (listener: (alarm: { name: string }) => void) => {
          this.#ring = () => listener({ name: 'place' })
        },
      },
    }
    const after = this.folderCode.waitsOf(alarms, this.now, this.#short)('place')
    return (milliseconds, work) => after(milliseconds, () => (this.#waited = work()))
  }

  /** Runs work of the schedule in the background. Throws a failure that the schedule reported. */
  #place(work: () => Promise<unknown>): Promise<void> {
    this.noteId()
    this.#isEnded = false
    const { arrivedAt } = this.folderState
    return this.inBackground(async () => {
      await work()
      const error = this.#folderError
      this.#folderError = undefined
      if (error !== undefined) throw error as Error
      if (!this.isReleased) this.#checkArrived(arrivedAt)
    })
  }

  /** If the device has just stated that all its items are in the folder, checks that they are. */
  #checkArrived(before: number): void {
    if (this.folderState.arrivedAt === before) return
    if (folderStatusIn(this.local.items).state !== 'arrived') return
    const held = learnedIn(this.local.items)
    const { erasures = [] } = this.self ?? {}
    const missing = Object.entries(replicasIn(this.local.items)).find(([key, value]) => {
      const isHeld = key in held && compareItems(key, held[key], value) >= 0
      // Games and headers are not checked, because those of devices that are gone are not kept.
      return !isHeld && !/^[dg]:/.test(key) && !isErased(erasures, key, value)
    })
    if (missing) throw new Error(`a device says that everything has arrived, but ${missing[0]} has not`)
  }

  look(why: LookReason = 'shown'): Promise<void> {
    return this.#place(() => this.#folder.look(why))
  }

  /** Sends changes immediately, as the product does when a page is hidden or a game has ended. */
  pushNow(): Promise<void> {
    return this.#place(() => this.#folder.pushNow())
  }

  heardRemote(): Promise<void> {
    return this.#place(() => this.#folder.heardRemote())
  }

  noteErasing(): Promise<void> {
    return this.#place(() => this.#folder.noteErasing())
  }

  /** The browser ends the background. Of all delayed work, only the alarm remains. */
  end(): void {
    this.restart()
    this.#isEnded = true
  }

  override async tick(): Promise<void> {
    const isNews = this.hasWritten
    const isRinging = this.#alarm <= this.now()
    if (this.#isEnded && !isNews && !isRinging) return
    await super.tick()
    if (!this.#isFolderStarted) {
      this.#isFolderStarted = true
      await this.#place(() => this.#folder.start())
    }
    if (isNews) await this.#place(() => this.#folder.heardLocal(['game:sea-towers']))
    if (isRinging && this.#alarm <= this.now()) {
      this.#alarm = Infinity
      await this.#waitOver(async () => this.#ring())
    }
    const timer = this.#folderTimer
    if (!timer || timer.due > this.now()) return
    this.#folderTimer = undefined
    await this.#waitOver(timer.work)
  }

  #waitOver(work: () => Promise<void>): Promise<void> {
    return this.#place(async () => {
      await work()
      await this.#waited
    })
  }

  override restart(): void {
    super.restart()
    this.#isFolderStarted = false
    this.#folderTimer = undefined
    this.#ring = () => undefined
    this.#waited = undefined
    this.#folderError = undefined
    this.#client = undefined
    this.#atDropbox = undefined
  }
}
