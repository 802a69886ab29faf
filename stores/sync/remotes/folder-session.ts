// One session with the folder: reads, writes and deletes files. A write counts as arrived only after its
// contents have been read back.
import type { Area } from '../../platform/area.ts'
import { DEVICE_KEY } from '../../platform/storage-keys.ts'
import { DAY_MS, dayOf } from '../../time.ts'
import { parseIdentity } from '../device-identity.ts'
import { isCovered } from '../erasures.ts'
import { epochOf, type Items } from '../items.ts'
import { replicasIn } from '../replicas.ts'
import {
  copiesIn,
  copyKey,
  hasNews,
  isDoubtDue,
  isPauseOver,
  writeCopy,
  type RemoteCopy,
} from './folder-copies.ts'
import { isUpToDate, planFolder, type FolderInput, type FolderPlan } from './folder-plan.ts'
import {
  afterList,
  afterRemoval,
  isTidyDue,
  MAX_TRIES,
  unreadable,
  type FolderState,
} from './folder-state.ts'
import {
  asUnsettled,
  FILE_NAME,
  isSettled,
  type FolderProblem,
  type Remote,
  type RemoteFile,
  type RemoteProblem,
} from './remote.ts'
import { isLaterFile, type Seal } from './seal.ts'

/** The ports of a session. */
export interface FolderSessionPorts {
  readonly local: Area
  /**
   * Runs a round, which merges what tabs have written and the copies of files. Resolves to the items that
   * this device has absorbed. Rejects if storage.local fails.
   */
  applyLocalRound(): Promise<Items>
  /** Milliseconds since 1970. */
  now(): number
  /** `planFolder` by default; the simulator uses smaller files. */
  readonly plan?: typeof planFolder
}

/** Thrown to end a session early. */
export class Stopped extends Error {
  readonly problem: FolderProblem
  constructor(problem: FolderProblem) {
    super(problem.code)
    this.problem = problem
  }
}

const READS_AT_ONCE = 2
/** Whether a problem may concern only one file. `busy` with a time to wait concerns the whole server. */
const isOfFile = (problem: RemoteProblem): boolean =>
  ['failed', 'forbidden', 'locked'].includes(problem.code) ||
  (problem.code === 'busy' && problem.waitMs === undefined)

/** The folder of a session. */
export interface Destination {
  readonly remote: Remote
  readonly seal: Seal
  /** Stores the state. Does nothing while connecting; the caller stores it if all steps succeed. */
  keep(state: FolderState): Promise<void>
}

/** The local data about this device, other devices and the files that were read. */
type Known = Omit<FolderInput, 'mayCarry'> & { readonly epoch: number }

/**
 * Whether the contents that were read may be outdated. The first read of another device's file is in doubt if
 * all items in it are from epochs earlier than this device's. A later read is in doubt if it has nothing new,
 * unless it only settles the tag.
 */
function mayBeStale(copy: RemoteCopy, { self, epoch, former }: Known, before?: RemoteCopy): boolean {
  if (before) {
    // The last read came right after the write, so its tag was unsettled. This read only settles the tag.
    const isRepeated = before.tag === asUnsettled(copy.tag) && !before.doubt
    return !isRepeated && !hasNews(copy.items, before.items)
  }
  const all = Object.values(copy.items)
  const isOurs = copy.device === self || former.includes(copy.device)
  return !isOurs && all.length > 0 && all.every(value => epochOf(value) < epoch)
}

/** One session with the folder, and the resulting state. */
export class FolderSession {
  state: FolderState
  /** Whether the last listing found the folder. */
  isFolderThere = false
  readonly #ports: FolderSessionPorts
  readonly #folder: Destination
  readonly #isForced: boolean
  #stored: FolderState
  /** The items that the last round of this session has absorbed. */
  #absorbed: Items = {}
  /** Why the server refused a file in the last `look`; undefined if it refused none. */
  #readProblem: FolderProblem | undefined

  /** `isForced`: the user requested the session, so files in doubt and unopenable ones are read again. */
  constructor(ports: FolderSessionPorts, folder: Destination, state: FolderState, isForced: boolean) {
    this.#ports = ports
    this.#folder = folder
    this.state = state
    this.#stored = state
    this.#isForced = isForced
  }

  update(change: Partial<FolderState>): void {
    this.state = { ...this.state, ...change }
  }

  /** Takes one token from the request bucket. */
  noteRequest(): void {
    this.update({ requests: this.state.requests - 1 })
  }

  async keep(): Promise<void> {
    if (this.state === this.#stored) return
    this.#stored = this.state
    await this.#folder.keep(this.state)
  }

  /**
   * Plans the changes to the folder, except to files of this device that a later version wrote. `mayCarry`:
   * whether the plan includes items of other devices that are in no file.
   */
  async plan(mayCarry: boolean): Promise<FolderPlan> {
    const known = await this.#known()
    const plan = (this.#ports.plan ?? planFolder)({ ...known, mayCarry })
    const writes = new Map(plan.writes)
    for (const part of plan.writes.keys())
      if (this.#isNewer(await this.#folder.seal.nameOf(known.self, part))) writes.delete(part)
    const isHeldBack = writes.size === 0 && plan.writes.size > 0
    if (isHeldBack !== this.state.isHeldBack) this.update({ isHeldBack })
    return { ...plan, writes }
  }

  #isNewer(name: string): boolean {
    const { unopenable } = this.state
    return Object.hasOwn(unopenable, name) && unopenable[name]!.isNewer
  }

  async #known(): Promise<Known> {
    const { local, now } = this.#ports
    const texts = await local.all()
    const { id: self, epoch, ...identity } = parseIdentity(texts[DEVICE_KEY]) ?? { id: '', epoch: 0 }
    // Erasing everything removes the former ids from the identity, so the ids in `written` are added.
    const had = [...(identity.former ?? []), ...Object.values(this.state.written).map(({ device }) => device)]
    return {
      self,
      epoch,
      former: had.filter(id => id !== self),
      // An erasure without ids, which only version 1.0 writes, is ignored here: a file may be the only copy
      // of the data of a lost device.
      erasures: (identity.erasures ?? []).filter(({ of }) => of),
      replicas: replicasIn(texts),
      absorbed: this.#absorbed,
      copies: copiesIn(texts),
      today: dayOf(now()),
    }
  }

  /** Merges what tabs have written and the copies of files. Rejects if storage.local fails. */
  async applyRound(): Promise<void> {
    this.#absorbed = await this.#ports.applyLocalRound()
  }

  /** Whether the files that were written had these contents when they were read back. */
  async hasKept(writes: FolderPlan['writes']): Promise<boolean> {
    const known = await this.#known()
    return [...writes].every(([part, items]) => isUpToDate(known, part, items))
  }

  /** Like `hasKept`, but rejects with `Stopped` if contents differ and the server refused to send a file. */
  async provesKept(writes: FolderPlan['writes']): Promise<boolean> {
    if (writes.size === 0) return true
    const isKept = await this.hasKept(writes)
    if (!isKept && this.#readProblem) throw new Stopped(this.#readProblem)
    return isKept
  }

  /**
   * Lists the folder, reads the files that changed, and applies them. Rejects with `Stopped` if the folder
   * has a problem or refuses every file. A single refused file does not prevent reading the others.
   */
  async look(): Promise<void> {
    const files = await this.#list()
    const known = await this.#known()
    const { copies } = known
    const listed = new Set(files.map(({ name }) => name))
    const gone = [...copies.keys()].filter(name => !listed.has(name))
    if (gone.length > 0) await this.#ports.local.remove(gone.map(copyKey))
    this.state = afterList(this.state, listed, this.#ports.now())
    await this.keep()
    const changed = files.filter(file => this.#isWorthReading(file, copies.get(file.name)))
    this.#readProblem = undefined
    let refused = 0
    try {
      for (let at = 0; at < changed.length; at += READS_AT_ONCE) {
        const reads = changed.slice(at, at + READS_AT_ONCE).map(file => this.#read(file, known))
        // Both reads must settle, because no request may be pending after the session has ended.
        for (const read of await Promise.allSettled(reads)) {
          if (read.status === 'rejected') throw read.reason
          if (read.value) refused++
          this.#readProblem ??= read.value
        }
      }
      if (this.#readProblem && refused === files.length) throw new Stopped(this.#readProblem)
      this.update({ lookedAt: this.#ports.now() })
    } finally {
      if (changed.length + gone.length > 0) await this.applyRound()
    }
  }

  /** The files in the folder whose names match `FILE_NAME`; none if the folder does not exist. */
  async #list(): Promise<readonly RemoteFile[]> {
    const listed = await this.#folder.remote.list()
    this.isFolderThere = listed.ok
    if (!listed.ok && listed.problem.code !== 'missing') throw new Stopped(listed.problem)
    return listed.ok ? listed.value.filter(({ name }) => FILE_NAME.test(name)) : []
  }

  #isWorthReading(file: RemoteFile, copy: RemoteCopy | undefined): boolean {
    const now = this.#ports.now()
    if (this.state.awaitingReadBack.includes(file.name)) return true
    const unopenable = this.#unopenable(file)
    if (unopenable) {
      const { times, triedAt } = unopenable
      // The clock may have been set back.
      return times < MAX_TRIES || triedAt > now || triedAt < now - (this.#isForced ? 0 : DAY_MS)
    }
    if (copy?.doubt && (this.#isForced || isDoubtDue(copy, now))) return true
    return !isSettled(file.tag) || file.tag !== copy?.tag
  }

  /** The entry of a file that could not be opened; undefined if there is none or the tag has changed. */
  #unopenable({ name, tag }: RemoteFile): FolderState['unopenable'][string] | undefined {
    const { unopenable } = this.state
    return Object.hasOwn(unopenable, name) && unopenable[name]!.tag === tag ? unopenable[name] : undefined
  }

  /**
   * Reads one file. Resolves to the problem if the server refuses to send the file. A file that is gone, is
   * too large, or cannot be opened is only recorded. Rejects with `Stopped` for any other problem.
   */
  async #read(file: RemoteFile, known: Known): Promise<FolderProblem | undefined> {
    const { name, tag, size } = file
    const answer = await this.#folder.remote.read(name)
    const problem = answer.ok || !isOfFile(answer.problem) ? undefined : answer.problem
    if (!answer.ok && !problem && !['missing', 'large'].includes(answer.problem.code))
      throw new Stopped(answer.problem)
    const contents = answer.ok && (await this.#folder.seal.open(name, answer.value))
    if (!answer.ok || !contents) {
      const isUnread = !answer.ok && answer.problem.code !== 'large'
      await this.#noteUnopenable(file, known, isUnread, answer.ok && isLaterFile(answer.value))
      return problem
    }
    const before = known.copies.get(name)
    const [bytes, readAt] = [answer.value.length, this.#ports.now()]
    const isSame = before !== undefined && JSON.stringify(before.items) === JSON.stringify(contents.items)
    const changedAt = isSame ? before.changedAt : readAt
    const copy = { ...contents, tag, bytes, changedAt }
    // A size of 0 may mean that the server reports none.
    const isInDoubt = mayBeStale(copy, known, before) || (size > 0 && size !== bytes)
    const doubt = before?.tag === tag ? before.doubt : undefined
    // Reads in quick succession count as one.
    const times = doubt && !isPauseOver(doubt, readAt) ? doubt.times : (doubt?.times ?? 0) + 1
    const isOther = (one: string) => one !== name
    const others = Object.entries(this.state.unopenable).filter(([one]) => isOther(one))
    const awaitingReadBack = this.state.awaitingReadBack.filter(isOther)
    this.update({ unopenable: Object.fromEntries(others), awaitingReadBack })
    const text = writeCopy(isInDoubt ? { ...copy, doubt: { times, readAt } } : copy)
    await this.#ports.local.set({ [copyKey(name)]: text })
    return undefined
  }

  /**
   * Records that a file could not be opened. Its last known contents are used until the last try, because the
   * file may be half written. The copy of a file of this device is removed now, so that the file is written
   * again. Reads that the server refuses do not count as tries, so such files are read in every session.
   */
  async #noteUnopenable(
    file: RemoteFile,
    { copies, self }: Known,
    isUnread: boolean,
    isLater: boolean,
  ): Promise<void> {
    const { name, tag } = file
    const before = this.#unopenable(file)
    const isNewer = isLater || before?.isNewer === true
    const tries = Math.min(MAX_TRIES, (before?.times ?? 0) + (isUnread ? 0 : 1))
    const times = isNewer ? MAX_TRIES : tries
    const entry = { tag, times, triedAt: this.#ports.now(), isNewer }
    this.update({ unopenable: { ...this.state.unopenable, [name]: entry } })
    const copy = copies.get(name)
    if (copy && (copy.device === self || times >= MAX_TRIES)) await this.#ports.local.remove([copyKey(name)])
  }

  /**
   * Writes this device's files. Rejects with `Stopped` if a write failed; the file may have been written
   * anyway.
   */
  async write(writes: ReadonlyMap<string, Items>): Promise<void> {
    const { remote, seal } = this.#folder
    const { self: device, epoch } = await this.#known()
    const files = await Promise.all(
      [...writes].map(async ([part, items]) => ({
        name: await seal.nameOf(device, part),
        contents: { device, part, items },
      })),
    )
    // Stored before the first write, so that old contents are not mistaken for new ones after a crash.
    const { awaitingReadBack, filesToDelete, written, pushes } = this.state
    const names = files.map(({ name }) => name)
    this.update({
      awaitingReadBack: [...new Set([...awaitingReadBack, ...names])],
      filesToDelete: filesToDelete.filter(name => !names.includes(name)),
      written: { ...written, ...Object.fromEntries(names.map(name => [name, { device, epoch }])) },
      pushes: pushes - 1,
      pushedAt: this.#ports.now(),
    })
    await this.keep()
    for (const { name, contents } of files) {
      const bytes = await seal.close(name, contents)
      const written = await remote.write(name, bytes)
      if (!written.ok) throw new Stopped(written.problem)
    }
  }

  /**
   * Records the files to delete, and deletes them if that is due. Call it only after all files of this device
   * have arrived. Rejects with `Stopped` if a file could not be deleted.
   */
  async tidy({ targetFiles, obsolete }: FolderPlan): Promise<void> {
    const { self, erasures, copies } = await this.#known()
    const { unopenable, written, filesToDelete } = this.state
    const live = new Set(
      await Promise.all([...targetFiles.keys()].map(part => this.#folder.seal.nameOf(self, part))),
    )
    // Files that this device wrote before an erasure and that cannot be opened.
    const erased = Object.entries(written).flatMap(([name, { device, epoch }]) =>
      Object.hasOwn(unopenable, name) && isCovered(erasures, device, epoch) ? [name] : [],
    )
    // Files that this device sealed with another key. Any other file is judged only by its contents.
    const sealed = filesToDelete.filter(name => Object.hasOwn(written, name) && !copies.has(name))
    // A file that has changed and cannot be opened stays.
    const certain = obsolete.filter(name => !Object.hasOwn(unopenable, name))
    const files = [...new Set([...sealed, ...certain, ...erased])].filter(name => !live.has(name))
    if (files.join() !== filesToDelete.join()) {
      this.update({ filesToDelete: files })
      await this.keep()
    }
    if (!isTidyDue(this.state, this.#ports.now())) return
    await this.#remove(files.filter(name => !this.#isNewer(name)))
    this.state = afterRemoval(this.state, this.#ports.now())
  }

  /** Deletes a file of another device and that device's other files, and then calls `look`. */
  async forget(file: string): Promise<void> {
    const { copies } = await this.#known()
    const device = copies.get(file)?.device
    const more = [...copies].filter(([, copy]) => copy.device === device).map(([name]) => name)
    await this.#remove([...new Set([file, ...more])])
    await this.look()
    const code = this.state.problem?.code
    if (code === 'unreadable' || code === 'newer') this.update({ problem: unreadable(this.state) })
  }

  async #remove(files: readonly string[]): Promise<void> {
    for (const name of files) {
      const removed = await this.#folder.remote.remove(name)
      if (!removed.ok) throw new Stopped(removed.problem)
    }
  }
}
