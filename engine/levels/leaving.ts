// The moves that the quick player considers in games that only remove cards, and their values.
import type { Card } from '../rules/cards.ts'
import { fitsCard, isCovered } from '../rules/fit.ts'
import { legalMoves } from '../rules/legal.ts'
import type { Pile, Position } from '../rules/types.ts'
import { LEAVING, type Candidate } from './weights.ts'

/**
 * The candidate moves. If a king can be removed alone, that is the only candidate. Each pair can be
 * removed by two moves; only the first is a candidate.
 */
export function leavingCandidates(position: Position): readonly Candidate[] {
  const { game, piles } = position
  const open = game.of.tableau.filter(pile => piles[pile.index].length > 0 && !isCovered(position, pile))
  const found: Candidate[] = []
  for (const move of legalMoves(position)) {
    if (move.kind !== 'move') {
      found.push({ move, worth: LEAVING.turn })
      continue
    }
    const from = game.pileById.get(move.from)!
    const to = game.pileById.get(move.to)!
    if (game.pairSum === undefined) {
      found.push({ move, worth: worthOf(position, [from]) + followedWorth(position, from, open) })
      continue
    }
    if (to.kind === 'foundation') return [{ move, worth: 0 }]
    if (from.index < to.index) found.push({ move, worth: worthOf(position, [from, to]) })
  }
  return found
}

/** The value of removing the top cards of some piles. */
function worthOf(position: Position, leaving: readonly Pile[]): number {
  const { game, piles } = position
  let worth: number = LEAVING.leaves
  for (const pile of leaving)
    if (pile.kind !== 'tableau') worth += LEAVING.fromStock
    else if (game.covers.length === 0) worth += LEAVING.columnCard * piles[pile.index].length
    else worth += uncoveringWorth(position, pile, leaving)
  return worth
}

/** The value of uncovering other cards, fully or partly, by removing a card. */
function uncoveringWorth({ game, piles }: Position, pile: Pile, leaving: readonly Pile[]): number {
  const { tableau } = game.of
  const isGone = (number: number) =>
    leaving.includes(tableau[number]!) || piles[tableau[number]!.index].length === 0
  let worth = 0
  for (const below of tableau) {
    const covers = game.covers[below.number]!
    if (piles[below.index].length === 0 || !covers.includes(pile.number)) continue
    worth += covers.every(isGone) ? LEAVING.uncovers : LEAVING.halfUncovers
  }
  return worth
}

/** The value of a follow-up: another exposed card that can go on the removed one. */
function followedWorth({ game, piles }: Position, from: Pile, open: readonly Pile[]): number {
  const topOf = ({ index }: Pile): Card => piles[index].at(-1)!
  const isFollowed = open.some(pile => pile !== from && fitsCard(game.rises, topOf(pile), topOf(from)))
  return isFollowed ? LEAVING.followed : 0
}
