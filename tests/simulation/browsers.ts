// Models of storage.sync with the quotas for local writes and the effects of the network, according to the
// sources of the browsers and to measurements. Also a model of storage.local.
import type { Area } from '../../stores/platform/area.ts'

export type Items = Record<string, string>
/** Thrown when the process ends. */
export class Crash extends Error {}
/** Thrown when the browser cannot read its own storage. */
export class Unreadable extends Error {}

const QUOTA = 102_400
const QUOTA_ITEM = 8192
const ITEMS = 512
const PER_MINUTE = 120

const bytes = (items: Items) =>
  Object.entries(items).reduce((sum, [key, value]) => sum + key.length + JSON.stringify(value).length, 0)

/** The state that all devices of an account share: the last value of each key, and its number of changes. */
export class Server {
  items: Items = {}
  versions: Record<string, number> = {}
  write(key: string, value: string | undefined): void {
    if (value === undefined) Reflect.deleteProperty(this.items, key)
    else this.items[key] = value
    this.versions[key] = (this.versions[key] ?? 0) + 1
  }
}

/** The storage.sync of one browser: a local area that occasionally exchanges changes with the server. */
export abstract class SyncArea implements Area {
  items: Items = {}
  listener: () => void = () => undefined
  isRefusing = false
  readonly server: Server
  readonly clock: () => number
  /** Called before each access and after each `set`. Pages can act then, or the process can end. */
  readonly between: () => void
  protected known: Record<string, number> = {}
  #calls: number[] = []
  largest = 0

  constructor(server: Server, clock: () => number, between: () => void) {
    this.server = server
    this.clock = clock
    this.between = between
  }

  /** Exchanges changes with the server. */
  abstract meet(): void
  abstract start(): void
  protected abstract changed(key: string): void

  async all(): Promise<Items> {
    this.between()
    if (this.isRefusing) throw new Error('An unexpected error occurred')
    return { ...this.items }
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.all())[key]
  }

  async set(items: Items): Promise<void> {
    this.between()
    this.#rate()
    const next = { ...this.items, ...items }
    for (const [key, value] of Object.entries(items))
      if (key.length + JSON.stringify(value).length > QUOTA_ITEM)
        throw new Error('Resource::kQuotaBytesPerItem quota exceeded')
    if (bytes(next) > QUOTA) throw new Error('Resource::kQuotaBytes quota exceeded')
    if (Object.keys(next).length > ITEMS) throw new Error('Resource::kMaxItems quota exceeded')
    const keys = Object.keys(items).filter(key => this.items[key] !== items[key])
    this.items = next
    this.largest = Math.max(this.largest, bytes(next))
    keys.forEach(key => this.changed(key))
    this.between()
  }

  async remove(keys: readonly string[]): Promise<void> {
    this.between()
    this.#rate()
    for (const key of keys.filter(key => key in this.items)) {
      Reflect.deleteProperty(this.items, key)
      this.changed(key)
    }
  }

  onChanged(): () => void {
    return () => undefined
  }

  /** Counts a call that writes. Throws if calls are refused or if there were too many in the last minute. */
  #rate(): void {
    if (this.isRefusing) throw new Error('This request exceeds the MAX_WRITE_OPERATIONS_PER_MINUTE quota.')
    const now = this.clock()
    this.#calls = this.#calls.filter(time => now - time < 60_000)
    if (this.#calls.push(now) > PER_MINUTE)
      throw new Error('This request exceeds the MAX_WRITE_OPERATIONS_PER_MINUTE quota.')
  }

  protected take(key: string, value: string | undefined): boolean {
    const isNews = this.items[key] !== value
    if (value === undefined) Reflect.deleteProperty(this.items, key)
    else this.items[key] = value
    this.known[key] = this.server.versions[key] ?? 0
    return isNews
  }

  /** Whether the server has a version of a key that this browser has not seen. */
  protected isBehind(key: string): boolean {
    return (this.server.versions[key] ?? 0) !== (this.known[key] ?? 0)
  }
}

/**
 * Chrome: the first upload of a key wins, the server's state replaces the local state at startup, and a
 * budget that extensions cannot see limits commits.
 */
export class ChromeSync extends SyncArea {
  #uncommitted = new Set<string>()
  #budget = 100
  #refilled = 0

  protected changed(key: string): void {
    this.#uncommitted.add(key)
  }

  meet(): void {
    const now = this.clock()
    this.#budget = Math.min(100, this.#budget + Math.max(0, now - this.#refilled) / 100_000)
    this.#refilled = now
    let isNews = false
    for (const key of Object.keys(this.server.versions)) {
      if (!this.isBehind(key)) continue
      this.#uncommitted.delete(key) // Another device committed a value first.
      isNews = this.take(key, this.server.items[key]) || isNews
    }
    for (const key of this.#uncommitted) {
      if (this.#budget < 1) break
      this.#budget--
      this.#uncommitted.delete(key)
      this.server.write(key, this.items[key])
      this.known[key] = this.server.versions[key]
    }
    if (isNews) this.listener()
  }

  start(): void {
    this.#uncommitted.clear()
    const isNews = JSON.stringify(this.items) !== JSON.stringify(this.server.items)
    this.items = { ...this.server.items }
    this.known = { ...this.server.versions }
    if (isNews) this.listener()
  }
}

/** Firefox: a three-way merge of each key, at most every ten minutes. Incoming changes win. */
export class FirefoxSync extends SyncArea {
  #mirror: Items = {}
  #next = 0
  protected changed(): void {
    /* A merge finds changes by comparing items with the mirror. */
  }

  meet(): void {
    if (this.clock() < this.#next) return
    this.#next = this.clock() + 600_000
    let isNews = false
    for (const key of new Set([
      ...Object.keys(this.items),
      ...Object.keys(this.#mirror),
      ...Object.keys(this.server.items),
    ])) {
      const mine = this.items[key]
      const theirs = this.server.items[key]
      if (theirs !== this.#mirror[key]) isNews = this.take(key, theirs) || isNews
      else if (mine !== this.#mirror[key]) this.server.write(key, mine)
      this.known[key] = this.server.versions[key] ?? 0
    }
    this.#mirror = { ...this.server.items }
    if (isNews) this.listener()
  }

  start(): void {
    this.#next = 0
  }
}

/** storage.local, with atomic writes. A write replaces `items`, so `all` need not copy them. */
export class LocalArea implements Area {
  items: Readonly<Items> = {}
  isUnreadable = false
  readonly between: () => void
  /** Called before every `set`. */
  changing: (items: Readonly<Items>) => void = () => undefined
  /** Notifies pages of writes and removals. */
  readonly changed: (changes: Record<string, string | undefined>) => void
  constructor(between: () => void, changed: (changes: Record<string, string | undefined>) => void) {
    this.between = between
    this.changed = changed
  }
  async all(): Promise<Items> {
    this.between()
    if (this.isUnreadable) throw new Unreadable()
    return this.items
  }

  async get(key: string): Promise<string | undefined> {
    return this.items[key]
  }
  async set(items: Items): Promise<void> {
    this.between()
    this.changing(items)
    this.items = { ...this.items, ...items }
    this.changed(items)
    this.between()
  }

  async remove(keys: readonly string[]): Promise<void> {
    this.between()
    const gone = keys.filter(key => key in this.items)
    const left = { ...this.items }
    for (const key of gone) Reflect.deleteProperty(left, key)
    this.items = left
    this.changed(Object.fromEntries(gone.map(key => [key, undefined])))
  }

  onChanged(): () => void {
    return () => undefined
  }
}
