// A winning line after the person has done something: the same cards go the same ways, as far as they still
// have to.
import { foundationFor } from '../rules/autoplay.ts'
import { isWon, play } from '../rules/play.ts'
import { whyNot } from '../rules/why-not.ts'
import type { Move, Pile, Position } from '../rules/types.ts'

/** Moves of a line that is repaired at most, as the page does it between two frames. */
const MAX_REPAIRED = 2000

/**
 * What is left of a line that wins from `start` when the game has come to `now` instead: moves that win from
 * there, or undefined where keeping to the line no longer does, the line is too long, or another game is
 * played. Costs a replay, no search.
 */
export function repairLine(start: Position, line: readonly Move[], now: Position): Move[] | undefined {
  if (now.game !== start.game || line.length > MAX_REPAIRED) return undefined
  const rest: Move[] = []
  let planned = start
  let position = now
  for (const move of line) {
    const next = move.kind === 'move' ? sameCards(planned, move, position) : move
    if (next && !whyNot(position, next)) {
      rest.push(next)
      position = play(position, next)
    }
    planned = play(planned, move)
  }
  return isWon(position) ? rest : undefined
}

/**
 * The move that takes the cards which `move` takes in `planned`, from where they lie in `position`; undefined
 * where they need it no more.
 */
function sameCards(planned: Position, move: Move & { kind: 'move' }, position: Position): Move | undefined {
  const { game } = position
  const source = planned.piles[game.pileById.get(move.from)!.index]
  const card = source[source.length - move.count]
  const from = game.piles.find(({ index }) => position.piles[index].includes(card))!
  const cards = position.piles[from.index]
  const to = placeFor(game.pileById.get(move.to)!, from, position)
  if (from.kind === 'foundation' || !to || to === from || (from.kind === 'cell' && to.kind === 'cell'))
    return undefined
  return { kind: 'move', from: from.id, to: to.id, count: cards.length - cards.indexOf(card) }
}

/**
 * The pile of that kind that stands open: any foundation that takes the card, any free cell, the column
 * itself.
 */
function placeFor(planned: Pile, from: Pile, position: Position): Pile | undefined {
  if (planned.kind === 'foundation') return foundationFor(position, from)
  if (planned.kind === 'cell')
    return position.game.of.cell.find(({ index }) => position.piles[index].length === 0)
  return planned
}
