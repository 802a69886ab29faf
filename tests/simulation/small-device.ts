// A device as a value, for the explorer: its storage, the state of its two tabs, and the messages between
// them. It runs the product's `step`, `localRound` and `eraseHere`. The work of the session's runner is
// modeled here as separate events, so that other events can happen between them.
import { textOf } from '../../stores/session/game-in-memory.ts'
import type { Effect, SessionEvent, SessionState, Writes } from '../../stores/session/state.ts'
import { initialState, needsLock, needsTexts, step } from '../../stores/session/step.ts'
import { UNKNOWN_ERASURE_KEY } from '../../stores/platform/storage-keys.ts'
import type { EraseScope } from '../../stores/platform/storage-table.ts'
import { eraseHere } from '../../stores/sync/erasure.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { localRound, localRoundParts, type LocalRoundPorts } from '../../stores/sync/local-round.ts'
import { asReplicas } from '../../stores/sync/replicas.ts'
import { parseUnknownErasure } from '../../stores/sync/unknown-erasure.ts'
import { timeOf } from '../../stores/time.ts'
import type { Area } from '../../stores/platform/area.ts'
import { DEAL_NUMBER, nextGesture } from './games.ts'

export type Texts = Readonly<Record<string, string>>
type Changes = Readonly<Record<string, string | undefined>>

/** The explored code. A part can be replaced to plant a fault. */
export interface Explored {
  readonly step: typeof step
  readonly round: typeof localRoundParts
  /** The changes that tabs are notified of. */
  readonly told: (changes: Changes) => Changes
}
export const product: Explored = { step, round: localRoundParts, told: changes => changes }

export interface Tab {
  readonly session: SessionState
  readonly isListening: boolean
  /** The event that is handled next, with the texts that were read for it. */
  readonly reading: { readonly event: SessionEvent; readonly texts: Texts } | undefined
  readonly jobs: readonly SessionEvent[]
  /** Change events that have not arrived yet. */
  readonly inbox: readonly SessionEvent[]
  /** Writes that have not arrived yet. */
  readonly writes: readonly Writes[]
  /**
   * Whether another tab has taken the lock of the game from this tab, which gets it back when that tab
   * closes.
   */
  readonly isInLine: boolean
}

/** A device with two tabs. A closed tab is undefined. */
export interface SmallDevice {
  readonly number: number
  readonly local: Texts
  /** This browser's storage.sync now, and after the last exchange with the server. */
  readonly sync: Texts
  readonly met: Texts
  readonly tabs: readonly [Tab | undefined, Tab | undefined]
  /** The tab that holds the lock of the game. */
  readonly holder: number | undefined
  /** The numbers of ids generated so far: for the device, and for plays in each tab. */
  readonly ids: readonly [number, number, number]
  /** The number of choices made so far. Each choice advances the clock by a millisecond. */
  readonly choices: number
  /**
   * The felt that was chosen last on this device, or undefined if another device may have changed it since.
   */
  readonly chosen: string | undefined
  /** Plays that were erased here. A `?` follows a play if there was a later action in a tab that knew it. */
  readonly doomed: readonly string[]
}

/**
 * The events in a tab. `handle`: the event that waited for storage is handled. `stored`: the oldest write
 * arrives. `notified`: the oldest change event arrives.
 */
export const IN_TAB = [
  'play',
  'deal',
  'choose',
  'hide',
  'show',
  'handle',
  'stored',
  'notified',
  'erase',
  'eraseAll',
] as const
export type InTab = (typeof IN_TAB)[number]

const SEARCH = '?game=sea-towers'
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const CHANGE = initialState().change

export const emptyDevice = (number: number): SmallDevice => ({
  number,
  local: {},
  sync: {},
  met: {},
  tabs: [undefined, undefined],
  holder: undefined,
  ids: [0, 0, 0],
  choices: 0,
  chosen: undefined,
  doomed: [],
})

/** Applies events to a device at a minute, which counts from 2020. */
export class Happening {
  device: SmallDevice
  readonly #code: Explored
  readonly #minute: number

  constructor(code: Explored, device: SmallDevice, minute: number) {
    this.#code = code
    this.device = device
    this.#minute = minute
  }

  #change(part: Partial<SmallDevice>): void {
    this.device = { ...this.device, ...part }
  }

  #setTab(index: number, part: Partial<Tab>): void {
    const tabs = this.device.tabs.map((tab, at) => (at === index && tab ? { ...tab, ...part } : tab))
    this.#change({ tabs: tabs as unknown as SmallDevice['tabs'] })
  }

  #tab(index: number): Tab {
    return this.device.tabs[index]!
  }

  #now(): number {
    return timeOf(this.#minute) + this.device.choices
  }

  /** A new id for the device (0) or for a play in its first (1) or second tab (2). */
  #newId(kind: 0 | 1 | 2): string {
    const ids = this.device.ids.map((count, at) => (at === kind ? count + 1 : count))
    this.#change({ ids: ids as unknown as SmallDevice['ids'] })
    return `${['device', 'first_', 'second'][kind]}${this.device.number}${DIGITS[ids[kind] - 1]}`
  }

  /** Whether an event can happen in a tab now. */
  can(what: InTab, index: number): boolean {
    const tab = this.device.tabs[index]
    if (!tab) return what === 'show'
    const isFree = tab.isListening && !tab.reading
    switch (what) {
      case 'play':
        return isFree && nextGesture(tab.session.game) !== undefined
      case 'deal':
      case 'choose':
        return isFree
      // Erasing while another tab reads storage is not explored.
      case 'erase':
      case 'eraseAll':
        return isFree && this.device.tabs.every(other => !other?.reading)
      case 'hide':
        return tab.isListening
      case 'show':
        return !tab.isListening && !tab.reading
      case 'handle':
        return tab.reading !== undefined
      case 'stored':
        return tab.writes.length > 0
      case 'notified':
        return tab.inbox.length > 0 && !tab.reading
    }
  }

  async inTab(what: InTab, index: number): Promise<void> {
    switch (what) {
      case 'play': {
        const { game } = this.#tab(index).session
        this.#touch(index)
        return this.#dispatch(index, { kind: 'gesture', moves: nextGesture(game)!, on: game.position })
      }
      case 'deal':
        this.#touch(index)
        return this.#dispatch(index, {
          kind: 'newDeal',
          dealNumber: DEAL_NUMBER,
          playId: this.#newId((index + 1) as 1),
        })
      case 'choose':
        return this.#choose(index)
      case 'hide':
        return this.#hide(index)
      case 'show':
        return this.#show(index)
      case 'handle':
        return this.#carry(index)
      case 'stored':
        return this.#land(index)
      case 'notified': {
        const [event, ...inbox] = this.#tab(index).inbox
        this.#setTab(index, { inbox })
        return this.#dispatch(index, event)
      }
      case 'erase':
        return this.#erase(index, 'games')
      case 'eraseAll':
        return this.#erase(index, 'everything')
    }
  }

  /**
   * Called before an action in a tab that may not know of an erasure. Its plays may then be kept or erased.
   */
  #touch(index: number): void {
    const { game, previousText = '' } = this.#tab(index).session
    const isKnown = (play: string) => play === game.playId || previousText.includes(play)
    const doomed = this.device.doomed.map(play => (isKnown(play) ? `${play}?` : play))
    this.#change({ doomed })
  }

  #choose(index: number): void {
    const felt = this.#tab(index).session.settings.values.felt === 'green' ? 'midnight' : 'green'
    this.#change({ choices: this.device.choices + 1, chosen: felt })
    this.#dispatch(index, { kind: 'changeSettings', change: { set: { felt } } })
  }

  #hide(index: number): void {
    const inbox = this.#tab(index).inbox.filter(({ kind }) => kind !== 'storageChanged')
    this.#setTab(index, { isListening: false, inbox })
    this.#dispatch(index, { kind: 'hidden' })
  }

  #show(index: number): void {
    if (this.device.tabs[index]) {
      this.#setTab(index, { isListening: true })
      return this.#dispatch(index, { kind: 'shown' })
    }
    const tab: Tab = {
      session: { ...initialState(), change: CHANGE },
      isListening: true,
      reading: undefined,
      jobs: [],
      inbox: [],
      writes: [],
      isInLine: false,
    }
    const tabs = this.device.tabs.map((other, at) => (at === index ? tab : other))
    this.#change({ tabs: tabs as unknown as SmallDevice['tabs'] })
    this.#dispatch(index, { kind: 'opened', search: SEARCH, isVisible: true })
    this.#dispatch(index, { kind: 'shown' })
  }

  /**
   * Like the runner, runs an event immediately if the tab is idle and need not read storage, or else queues
   * it.
   */
  #dispatch(index: number, event: SessionEvent): void {
    this.#setTab(index, { jobs: [...this.#tab(index).jobs, event] })
    this.#work(index)
  }

  /** Runs jobs until a job needs storage. Storage is then read, and the tab waits. */
  #work(index: number): void {
    while (!this.#tab(index).reading && this.#tab(index).jobs.length > 0) {
      const [event, ...jobs] = this.#tab(index).jobs
      this.#setTab(index, { jobs })
      const { session } = this.#tab(index)
      if (!needsTexts(session, event)) this.#step(index, event)
      else {
        if (needsLock(session, event)) this.#takeLock(index)
        while (this.#tab(index).writes.length > 0) this.#land(index)
        this.#setTab(index, { reading: { event, texts: this.device.local } })
      }
    }
  }

  #carry(index: number): void {
    const { event, texts } = this.#tab(index).reading!
    this.#setTab(index, { reading: undefined })
    this.#step(index, event, texts)
    this.#work(index)
  }

  #step(index: number, event: SessionEvent, texts?: Texts): void {
    const { session } = this.#tab(index)
    const { ids } = this.device
    const playId = this.#newId((index + 1) as 1)
    const { state, writes, effects } = this.#code.step(session, event, {
      now: this.#now(),
      seconds: 0,
      fresh: { dealNumber: DEAL_NUMBER, playId },
      texts,
    })
    if (state.game.playId !== playId) this.#change({ ids })
    // Notices are removed, so that states that differ only in notices are equal.
    this.#setTab(index, { session: { ...state, notices: [], change: CHANGE } })
    for (const effect of effects) this.#perform(index, effect)
    const isIdle = Object.keys(writes.set).length === 0 && writes.remove.length === 0
    if (!isIdle) this.#setTab(index, { writes: [...this.#tab(index).writes, writes] })
  }

  #perform(index: number, effect: Effect): void {
    if (effect.kind === 'takeLock') this.#takeLock(index)
  }

  #takeLock(index: number): void {
    const { holder } = this.device
    if (holder === index) return
    if (holder !== undefined) this.#tellOfLock(holder, false)
    this.#change({ holder: index })
    this.#tellOfLock(index, true)
  }

  #tellOfLock(index: number, isHolder: boolean): void {
    const { inbox } = this.#tab(index)
    const event: SessionEvent = { kind: 'lockChanged', game: 'sea-towers', isHolder }
    this.#setTab(index, { inbox: [...inbox, event], isInLine: !isHolder })
  }

  /** Closes a tab. The next tab in the queue gets its lock. */
  #close(index: number): void {
    const tabs = this.device.tabs.map((tab, at) => (at === index ? undefined : tab))
    this.#change({ tabs: tabs as unknown as SmallDevice['tabs'] })
    if (this.device.holder !== index) return
    const next = tabs.findIndex(tab => tab?.isInLine)
    this.#change({ holder: next < 0 ? undefined : next })
    if (next >= 0) this.#tellOfLock(next, true)
  }

  #land(index: number): void {
    const [{ set, remove }, ...writes] = this.#tab(index).writes
    this.#setTab(index, { writes })
    this.#setLocal(set)
    this.#removeLocal(remove)
  }

  /** The writes of all tabs arrive before the background reads storage. */
  #landAll(): void {
    for (const [at, tab] of this.device.tabs.entries()) tab?.writes.forEach(() => this.#land(at))
  }

  #setLocal(set: Texts): void {
    const { local } = this.device
    const changed = Object.entries(set).filter(([key, text]) => local[key] !== text)
    if (changed.length === 0) return
    this.#change({ local: { ...local, ...set } })
    this.#tell(Object.fromEntries(changed))
  }

  #removeLocal(keys: readonly string[]): void {
    const gone = keys.filter(key => key in this.device.local)
    if (gone.length === 0) return
    const local = { ...this.device.local }
    for (const key of gone) Reflect.deleteProperty(local, key)
    this.#change({ local })
    this.#tell(Object.fromEntries(gone.map(key => [key, undefined])))
  }

  #tell(all: Changes): void {
    const changes = this.#code.told(all)
    for (const [index, tab] of this.device.tabs.entries())
      if (tab?.isListening)
        this.#setTab(index, { inbox: [...tab.inbox, { kind: 'storageChanged', changes }] })
  }

  /** storage.local for the background. If the background `dies`, every write after the first throws. */
  #area(dies: boolean): Area {
    let writes = 0
    const access = () => {
      if (dies && ++writes > 1) throw new Error('the process died')
    }
    return {
      all: async () => this.device.local,
      get: async key => this.device.local[key],
      set: async items => {
        access()
        this.#setLocal(items)
      },
      remove: async keys => {
        access()
        this.#removeLocal(keys)
      },
      onChanged: () => () => undefined,
    }
  }

  #ports(dies = false): LocalRoundPorts {
    return {
      local: this.#area(dies),
      now: () => this.#now(),
      newId: () => this.#newId(0),
      browser: 'Model',
      locked: work => work(),
    }
  }

  /**
   * A round of the background, which publishes everything. If it `dies`, the process ends at the second write
   * or after the round.
   */
  async round(dies: boolean): Promise<void> {
    const { sync, local } = this.device
    this.#landAll()
    try {
      const ports = this.#ports(dies)
      const { publish, repair, remove } = await localRound(ports, sync, this.#code.round)
      const items = { ...sync, ...publish, ...repair }
      for (const key of remove) Reflect.deleteProperty(items, key)
      this.#change({ sync: items })
    } catch (error) {
      if (!dies) throw error
    }
    if (dies) this.crash()
    const isNew = Object.keys(sync).some(key => key.startsWith('s:') && !this.#isOwn(key))
    if (isNew || this.device.local.device !== local.device) this.#change({ chosen: undefined })
  }

  #isOwn(key: string): boolean {
    return key.startsWith(`s:device${this.device.number}`)
  }

  /** The process ends. Pending writes, events and messages are lost. */
  crash(): void {
    this.#change({ tabs: [undefined, undefined], holder: undefined, chosen: undefined })
  }

  /** Imports the items of another device, and notifies a visible tab. */
  async import(items: Texts): Promise<void> {
    this.#landAll()
    const { local } = this.device
    const { items: added } = planImport(items, { local, now: this.#now(), freshId: this.#newId(0) })
    this.#setLocal(asReplicas(added))
    await localRound(this.#ports(), undefined, this.#code.round)
    const index = this.device.tabs.findIndex(tab => tab?.isListening)
    if (index >= 0) this.#dispatch(index, { kind: 'imported' })
  }

  /** Erases data. The tab that erases writes nothing afterward, and is closed. */
  async #erase(index: number, scope: EraseScope): Promise<void> {
    this.#dispatch(index, { kind: 'closed' })
    this.#landAll()
    await eraseHere(this.#ports(), scope)
    this.#close(index)
    if (scope === 'everything') this.#change({ chosen: undefined })
  }

  /** The user accepts an erasure by a device that did not know this one. */
  accept(): void {
    const question = parseUnknownErasure(this.device.local[UNKNOWN_ERASURE_KEY])
    this.#setLocal({ [UNKNOWN_ERASURE_KEY]: JSON.stringify({ ...question, accepted: true }) })
  }

  /** The browser exchanges changes with the server. Changes on the server win. */
  meet(server: Texts): Texts {
    const { sync, met } = this.device
    const items: Record<string, string> = {}
    for (const key of new Set([...Object.keys(sync), ...Object.keys(met), ...Object.keys(server)])) {
      const text = server[key] !== met[key] ? server[key] : sync[key]
      if (text !== undefined) items[key] = text
    }
    this.#change({ sync: items, met: items })
    return items
  }

  /** Whether nothing is pending in the tabs of a device. */
  static isQuiet({ tabs }: SmallDevice): boolean {
    return tabs.every(tab => !tab || (!tab.reading && tab.inbox.length === 0 && tab.writes.length === 0))
  }
}

/** The part of a tab's state that affects later events, as a string. */
export const tabText = (tab: Tab | undefined, textsKey: (texts: Texts) => unknown): string => {
  if (!tab) return ''
  const { session, isListening, reading, jobs, inbox, writes } = tab
  const { role, game, previousText, settings, isFirst, lastText, echoes, newerKeys } = session
  return JSON.stringify([
    [role, game.playId && textOf(game), previousText, isFirst, lastText, echoes, newerKeys],
    [settings.stored, settings.pending, settings.lastChoice],
    isListening,
    reading && [reading.event.kind, textsKey(reading.texts)],
    jobs.map(({ kind }) => kind),
    tab.isInLine,
    inbox,
    writes,
  ])
}
