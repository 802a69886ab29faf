// One visit to the folder: reads, writes and removes files. It believes only what it has read.
import type { Area } from '../../platform/platform.ts'
import { DEVICE_KEY } from '../../platform/storage-keys.ts'
import { DAY_MS, dayOf } from '../../time.ts'
import { parseIdentity, type DeviceIdentity } from '../device-identity.ts'
import { isCovered } from '../erasures.ts'
import { epochOf, type Items } from '../items.ts'
import { LIMITS, type Limits } from '../quota.ts'
import { replicasIn } from '../replicas.ts'
import {
  copiesIn,
  copyKey,
  hasNews,
  isDoubtDue,
  isPauseOver,
  writeCopy,
  type Copies,
  type RemoteCopy,
} from './folder-copies.ts'
import { isLying, planFolder, type FolderInput, type FolderPlan } from './folder-plan.ts'
import { afterList, afterRemoval, isTidyDue, type FolderState } from './folder-state.ts'
import {
  FILE_NAME,
  type FolderProblem,
  type Remote,
  type RemoteFile,
  type RemoteProblem,
  type RemoteResult,
} from './remote.ts'
import type { Seal } from './seal.ts'

/** What a visit works with. */
export interface FolderSessionPorts {
  readonly local: Area
  /** Runs a round, which takes in what pages wrote and what was read; rejects where storage.local fails. */
  applyLocalRound(): Promise<void>
  readonly limits?: Limits | undefined
  /** Milliseconds since 1970. */
  now(): number
}

type ClosedFile = FolderState['unopenable'][string]

/** The parts of a visit that the simulator replaces to plant faults. */
export interface FolderSessionParts {
  readonly planFolder: typeof planFolder
  /** Whether a file is read, from what the list says of it and said when it was read last. */
  isChanged(file: RemoteFile, knownTag: string | undefined, isSent: boolean): boolean
  /** Whether a file that did not open is read though the list says that it is the same. */
  isTriedAgain(unopenable: ClosedFile, againBefore: number): boolean
  /**
   * Whether what was read may be an earlier version than the one that the list tells of: it is of another
   * length, or brings nothing that was not there before.
   */
  isInDoubt(file: RemoteFile, bytes: number, isNews: boolean): boolean
  /** Whether the name of a file is that of its contents. */
  isNamed(name: string, rightName: string): boolean
}

/** The product’s own parts of a visit. */
export const folderSessionParts: FolderSessionParts = {
  planFolder,
  // Of a file without a tag nothing is known.
  isChanged: ({ tag }, knownTag, isSent) => isSent || tag !== knownTag || tag === '',
  isTriedAgain: ({ times, triedAt }, againBefore) => times < MAX_TRIES || triedAt < againBefore,
  // A length of 0 is none.
  isInDoubt: ({ size }, bytes, isNews) => !isNews || (size > 0 && size !== bytes),
  isNamed: (name, rightName) => name === rightName,
}

/** Why a visit ended early. */
export class Stopped extends Error {
  readonly problem: FolderProblem
  constructor(problem: FolderProblem) {
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

/** Where a visit goes. */
export interface Destination {
  readonly remote: Remote
  readonly seal: Seal
  /** Stores the state; while connecting, it is held back until all steps are done. */
  keep(state: FolderState): Promise<void>
}

/** What is known here of this device, of the account and of the files that were read. */
type Known = Omit<FolderInput, 'pageResults' | 'mayCarry' | 'chunkPages'> & { readonly epoch: number }

/**
 * Whether a file brings anything new after what was read in it before. The first time, a file of another
 * device brings nothing where all its items are of an earlier epoch: it may have been written again since.
 */
function isNews(copy: RemoteCopy, { self, epoch, former }: Known, before: RemoteCopy | undefined): boolean {
  if (before) return hasNews(copy.items, before.items)
  const all = Object.values(copy.items)
  const isOurs = copy.device === self || former.includes(copy.device)
  return isOurs || all.length === 0 || !all.every(value => epochOf(value) < epoch)
}

/** One session in the folder, and the state that it leaves. */
export class FolderSession {
  state: FolderState
  /** Whether the folder was there when it was looked at last. */
  isFolderThere = false
  /** Why a file could not be had at the last look. */
  readProblem: FolderProblem | undefined
  readonly #ports: FolderSessionPorts
  readonly #parts: FolderSessionParts
  readonly #destination: Destination
  readonly #isWanted: boolean
  #kept: FolderState

  /** `isWanted`: a person asks for it, so that everything is tried again. */
  constructor(
    ports: FolderSessionPorts,
    parts: FolderSessionParts,
    folder: Destination,
    state: FolderState,
    isWanted: boolean,
  ) {
    this.#ports = ports
    this.#parts = parts
    this.#destination = folder
    this.state = state
    this.#kept = state
    this.#isWanted = isWanted
  }

  /** Asks the folder once; a problem ends the visit. */
  async #ask<T>(asked: () => Promise<RemoteResult<T>>): Promise<T> {
    const answer = await this.#count(asked)
    if (!answer.ok) throw new Stopped(answer.problem)
    return answer.value
  }

  #count<T>(asked: () => Promise<T>): Promise<T> {
    this.state = { ...this.state, requests: this.state.requests - 1 }
    return asked()
  }

  /** Keeps the state, where anything in it has changed. */
  async keep(change: Partial<FolderState> = {}): Promise<void> {
    if (Object.keys(change).length > 0) this.state = { ...this.state, ...change }
    if (this.state === this.#kept) return
    this.#kept = this.state
    await this.#destination.keep(this.state)
  }

  async #identity(): Promise<DeviceIdentity> {
    return parseIdentity(await this.#ports.local.get(DEVICE_KEY)) ?? { id: '', epoch: 0 }
  }

  async #copies(): Promise<Copies> {
    return copiesIn(await this.#ports.local.all())
  }

  /**
   * What the folder lacks of what is known here. `mayCarry`: items of others, too, that nobody keeps there.
   */
  async plan(mayCarry: boolean): Promise<FolderPlan> {
    const { pageResults } = this.#ports.limits ?? LIMITS
    return this.#parts.planFolder({ ...(await this.#known()), pageResults, mayCarry })
  }

  async #known(): Promise<Known> {
    const { local, now } = this.#ports
    const texts = await local.all()
    const identity: DeviceIdentity = parseIdentity(texts[DEVICE_KEY]) ?? { id: '', epoch: 0 }
    const self = identity.id
    const copies = copiesIn(texts)
    // An erasure of everything takes the ids of before out of the identity.
    const had = [...(identity.former ?? []), ...Object.values(this.state.written).map(({ device }) => device)]
    const former = had.filter(id => id !== self)
    // Released versions do not say what they erased: files that may be a lost device's only copy stay.
    const erasures = (identity.erasures ?? []).filter(({ of }) => of)
    const today = dayOf(now())
    return { self, epoch: identity.epoch, former, erasures, replicas: replicasIn(texts), copies, today }
  }

  /** Whether what was written was read back as it was. */
  async hasKept(writes: FolderPlan['writes']): Promise<boolean> {
    const known = await this.#known()
    return [...writes].every(([part, items]) => isLying(known, part, items))
  }

  /**
   * Reads what has changed there, and learns it. Rejects with `Stopped` where the folder has a problem; one
   * file that it cannot give says nothing of the others.
   */
  async look(): Promise<void> {
    const files = await this.#files()
    const known = await this.#known()
    const { copies } = known
    const listed = new Set(files.map(({ name }) => name))
    const gone = [...copies.keys()].filter(name => !listed.has(name))
    if (gone.length > 0) await this.#ports.local.remove(gone.map(copyKey))
    await this.keep(afterList(this.state, listed, this.#ports.now()))
    const changed = files.filter(file => this.#isWorthReading(file, copies.get(file.name)))
    this.readProblem = undefined
    let refused = 0
    try {
      for (let at = 0; at < changed.length; at += READS_AT_ONCE) {
        const reads = changed.slice(at, at + READS_AT_ONCE).map(file => this.#read(file, known))
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
    const listed = await this.#count(() => this.#destination.remote.list())
    this.isFolderThere = listed.ok
    if (!listed.ok && listed.problem.code !== 'missing') throw new Stopped(listed.problem)
    return listed.ok ? listed.value.filter(({ name }) => FILE_NAME.test(name)) : []
  }

  #isWorthReading(file: RemoteFile, copy: RemoteCopy | undefined): boolean {
    const isSent = this.state.awaitingReadBack.includes(file.name)
    const unopenable = this.#closed(file)
    if (unopenable && !isSent)
      return this.#parts.isTriedAgain(unopenable, this.#ports.now() - (this.#isWanted ? 0 : DAY_MS))
    const isDue = copy?.doubt && (this.#isWanted || isDoubtDue(copy, this.#ports.now()))
    return isDue || this.#parts.isChanged(file, copy?.tag, isSent)
  }

  /** What is known of a file that did not open, while the list says the same of it. */
  #closed({ name, tag }: RemoteFile): ClosedFile | undefined {
    const { unopenable } = this.state
    return Object.hasOwn(unopenable, name) && unopenable[name].tag === tag ? unopenable[name] : undefined
  }

  /**
   * Reads one file, and gives the problem where the server has one with it. A file that is gone, too large or
   * sealed otherwise says nothing of the others.
   */
  async #read(file: RemoteFile, known: Known): Promise<FolderProblem | undefined> {
    const { name, tag } = file
    const before = known.copies.get(name)
    const answer = await this.#count(() => this.#destination.remote.read(name))
    if (!answer.ok && isOfFile(answer.problem)) {
      await this.#noteClosed(file, MAX_TRIES - 1)
      return answer.problem
    }
    if (!answer.ok && answer.problem.code !== 'missing' && answer.problem.code !== 'large')
      throw new Stopped(answer.problem)
    const opened = answer.ok ? await this.#destination.seal.open(name, answer.value) : undefined
    if (!answer.ok || !opened?.ok) {
      await this.#noteClosed(file)
      return undefined
    }
    const { device, part, items } = opened.value
    if (!this.#parts.isNamed(name, await this.#destination.seal.nameOf(device, part))) {
      await this.#noteClosed(file)
      return undefined
    }
    const [bytes, readAt] = [answer.value.length, this.#ports.now()]
    const copy = { tag, device, part, bytes, changedAt: readAt, items: { ...items } }
    const isInDoubt = this.#parts.isInDoubt(file, bytes, isNews(copy, known, before))
    const doubt = before?.tag === tag ? before.doubt : undefined
    // Reads in quick succession are one.
    const times = doubt && !isPauseOver(doubt, readAt) ? doubt.times : (doubt?.times ?? 0) + 1
    const isOther = (one: string) => one !== name
    this.state = {
      ...this.state,
      unopenable: Object.fromEntries(Object.entries(this.state.unopenable).filter(([one]) => isOther(one))),
      awaitingReadBack: this.state.awaitingReadBack.filter(isOther),
    }
    const text = writeCopy({ ...copy, ...(isInDoubt && { doubt: { times, readAt } }) })
    await this.#ports.local.set({ [copyKey(name)]: text })
    return undefined
  }

  /**
   * A file does not open. What was read in it before still counts for a while, as it may be half written; our
   * own has to be written again. With `most` below `MAX_TRIES` it is tried at every look.
   */
  async #noteClosed(file: RemoteFile, most = MAX_TRIES): Promise<void> {
    const { name, tag } = file
    const times = Math.min(most, (this.#closed(file)?.times ?? 0) + 1)
    const entry = { tag, times, triedAt: this.#ports.now() }
    this.state = { ...this.state, unopenable: { ...this.state.unopenable, [name]: entry } }
    const copy = (await this.#copies()).get(name)
    if (copy && (copy.device === (await this.#identity()).id || times >= MAX_TRIES))
      await this.#ports.local.remove([copyKey(name)])
  }

  /** Writes own files. Rejects with `Stopped` if a write failed; the file may be there even so. */
  async write(writes: ReadonlyMap<string, Items>): Promise<void> {
    const { id: device, epoch } = await this.#identity()
    const files = await Promise.all(
      [...writes].map(async ([part, items]) => ({
        name: await this.#destination.seal.nameOf(device, part),
        contents: { device, part, items },
      })),
    )
    // Before the first write: a process that dies after it must not take the old file for the new one.
    const { awaitingReadBack, filesToDelete, written, pushes } = this.state
    const named = files.map(({ name }) => name)
    await this.keep({
      awaitingReadBack: [...new Set([...awaitingReadBack, ...named])],
      filesToDelete: filesToDelete.filter(name => !named.includes(name)),
      written: { ...written, ...Object.fromEntries(named.map(name => [name, { device, epoch }])) },
      pushes: pushes - 1,
      pushedAt: this.#ports.now(),
    })
    for (const { name, contents } of files) {
      const bytes = await this.#destination.seal.close(name, contents)
      await this.#ask(() => this.#destination.remote.write(name, bytes))
    }
  }

  /**
   * Notes the files that have to go, and asks for their removal where that may be done now: all own ones are
   * there. They stay on the list until a list of the folder lacks them. Rejects with `Stopped` where one is
   * not removed.
   */
  async tidy({ wanted, obsolete }: FolderPlan): Promise<void> {
    const { self, erasures, copies } = await this.#known()
    const live = new Set(
      await Promise.all([...wanted.keys()].map(part => this.#destination.seal.nameOf(self, part))),
    )
    const { unopenable, written, filesToDelete } = this.state
    // A file of this device that does not open, and that it wrote before an erasure.
    const erased = Object.entries(written).flatMap(([name, { device, epoch }]) =>
      Object.hasOwn(unopenable, name) && isCovered(erasures, device, epoch) ? [name] : [],
    )
    // Of a file that opens the contents say whether it has to go: its owner may have written it again.
    const sealed = filesToDelete.filter(name => !copies.has(name))
    // Nor does it where the file has changed since, and does not open.
    const certain = obsolete.filter(name => !Object.hasOwn(unopenable, name))
    const files = [...new Set([...sealed, ...certain, ...erased])].filter(name => !live.has(name))
    if (files.join() !== filesToDelete.join()) await this.keep({ filesToDelete: files })
    if (!isTidyDue(this.state, this.#ports.now())) return
    await this.#remove(files)
    this.state = afterRemoval(this.state, this.#ports.now())
  }

  /** Removes a file of another device, and everything else that this device has there. */
  async forget(file: string): Promise<void> {
    const copies = await this.#copies()
    const device = copies.get(file)?.device
    const more = [...copies].filter(([, copy]) => copy.device === device).map(([name]) => name)
    await this.#remove([...new Set([file, ...more])])
    await this.look()
    const { problem, unopenable } = this.state
    const isOver = Object.values(unopenable).every(({ times }) => times < MAX_TRIES)
    if (problem?.code === 'unreadable' && isOver) this.state = { ...this.state, problem: undefined }
  }

  async #remove(files: readonly string[]): Promise<void> {
    for (const name of files) await this.#ask(() => this.#destination.remote.remove(name))
  }
}
