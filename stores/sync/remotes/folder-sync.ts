// Visits the sync folder, one visit after another: stores what each found, and says when the next one is due.
import type { Area } from '../../platform/platform.ts'
import {
  FOLDER_DRAFT_KEY,
  FOLDER_KEY,
  FOLDER_SEEN_KEY,
  FOLDER_STATE_KEY,
  FOLDER_TRIED_KEY,
} from '../../platform/storage-keys.ts'
import { DEVICE_KEY, parseIdentity } from '../device-identity.ts'
import { copiesIn, copyKey } from './folder-copies.ts'
import { NOW, type FolderPlan } from './folder-plan.ts'
import { parseDraft, parseSyncFolder, serverOf, writeSyncFolder, type SyncFolder } from './sync-folder.ts'
import {
  afterProblem,
  afterSuccess,
  afterUnkept,
  afterUntidy,
  isBackSoon,
  isTidyDue,
  nextVisit,
  parseFolderState,
  refilled,
  writeFolderState,
  type FolderState,
} from './folder-state.ts'
import type { ConnectResult, ConnectStep } from './folder-status.ts'
import type { FolderProblem, Remote } from './remote.ts'
import { newKey, type Seal } from './seal.ts'
import {
  MAX_TRIES,
  Stopped,
  FolderSession,
  folderSessionParts,
  type FolderSessionParts,
  type FolderSessionPorts,
} from './folder-session.ts'

/** What a folder sync works with. */
export interface FolderSyncPorts extends FolderSessionPorts {
  /** storage.session, where a page leaves the draft of a folder. */
  readonly session: Area
  /** `left` aborts what is under way there, as the person is leaving the folder. */
  remoteOf(folder: SyncFolder, left: AbortSignal): Remote
  /** Rejects where the key is none. */
  sealOf(key: string): Promise<Seal>
  /** Whether the browser lets the extension connect to an address. */
  isAllowed(address: string): Promise<boolean>
  /** 0 up to 1. */
  random(): number
}

/** The parts of a folder sync that the simulator replaces to plant faults. */
export interface FolderSyncParts extends FolderSessionParts {
  readonly afterProblem: typeof afterProblem
  /** Whether the folder may be asked now. */
  mayAsk(state: FolderState, now: number): boolean
  /** Whether it may be written to now. */
  mayPush(state: FolderState, now: number): boolean
  /** Whether what was written lies there. */
  hasKept(visit: FolderSession, writes: FolderPlan['writes']): Promise<boolean>
}

const PUT_DISTANCE_MS = 2000
/** Problems with a write after which it may lie there nevertheless. */
const MAY_LIE: ReadonlySet<string> = new Set([
  'unreachable',
  'failed',
  'busy',
  'locked',
  'missing',
  'foreign',
])

/** The product’s own parts of a folder sync. */
export const folderSyncParts: FolderSyncParts = {
  ...folderSessionParts,
  afterProblem,
  mayAsk: (state, now) => !state.isStopped && now >= state.notBefore && state.requests >= 1,
  mayPush: (state, now) => state.pushes >= 1 && now >= state.pushedAt + PUT_DISTANCE_MS,
  hasKept: (visit, writes) => visit.hasKept(writes),
}

/** What a visit does. */
export interface VisitOptions {
  /** Sees what is new there; where that is not wanted, nothing is asked unless something waits to be done. */
  readonly look: boolean
  /** Writes what the folder lacks. */
  readonly push: boolean
  /** Asks although it was told to wait: a person wants it. */
  readonly force?: boolean
}

/** How a visit came out. */
export interface VisitOutcome {
  /** What went wrong; undefined where all went well. */
  readonly problem?: FolderProblem | undefined
  /** When another visit has something to write, in milliseconds since 1970; undefined where none has. */
  readonly nextAt?: number | undefined
  /** Whether it was broken off. */
  readonly isStopped?: true
}

/**
 * The delay before others' items are taken in; multiplied by a random 1 to 5, so that not all devices do it.
 */
const CARRY_DELAY_MS = 60_000
const MAX_CARRY_FACTOR = 5

/** Visits the folder; one for the life of the background. */
export class FolderSync {
  readonly #ports: FolderSyncPorts
  readonly #parts: FolderSyncParts
  #last: Promise<unknown> = Promise.resolve()
  #leaving = new AbortController()

  constructor(ports: FolderSyncPorts, parts: FolderSyncParts = folderSyncParts) {
    this.#ports = ports
    this.#parts = parts
  }

  /** Runs work after the work that is under way. */
  #after<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work)
    this.#last = next.catch(() => undefined)
    return next
  }

  /** The folder that is connected; undefined without one. Rejects where storage.local cannot be read. */
  async folder(): Promise<SyncFolder | undefined> {
    return parseSyncFolder(await this.#ports.local.get(FOLDER_KEY))
  }

  /** What is known of the folder by now. Rejects where storage.local cannot be read. */
  async state(): Promise<FolderState> {
    return refilled(parseFolderState(await this.#ports.local.get(FOLDER_STATE_KEY)), this.#ports.now())
  }

  #keep(state: FolderState): Promise<void> {
    return this.#ports.local.set({ [FOLDER_STATE_KEY]: writeFolderState(state) })
  }

  /** Notes that something new waits here. Rejects where storage.local cannot be read or written. */
  noteWaiting(): Promise<void> {
    return this.#after(async () => {
      const state = await this.state()
      if (state.waitingSince === 0 && (await this.folder()))
        await this.#keep({ ...state, waitingSince: this.#ports.now() })
    })
  }

  /**
   * Notes it where the browser no longer allows the folder; asks nothing. Rejects where storage.local cannot
   * be read or written.
   */
  noteTakenBack(): Promise<void> {
    return this.#after(async () => {
      const folder = await this.folder()
      if (folder && !(await this.#ports.isAllowed(folder.address)))
        await this.#stopAt(await this.state(), { code: 'notAllowed' })
    })
  }

  /**
   * Visits the folder after the visit that is under way. Asks nothing where no folder is connected, nor where
   * it may not be asked now. Rejects where storage.local cannot be read or written.
   */
  visit(options: VisitOptions): Promise<VisitOutcome> {
    return this.#after(() => this.#visit(options))
  }

  async #visit({ look, push, force = false }: VisitOptions): Promise<VisitOutcome> {
    const { now, isAllowed } = this.#ports
    const folder = await this.folder()
    if (!folder) return {}
    const state = await this.state()
    const isBack = look && isBackSoon(state, now())
    if (!force && !this.#parts.mayAsk(isBack ? { ...state, notBefore: 0 } : state, now()))
      return { problem: state.problem, nextAt: nextVisit(state) }
    if (!(await isAllowed(folder.address))) return this.#stopAt(state, { code: 'notAllowed' })
    const visit = await this.#begin(folder, state, force)
    return this.#guarded(visit, () => this.#carryOut(visit, look, push))
  }

  /** `keep`: who keeps the state that the visit leaves. */
  async #begin(
    { key, ...folder }: SyncFolder,
    state: FolderState,
    isWanted = true,
    keep = (left: FolderState) => this.#keep(left),
  ): Promise<FolderSession> {
    const { remoteOf, sealOf, local, applyLocalRound } = this.#ports
    // A device that has never run a round has no id yet, under which it could write.
    if ((await local.get(DEVICE_KEY)) === undefined) await applyLocalRound()
    const remote = remoteOf({ ...folder, key }, this.#leaving.signal)
    return new FolderSession(
      this.#ports,
      this.#parts,
      { remote, seal: await sealOf(key), keep },
      state,
      isWanted,
    )
  }

  /** Does something on a visit, and keeps the state that it leaves. */
  async #guarded(visit: FolderSession, work: () => Promise<void>): Promise<VisitOutcome> {
    const { now, random } = this.#ports
    let isStopped = false
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      visit.state = this.#parts.afterProblem(visit.state, error.problem, now(), random())
      isStopped = true
    }
    await visit.keep()
    const { problem } = visit.state
    return { problem, nextAt: nextVisit(visit.state), ...(isStopped && { isStopped }) }
  }

  async #stopAt(state: FolderState, problem: FolderProblem): Promise<VisitOutcome> {
    const { now, random } = this.#ports
    const next = this.#parts.afterProblem(state, problem, now(), random())
    await this.#keep(next)
    return { problem, nextAt: nextVisit(next), isStopped: true }
  }

  /**
   * A push writes first and looks then, which is the reading back. Where the folder was not looked at since
   * the browser was started, and where items of others wait to be taken in, it looks before it writes: a
   * profile that was put back from a backup would write over what only its own file knows.
   */
  async #carryOut(visit: FolderSession, look: boolean, push: boolean): Promise<void> {
    const { now, applyLocalRound, session } = this.#ports
    const { lookedAt, carryAt } = visit.state
    const mayCarry = carryAt > 0 && now() >= carryAt
    if (push) await applyLocalRound()
    if (!look && !(await this.#isDue(visit, mayCarry))) return
    const isKnown = lookedAt > 0 && (await session.get(FOLDER_SEEN_KEY)) !== undefined && !mayCarry
    let sent = push && isKnown ? await this.#send(visit, false) : new Map()
    await visit.look()
    await session.set({ [FOLDER_SEEN_KEY]: 'yes' })
    if (push && sent.size === 0) {
      sent = await this.#send(visit, mayCarry)
      if (sent.size > 0) await visit.look()
    }
    const isUnkept = sent.size > 0 && !(await this.#parts.hasKept(visit, sent))
    if (isUnkept && visit.readProblem) throw new Stopped(visit.readProblem)
    await this.#conclude(visit, push, isUnkept)
  }

  /** Whether there is anything to ask of the folder by now. What waits is noted, and nothing else. */
  async #isDue(visit: FolderSession, mayCarry: boolean): Promise<boolean> {
    const time = this.#ports.now()
    const { writes, isCarryWaiting } = await visit.plan(mayCarry)
    const { waitingSince, carryAt } = visit.state
    if (writes.size > 0 && waitingSince === 0) visit.state = { ...visit.state, waitingSince: time }
    if (isCarryWaiting && carryAt === 0) visit.state = { ...visit.state, carryAt: this.#whenToCarry() }
    if (writes.size > 0) return this.#parts.mayPush(visit.state, time)
    return waitingSince > 0 || mayCarry || isTidyDue(visit.state, time)
  }

  #whenToCarry(): number {
    const { now, random } = this.#ports
    return now() + CARRY_DELAY_MS * (1 + (MAX_CARRY_FACTOR - 1) * random())
  }

  /** Writes what the folder lacks, if it may be written to now; gives what was written. */
  async #send(visit: FolderSession, mayCarry: boolean): Promise<FolderPlan['writes']> {
    const { writes } = await visit.plan(mayCarry)
    if (writes.size === 0 || !this.#parts.mayPush(visit.state, this.#ports.now())) return new Map()
    try {
      await visit.write(writes)
    } catch (error) {
      if (!(error instanceof Stopped) || !MAY_LIE.has(error.problem.code)) throw error
      // The answer may be all that was lost.
      await visit.look()
      if (!(await this.#parts.hasKept(visit, writes))) throw error
    }
    return writes
  }

  /**
   * What a visit comes to that has looked and met with no problem. Without a push it knows nothing of what
   * pages wrote since the last one.
   */
  async #conclude(visit: FolderSession, hasPushed: boolean, isUnkept = false): Promise<void> {
    const { now, random } = this.#ports
    const plan = await visit.plan(false)
    const hasArrived = plan.writes.size === 0 && (hasPushed || visit.state.waitingSince === 0)
    const carryAt = plan.isCarryWaiting ? visit.state.carryAt || this.#whenToCarry() : 0
    const waitingSince = hasArrived && !isUnkept ? 0 : visit.state.waitingSince || now()
    visit.state = { ...visit.state, carryAt, waitingSince }
    if (isUnkept) {
      visit.state = afterUnkept(visit.state, now(), random())
      return
    }
    visit.state = afterSuccess(visit.state)
    if (hasArrived) {
      visit.state = { ...visit.state, unkept: 0, arrivedAt: now() }
      if (!plan.isCarryWaiting) await this.#tidy(visit, plan)
    }
    // Files from before a change of key do not open; they are already being removed.
    const { unopenable, filesToDelete } = visit.state
    const isUnreadable = Object.entries(unopenable).some(
      ([name, { times }]) => times >= MAX_TRIES && !filesToDelete.includes(name),
    )
    if (isUnreadable) visit.state = { ...visit.state, problem: { code: 'unreadable' } }
  }

  /** Removes what has to go; a folder that takes files and removes none has kept all that it should. */
  async #tidy(visit: FolderSession, plan: FolderPlan): Promise<void> {
    try {
      await visit.tidy(plan)
    } catch (error) {
      if (!(error instanceof Stopped) || error.problem.code === 'unreachable') throw error
      visit.state = afterUntidy(visit.state, this.#ports.now())
    }
  }

  /**
   * Checks the folder whose draft is in storage.session, connects it if all is well, and removes the draft.
   * Rejects where storage cannot be read or written, or holds no draft.
   */
  connect(): Promise<ConnectResult> {
    return this.#after(async () => {
      const { local, session } = this.#ports
      const draft = parseDraft(await session.get(FOLDER_DRAFT_KEY))
      await session.remove([FOLDER_DRAFT_KEY])
      if (!draft) throw new Error('There is no folder to connect')
      const keyBefore = await this.#keyAt(draft.address)
      // What a try that broke off has written there opens with the key of that try.
      const tried = parseDraft(await session.get(FOLDER_TRIED_KEY))
      const triedKey = tried?.address === draft.address ? tried.key : undefined
      const folder = { ...draft, key: draft.key ?? keyBefore ?? triedKey ?? newKey() }
      await session.set({ [FOLDER_TRIED_KEY]: writeSyncFolder({ ...folder, user: '', password: '' }) })
      let state =
        keyBefore === undefined
          ? parseFolderState(undefined)
          : await this.#emptyState(folder.key !== keyBefore)
      // The folder that was connected before stays; it is looked at before it is written to again.
      const before = (await this.folder()) && { ...(await this.state()), lookedAt: 0 }
      const forget = () => this.#replace(before ? { [FOLDER_STATE_KEY]: writeFolderState(before) } : {})
      await forget()
      let isConnected = false
      try {
        const result = await this.#check(folder, state, draft.key !== undefined, async left => {
          state = left
        })
        if (!result.failed) {
          await local.set({
            [FOLDER_KEY]: writeSyncFolder(folder),
            [FOLDER_STATE_KEY]: writeFolderState(state),
          })
          await session.remove([FOLDER_TRIED_KEY])
          isConnected = true
        }
        return result
      } finally {
        if (!isConnected) await forget()
      }
    })
  }

  /**
   * A state that knows only which files to delete. Under another key own files have other names, and the old
   * ones are deleted.
   */
  async #emptyState(hasOtherKey: boolean): Promise<FolderState> {
    const { filesToDelete, written } = await this.state()
    const nothing = parseFolderState(undefined)
    if (!hasOtherKey) return { ...nothing, filesToDelete, written }
    const texts = await this.#ports.local.all()
    const { id, former = [] } = parseIdentity(texts[DEVICE_KEY]) ?? { id: '' }
    const isOwn = ([, { device }]: [string, { device: string }]) => device === id
    const read = [...copiesIn(texts)].filter(([, { device }]) => device === id || former.includes(device))
    const own = [...read, ...Object.entries(written).filter(isOwn)].map(([name]) => name)
    return { ...nothing, filesToDelete: [...new Set([...filesToDelete, ...own])] }
  }

  /** Writes what is new, and only then forgets what was read in the folder, and more keys with it. */
  async #replace(writes: Readonly<Record<string, string>>, ...more: readonly string[]): Promise<void> {
    const { local } = this.#ports
    if (Object.keys(writes).length > 0) await local.set({ ...writes })
    await local.remove([...more, ...[...copiesIn(await local.all()).keys()].map(copyKey)])
  }

  /** The key of the folder that is connected at a server; signing in there again continues with it. */
  async #keyAt(address: string): Promise<string | undefined> {
    const folder = await this.folder()
    return folder && serverOf(folder.address) === serverOf(address) ? folder.key : undefined
  }

  /** Checks the connected folder step by step. Rejects where storage.local fails, and without a folder. */
  check(): Promise<ConnectResult> {
    return this.#after(async () => {
      const folder = await this.folder()
      if (!folder) throw new Error('No folder is connected')
      return this.#check(folder, await this.state(), false)
    })
  }

  /** Takes the steps of connecting. `isPaired`: other browsers use the same key, so their files must open. */
  async #check(
    folder: SyncFolder,
    state: FolderState,
    isPaired: boolean,
    keep?: (left: FolderState) => Promise<void>,
  ): Promise<ConnectResult> {
    const done: ConnectStep[] = []
    if (!(await this.#ports.isAllowed(folder.address)))
      return { done, failed: { step: 'reached', problem: { code: 'notAllowed' } } }
    const visit = await this.#begin(folder, state, true, keep)
    let step: ConnectStep = 'reached'
    const { problem } = await this.#guarded(visit, async () => {
      await visit.look().catch((error: unknown) => {
        const isRefused = error instanceof Stopped && ['signIn', 'forbidden'].includes(error.problem.code)
        if (isRefused) done.push('reached')
        step = isRefused ? 'signedIn' : 'reached'
        throw error
      })
      done.push('reached', 'signedIn')
      step = 'readBack'
      const hasClosed = Object.keys(visit.state.unopenable).length > 0
      if (isPaired && hasClosed && !(await this.#hasCopies())) throw new Stopped({ code: 'unreadable' })
      step = visit.isFolderThere ? 'written' : 'folder'
      await this.#ports.applyLocalRound()
      const { writes, targetFiles } = await visit.plan(true)
      const sent = writes.size > 0 ? writes : new Map([[NOW, targetFiles.get(NOW) ?? {}]])
      await visit.write(sent)
      done.push('folder', 'written')
      step = 'readBack'
      await visit.look()
      if (!(await visit.hasKept(sent))) {
        if (visit.readProblem) throw new Stopped(visit.readProblem)
        await this.#conclude(visit, true, true)
        return
      }
      done.push('readBack')
      await this.#conclude(visit, true)
    })
    if (done.includes('readBack')) return { done }
    return { done, failed: { step, problem: problem ?? { code: 'unkept' } } }
  }

  async #hasCopies(): Promise<boolean> {
    return copiesIn(await this.#ports.local.all()).size > 0
  }

  /**
   * Forgets the folder; its files stay there. A visit that is under way ends at once, and so do those that
   * wait behind it. Rejects where storage.local cannot be read or written.
   */
  disconnect(): Promise<void> {
    this.#leaving.abort()
    return this.#after(async () => {
      this.#leaving = new AbortController()
      await this.#ports.session.remove([FOLDER_TRIED_KEY])
      await this.#replace({}, FOLDER_KEY, FOLDER_STATE_KEY)
    })
  }

  /**
   * Removes a file of another device, and everything else that this device has there. Rejects with the code
   * of the problem where that was not done.
   */
  forget(file: string): Promise<void> {
    return this.#after(async () => {
      const folder = await this.folder()
      if (!folder) return
      const visit = await this.#begin(folder, await this.state())
      const { problem, isStopped } = await this.#guarded(visit, () => visit.forget(file))
      if (isStopped) throw new Error(problem!.code)
    })
  }

  /**
   * Seals with a new key from now on. The own files under the old one go once the new ones have arrived;
   * those of other browsers stay until they are paired again. Rejects where storage.local fails, and without
   * a folder.
   */
  changeKey(): Promise<void> {
    return this.#after(async () => {
      const folder = await this.folder()
      if (!folder) throw new Error('No folder is connected')
      const state = { ...(await this.#emptyState(true)), waitingSince: this.#ports.now() }
      await this.#replace({
        [FOLDER_KEY]: writeSyncFolder({ ...folder, key: newKey() }),
        [FOLDER_STATE_KEY]: writeFolderState(state),
      })
    })
  }

  /**
   * Ends a visit that is under way, as everything is about to be erased: the person does not wait for a
   * folder. That it was broken off is no problem of the folder.
   */
  noteErasing(): Promise<void> {
    this.#leaving.abort()
    this.#leaving = new AbortController()
    return this.#after(async () => {
      const state = await this.state()
      if (state.problem?.code === 'unreachable') await this.#keep(afterSuccess(state))
    })
  }
}
