// A simulated device that has a place of its person's own: the background's courier and schedule beside the
// publisher.
import type { Items } from '../../stores/sync/items.ts'
import { copiesIn } from '../../stores/sync/remotes/copies.ts'
import { Courier, courierParts, type CourierParts } from '../../stores/sync/remotes/courier.ts'
import { planFolder } from '../../stores/sync/remotes/folder.ts'
import { parsePlaceState } from '../../stores/sync/remotes/place-state.ts'
import { PlaceSchedule } from '../../stores/sync/remotes/schedule.ts'
import type { LookReason } from '../../stores/platform/requests.ts'
import { waitsOf, type After } from '../../stores/platform/waits.ts'
import type { Remote } from '../../stores/sync/remotes/remote.ts'
import type { Seal } from '../../stores/sync/remotes/seal.ts'
import { memoryArea } from '../support/memory-platform.ts'
import type { Code } from './code.ts'
import { Device } from './device.ts'
import { FolderRemote, modelSeal, type Folder } from './folder.ts'

/** The parts of the courier and of the seal, some of which may have a fault. */
export interface PlaceCode {
  readonly courier: CourierParts
  readonly sealOf: (key: string) => Seal
  /** The folder as the courier sees it. */
  readonly seen: (remote: Remote) => Remote
  /** How the background waits. */
  readonly waitsOf: typeof waitsOf
  /** Runs a round of the background. */
  readonly applyLocalRound: (device: Device) => Promise<unknown>
}

/** The product's own, with few pages a file, so that files of logs come soon. */
export const placeCode: PlaceCode = {
  courier: { ...courierParts, planFolder: input => planFolder({ ...input, chunkPages: 2 }) },
  sealOf: modelSeal,
  seen: remote => remote,
  waitsOf,
  applyLocalRound: device => device.publisher.applyLocalRound(),
}

export const PLACE = JSON.stringify({
  kind: 'webdav',
  address: 'https://cloud.example/',
  user: 'ann',
  password: 'secret',
  key: 'K'.repeat(43),
})

export class PlacedDevice extends Device {
  readonly placeCode: PlaceCode
  remote!: FolderRemote
  /** Ids that this device has had. */
  readonly ids = new Set<string>()
  #schedule: PlaceSchedule | undefined
  #courier: Courier | undefined
  #placeTimer: { due: number; work: () => Promise<void> } | undefined
  /** When the alarm of the browser is due, which outlives the background; Infinity without one. */
  #alarm = Infinity
  #ring: () => void = () => undefined
  /** What the background does as a wait is over. */
  #waited: Promise<void> | undefined
  #placeError: unknown
  #isPlaceStarted = false
  /** Whether the browser has ended the background, which nothing has started since. */
  #isEnded = false

  constructor(code: Code, place: PlaceCode, number: number, random: () => number, now: () => number) {
    super(code, number, random, now)
    this.placeCode = place
  }

  /** The folder that this device reaches, once it is connected. */
  attach(folder: Folder): void {
    this.remote = new FolderRemote(folder, this, this.now)
  }

  noteId(): void {
    if (this.self) this.ids.add(this.self.id)
    this.self?.former?.forEach(id => this.ids.add(id))
  }

  hasRead(name: string, items: Items): boolean {
    return JSON.stringify(copiesIn(this.local.items).get(name)?.items) === JSON.stringify(items)
  }

  get hasPlace(): boolean {
    return this.local.items.place !== undefined
  }

  get placeState() {
    return parsePlaceState(this.local.items['place-state'])
  }

  get courier(): Courier {
    return (this.#courier ??= new Courier(
      {
        local: this.ports.local,
        session: memoryArea(),
        applyLocalRound: async () => {
          await this.placeCode.applyLocalRound(this)
        },
        limits: this.code.limits,
        remoteOf: () => this.placeCode.seen(this.remote),
        sealOf: async key => this.placeCode.sealOf(key),
        isAllowed: async () => true,
        now: () => this.time,
        random: this.random,
      },
      this.placeCode.courier,
    ))
  }

  get schedule(): PlaceSchedule {
    return (this.#schedule ??= new PlaceSchedule({
      courier: this.courier,
      now: () => this.time,
      after: this.#after(),
      failed: error => {
        this.#placeError = error
      },
    }))
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
    const short: After = (milliseconds, work) => {
      const timer = { due: this.now() + milliseconds, work }
      this.#placeTimer = timer
      return () => {
        if (this.#placeTimer === timer) this.#placeTimer = undefined
      }
    }
    const after = this.placeCode.waitsOf(alarms, this.now, short)('place')
    return (milliseconds, work) => after(milliseconds, () => (this.#waited = work()))
  }

  /** Something that the schedule does; what it was told of as failed is thrown, unless the process died. */
  #place(work: () => Promise<unknown>): Promise<void> {
    this.noteId()
    this.#isEnded = false
    return this.inBackground(async () => {
      await work()
      const error = this.#placeError
      this.#placeError = undefined
      if (error !== undefined) throw error as Error
    })
  }

  look(why: LookReason = 'shown'): Promise<void> {
    return this.#place(() => this.schedule.answer({ kind: 'place-look', why }))
  }

  /** A page is being hidden, or a game has ended. */
  pushNow(): Promise<void> {
    return this.#place(() => this.schedule.pushNow())
  }

  heardRemote(): Promise<void> {
    return this.#place(() => this.schedule.heardRemote())
  }

  noteErasing(): Promise<void> {
    return this.#place(() => this.courier.noteErasing())
  }

  /** The browser ends the background: what it had put off is kept by the alarm alone. */
  end(): void {
    this.restart()
    this.#isEnded = true
  }

  override async tick(): Promise<void> {
    const isNews = this.hasWritten
    const isRinging = this.#alarm <= this.now()
    if (this.#isEnded && !isNews && !isRinging) return
    await super.tick()
    if (!this.#isPlaceStarted) {
      this.#isPlaceStarted = true
      await this.#place(() => this.schedule.start())
    }
    if (isNews) await this.#place(() => this.schedule.heardLocal(['game:sea-towers']))
    if (isRinging && this.#alarm <= this.now()) {
      this.#alarm = Infinity
      await this.#waitOver(async () => this.#ring())
    }
    const timer = this.#placeTimer
    if (!timer || timer.due > this.now()) return
    this.#placeTimer = undefined
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
    this.#isPlaceStarted = false
    this.#placeTimer = undefined
    this.#ring = () => undefined
    this.#waited = undefined
    this.#placeError = undefined
    this.#schedule = undefined
    this.#courier = undefined
  }
}
