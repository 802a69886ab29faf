// From the macros of the Sea Towers search to the single moves they stand for.
import { foundationFor } from '../rules/autoplay.ts'
import { rankOf, suitOf } from '../rules/cards.ts'
import { isWon, play } from '../rules/play.ts'
import { carryThroughCells } from '../rules/supermove.ts'
import type { Move, Pile, PileId, Position } from '../rules/types.ts'

const KING = 12
export const NOBODY = -1

/**
 * A macro: a whole top run taken from its column, or a king's chain placed; before it the chain of another
 * suit may go to the cells.
 */
export type Step =
  | {
      readonly kind: 'run'
      readonly column: number
      readonly length: number
      readonly to: 'parent' | 'cells' | 'space'
      readonly evict: number
    }
  | { readonly kind: 'king'; readonly suit: number; readonly evict: number }

/** The single moves that the steps of a path stand for. */
export function expand(start: Position, path: readonly Step[]): Move[] {
  const moves: Move[] = []
  let position = start
  const { game } = start
  const top = (pile: Pile) => position.piles[pile.index].at(-1)
  const make = (move: Move) => {
    moves.push(move)
    position = play(position, move)
  }
  const single = (from: PileId, to: PileId) => make({ kind: 'move', from, to, count: 1 })
  const space = () => game.of.tableau.find(({ index }) => position.piles[index].length === 0)!.id
  const isCard = (card: number | undefined, suit: number, rank: number) =>
    card !== undefined && suitOf(card) === suit && rankOf(card) === rank

  /** Cards to the foundations and from cells onto their parents, until nothing moves. */
  const settle = () => {
    for (let moved = true; moved;) {
      moved = false
      for (const from of [...game.of.tableau, ...game.of.cell]) {
        const card = top(from)
        if (card === undefined) continue
        const foundation = foundationFor(position, from)
        const parent =
          from.kind === 'cell'
            ? game.of.tableau.find(to => isCard(top(to), suitOf(card), rankOf(card) + 1))
            : undefined
        const to = foundation ?? parent
        if (!to) continue
        single(from.id, to.id)
        moved = true
      }
    }
  }
  const toCells = (from: Pile, count: number) => {
    for (let i = 0; i < count; i++) single(from.id, game.of.cell.find(cell => top(cell) === undefined)!.id)
  }
  const evict = (suit: number) => {
    const column = game.of.tableau.find(({ index }) => isCard(position.piles[index][0], suit, KING))!
    toCells(column, position.piles[column.index].length)
  }

  settle()
  for (const step of path) {
    if (step.evict !== NOBODY) evict(step.evict)
    if (step.kind === 'king') {
      single(game.of.cell.find(cell => isCard(top(cell), step.suit, KING))!.id, space())
    } else {
      const from = game.of.tableau[step.column]
      const cards = position.piles[from.index]
      const lowest = cards[cards.length - step.length]
      if (step.to === 'cells') toCells(from, step.length)
      else {
        const to =
          step.to === 'space'
            ? space()
            : game.of.tableau.find(pile => isCard(top(pile), suitOf(lowest), rankOf(lowest) + 1))!.id
        const run = carryThroughCells(position, from.id, to, step.length)
        if (!run.ok)
          throw new Error(`the search moved ${step.length} cards where the rules do not: ${run.reason.key}`)
        run.value.forEach(make)
      }
    }
    settle()
  }
  if (!isWon(position)) throw new Error('the line of the search does not end in a win')
  return moves
}
