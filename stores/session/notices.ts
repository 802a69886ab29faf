// The messages of the session. The page shows one at a time.
import type { Reason } from '../../engine/index.ts'

/** The keys of the session's messages. */
export type NoticeKey =
  | 'brokenGame'
  | 'newerGame'
  | 'mendedGame'
  | 'restoredGame'
  | 'missingGame'
  | 'brokenSettings'
  | 'badAddress'
  | 'newDeal'
  | 'erasedElsewhere'
  | 'erased'
  | 'kept'
  | 'erasedHere'
  | 'notSaved'
  | 'notSafe'
  | 'failed'
  | 'noLocale'

/** A message of the session. */
export interface Notice {
  readonly key: NoticeKey
  readonly reason?: Reason
  /** The message of an error. */
  readonly detail?: string
  /** Milliseconds since 1970, if the message names a time. */
  readonly time?: number
}

/** Messages about a lasting state. They are removed only when that state ends. */
const LASTING: ReadonlySet<NoticeKey> = new Set(['notSaved', 'notSafe'])

/** The messages that remain after the user's next action: those about a lasting state. */
export const lasting = (notices: readonly Notice[]): Notice[] => notices.filter(({ key }) => LASTING.has(key))
