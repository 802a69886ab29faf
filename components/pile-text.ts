// What a pile is called.
import type { Game, Pile } from '../engine/index.ts'
import { t } from './i18n'

/** "Column 4"; a lone stock or waste has no number, and a heap or a place has a name of its own. */
export function pileText({ kind, number }: Pile, { covers, of }: Game): string {
  if (kind === 'tableau' && covers.length > 0) return t('pile.place', { number: number + 1 })
  if (kind === 'foundation' && of.foundation.length === 1) return t('pile.heap')
  return t(`pile.${kind}`, { number: number + 1 })
}
