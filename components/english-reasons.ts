// The English sentences of reasons, as engine and sync word them. Loaded after the first paint.
import { inWords, type Reason, type ReasonKey } from '../engine/index.ts'
import { sentenceOf, type SyncReasonKey } from '../stores/sync/reasons.ts'

/** The English sentence of a reason. */
export const englishReason = (reason: Reason<ReasonKey | SyncReasonKey>): string =>
  sentenceOf(reason.key) ?? inWords(reason as Reason)
