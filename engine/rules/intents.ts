// Finds the moves that bring cards to another pile, and ranks the targets of a click.
import { rankOf, type Card } from './cards.ts'
import { isPreferredFoundation, isSafe } from './autoplay.ts'
import { fitsCard, isCovered, lastRank, runLength } from './fit.ts'
import { failWith, ok, reasonOf, type Reason, type Result } from '../result.ts'
import { notARun, takeViolation, whyNot } from './why-not.ts'
import { allowsSupermoves, planSupermove } from './supermove.ts'
import type { Move, Pile, PileId, Position } from './types.ts'

/** Held cards: the top `count` of a pile. */
export interface Held {
  readonly from: PileId
  readonly count: number
}

/** A pile that can take held cards, and the single moves that bring them there. */
export interface Target {
  readonly to: PileId
  readonly moves: readonly Move[]
}

/** Why cards cannot be lifted together; undefined if they can. */
export function whyNotLift(position: Position, { from, count }: Held): Reason | undefined {
  const pile = position.game.pileById.get(from)
  if (!pile) return reasonOf('noSuchPile', { pile: from })
  const reason = takeViolation(position, pile, count)
  if (reason?.key !== 'topOnly' || !allowsSupermoves(position)) return reason
  return runLength(position.game, position.piles[pile.index]) >= count ? undefined : notARun(position.game)
}

/** The single moves that bring the held cards to `to`, or the reason why they cannot go there. */
export function movesTo(position: Position, held: Held, to: PileId): Result<readonly Move[]> {
  const notLifted = whyNotLift(position, held)
  return notLifted ? failWith(notLifted) : liftedTo(position, held, to)
}

/** Like `movesTo`, for cards that can be lifted. */
function liftedTo(position: Position, held: Held, to: PileId): Result<readonly Move[]> {
  const isColumn = position.game.pileById.get(to)?.kind === 'tableau'
  if (held.count > 1 && position.game.tableau.take === 'top' && isColumn)
    return planSupermove(position, held.from, to, held.count)
  const move: Move = { kind: 'move', from: held.from, to, count: held.count }
  const reason = whyNot(position, move)
  return reason ? failWith(reason) : ok([move])
}

/** All piles that can take the held cards, in the order of the game's piles. */
export function targets(position: Position, held: Held): Target[] {
  if (whyNotLift(position, held)) return []
  return position.game.piles.flatMap(({ id }) => {
    const moves = liftedTo(position, held, id)
    return moves.ok ? [{ to: id, moves: moves.value }] : []
  })
}

/** The piles that repeated clicks try for the held cards, best first. */
export function bestTargets(position: Position, held: Held): Target[] {
  return targets(position, held)
    .map(target => ({ target, worth: worthOf(position, held, position.game.pileById.get(target.to)!) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ target }) => target)
}

/**
 * The value of each kind of target for a click. The length of a run is added to `run`. Targets worth
 * `nothing` are never chosen.
 */
const Worth = {
  safeFoundation: 1000,
  run: 500,
  foundation: 400,
  kingSpace: 300,
  cell: 200,
  space: 100,
  nothing: 0,
} as const

function worthOf(position: Position, held: Held, to: Pile): number {
  const { game, piles } = position
  const source = game.pileById.get(held.from)!
  const cards = piles[source.index]
  const lowest = cards.at(-held.count)!
  if (to.kind === 'foundation') {
    const worth = isSafe(position, held.from) ? Worth.safeFoundation : Worth.foundation
    return worth + (isPreferredFoundation(game, to, lowest) ? 1 : 0)
  }
  if (to.kind === 'cell') return source.kind === 'cell' ? Worth.nothing : Worth.cell
  if (piles[to.index].length > 0) return Worth.run + joinedLength(position, lowest, to)
  const isWholeColumn = source.kind === 'tableau' && cards.length === held.count
  if (isWholeColumn) return Worth.nothing
  return rankOf(lowest) === lastRank(position) ? Worth.kingSpace : Worth.space
}

/** The number of a column's cards that could move together with a card added to it; 0 if none. */
function joinedLength({ game, piles, faceDown }: Position, card: Card, to: Pile): number {
  const cards = piles[to.index]
  if (game.tableau.take !== 'any' && !fitsCard(game.runs, card, cards.at(-1)!)) return 0
  return runLength(game, cards, faceDown[to.index])
}

/**
 * The reason to show if held cards can go nowhere: that of the first column with cards, otherwise of an empty
 * column, a foundation, the waste or the stock. Skips covered places, and the columns of games with neither
 * building nor pairs. In a game of pairs, a card can go nowhere only if all remaining partners are covered.
 */
export function whyNowhere(position: Position, held: Held): Reason {
  const { game } = position
  const { tableau, foundation, waste, stock } = game.of
  const isSpace = ({ index }: Pile) => position.piles[index].length === 0
  const open = tableau.filter(pile => !isCovered(position, pile))
  const columns =
    game.tableau.build.suit === 'none' && game.pairSum === undefined
      ? []
      : [...open.filter(pile => !isSpace(pile)), ...open.filter(isSpace)]
  for (const { id } of [...columns, ...foundation, ...waste, ...stock]) {
    if (id === held.from) continue
    const result = movesTo(position, held, id)
    if (result.ok) continue
    const { key, values } = result.reason
    return key === 'notAPair' ? reasonOf('partnersCovered', values) : result.reason
  }
  return reasonOf('unknownMove')
}

/** The move that a click on the stock makes (draw, recycle or deal), or the reason why it is illegal. */
export function stockMove(position: Position): Result<Move> {
  const { game } = position
  const isEmpty = game.of.stock.every(stock => position.piles[stock.index].length === 0)
  const move: Move = game.stock?.by === 'deal' ? { kind: 'deal' } : { kind: isEmpty ? 'recycle' : 'draw' }
  const reason = whyNot(position, move)
  return reason ? failWith(reason) : ok(move)
}

/** The card at `index` of a pile (0 is the bottom) with all cards above it. The pile must exist. */
export const heldFrom = (position: Position, from: PileId, index: number): Held => ({
  from,
  count: position.piles[position.game.pileById.get(from)!.index].length - index,
})

/** The top card of a pile; undefined if the pile is empty or does not exist. */
export function topOf(position: Position, pile: PileId): Card | undefined {
  const found = position.game.pileById.get(pile)
  return found && position.piles[found.index].at(-1)
}
