// Why sync or the import refuses a text: the keys, and their sentences in English.
import type { Result } from '../../engine/index.ts'

/** Sync’s sentences in English, by key. */
export const syncSentences = {
  itemNewer: 'This was stored by a newer version of Quickhand',
  itemDamaged: 'What was stored is damaged and cannot be read',
  transferUnknown: 'There is nothing of Quickhand in this text',
  transferEmpty: 'There are no games or results in it',
  transferNewer: 'This comes from a newer version of Quickhand',
  transferDamaged: 'This is damaged or incomplete; nothing was taken from it',
  transferLarge: 'This is too large to come from Quickhand',
} as const

/** The key of a sentence in which sync refuses. */
export type SyncReasonKey = keyof typeof syncSentences

/** The English sentence of one of sync's reasons; undefined for any other. */
export const sentenceOf = (key: string): string | undefined =>
  Object.hasOwn(syncSentences, key) ? syncSentences[key as SyncReasonKey] : undefined

/** A value, or sync's reason why there is none. */
export type SyncResult<T> = Result<T, SyncReasonKey>
