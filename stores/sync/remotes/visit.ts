// One visit to the place: what it sees, learns, writes and removes there. It believes only what it has read.
import type { Area } from '../../platform/platform.ts'
import { DEVICE_KEY, PLACE_STATE_KEY } from '../../platform/storage-keys.ts'
import { DAY_MS } from '../../time.ts'
import { parseIdentity } from '../device-identity.ts'
import type { Items } from '../items.ts'
import { LIMITS, type Limits } from '../quota.ts'
import { replicasIn } from '../replicas.ts'
import { copiesIn, copyKey, writeCopy, type Copies } from './copies.ts'
import { isLying, planFolder, type FolderPlan } from './folder.ts'
import { writePlaceState, type PlaceState } from './place-state.ts'
import type { PlaceProblem, Remote, RemoteFile, RemoteProblem, RemoteResult } from './remote.ts'
import type { Seal } from './seal.ts'

/** What a visit works with. */
export interface VisitPorts {
  readonly local: Area
  /** Runs a round, which takes in what pages wrote and what was read; rejects where storage.local fails. */
  applyLocalRound(): Promise<void>
  readonly limits?: Limits | undefined
  /** Milliseconds since 1970. */
  now(): number
}

type ClosedFile = PlaceState['closed'][string]

/** The parts of a visit that the simulator replaces to plant faults. */
export interface VisitParts {
  readonly planFolder: typeof planFolder
  /** Whether a file is read, from what the list says of it and said when it was read last. */
  isChanged(file: RemoteFile, knownTag: string | undefined, isSent: boolean): boolean
  /** Whether a file that did not open is read though the list says that it is the same. */
  isTriedAgain(closed: ClosedFile, againBefore: number): boolean
  /** Whether the name of a file is that of its contents. */
  isNamed(name: string, rightName: string): boolean
}

/** The product’s own parts of a visit. */
export const visitParts: VisitParts = {
  planFolder,
  // Of a file without a tag nothing is known.
  isChanged: ({ tag }, knownTag, isSent) => isSent || tag !== knownTag || tag === '',
  isTriedAgain: ({ times, triedAt }, againBefore) => times < MAX_TRIES || triedAt < againBefore,
  isNamed: (name, rightName) => name === rightName,
}

/** Why a visit ended early. */
export class Stopped extends Error {
  readonly problem: PlaceProblem
  constructor(problem: PlaceProblem) {
    super(problem.code)
    this.problem = problem
  }
}

const READS_AT_ONCE = 2
/**
 * How often a file that does not open is read, look by look, while the list says that it is the same; then
 * once a day, as what came was perhaps cut, or not the file at all.
 */
export const MAX_TRIES = 3
/** Whether a problem may be that of one file: a server that is busy as a whole names a time. */
const isOfFile = (problem: RemoteProblem): boolean =>
  ['failed', 'forbidden', 'locked'].includes(problem.code) ||
  (problem.code === 'busy' && problem.waitMs === undefined)
/** Everything else in the folder is left alone. */
const OUR_FILE = /^[\da-f]{32}$/

/** One visit, and the state that it leaves. */
export class Visit {
  state: PlaceState
  /** Whether the folder was there when it was looked at last. */
  isFolderThere = false
  /** Why a file could not be had at the last look. */
  readProblem: PlaceProblem | undefined
  readonly #ports: VisitPorts
  readonly #parts: VisitParts
  readonly #remote: Remote
  readonly #seal: Seal
  /** Files that did not open are read again if that was before this time. */
  readonly #againBefore: number

  /** `isWanted`: a person asks for it, so that everything is tried again. */
  constructor(
    ports: VisitPorts,
    parts: VisitParts,
    place: { remote: Remote; seal: Seal },
    state: PlaceState,
    isWanted: boolean,
  ) {
    this.#ports = ports
    this.#parts = parts
    this.#remote = place.remote
    this.#seal = place.seal
    this.state = state
    this.#againBefore = ports.now() - (isWanted ? 0 : DAY_MS)
  }

  /** Asks the place once; a problem ends the visit. */
  async #ask<T>(asked: () => Promise<RemoteResult<T>>): Promise<T> {
    const answer = await this.#count(asked)
    if (!answer.ok) throw new Stopped(answer.problem)
    return answer.value
  }

  #count<T>(asked: () => Promise<T>): Promise<T> {
    this.state = { ...this.state, requests: this.state.requests - 1 }
    return asked()
  }

  #keep(change: Partial<PlaceState>): Promise<void> {
    this.state = { ...this.state, ...change }
    return this.#ports.local.set({ [PLACE_STATE_KEY]: writePlaceState(this.state) })
  }

  async #self(): Promise<string> {
    return parseIdentity(await this.#ports.local.get(DEVICE_KEY))?.id ?? ''
  }

  async #copies(): Promise<Copies> {
    return copiesIn(await this.#ports.local.all())
  }

  /**
   * What the place lacks of what is known here. `mayCarry`: items of others, too, that nobody keeps there.
   */
  async plan(mayCarry: boolean): Promise<FolderPlan> {
    const { local, limits = LIMITS } = this.#ports
    const texts = await local.all()
    return this.#parts.planFolder({
      self: parseIdentity(texts[DEVICE_KEY])?.id ?? '',
      replicas: replicasIn(texts),
      copies: copiesIn(texts),
      pageResults: limits.pageResults,
      mayCarry,
    })
  }

  /** Whether what was written was read back as it was. */
  async hasKept(writes: FolderPlan['writes']): Promise<boolean> {
    const input = { self: await this.#self(), copies: await this.#copies() }
    return [...writes].every(([part, items]) => isLying(input, part, items))
  }

  /**
   * Reads what has changed there, and learns it. Rejects with `Stopped` where the place has a problem; one
   * file that it cannot give says nothing of the others.
   */
  async look(): Promise<void> {
    const files = await this.#files()
    const copies = await this.#copies()
    const listed = new Set(files.map(({ name }) => name))
    const gone = [...copies.keys()].filter(name => !listed.has(name))
    if (gone.length > 0) await this.#ports.local.remove(gone.map(copyKey))
    const { sent } = this.state
    await this.#keep({
      sent: sent.filter(name => listed.has(name)),
      closed: this.#closedWhere(name => listed.has(name)),
    })
    const changed = files.filter(file => this.#isWorthReading(file, copies.get(file.name)?.tag))
    this.readProblem = undefined
    let refused = 0
    try {
      for (let at = 0; at < changed.length; at += READS_AT_ONCE) {
        const reads = changed.slice(at, at + READS_AT_ONCE).map(file => this.#read(file))
        // Nothing is under way any more when the visit ends.
        for (const read of await Promise.allSettled(reads)) {
          if (read.status === 'rejected') throw read.reason
          if (read.value) refused++
          this.readProblem ??= read.value
        }
      }
      if (this.readProblem && refused === files.length) throw new Stopped(this.readProblem)
      this.state = { ...this.state, lookedAt: this.#ports.now() }
    } finally {
      if (changed.length + gone.length > 0) await this.#ports.applyLocalRound()
    }
  }

  /** The files that may be ours; where there is no folder there are none. */
  async #files(): Promise<readonly RemoteFile[]> {
    const listed = await this.#count(() => this.#remote.list())
    this.isFolderThere = listed.ok
    if (!listed.ok && listed.problem.code !== 'missing') throw new Stopped(listed.problem)
    return listed.ok ? listed.value.filter(({ name }) => OUR_FILE.test(name)) : []
  }

  #isWorthReading(file: RemoteFile, knownTag: string | undefined): boolean {
    const isSent = this.state.sent.includes(file.name)
    const closed = this.#closed(file.name)
    if (closed?.tag === file.tag && !isSent) return this.#parts.isTriedAgain(closed, this.#againBefore)
    return this.#parts.isChanged(file, knownTag, isSent)
  }

  #closed(name: string): ClosedFile | undefined {
    return Object.hasOwn(this.state.closed, name) ? this.state.closed[name] : undefined
  }

  /** The files that do not open, of those names alone. */
  #closedWhere(isKept: (name: string) => boolean): PlaceState['closed'] {
    return Object.fromEntries(Object.entries(this.state.closed).filter(([name]) => isKept(name)))
  }

  /**
   * Reads one file, and gives the problem where the server has one with it. A file that is gone, too large or
   * sealed otherwise says nothing of the others.
   */
  async #read({ name, tag }: RemoteFile): Promise<PlaceProblem | undefined> {
    const answer = await this.#count(() => this.#remote.read(name))
    if (!answer.ok && isOfFile(answer.problem)) {
      await this.#noteClosed(name, tag, MAX_TRIES - 1)
      return answer.problem
    }
    if (!answer.ok && answer.problem.code !== 'missing' && answer.problem.code !== 'large')
      throw new Stopped(answer.problem)
    const opened = answer.ok ? await this.#seal.open(name, answer.value) : undefined
    if (!answer.ok || !opened?.ok) {
      await this.#noteClosed(name, tag)
      return undefined
    }
    const { device, part, items } = opened.value
    if (!this.#parts.isNamed(name, await this.#seal.nameOf(device, part))) {
      await this.#noteClosed(name, tag)
      return undefined
    }
    const { sent } = this.state
    this.state = {
      ...this.state,
      closed: this.#closedWhere(other => other !== name),
      sent: sent.filter(other => other !== name),
    }
    const bytes = answer.value.length
    const copy = { tag, device, part, bytes, changedAt: this.#ports.now(), items: { ...items } }
    await this.#ports.local.set({ [copyKey(name)]: writeCopy(copy) })
    return undefined
  }

  /**
   * A file does not open. What was read in it before still counts for a while, as it may be half written; our
   * own has to be written again. With `most` below `MAX_TRIES` it is tried at every look.
   */
  async #noteClosed(name: string, tag: string, most = MAX_TRIES): Promise<void> {
    const before = this.#closed(name)
    const times = before?.tag === tag ? Math.min(most, before.times + 1) : 1
    const entry = { tag, times, triedAt: this.#ports.now() }
    this.state = { ...this.state, closed: { ...this.state.closed, [name]: entry } }
    const copy = (await this.#copies()).get(name)
    if (copy && (copy.device === (await this.#self()) || times >= MAX_TRIES))
      await this.#ports.local.remove([copyKey(name)])
  }

  /** Writes own files. Rejects with `Stopped` where one was not taken; it may lie there nevertheless. */
  async write(writes: ReadonlyMap<string, Items>): Promise<void> {
    const device = await this.#self()
    const files = await Promise.all(
      [...writes].map(async ([part, items]) => ({
        name: await this.#seal.nameOf(device, part),
        contents: { device, part, items },
      })),
    )
    // Before the first write: a process that dies after it must not take the old file for the new one.
    const { sent, pushes } = this.state
    const named = files.map(({ name }) => name)
    await this.#keep({
      sent: [...new Set([...sent, ...named])],
      pushes: pushes - 1,
      pushedAt: this.#ports.now(),
    })
    for (const { name, contents } of files) {
      const bytes = await this.#seal.close(name, contents)
      await this.#ask(() => this.#remote.write(name, bytes))
    }
  }

  /** Removes own files that are of no use any more. Rejects with `Stopped` where one is not removed. */
  async tidy(obsolete: readonly string[]): Promise<void> {
    const self = await this.#self()
    const copies = await this.#copies()
    const isLive = (name: string) => copies.get(name)?.device === self && !obsolete.includes(name)
    const { leaving } = this.state
    await this.#remove([...leaving.filter(name => !isLive(name)), ...obsolete])
    this.state = { ...this.state, leaving: leaving.filter(isLive) }
  }

  /** Removes a file of another device, and everything else that this device has there. */
  async forget(file: string): Promise<void> {
    const copies = await this.#copies()
    const device = copies.get(file)?.device
    const more = [...copies].filter(([, copy]) => copy.device === device).map(([name]) => name)
    await this.#remove([file, ...more])
    const { problem, closed } = this.state
    const isOver = Object.values(closed).every(({ times }) => times < MAX_TRIES)
    if (problem?.code === 'unreadable' && isOver) this.state = { ...this.state, problem: undefined }
  }

  async #remove(files: readonly string[]): Promise<void> {
    for (const name of new Set(files)) {
      await this.#ask(() => this.#remote.remove(name))
      await this.#ports.local.remove([copyKey(name)])
      this.state = { ...this.state, closed: this.#closedWhere(other => other !== name) }
    }
  }
}
