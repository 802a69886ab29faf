// Reasons as sentences.
import { inWords, RANKS, type Reason, type ReasonKey } from '../engine/index.ts'
import { sentenceOf, type SyncReasonKey } from '../stores/sync/reasons.ts'
import { cardNamed, rankText, tMaybe, type Values } from './i18n'

/** A reason as a sentence: translated, or else the English text from the engine or from sync. */
export function reasonText(reason: Reason<ReasonKey | SyncReasonKey>): string {
  const values = Object.entries(reason.values ?? {}).map(([name, value]) => {
    if (name === 'rank') return [name, rankText(RANKS.charAt(Number(value)))]
    const isCard = (name === 'card' || name === 'needs') && /^[A2-9TJQK][CDHS]$/.test(String(value))
    return [name, isCard ? cardNamed(String(value)) : value]
  })
  const text =
    tMaybe(`reason.${reason.key}`, Object.fromEntries(values) as Values) ??
    sentenceOf(reason.key) ??
    inWords(reason as Reason)
  // The name of a card may come first.
  return text.replace(/^\p{Ll}/u, letter => letter.toUpperCase())
}
