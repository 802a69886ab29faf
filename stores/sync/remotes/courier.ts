// Visits the place of a person's own, one visit after another: keeps what a visit found out, and says when
// the next one has something to do.
import type { Area } from '../../platform/platform.ts'
import {
  PLACE_DRAFT_KEY,
  PLACE_KEY,
  PLACE_SEEN_KEY,
  PLACE_STATE_KEY,
  PLACE_TRIED_KEY,
} from '../../platform/storage-keys.ts'
import { DEVICE_KEY, parseIdentity } from '../device-identity.ts'
import { copiesIn, copyKey } from './copies.ts'
import { NOW, type FolderPlan } from './folder.ts'
import { parseDraft, parsePlace, serverOf, writePlace, type Place } from './place.ts'
import {
  afterProblem,
  afterSuccess,
  afterUnkept,
  afterUntidy,
  isBackSoon,
  nextVisit,
  parsePlaceState,
  reckoned,
  writePlaceState,
  type PlaceState,
} from './place-state.ts'
import type { ConnectResult, ConnectStep } from './place-status.ts'
import type { PlaceProblem, Remote } from './remote.ts'
import { newKey, type Seal } from './seal.ts'
import { MAX_TRIES, Stopped, Visit, visitParts, type VisitParts, type VisitPorts } from './visit.ts'

/** What the courier works with. */
export interface CourierPorts extends VisitPorts {
  /** storage.session, where a page leaves the draft of a place. */
  readonly session: Area
  /** `left` aborts what is under way there, as the person is leaving the place. */
  remoteOf(place: Place, left: AbortSignal): Remote
  /** Rejects where the key is none. */
  sealOf(key: string): Promise<Seal>
  /** Whether the browser lets the extension connect to an address. */
  isAllowed(address: string): Promise<boolean>
  /** 0 up to 1. */
  random(): number
}

/** The parts of the courier that the simulator replaces to plant faults. */
export interface CourierParts extends VisitParts {
  readonly afterProblem: typeof afterProblem
  /** Whether the place may be asked now. */
  mayAsk(state: PlaceState, now: number): boolean
  /** Whether it may be written to now. */
  mayPush(state: PlaceState, now: number): boolean
  /** Whether what was written lies there. */
  hasKept(visit: Visit, writes: FolderPlan['writes']): Promise<boolean>
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

/** The product’s own parts of the courier. */
export const courierParts: CourierParts = {
  ...visitParts,
  afterProblem,
  mayAsk: (state, now) => !state.isStopped && now >= state.notBefore && state.requests >= 1,
  mayPush: (state, now) => state.pushes >= 1 && now >= state.pushedAt + PUT_DISTANCE_MS,
  hasKept: (visit, writes) => visit.hasKept(writes),
}

/** What a visit does. */
export interface VisitOptions {
  /** Sees what is new there; where that is not wanted, nothing is asked unless something is to be written. */
  readonly look: boolean
  /** Writes what the place lacks. */
  readonly push: boolean
  /** Asks although it was told to wait: a person wants it. */
  readonly force?: boolean
}

/** How a visit came out. */
export interface VisitOutcome {
  /** What went wrong; undefined where all went well. */
  readonly problem?: PlaceProblem | undefined
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

/** Visits the place; one for the life of the background. */
export class Courier {
  readonly #ports: CourierPorts
  readonly #parts: CourierParts
  #last: Promise<unknown> = Promise.resolve()
  #leaving = new AbortController()

  constructor(ports: CourierPorts, parts: CourierParts = courierParts) {
    this.#ports = ports
    this.#parts = parts
  }

  /** Runs work after the work that is under way. */
  #after<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work)
    this.#last = next.catch(() => undefined)
    return next
  }

  /** The place that is connected; undefined without one. Rejects where storage.local cannot be read. */
  async place(): Promise<Place | undefined> {
    return parsePlace(await this.#ports.local.get(PLACE_KEY))
  }

  /** What is known of the place by now. Rejects where storage.local cannot be read. */
  async state(): Promise<PlaceState> {
    return reckoned(parsePlaceState(await this.#ports.local.get(PLACE_STATE_KEY)), this.#ports.now())
  }

  #keep(state: PlaceState): Promise<void> {
    return this.#ports.local.set({ [PLACE_STATE_KEY]: writePlaceState(state) })
  }

  /** Notes that something new waits here. Rejects where storage.local cannot be read or written. */
  noteWaiting(): Promise<void> {
    return this.#after(async () => {
      const state = await this.state()
      if (state.waitingSince === 0 && (await this.place()))
        await this.#keep({ ...state, waitingSince: this.#ports.now() })
    })
  }

  /**
   * Notes it where the browser no longer allows the place; asks nothing. Rejects where storage.local cannot
   * be read or written.
   */
  noteTakenBack(): Promise<void> {
    return this.#after(async () => {
      const place = await this.place()
      if (place && !(await this.#ports.isAllowed(place.address)))
        await this.#stopAt(await this.state(), { code: 'notAllowed' })
    })
  }

  /**
   * Visits the place after the visit that is under way. Asks nothing where no place is connected, nor where
   * it may not be asked now. Rejects where storage.local cannot be read or written.
   */
  visit(options: VisitOptions): Promise<VisitOutcome> {
    return this.#after(() => this.#visit(options))
  }

  async #visit({ look, push, force = false }: VisitOptions): Promise<VisitOutcome> {
    const { now, isAllowed } = this.#ports
    const place = await this.place()
    if (!place) return {}
    const state = await this.state()
    const isBack = look && isBackSoon(state, now())
    if (!force && !this.#parts.mayAsk(isBack ? { ...state, notBefore: 0 } : state, now()))
      return { problem: state.problem, nextAt: nextVisit(state) }
    if (!(await isAllowed(place.address))) return this.#stopAt(state, { code: 'notAllowed' })
    const visit = await this.#begin(place, state, force)
    return this.#guarded(visit, () => this.#carryOut(visit, look, push))
  }

  async #begin({ key, ...place }: Place, state: PlaceState, isWanted = true): Promise<Visit> {
    const { remoteOf, sealOf, local, applyLocalRound } = this.#ports
    // A device that has never run a round has no id yet, under which it could write.
    if ((await local.get(DEVICE_KEY)) === undefined) await applyLocalRound()
    const there = { remote: remoteOf({ ...place, key }, this.#leaving.signal), seal: await sealOf(key) }
    return new Visit(this.#ports, this.#parts, there, state, isWanted)
  }

  /** Does something on a visit, and keeps the state that it leaves. */
  async #guarded(visit: Visit, work: () => Promise<void>): Promise<VisitOutcome> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      return this.#stopAt(visit.state, error.problem)
    }
    await this.#keep(visit.state)
    return { problem: visit.state.problem, nextAt: nextVisit(visit.state) }
  }

  async #stopAt(state: PlaceState, problem: PlaceProblem): Promise<VisitOutcome> {
    const { now, random } = this.#ports
    const next = this.#parts.afterProblem(state, problem, now(), random())
    await this.#keep(next)
    return { problem, nextAt: nextVisit(next), isStopped: true }
  }

  /**
   * A push writes first and looks then, which is the reading back. Where the place was not looked at since
   * the browser was started, and where items of others wait to be taken in, it looks before it writes: a
   * profile that was put back from a backup would write over what only its own file knows.
   */
  async #carryOut(visit: Visit, look: boolean, push: boolean): Promise<void> {
    const { now, applyLocalRound, session } = this.#ports
    const { lookedAt, carryAt } = visit.state
    const mayCarry = carryAt > 0 && now() >= carryAt
    if (push) await applyLocalRound()
    const isKnown = lookedAt > 0 && (await session.get(PLACE_SEEN_KEY)) !== undefined && !mayCarry
    let sent = push && isKnown ? await this.#send(visit, false) : new Map()
    if (!look && isKnown && sent.size === 0) return this.#conclude(visit, push)
    await visit.look()
    await session.set({ [PLACE_SEEN_KEY]: 'yes' })
    if (push && sent.size === 0) {
      sent = await this.#send(visit, mayCarry)
      if (sent.size > 0) await visit.look()
    }
    const isUnkept = sent.size > 0 && !(await this.#parts.hasKept(visit, sent))
    if (isUnkept && visit.readProblem) throw new Stopped(visit.readProblem)
    await this.#conclude(visit, push, isUnkept)
  }

  /** Writes what the place lacks, if it may be written to now; gives what was written. */
  async #send(visit: Visit, mayCarry: boolean): Promise<FolderPlan['writes']> {
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
   * What a visit comes to that met with no problem. Without a push it knows nothing of what pages wrote since
   * the last one.
   */
  async #conclude(visit: Visit, hasPushed: boolean, isUnkept = false): Promise<void> {
    const { now, random } = this.#ports
    const plan = await visit.plan(false)
    const state = visit.state
    const hasArrived = plan.writes.size === 0 && (hasPushed || state.waitingSince === 0)
    const delay = CARRY_DELAY_MS * (1 + (MAX_CARRY_FACTOR - 1) * random())
    const carryAt = plan.isCarryWaiting ? state.carryAt || now() + delay : 0
    if (isUnkept) {
      visit.state = afterUnkept(
        { ...state, carryAt, waitingSince: state.waitingSince || now() },
        now(),
        random(),
      )
      return
    }
    // Own files of before a change of key do not open, and go by themselves.
    const isUnreadable = Object.entries(state.closed).some(
      ([name, { times }]) => times >= MAX_TRIES && !state.leaving.includes(name),
    )
    visit.state = {
      ...afterSuccess(state),
      carryAt,
      unkept: hasArrived ? 0 : state.unkept,
      arrivedAt: hasArrived ? now() : state.arrivedAt,
      waitingSince: hasArrived ? 0 : state.waitingSince || now(),
      ...(isUnreadable && { problem: { code: 'unreadable' } as const }),
    }
    if (hasArrived && now() >= state.tidyAfter) await this.#tidy(visit, plan.obsolete)
  }

  /** Removes what has to go; a place that takes files and removes none has kept all that it should. */
  async #tidy(visit: Visit, obsolete: readonly string[]): Promise<void> {
    try {
      await visit.tidy(obsolete)
    } catch (error) {
      if (!(error instanceof Stopped) || error.problem.code === 'unreachable') throw error
      visit.state = afterUntidy(visit.state, this.#ports.now())
    }
  }

  /**
   * Checks the place whose draft lies in storage.session, connects it if all is well, and takes the draft
   * away. Rejects where storage cannot be read or written, or holds no draft.
   */
  connect(): Promise<ConnectResult> {
    return this.#after(async () => {
      const { local, session } = this.#ports
      const draft = parseDraft(await session.get(PLACE_DRAFT_KEY))
      await session.remove([PLACE_DRAFT_KEY])
      if (!draft) throw new Error('There is no place to connect')
      const stateBefore = await local.get(PLACE_STATE_KEY)
      const keyBefore = await this.#keyAt(draft.address)
      // What a try that broke off has written there opens with the key of that try.
      const tried = parseDraft(await session.get(PLACE_TRIED_KEY))
      const triedKey = tried?.address === draft.address ? tried.key : undefined
      const place = { ...draft, key: draft.key ?? keyBefore ?? triedKey ?? newKey() }
      await session.set({ [PLACE_TRIED_KEY]: writePlace({ ...place, user: '', password: '' }) })
      const leaving = keyBefore === undefined ? [] : [...parsePlaceState(stateBefore).leaving]
      // Under another key own files have other names: those of before go.
      if (keyBefore !== undefined && place.key !== keyBefore) leaving.push(...(await this.#ownFiles()))
      let isConnected = false
      try {
        await this.#forgetSeen()
        const state = { ...parsePlaceState(undefined), leaving }
        const result = await this.#check(place, state, draft.key !== undefined)
        if (!result.failed) {
          await local.set({ [PLACE_KEY]: writePlace(place) })
          await session.remove([PLACE_TRIED_KEY])
          isConnected = true
        }
        return result
      } finally {
        // The place that was connected before stays; it is read anew before it is written to.
        if (!isConnected) {
          await this.#forgetSeen()
          const before = { ...parsePlaceState(stateBefore), lookedAt: 0 }
          if (stateBefore !== undefined) await local.set({ [PLACE_STATE_KEY]: writePlaceState(before) })
        }
      }
    })
  }

  /** The key of the place that is connected at a server: whoever signs in there anew goes on with it. */
  async #keyAt(address: string): Promise<string | undefined> {
    const place = await this.place()
    return place && serverOf(place.address) === serverOf(address) ? place.key : undefined
  }

  /** Checks the connected place step by step. Rejects where storage.local fails, and without a place. */
  check(): Promise<ConnectResult> {
    return this.#after(async () => {
      const place = await this.place()
      if (!place) throw new Error('No place is connected')
      return this.#check(place, await this.state(), false)
    })
  }

  /** Takes the steps of connecting. `isPaired`: other browsers use the same key, so their files must open. */
  async #check(place: Place, state: PlaceState, isPaired: boolean): Promise<ConnectResult> {
    const done: ConnectStep[] = []
    if (!(await this.#ports.isAllowed(place.address)))
      return { done, failed: { step: 'reached', problem: { code: 'notAllowed' } } }
    const visit = await this.#begin(place, state)
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
      const hasClosed = Object.keys(visit.state.closed).length > 0
      if (isPaired && hasClosed && !(await this.#hasCopies())) throw new Stopped({ code: 'unreadable' })
      step = visit.isFolderThere ? 'written' : 'folder'
      await this.#ports.applyLocalRound()
      const { writes, wanted } = await visit.plan(true)
      const sent = writes.size > 0 ? writes : new Map([[NOW, wanted.get(NOW) ?? {}]])
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
   * Forgets the place; its files stay there. A visit that is under way ends at once, and so do those that
   * wait behind it. Rejects where storage.local cannot be read or written.
   */
  disconnect(): Promise<void> {
    this.#leaving.abort()
    return this.#after(async () => {
      this.#leaving = new AbortController()
      await this.#ports.session.remove([PLACE_TRIED_KEY])
      await this.#forgetSeen(PLACE_KEY)
    })
  }

  /** Forgets what was seen in the place, and more keys with it. */
  async #forgetSeen(...more: readonly string[]): Promise<void> {
    const { local } = this.#ports
    const copies = copiesIn(await local.all())
    await local.remove([...more, PLACE_STATE_KEY, ...[...copies.keys()].map(copyKey)])
  }

  /**
   * Removes a file of another device, and everything else that this device has there. Rejects with the code
   * of the problem where that was not done.
   */
  forget(file: string): Promise<void> {
    return this.#after(async () => {
      const place = await this.place()
      if (!place) return
      const visit = await this.#begin(place, await this.state())
      const { problem, isStopped } = await this.#guarded(visit, () => visit.forget(file))
      if (isStopped) throw new Error(problem!.code)
    })
  }

  /**
   * Seals with a new key from now on. The own files under the old one go once the new ones have arrived;
   * those of other browsers stay until they are paired again. Rejects where storage.local fails, and without
   * a place.
   */
  changeKey(): Promise<void> {
    return this.#after(async () => {
      const place = await this.place()
      if (!place) throw new Error('No place is connected')
      const leaving = [...(await this.state()).leaving, ...(await this.#ownFiles())]
      await this.#forgetSeen()
      const state = { ...parsePlaceState(undefined), leaving, waitingSince: this.#ports.now() }
      await this.#ports.local.set({
        [PLACE_KEY]: writePlace({ ...place, key: newKey() }),
        [PLACE_STATE_KEY]: writePlaceState(state),
      })
    })
  }

  /**
   * Notes that the own files have to go, as everything is about to be erased under this device's id. A visit
   * that is under way ends at once: the person does not wait for a place.
   */
  noteErasing(): Promise<void> {
    this.#leaving.abort()
    this.#leaving = new AbortController()
    return this.#after(async () => {
      if (!(await this.place())) return
      const state = await this.state()
      const leaving = [...new Set([...state.leaving, ...(await this.#ownFiles())])]
      const waitingSince = state.waitingSince || this.#ports.now()
      // That the visit was broken off is no problem of the place.
      const anew = state.problem?.code === 'unreachable' ? afterSuccess(state) : state
      await this.#keep({ ...anew, leaving, waitingSince })
    })
  }

  /** The names of all own files: those that were read, and those that may lie there unread. */
  async #ownFiles(): Promise<string[]> {
    const texts = await this.#ports.local.all()
    const self = parseIdentity(texts[DEVICE_KEY])?.id
    const place = await this.place()
    if (!place || self === undefined) return []
    const read = [...copiesIn(texts)].filter(([, { device }]) => device === self).map(([name]) => name)
    const state = await this.state()
    const { wanted } = await (await this.#begin(place, state)).plan(false)
    const { nameOf } = await this.#ports.sealOf(place.key)
    const named = await Promise.all([...wanted.keys()].map(part => nameOf(self, part)))
    return [...new Set([...read, ...named, ...state.sent])]
  }
}
