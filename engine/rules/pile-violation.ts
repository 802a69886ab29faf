// Which cards can lie in a pile at all: what a position read from text or from a record must keep to.
import { reasonOf, type Reason } from '../result.ts'
import { faceOf, type Card } from './cards.ts'
import { fitsFoundation } from './fit.ts'
import type { Game, Pile } from './types.ts'

/** Why `cards`, the lowest `down` of them face down, cannot lie in that pile; undefined where they can. */
export function pileViolation(
  game: Game,
  pile: Pile,
  cards: readonly Card[],
  down: number,
): Reason | undefined {
  const violation = (key: Reason['key']): Reason => reasonOf(key, { pile: pile.id })
  if (pile.kind === 'stock') return down < cards.length ? violation('mustBeDown') : undefined
  if (pile.kind === 'tableau') {
    if (down > 0 && game.tableau.dealt !== 'triangle') return violation('mustBeUp')
    return down > 0 && down === cards.length ? violation('topDown') : undefined
  }
  if (down > 0) return violation('mustBeUp')
  if (pile.kind === 'cell') return cards.length > 1 ? violation('cellOverfull') : undefined
  if (pile.kind !== 'foundation') return undefined
  const { first } = game.foundations
  const startsRight = first === 'A' || (cards.length > 0 && faceOf(cards[0]) === first[pile.number])
  return startsRight && cards.every((card, i) => fitsFoundation(game, pile.number, cards.slice(0, i), card))
    ? undefined
    : violation('foundationOrder')
}
