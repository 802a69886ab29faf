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

/**
 * How long a message stays: until the user closes it or makes a move; briefly, because it only confirms an
 * action; or as long as the state that it is about lasts.
 */
const STAYS: Readonly<Record<NoticeKey, 'closed' | 'briefly' | 'lasting'>> = {
  brokenGame: 'closed',
  newerGame: 'closed',
  mendedGame: 'closed',
  restoredGame: 'closed',
  missingGame: 'closed',
  brokenSettings: 'closed',
  badAddress: 'closed',
  newDeal: 'briefly',
  erasedElsewhere: 'closed',
  erased: 'briefly',
  kept: 'briefly',
  erasedHere: 'briefly',
  notSaved: 'lasting',
  notSafe: 'lasting',
  failed: 'closed',
  noLocale: 'closed',
}

/** Whether a message disappears by itself. */
export const isBrief = ({ key }: Notice): boolean => STAYS[key] === 'briefly'

/** The messages that remain after the user's next action: those about a lasting state. */
export const lasting = (notices: readonly Notice[]): Notice[] =>
  notices.filter(({ key }) => STAYS[key] === 'lasting')
