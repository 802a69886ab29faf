// A model of a sync folder on a server, with faults that were observed on real servers and networks. Also the
// port through which a device uses it.
import { crc32 } from '../../engine/index.ts'
import { resultsOf, settingsOf } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { mergeErasures } from '../../stores/sync/erasures.ts'
import type { LogRow } from '../../stores/sync/game-results.ts'
import { compareItems, join, readItem, type Items } from '../../stores/sync/items.ts'
import { erasuresIn } from '../../stores/sync/kinds/header.ts'
import { parseKey } from '../../stores/sync/kinds/index.ts'
import { identityOf, lasts } from '../../stores/sync/log-page.ts'
import { laterChoices } from '../../stores/sync/lww-settings.ts'
import {
  asUnsettled,
  type Remote,
  type RemoteProblem,
  type RemoteResult,
} from '../../stores/sync/remotes/remote.ts'
import type { Seal, SealedContents } from '../../stores/sync/remotes/seal.ts'

type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const hex = (text: string): string =>
  [1, 2, 3, 4].map(part => crc32(`${part} ${text}`).toString(16).padStart(8, '0')).join('')

/**
 * A fast substitute for the seal. Like the seal, it detects changed, truncated, foreign and swapped files.
 */
export function modelSeal(key: string, ownerOf = (device: string) => device): Seal {
  const nameOf = async (device: string, part: string) => hex(`${key} ${ownerOf(device)} ${part}`)
  const digest = (name: string, json: string) => crc32(`${key} ${name} ${json}`).toString(16).padStart(8, '0')
  return {
    nameOf,
    close: async (name, contents) => {
      const json = JSON.stringify(contents)
      return encoder.encode(`QHR1${digest(name, json)}${json}`)
    },
    open: async (name, bytes) => {
      const text = decoder.decode(bytes)
      const json = text.slice(12)
      if (!text.startsWith('QHR1') || text.slice(4, 12) !== digest(name, json)) return undefined
      const contents = JSON.parse(json) as SealedContents
      return (await nameOf(contents.device, contents.part)) === name ? contents : undefined
    },
  }
}

/**
 * How a server identifies versions of a file: by a revision (Dropbox), by an exact ETag, by an ETag made of
 * length and second, or without an ETag, only by length and second (WebDAV).
 */
export type TagKind = 'revision' | 'etag' | 'seconds' | 'none'

/** How many times a server may return the previous version of a file instead of a new version. */
const MAX_LATE = 2

interface StoredFile {
  readonly bytes: Bytes
  /** The time of the write in milliseconds, and the number of the write. */
  readonly time: number
  readonly version: number
}

/** The union of the erasures in headers, as a string. */
const announcedIn = (...items: readonly [string, string][]): string =>
  JSON.stringify(
    mergeErasures(
      items.flatMap(([key, value]) => {
        const item = parseKey(key)?.kind === 'device' ? readItem(key, value) : undefined
        return (item && erasuresIn(item.content, item.epoch)) ?? []
      }),
    ),
  )

/** A result as a string, with its outcome. */
const endOf = (row: LogRow): string => `${identityOf(row)} ${row.outcome}`

/** The folder that all devices share. */
export class Folder {
  files = new Map<string, StoredFile>()
  isThere = false
  /** The problem with which all requests currently fail. */
  trouble: RemoteProblem | undefined
  writes = 0
  readonly tags: TagKind
  /** Whether an interrupted write leaves a partial file. */
  readonly keepsCut: boolean
  readonly clock: () => number
  #late: { due: number; name: string; bytes: Bytes }[] = []
  #saved: Map<string, StoredFile> | undefined

  constructor(tags: TagKind, keepsCut: boolean, clock: () => number) {
    this.tags = tags
    this.keepsCut = keepsCut
    this.clock = clock
  }

  /** Whether there are several servers, so that a read can miss a recent write. */
  isReplicated = false
  /** Whether the next request is throttled, and refused as if the password were wrong. */
  isThrottling: () => boolean = () => false
  /** Whether an erasure names a device. */
  isNamed: (device: string) => boolean = () => false
  /** Whether an item is of an epoch that an erasure can cover. */
  isErased: (value: string) => boolean = () => false

  /**
   * Whether another device may delete an undamaged file. It may if all items of the file's own device were
   * erased, or if some items were erased and other files have the rest. Of items that the other device has
   * absorbed, other files need only the erasures, results and choices. `dropped` contains the items of files
   * that the other device has just deleted. A device stops carrying an item only after it has absorbed the
   * item.
   */
  mayBeDeleted(name: string, device: string, dropped: Items): boolean {
    const found = this.itemsOf(name)
    if (!found) return false
    const items = Object.entries(found)
    const own = items.filter(([key]) => parseKey(key)?.device === device)
    const isGone = ([key, value]: [string, string]) =>
      this.isNamed(parseKey(key)?.device ?? '') && this.isErased(value)
    // Items that a device carries for other devices are deleted together with its file.
    if (this.isNamed(device) && own.every(isGone)) return true
    const others = [...this.files.keys()]
      .filter(other => other !== name)
      .map(other => this.itemsOf(other) ?? {})
    const rest = join(dropped, ...others)
    const isElsewhere = ([key, value]: [string, string]) =>
      key in rest && compareItems(key, rest[key], value) >= 0
    const known = announcedIn(...Object.entries(rest))
    const remaining = devicesOf(rest, this.clock())
    const ends = new Set([...remaining.values()].flatMap(resultsOf).map(endOf))
    const choices = Object.values(settingsOf(remaining))
    const isAbsorbed = (item: [string, string]) => {
      const [owner] = devicesOf(Object.fromEntries([item]), this.clock()).values()
      if (owner?.header) return announcedIn(...Object.entries(rest), item) === known
      // An ended game has an empty item.
      if (readItem(...item)?.content === '') return !(item[0] in rest)
      if (owner?.settings) return Object.keys(laterChoices(owner.settings, choices)).length === 0
      const rows = owner ? resultsOf(owner).filter(lasts) : []
      return rows.length > 0 && rows.every(row => ends.has(endOf(row)) || ends.has(`${identityOf(row)} won`))
    }
    return items.some(isGone) && items.every(item => isGone(item) || isElsewhere(item) || isAbsorbed(item))
  }

  /** The items of a file, or undefined if it is damaged. */
  itemsOf(name: string): Items | undefined {
    const text = decoder.decode(this.files.get(name)?.bytes)
    return text.startsWith('QHR1') && text.endsWith('}}')
      ? (JSON.parse(text.slice(12)) as SealedContents).items
      : undefined
  }

  /** Carries out the delayed writes that are due. */
  deliverAll(): void {
    const due = this.#late.filter(one => one.due <= this.clock())
    this.#late = this.#late.filter(one => one.due > this.clock())
    for (const { name, bytes } of due) this.put(name, bytes)
  }

  put(name: string, bytes: Bytes): void {
    if (this.isThere) this.files.set(name, { bytes, time: this.clock(), version: ++this.writes })
  }

  later(name: string, bytes: Bytes, delay: number): void {
    this.#late.push({ due: this.clock() + delay, name, bytes })
  }

  wipe(): void {
    this.files.clear()
    this.isThere = false
  }

  save(): void {
    this.#saved = new Map(this.files)
  }

  /** The server restores a backup. */
  rollBack(): void {
    if (!this.#saved) return
    this.files = new Map(this.#saved)
    this.isThere = true
  }

  /** The tag of a file as the current or the earlier version computes it. */
  tagOf({ bytes, time, version }: StoredFile, isReleased = false): string {
    const seconds = Math.floor(time / 1000)
    const modified = `${bytes.length}|${seconds}`
    if (this.tags === 'revision') return String(version)
    const etags = { etag: `"${version}"`, seconds: `"${bytes.length}-${seconds}"`, none: '' }
    const tag = `${etags[this.tags]}|${modified}`
    // The product's `webdav` does the same.
    return !isReleased && this.clock() - time < 2000 ? asUnsettled(tag) : tag
  }
}

/** A device that uses the folder. */
export interface FolderUser {
  readonly isOnline: boolean
  /** Whether it runs the earlier version, which may overwrite and remove any file. */
  readonly isReleased: boolean
  random(): number
  /** Whether its copy of this file has these items. */
  hasRead(name: string, items: Items): boolean
  /** Called before and after each request. Other events can happen then, and the process can end. */
  access(): void
  /** Adds the current id to `ids`, because the device may have written files under it. */
  noteId(): void
  readonly ids: ReadonlySet<string>
}

const failed = (problem: RemoteProblem) => ({ ok: false, problem }) as const
const done = { ok: true, value: undefined } as const

/** A request of a device, and the time at which it was sent. */
export interface Asked {
  readonly what: 'list' | 'read' | 'write' | 'remove' | 'token'
  readonly time: number
}

/** The folder for one device. Every request can fail. */
export class FolderRemote implements Remote {
  readonly asked: Asked[] = []
  readonly #folder: Folder
  readonly #user: FolderUser
  readonly #clock: () => number
  /** The last complete contents of each file that this device received. */
  readonly #given = new Map<string, Bytes>()
  /** How many times it received a previous version instead of the current version, by current version. */
  readonly #late = new Map<number, number>()
  /** The items of its own files that it has deleted since its last request of another kind. */
  #dropped: Items = {}
  /** Whether requests fail at random. */
  isRough = true
  noteRequest: () => void = () => undefined

  constructor(folder: Folder, user: FolderUser, clock: () => number) {
    this.#folder = folder
    this.#user = user
    this.#clock = clock
  }

  #chance(part: number): boolean {
    return this.isRough && this.#user.random() < part
  }

  async #ask<T>(what: Asked['what'], answer: () => RemoteResult<T>): Promise<RemoteResult<T>> {
    this.asked.push({ what, time: this.#clock() })
    this.noteRequest()
    if (what !== 'remove') this.#dropped = {}
    this.#user.access()
    this.#folder.deliverAll()
    if (!this.#user.isOnline || this.#chance(0.02)) return failed({ code: 'unreachable' })
    // A server that throttles may respond as if the password were wrong.
    const isThrottled = this.isRough && this.#folder.isThrottling()
    const trouble = isThrottled ? ({ code: 'signIn' } as const) : this.#folder.trouble
    const result = trouble ? failed(trouble) : answer()
    this.#user.access()
    return result
  }

  /** Requests a new access token. */
  token(next: () => string) {
    return this.#ask('token', () => ({ ok: true, value: next() }) as const)
  }

  /** A request that the server refuses without reading the folder. */
  refuse(what: Asked['what'], problem: RemoteProblem) {
    return this.#ask(what, () => failed(problem))
  }

  list() {
    return this.#ask('list', () => {
      if (this.#chance(0.01)) return failed({ code: 'foreign' })
      if (!this.#folder.isThere) return failed({ code: 'missing' })
      const files = [...this.#folder.files].map(([name, file]) => ({
        name,
        tag: this.#folder.tagOf(file, this.#user.isReleased) + (this.#chance(0.01) ? '|forged' : ''),
        size: file.bytes.length + (this.#chance(0.01) ? 1 : 0),
      }))
      return { ok: true, value: files }
    })
  }

  read(name: string) {
    return this.#ask('read', (): RemoteResult<Bytes> => {
      const file = this.#folder.files.get(name)
      if (!file) return failed({ code: 'missing' })
      const { bytes } = file
      // A device can recognize a later format only if the file arrives undamaged.
      if (decoder.decode(bytes).startsWith('QHR2')) return { ok: true, value: bytes }
      const given = this.#given.get(name)
      if (given && this.#isLate(name, file, given)) return { ok: true, value: given }
      if (this.#chance(0.01))
        return { ok: true, value: encoder.encode('<html>Sign in to the network</html>') }
      if (this.#chance(0.03)) return { ok: true, value: bytes.slice(0, bytes.length / 2) }
      if (/^QHR1.*\}\}$/.test(decoder.decode(bytes))) this.#given.set(name, bytes)
      return { ok: true, value: bytes }
    })
  }

  /**
   * Whether a server that has not received the last write returns the previous contents. If these are as long
   * as the new contents, it returns them only to a device that has read them, because other devices could not
   * notice the difference. With the real seal, the lengths differ.
   */
  #isLate(name: string, { bytes, version }: StoredFile, given: Bytes): boolean {
    const times = this.#late.get(version) ?? 0
    if (!this.#folder.isReplicated || times >= MAX_LATE || this.#user.random() >= 0.3) return false
    this.#late.set(version, times + 1)
    const { items } = JSON.parse(decoder.decode(given).slice(12)) as SealedContents
    return given.length !== bytes.length || this.#user.hasRead(name, items)
  }

  write(name: string, bytes: Bytes) {
    return this.#ask('write', () => {
      const folder = this.#folder
      const before = folder.files.get(name)?.bytes
      if (before && decoder.decode(before).startsWith('QHR2') && !this.#user.isReleased)
        throw new Error('a file of a newer version was overwritten')
      folder.isThere = true
      const mishap = this.isRough ? this.#user.random() : 1
      if (mishap < 0.06) {
        if (folder.keepsCut) folder.put(name, bytes.slice(0, bytes.length * this.#user.random()))
        return failed({ code: 'unreachable' })
      }
      if (mishap < 0.12) {
        folder.put(name, bytes)
        return failed({ code: 'unreachable' })
      }
      if (mishap < 0.18) {
        folder.later(name, bytes, 400_000 * this.#user.random())
        return failed({ code: 'unreachable' })
      }
      // The server's disk is full, but the server reports success.
      if (mishap < 0.2) return done
      if (mishap < 0.21) return failed({ code: 'full' })
      if (mishap < 0.23) return failed({ code: 'locked' })
      folder.put(name, bytes)
      return done
    })
  }

  remove(name: string) {
    return this.#ask('remove', () => {
      const file = this.#folder.files.get(name)
      const text = file ? decoder.decode(file.bytes) : ''
      const owner = /^QHR1.{8}\{"device":"([\w-]{8})"/.exec(text)?.[1]
      this.#user.noteId()
      if (owner !== undefined && this.#user.ids.has(owner))
        this.#dropped = join(this.#dropped, this.#folder.itemsOf(name) ?? {})
      else if (
        owner !== undefined &&
        !this.#user.isReleased &&
        !this.#folder.mayBeDeleted(name, owner, this.#dropped)
      )
        throw new Error('a device removed the file of another device')
      if (text.startsWith('QHR2') && !this.#user.isReleased)
        throw new Error('a file of a newer version was removed')
      // The server may report success and do nothing.
      if (!this.#chance(0.2)) this.#folder.files.delete(name)
      return done
    })
  }
}
