// The reasons why an import is refused, with their English sentences.

/** The English sentences by key. */
export const syncSentences = {
  transferUnknown: 'This isn’t a Quickhand backup',
  transferEmpty: 'This backup has no games or results',
  transferNewer: 'This comes from a newer version of Quickhand',
  transferDamaged: 'This backup is damaged or incomplete; nothing was imported',
  transferLarge: 'This is too large for a Quickhand backup',
} as const

/** The key of a reason. */
export type SyncReasonKey = keyof typeof syncSentences

/** The English sentence of a sync reason; undefined for other reasons. */
export const sentenceOf = (key: string): string | undefined =>
  Object.hasOwn(syncSentences, key) ? syncSentences[key as SyncReasonKey] : undefined
