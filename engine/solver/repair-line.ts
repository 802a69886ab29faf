// Adapts a winning line to a position that is not on it: the same cards go to the same piles.
import { foundationFor } from '../rules/autoplay.ts'
import { isWon, play } from '../rules/play.ts'
import { whyNot } from '../rules/why-not.ts'
import type { Move, Pile, Position } from '../rules/types.ts'

/** The maximum length of a line to repair, in moves, because a repair must fit between two frames. */
const MAX_REPAIRED = 2000

/**
 * The rest of a line from `start`, adapted to win from `now`; undefined if it no longer wins or is too long,
 * or if the games differ. It replays the line and does not search.
 */
export function repairLine(start: Position, line: readonly Move[], now: Position): Move[] | undefined {
  if (now.game !== start.game || line.length > MAX_REPAIRED) return undefined
  const made = stockMovesMade(start, line, now)
  const rest: Move[] = []
  let planned = start
  let position = now
  let stockMoves = 0
  for (const move of line) {
    let next: Move | undefined
    if (move.kind === 'move') next = sameCards(planned, move, position)
    else if (++stockMoves > made) next = move
    if (next && !whyNot(position, next)) {
      rest.push(next)
      position = play(position, next)
    }
    planned = play(planned, move)
  }
  return isWon(position) ? rest : undefined
}

/** The number of stock moves in the line before it first reaches the stock of `now`; 0 if it never does. */
function stockMovesMade(start: Position, line: readonly Move[], now: Position): number {
  const { stock } = now.game.of
  const stockOf = ({ piles, pass }: Position) => [pass, ...stock.map(({ index }) => piles[index])].join()
  const wanted = stockOf(now)
  let position = start
  let made = 0
  for (const move of line) {
    if (stockOf(position) === wanted) return made
    position = play(position, move)
    if (move.kind !== 'move') made++
  }
  return stockOf(position) === wanted ? made : 0
}

/** The move of the same cards in `position`, unchecked; undefined if it was made or has no target. */
function sameCards(planned: Position, move: Move & { kind: 'move' }, position: Position): Move | undefined {
  const { game } = position
  const source = planned.piles[game.pileById.get(move.from)!.index]
  const card = source[source.length - move.count]
  const from = game.piles.find(({ index }) => position.piles[index].includes(card))!
  const cards = position.piles[from.index]
  const to = targetFor(game.pileById.get(move.to)!, from, position)
  if (from.kind === 'foundation' || !to || to === from || (from.kind === 'cell' && to.kind === 'cell'))
    return undefined
  return { kind: 'move', from: from.id, to: to.id, count: cards.length - cards.indexOf(card) }
}

/** The target in `position`: any foundation that takes the card, any free cell, or the planned column. */
function targetFor(planned: Pile, from: Pile, position: Position): Pile | undefined {
  if (planned.kind === 'foundation') return foundationFor(position, from)
  if (planned.kind === 'cell')
    return position.game.of.cell.find(({ index }) => position.piles[index].length === 0)
  return planned
}
