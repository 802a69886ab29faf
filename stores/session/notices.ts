// What a page has to tell its person: sentences by key, shown one after another.
import type { Reason } from '../../engine/index.ts'

/** The sentences that the session can have to tell, by the keys of their texts. */
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

/** Something to tell. */
export interface Notice {
  readonly key: NoticeKey
  readonly reason?: Reason
  /** What the browser said, in its own words. */
  readonly detail?: string
  /** Milliseconds since 1970, where the sentence names a time. */
  readonly time?: number
}

/** Notices that say how something stands, not what has happened: only its end takes them away. */
const LASTING: ReadonlySet<NoticeKey> = new Set(['notSaved', 'notSafe'])

/** The notices with one more at the end; the same key is never told twice. */
export const withNotice = (notices: readonly Notice[], notice: Notice): Notice[] => [
  ...notices.filter(({ key }) => key !== notice.key),
  notice,
]

/** The notices without those of some keys. */
export const withoutNotices = (notices: readonly Notice[], ...keys: readonly NoticeKey[]): Notice[] =>
  notices.filter(({ key }) => !keys.includes(key))

/** What is left of the notices once the person has done something: what still holds. */
export const lasting = (notices: readonly Notice[]): Notice[] => notices.filter(({ key }) => LASTING.has(key))
