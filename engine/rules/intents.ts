// From what a person means (these cards, there) to the moves it stands for, and where a card would best go.
import { rankOf, type Card } from './cards.ts'
import { isHome, isSafe } from './autoplay.ts'
import { runLength } from './legal.ts'
import { play } from './play.ts'
import { ok, type Reason, type Result } from '../result.ts'
import { isInOrder, whyNot, whyNotTake } from './why-not.ts'
import { carriesRuns, carry } from './supermove.ts'
import type { Move, Pile, PileId, Position } from './types.ts'
import { highestRank } from './vocabulary.ts'

/** Cards a person has taken hold of: the top `count` of a pile. */
export interface Held {
  readonly from: PileId
  readonly count: number
}

/** A place where held cards may go, and the single moves that bring them there. */
export interface Target {
  readonly to: PileId
  readonly moves: readonly Move[]
}

/** Why these cards cannot be taken hold of together; undefined where they can. */
export function whyNotLift(position: Position, { from, count }: Held): Reason | undefined {
  const pile = position.game.pileById.get(from)
  if (!pile) return { key: 'noSuchPile', values: { pile: from } }
  const reason = whyNotTake(position, pile, count)
  const isCarried = reason?.key === 'topOnly' && carriesRuns(position)
  if (!isCarried) return reason
  return isInOrder(position.game, position.piles[pile.index], count) ? undefined : { key: 'notInOrder' }
}

/** The moves that bring the held cards to `to`, or the rule that forbids it. */
export function movesTo(position: Position, held: Held, to: PileId): Result<readonly Move[]> {
  const notLifted = whyNotLift(position, held)
  if (notLifted) return { ok: false, reason: notLifted }
  const isColumn = position.game.pileById.get(to)?.kind === 'tableau'
  if (held.count > 1 && position.game.tableau.take === 'top' && isColumn)
    return carry(position, held.from, to, held.count)
  const move: Move = { kind: 'move', from: held.from, to, count: held.count }
  const reason = whyNot(position, move)
  return reason ? { ok: false, reason } : ok([move])
}

/** Every place where the held cards may go. */
export function targets(position: Position, held: Held): Target[] {
  return position.game.piles.flatMap(({ id }) => {
    const moves = movesTo(position, held, id)
    return moves.ok ? [{ to: id, moves: moves.value }] : []
  })
}

/** The places worth going to, the best first: what a click on the card tries one after another. */
export function bestTargets(position: Position, held: Held): Target[] {
  return targets(position, held)
    .map(target => ({ target, worth: worthOf(position, held, position.game.pileById.get(target.to)!) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ target }) => target)
}

/**
 * The order in which a click tries places: a safe foundation, the longest run, a foundation, a space for a
 * king, a cell, a space.
 */
const Worth = { safe: 1000, run: 500, up: 400, kingSpace: 300, cell: 200, space: 100, nothing: 0 } as const

function worthOf(position: Position, held: Held, to: Pile): number {
  const { game, piles } = position
  const source = game.pileById.get(held.from)!
  const cards = piles[source.index]
  const lowest = cards[cards.length - held.count]
  if (to.kind === 'foundation')
    return (isSafe(position, held.from) ? Worth.safe : Worth.up) + (isHome(game, to, lowest) ? 1 : 0)
  if (to.kind === 'cell') return source.kind === 'cell' ? Worth.nothing : Worth.cell
  if (piles[to.index].length > 0) return Worth.run + runLength(position, to)
  const isAlone = source.kind === 'tableau' && cards.length === held.count
  if (isAlone) return Worth.nothing
  return rankOf(lowest) === highestRank(game) ? Worth.kingSpace : Worth.space
}

/** The one reason to give when held cards can go nowhere: what the lowest of them waits for. */
export function whyNowhere(position: Position, held: Held): Reason {
  const { tableau, foundation } = position.game.of
  const isSpace = ({ index }: Pile) => position.piles[index].length === 0
  for (const { id } of [
    ...tableau.filter(pile => !isSpace(pile)),
    ...tableau.filter(isSpace),
    ...foundation,
  ]) {
    if (id === held.from) continue
    const result = movesTo(position, held, id)
    if (!result.ok) return result.reason
  }
  return { key: 'unknownMove' }
}

/** What a click on the stock does: turn it, turn the waste over, or deal; or why nothing happens. */
export function stockMove(position: Position): Result<Move> {
  const { game } = position
  const isEmpty = game.of.stock.every(stock => position.piles[stock.index].length === 0)
  const move: Move = game.stock?.by === 'deal' ? { kind: 'deal' } : { kind: isEmpty ? 'recycle' : 'draw' }
  const reason = whyNot(position, move)
  return reason ? { ok: false, reason } : ok(move)
}

/** How many cards a hold on the card at place `index` of a pile takes: it and all above. */
export const heldFrom = (position: Position, from: PileId, index: number): Held => ({
  from,
  count: position.piles[position.game.pileById.get(from)!.index].length - index,
})

/** The top card of a pile, if any. */
export function topOf(position: Position, pile: PileId): Card | undefined {
  const found = position.game.pileById.get(pile)
  return found && position.piles[found.index].at(-1)
}

/** The position after several moves. Throws IllegalMove at the first that is against the rules. */
export const playAll = (position: Position, moves: readonly Move[]): Position => moves.reduce(play, position)
