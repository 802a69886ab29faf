// Names of piles.
import type { Game, Pile } from '../engine/index.ts'
import { t } from './i18n'

/** "Column 4". Stock and waste have no number; single foundations and pyramid places have other names. */
export function pileText({ kind, number }: Pile, { covers, of }: Game): string {
  if (kind === 'tableau' && covers.length > 0) return t('pile.place', { number: number + 1 })
  if (kind === 'foundation' && of.foundation.length === 1) return t('pile.heap')
  return t(`pile.${kind}`, { number: number + 1 })
}
