// Names of piles.
import type { Game, Pile } from '../engine/index.ts'
import { t } from './i18n'
import { hasColumns } from './table/place'

/** Whether the game has a single foundation, which takes cards of any suit and is called the discard pile. */
export const hasHeap = ({ of }: Game): boolean => of.foundation.length === 1

/** "Column 4". Stock and waste have no number; single foundations and overlapping places have other names. */
export function pileText({ kind, number }: Pile, game: Game): string {
  if (kind === 'tableau' && !hasColumns(game)) return t('pile.place', { number: number + 1 })
  if (kind === 'foundation' && hasHeap(game)) return t('pile.heap')
  return t(`pile.${kind}`, { number: number + 1 })
}
