// The vocabulary of the session: what a page knows, what can happen to it, and what follows. Read this first.
import type { GameId, Move, OpenedRecord, Position } from '../../engine/index.ts'
import type { Changes, Texts } from '../platform/platform.ts'
import type { SettingsChange, SettingsState } from '../settings/model.ts'
import type { SyncEnvelope } from '../sync/game-envelope.ts'
import type { VersionVector } from '../sync/version-vector.ts'
import type { Notice } from './notices.ts'

/** The game on the table, and how far it has gone on which device. */
export interface GameInMemory extends Omit<OpenedRecord, 'rebased'> {
  /** What was taken over from other devices, as a version vector. */
  readonly inherited: VersionVector
  /** Actions made on this device since. */
  readonly localActions: number
}

/** Why the position on the table is another one than before. */
export type Cause =
  /** The page has opened, or another game was chosen: nothing moves, the cards are just there. */
  | 'opened'
  | 'move'
  | 'undo'
  | 'redo'
  | 'restart'
  /** A step of the history was chosen that is not the next one. */
  | 'jump'
  /** New cards were dealt. */
  | 'deal'
  /** The game that a new deal had left is back. */
  | 'previous'
  /** The game goes on as another device left it. */
  | 'device'
  /** Another tab has played on. */
  | 'tab'
  /** House rules have changed; no card has moved. */
  | 'rules'

/** The one event from which the table derives travel, selection and announcements. */
export interface PositionChange {
  /** Counts the changes of this page. */
  readonly id: number
  readonly before: Position
  readonly after: Position
  readonly cause: Cause
}

/**
 * `opening`: everything was just read and nobody else has played since. `player`: this tab holds the lock of
 * its game. `follower`: another tab holds it. `hidden`: nobody looks, so other tabs may have played on.
 * `closed`: everything was erased; nothing may be written any more.
 */
export type Role = 'opening' | 'player' | 'follower' | 'hidden' | 'closed'

/** Everything a page knows that decides what it does next. Never changed in place. */
export interface SessionState {
  readonly role: Role
  readonly game: GameInMemory
  readonly change: PositionChange
  /** The stored texts of the games that were left, with a space between them, if there are any. */
  readonly previousText: string | undefined
  readonly settings: SettingsState
  /** True from the very first start to the first move. */
  readonly isFirst: boolean
  readonly notices: readonly Notice[]
  /** The text of the game as it was last read or written here. */
  readonly lastText: string
  /** Texts written here whose echo has not been heard yet, the oldest first. */
  readonly echoes: readonly string[]
  /** When the last result was written here (milliseconds since 1970); the next one is said to be later. */
  readonly resultTime: number
  /** Storage keys under which a newer version keeps its games; they are left alone. */
  readonly newerKeys: readonly string[]
}

/** A step of `go`: to so many gestures, or one gesture back or on. */
export type Step = number | 'undo' | 'redo'

/**
 * What can happen to a page. Events that name `texts` need what is stored, as it is when they are their turn.
 */
export type SessionEvent =
  /** The page opens, as its address asks (`?game=…&deal=…`), or again after such an address was followed. */
  | {
      readonly kind: 'opened'
      readonly search: string
      readonly isVisible: boolean
      readonly isFollowed?: boolean
    }
  /** Moves of one gesture, meant for the position that they were made on. */
  | { readonly kind: 'gesture'; readonly moves: readonly Move[]; readonly on: Position }
  | { readonly kind: 'go'; readonly to: Step }
  /** A deal, and the id of its play; `on`: only while that position is still on the table. */
  | { readonly kind: 'newDeal'; readonly dealNumber: number; readonly playId: string; readonly on?: Position }
  /** `deal`: the number of its deal where none of it was begun. */
  | { readonly kind: 'switchGame'; readonly game: GameId; readonly deal?: number | undefined }
  | { readonly kind: 'backToPrevious' }
  /** A game of another device; `on`: only while that position is still on the table. */
  | {
      readonly kind: 'continueFrom'
      readonly other: SyncEnvelope
      readonly deviceId: string
      readonly on?: Position
    }
  | { readonly kind: 'changeSettings'; readonly change: SettingsChange }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'shown' }
  /** What lies in storage.local was changed, by this tab or another. */
  | { readonly kind: 'storageChanged'; readonly changes: Changes }
  /** The lock of a game was won or lost. */
  | { readonly kind: 'lockChanged'; readonly game: GameId; readonly isHolder: boolean }
  /** The person is about to erase everything: nothing is saved from here on. */
  | { readonly kind: 'closed' }
  /** Stored texts were changed as a whole, by an import or by taking an erasure back. */
  | { readonly kind: 'imported' }
  | { readonly kind: 'notified'; readonly notice: Notice }
  | { readonly kind: 'dismissed'; readonly notice: Notice }
  /** The first words were read. */
  | { readonly kind: 'welcomed' }
  | { readonly kind: 'writeFailed'; readonly detail: string; readonly mayBeDamaged: boolean }
  | { readonly kind: 'writeSucceeded' }

/**
 * A game whose own text was lost, and when the replica that it was restored from was made (since 1970, ms).
 */
export interface RestoredGame {
  readonly game: GameInMemory
  readonly time: number
}

/**
 * What the outer world adds to an event when its turn comes, so that a step needs neither clock nor chance.
 */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Whole seconds that the game on the table has been played. */
  readonly seconds: number
  /** What a new game takes, if this event deals one. */
  readonly fresh: { readonly dealNumber: number; readonly playId: string }
  /** All stored texts, for the events that need them. */
  readonly texts?: Texts
  /** The same without what this page could not write yet. */
  readonly stored?: Texts
  /** For a game whose text cannot be used: what this device's own replica has of it. */
  readonly replica?: RestoredGame
}

/** Texts to be written at once, and after that keys to be removed. */
export interface Writes {
  readonly set: Texts
  readonly remove: readonly string[]
}

/** What else follows from an event. */
export type Effect =
  /** Asks the background to publish what is new. */
  | { readonly kind: 'publish' }
  /** Takes the lock of a game, whoever holds it. */
  | { readonly kind: 'takeLock'; readonly game: GameId }
  /** Sets the clock to so many seconds and stops it. */
  | { readonly kind: 'setClock'; readonly seconds: number }
  /** Somebody plays: the clock runs. */
  | { readonly kind: 'runClock' }
  | { readonly kind: 'stopClock' }
  /** The address has been followed: reloading the page must not follow it again. */
  | { readonly kind: 'forgetAddress' }

/** What an event leads to: the next state, what is stored, and what is done after that. */
export interface Transition {
  readonly state: SessionState
  readonly writes: Writes
  readonly effects: readonly Effect[]
}
