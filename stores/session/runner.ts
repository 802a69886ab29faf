// Runs a session: queues events, reads storage for them, and carries out the transitions.
import { DEFAULT_GAME, isGameId, type GameId } from '../../engine/index.ts'
import type { Area, Texts } from '../platform/area.ts'
import { messageOf } from '../platform/storage-failure.ts'
import { isPendingSetting, withoutSuperseded } from '../sync/pending-settings.ts'
import { keyOf, newerKeysIn, readGame } from './game-in-memory.ts'
import { parseAddress, type LaunchRequest } from './launch-request.ts'
import { isPlaying } from './saving.ts'
import type {
  Effect,
  Event,
  NewDeal,
  StepContext,
  RestoredGame,
  SessionEvent,
  SessionState,
  Writes,
} from './state.ts'
import { initialState, isPlayed, needsLock, needsTexts, reportsErasure, step } from './step.ts'

/** The ports of a session: its inputs and side effects. */
export interface SessionPorts {
  readonly local: Pick<Area, 'all' | 'set' | 'remove'>
  /** Milliseconds since 1970. */
  now(): number
  /** The seconds on the game's clock. */
  seconds(): number
  /** A random deal number and the id of a new play. */
  fresh(): StepContext['fresh']
  /** Loads all games except the default one; called before an event that may open one of them. */
  loadGames(): Promise<void>
  /** Like `Platform.takeOver`. */
  takeLock(name: string, changed: (isHolder: boolean) => void): Promise<void>
  /** Carries out effects other than storage and locks. */
  perform(effect: Exclude<Effect, { kind: 'takeLock' }>): void
  changed(state: SessionState): void
  /** This device's replica of a game; undefined if there is none to restore. */
  replicaOf(texts: Texts, game: GameId): Promise<RestoredGame | undefined>
  /** What is known of a new deal of a game, whose number can be requested; undefined for any deal. */
  newDealOf(texts: Texts, game: GameId, deal?: number): Promise<NewDeal | undefined>
}

interface Job {
  readonly event: SessionEvent
  readonly done: (value: Promise<void> | void) => void
}

/**
 * A session. `dispatch` runs an event synchronously if no other is running and the event needs nothing from
 * storage. Otherwise the event is queued, so that no event is applied to an outdated state.
 */
export class SessionRunner {
  readonly #ports: SessionPorts
  readonly #transition: typeof step
  #state = initialState()
  readonly #jobs: Job[] = []
  #isBusy = false
  /**
   * The event `shown` if storage could not be read for it. It is repeated before the next event that opens or
   * changes a game, but not before others, because it may take the lock from another tab.
   */
  #unread: Job | undefined
  /** Texts of failed writes; the next write includes them. */
  #unsaved: Record<string, string> = {}
  /** Keys of the settings choices that this tab has seen. They show which failed writes are outdated. */
  readonly #choices: string[] = []
  /** For each key, the number of the last write that contains it. */
  readonly #lastWrite = new Map<string, number>()
  #writes = 0
  /** Settles when all writes so far have ended. */
  #writing: Promise<void> = Promise.resolve()
  #hasFailed = false

  /** `transition`: `step`, or a variant with an injected fault. */
  constructor(ports: SessionPorts, transition = step) {
    this.#ports = ports
    this.#transition = transition
  }

  get state(): SessionState {
    return this.#state
  }

  /** Queues an event; resolves when it has been handled and its writes have settled. Never rejects. */
  dispatch(event: SessionEvent): Promise<void> {
    return new Promise(done => {
      if (this.#unread && isPlayed(event)) {
        this.#jobs.push(this.#unread)
        this.#unread = undefined
      }
      this.#jobs.push({ event, done })
      void this.#work()
    })
  }

  /** Resolves when all events so far have been handled and all writes have ended. */
  async idle(): Promise<void> {
    while (this.#isBusy) await this.dispatch({ kind: 'storageChanged', changes: {} })
    await this.#writing
  }

  /** Runs queued events, synchronously up to the first that needs storage. */
  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
        const { event } = job
        if (event.kind === 'hidden' || event.kind === 'closed') this.#unread = undefined
        try {
          const known = needsTexts(this.#state, event) ? await this.#readFor(event) : {}
          job.done(this.#step(event, known))
        } catch (error) {
          if (event.kind === 'shown') this.#unread = job
          job.done(this.#report(error))
        }
      }
    } finally {
      this.#isBusy = false
    }
  }

  /** Like `#read`, but after an erasure also resolves if storage cannot be read, so that a game is dealt. */
  #readFor(event: SessionEvent): Promise<Known> {
    const known = this.#read(event)
    return reportsErasure(this.#state, event) ? known.catch(() => ({})) : known
  }

  /** Reads what an event needs from storage. If it also needs another tab's lock, takes that first. */
  async #read(event: SessionEvent): Promise<Known> {
    if (needsLock(this.#state, event)) await this.#takeLock(this.#state.game.position.game.id)
    await this.#writing
    // The first read may fail while the browser is repairing its storage.
    const stored = await this.#ports.local.all().catch(() => this.#ports.local.all())
    this.#unsaved = without(this.#unsaved, newerKeysIn(stored))
    const texts = { ...stored, ...this.#unsaved }
    if (mayNeedGames(event, texts)) await this.#ports.loadGames()
    return { texts, stored, ...(await this.#replacement(event, texts)) }
  }

  /**
   * The replacement for the game that an event opens, if that game's text is missing or unusable, or for the
   * game on the table, if it was erased.
   */
  async #replacement(event: SessionEvent, texts: Texts): Promise<Pick<Known, 'replica' | 'newDeal'>> {
    const textOf = (game: GameId) => texts[keyOf(newerKeysIn(texts), 'game', game)] as string | undefined
    const { id } = this.#state.game.position.game
    if (event.kind !== 'opened' && event.kind !== 'switchGame')
      return textOf(id) === undefined ? { newDeal: await this.#ports.newDealOf(texts, id) } : {}
    const { game, deal } = requestIn(event, texts)
    if (!game) return {}
    const text = textOf(game)
    if (deal === undefined && text !== undefined && readGame(text, game).ok) return {}
    // Before this device has an id, it has published nothing.
    const replica = texts.device ? await this.#ports.replicaOf(texts, game) : undefined
    return { replica, newDeal: replica && !deal ? undefined : await this.#ports.newDealOf(texts, game, deal) }
  }

  /** Steps synchronously; the promise resolves when the writes have succeeded or failed. */
  #step(event: SessionEvent, known: Known = {}): Promise<void> {
    const { now, seconds, fresh } = this.#ports
    if (event.kind === 'storageChanged') {
      this.#choices.push(...Object.keys(event.changes).filter(isPendingSetting))
      this.#unsaved = withoutSuperseded(this.#unsaved, this.#choices)
    }
    let drawn: StepContext['fresh'] | undefined
    const { state, writes, effects } = this.#transition(this.#state, event, {
      now: now(),
      seconds: seconds(),
      // Generated only for the events that need it, because that is slow.
      get fresh() {
        return (drawn ??= fresh())
      },
      ...known,
    })
    if (state !== this.#state) {
      // If another text of the game was adopted, this tab's failed write of it is outdated.
      const key = keyOf(state.newerKeys, 'game', state.game.position.game.id)
      const isAdopted = state.lastText !== this.#state.lastText && state.lastText !== this.#unsaved[key]
      if (isAdopted) {
        Reflect.deleteProperty(this.#unsaved, key)
        // A write in progress must not restore the outdated text if it fails.
        this.#lastWrite.delete(key)
      }
      this.#state = state
      if (state.role === 'closed') this.#unsaved = {}
      this.#ports.changed(state)
    }
    for (const effect of effects) {
      if (effect.kind === 'takeLock') void this.#takeLock(effect.game).catch(error => this.#report(error))
      else this.#ports.perform(effect)
    }
    const hasWrites = Object.keys(writes.set).length > 0 || writes.remove.length > 0
    // Failed writes are retried with the next write, when the tab is hidden and, if this tab is playing, when
    // storage works again.
    const isRetry = event.kind === 'hidden' || (event.kind === 'writeSucceeded' && isPlaying(state))
    return hasWrites || isRetry ? this.#write(writes) : Promise.resolve()
  }

  #takeLock(game: GameId): Promise<void> {
    return this.#ports.takeLock(`game:${game}`, isHolder => {
      void this.dispatch({ kind: 'lockChanged', game, isHolder })
    })
  }

  /** Starts the write synchronously, because a closing page may not get another chance. */
  #write({ set, remove }: Writes): Promise<void> {
    // Retried writes must not overwrite what a newer version has written since.
    const batch = without({ ...this.#unsaved, ...set }, this.#state.newerKeys)
    if (Object.keys(batch).length === 0 && remove.length === 0) return Promise.resolve()
    this.#unsaved = {}
    const number = ++this.#writes
    for (const key of Object.keys(batch)) this.#lastWrite.set(key, number)
    const writing = this.#carryOut(batch, remove).then(
      () => this.#succeeded(),
      (error: unknown) => this.#failed(batch, number, error),
    )
    this.#writing = Promise.all([this.#writing, writing]).then(() => undefined)
    return writing
  }

  async #carryOut(set: Writes['set'], remove: Writes['remove']): Promise<void> {
    const { local } = this.#ports
    if (Object.keys(set).length > 0) await local.set({ ...set })
    if (remove.length > 0) await local.remove(remove)
  }

  /** A success after a failure shows that storage works, so failed writes are retried now. */
  #succeeded(): Promise<void> | undefined {
    if (Object.keys(this.#unsaved).length > 0) return this.#write({ set: {}, remove: [] })
    if (this.#hasFailed) {
      this.#hasFailed = false
      void this.dispatch({ kind: 'writeSucceeded' })
    }
    return undefined
  }

  /** Keeps the texts for the next write, except those whose keys a later write contains. */
  #failed(batch: Writes['set'], number: number, error: unknown): void {
    if (this.#state.role === 'closed') return
    for (const [key, text] of Object.entries(batch)) {
      if (this.#lastWrite.get(key) === number) this.#unsaved[key] = text
    }
    this.#unsaved = withoutSuperseded(this.#unsaved, this.#choices)
    this.#hasFailed = true
    void this.dispatch({ kind: 'writeFailed', detail: messageOf(error) })
  }

  #report(error: unknown): Promise<void> {
    return this.#step({ kind: 'notified', notice: { key: 'failed', detail: messageOf(error) } })
  }
}

/** The stored data that an event may need. */
type Known = Pick<StepContext, 'texts' | 'stored' | 'replica' | 'newDeal'>

const without = (texts: Writes['set'], keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)))

/** Whether an event may open a game that is not loaded yet. */
const mayNeedGames = (event: SessionEvent, { current = DEFAULT_GAME }: Texts): boolean =>
  event.kind === 'opened'
    ? event.search !== '' || current !== DEFAULT_GAME
    : ['switchGame', 'continueFrom'].includes(event.kind)

/** The game that an event opens, and its deal if the address names one. */
function requestIn(event: Event<'opened' | 'switchGame'>, texts: Texts): LaunchRequest {
  if (event.kind === 'switchGame') return { game: event.game }
  const request = parseAddress(event.search)
  const { game = texts.current, deal } = request.ok ? request.value : {}
  return isGameId(game) ? { game, deal } : {}
}
