// The types of the session: state, events and effects. Start reading here.
import type { GameId, Move, OpenedRecord, Position } from '../../engine/index.ts'
import type { Changes, Texts } from '../platform/area.ts'
import type { SettingsChange, SettingsState } from '../settings/model.ts'
import type { LocalEnvelope, SyncEnvelope } from '../sync/game-envelope.ts'
import type { Notice } from './notices.ts'

/** A game in memory, with the number of actions from each device. */
export type GameInMemory = Omit<OpenedRecord, 'rebased'> & Omit<LocalEnvelope, 'record'>

/** Why the position on the table changed. */
export type Cause =
  /** The page was opened (the cards appear without motion), or another game was chosen (they are dealt). */
  | 'opened'
  | 'move'
  | 'undo'
  | 'redo'
  | 'restart'
  /** Any other step of the history was chosen. */
  | 'jump'
  /** A new deal. */
  | 'deal'
  /** A previous game was restored. */
  | 'previous'
  /** The game continues as another device left it. */
  | 'device'
  /** The stored game was changed outside this session, usually by a move in another tab. */
  | 'tab'
  /** House rules changed; no card has moved. */
  | 'rules'

/** A change of the position, from which the table derives travel, selection and announcements. */
export interface PositionChange {
  /** The number of the change on this page. */
  readonly id: number
  readonly before: Position
  readonly after: Position
  readonly cause: Cause
}

/**
 * `opening`: everything was read, but the game's lock is not held yet. `player`: this tab holds the lock.
 * `follower`: another tab holds it. `hidden`: the tab is hidden, so other tabs may have played.
 * `closed`: this tab is erasing data or has erased it, and writes nothing until `shown`.
 */
export type Role = 'opening' | 'player' | 'follower' | 'hidden' | 'closed'

/** The state of a page. Immutable. */
export interface SessionState {
  readonly role: Role
  readonly game: GameInMemory
  readonly change: PositionChange
  /** The stored texts of previous games, separated by spaces, if there are any. */
  readonly previousText: string | undefined
  /** Whether the user left a game in progress, now the first previous game, and has made no move since. */
  readonly hasLeft: boolean
  readonly settings: SettingsState
  /** True from the first start until the first action, or until the welcome hint is dismissed. */
  readonly isFirst: boolean
  readonly notices: readonly Notice[]
  /** The text of the game as last read or written here. */
  readonly lastText: string
  /** Texts written here whose change events have not arrived yet, oldest first. */
  readonly echoes: readonly string[]
  /** The time of the last pending result of any tab (milliseconds since 1970); the next one is later. */
  readonly resultTime: number
  /** Storage keys of a newer version's games, which are left alone. */
  readonly newerKeys: readonly string[]
}

/** A target of `go`: a number of gestures from the start, or undo or redo. */
export type Step = number | 'undo' | 'redo'

/** Everything that can happen to a page. `needsTexts` determines which events need the stored texts. */
export type SessionEvent =
  /** The page opens. `search`: the query string. `dealt`: the play stored by the effect `forgetAddress`. */
  | {
      readonly kind: 'opened'
      readonly search: string
      readonly isVisible: boolean
      readonly dealt?: unknown
    }
  /** The moves of one gesture, and the position in which they were made. */
  | { readonly kind: 'gesture'; readonly moves: readonly Move[]; readonly on: Position }
  | { readonly kind: 'go'; readonly to: Step }
  /**
   * A deal and the id of its play; ignored if `on` is given and is no longer the position on the table.
   * `isChosen`: whether the user chose the deal, so that a previous game in progress with it is continued.
   */
  | {
      readonly kind: 'newDeal'
      readonly dealNumber: number
      readonly playId: string
      readonly on?: Position
      readonly isChosen?: boolean
    }
  | { readonly kind: 'switchGame'; readonly game: GameId }
  | { readonly kind: 'backToPrevious' }
  /** A game of another device; ignored if `on` is given and is no longer the position on the table. */
  | {
      readonly kind: 'continueFrom'
      readonly other: SyncEnvelope
      readonly deviceId: string
      readonly on?: Position
    }
  /** Restores the game that another device's game replaced; ignored if `on` is no longer the position. */
  | { readonly kind: 'restore'; readonly left: GameInMemory; readonly on: Position }
  | { readonly kind: 'changeSettings'; readonly change: SettingsChange }
  /** The window lost the focus, or the table was covered or hidden. */
  | { readonly kind: 'blurred' }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'shown' }
  /** storage.local was changed by this tab, another one or the background. */
  | { readonly kind: 'storageChanged'; readonly changes: Changes }
  /** The lock of a game was gained or lost. */
  | { readonly kind: 'lockChanged'; readonly game: GameId; readonly isHolder: boolean }
  /** The user is about to erase data: nothing is saved from now on, until `shown`. */
  | { readonly kind: 'closed' }
  /** Stored texts were changed outside the session, for example by an import. */
  | { readonly kind: 'imported' }
  | { readonly kind: 'notified'; readonly notice: Notice }
  | { readonly kind: 'dismissed'; readonly notice: Notice }
  /** The welcome hint was dismissed. */
  | { readonly kind: 'welcomed' }
  | { readonly kind: 'writeFailed'; readonly detail: string }
  | { readonly kind: 'writeSucceeded' }

/** An event of one kind. */
export type Event<K extends SessionEvent['kind']> = Extract<SessionEvent, { kind: K }>

/** A game restored from a replica, and when it was last played (milliseconds since 1970). */
export interface RestoredGame {
  readonly game: GameInMemory
  readonly time: number
}

/** The preferred number of a new deal, or a play of a requested deal, with its day if it is a daily deal. */
export interface NewDeal {
  readonly dealNumber?: number | undefined
  readonly playId?: string
  /** Days since 1970. */
  readonly day?: number | undefined
}

/** The inputs of a step besides state and event, captured when it runs: time, randomness and stored data. */
export interface StepContext {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The seconds on the current game's clock. */
  readonly seconds: number
  /** A random deal number and the play id of a new game, if this event deals one. */
  readonly fresh: { readonly dealNumber: number; readonly playId: string }
  /** What is known of the game that this event deals; the rest is `fresh`. */
  readonly newDeal?: NewDeal | undefined
  /** All stored texts, overlaid with this page's failed writes, for events that need them. */
  readonly texts?: Texts
  /** The stored texts alone. */
  readonly stored?: Texts
  /** This device's replica of the game that this event opens, if its text is missing or unusable. */
  readonly replica?: RestoredGame
}

/** Texts to write, and keys to remove after that. */
export interface Writes {
  readonly set: Texts
  readonly remove: readonly string[]
}

/** The other effects of an event. */
export type Effect =
  /** Asks the background to publish changes. */
  | { readonly kind: 'publish' }
  /** Takes a game's lock from its holder. */
  | { readonly kind: 'takeLock'; readonly game: GameId }
  /** Sets the clock and stops it. */
  | { readonly kind: 'setClock'; readonly seconds: number }
  /** Starts the clock, or keeps it running. */
  | { readonly kind: 'runClock' }
  | { readonly kind: 'stopClock' }
  /**
   * Removes a handled request from the address, so that a reload does not repeat it. `dealt`: the play that
   * replaced a game in progress; otherwise empty.
   */
  | { readonly kind: 'forgetAddress'; readonly dealt: string }

/** The result of an event: the next state, writes and effects. */
export interface Transition {
  readonly state: SessionState
  readonly writes: Writes
  readonly effects: readonly Effect[]
}
