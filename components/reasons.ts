// Why something cannot be done, in words.
import { shallowRef } from 'vue'
import type { Reason, ReasonKey } from '../engine/index.ts'
import type { SyncReasonKey } from '../stores/sync/reasons.ts'
import { cardNamed, rankText, tMaybe, type Values } from './i18n'

/** The English sentences of reasons, once they are loaded. */
const englishReasons = shallowRef<typeof import('./english-reasons')>()

/** Loads the English sentences of reasons. Rejects where that fails. */
export async function loadReasons(): Promise<void> {
  englishReasons.value ??= await import('./english-reasons')
}

/** A reason in words: the locale's, else English; its bare key until `loadReasons` is done. */
export function reasonText(reason: Reason<ReasonKey | SyncReasonKey>): string {
  const values = Object.entries(reason.values ?? {}).map(([name, value]) => {
    if (name === 'rank') return [name, rankText('A23456789TJQK'[Number(value)])]
    const isCard = (name === 'card' || name === 'needs') && /^[A2-9TJQK][CDHS]$/.test(String(value))
    return [name, isCard ? cardNamed(String(value)) : value]
  })
  return (
    tMaybe(`reason.${reason.key}`, Object.fromEntries(values) as Values) ??
    englishReasons.value?.englishReason(reason) ??
    reason.key
  )
}
