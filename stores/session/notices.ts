// The messages of the session. The page shows one at a time.
import type { Reason } from '../../engine/index.ts'

/**
 * The session's messages, and how long they stay. `closed`: until the user closes them or acts. `briefly`:
 * for a few seconds, because they only confirm an action. `lasting`: as long as the state that they report.
 */
const STAYS = {
  brokenGame: 'closed',
  newerGame: 'closed',
  mendedGame: 'closed',
  restoredGame: 'closed',
  missingGame: 'closed',
  brokenSettings: 'closed',
  badAddress: 'closed',
  newDeal: 'briefly',
  sameDeal: 'briefly',
  erasedElsewhere: 'closed',
  erased: 'briefly',
  unrevoked: 'closed',
  kept: 'briefly',
  erasedHere: 'briefly',
  broughtBack: 'briefly',
  notSaved: 'lasting',
  notSafe: 'lasting',
  failed: 'closed',
  noLocale: 'closed',
} as const satisfies Readonly<Record<string, 'closed' | 'briefly' | 'lasting'>>
/** The keys of the session's messages. */
export type NoticeKey = keyof typeof STAYS

/** A message of the session. */
export interface Notice {
  readonly key: NoticeKey
  readonly reason?: Reason
  /** The message of an error. */
  readonly detail?: string
  /** Milliseconds since 1970, if the message names a time. */
  readonly time?: number
}

/** Whether a message disappears after a while. */
export const isBrief = ({ key }: Notice): boolean => STAYS[key] === 'briefly'

/** The messages that remain after the user's next action: those about a lasting state. */
export const lasting = (notices: readonly Notice[]): Notice[] =>
  notices.filter(({ key }) => STAYS[key] === 'lasting')
