// What a search does in one step, as a number, and the moves of the rules behind it.
import { foundationFor } from '../../rules/autoplay.ts'
import { faceOf } from '../../rules/cards.ts'
import { stockMove } from '../../rules/intents.ts'
import { play } from '../../rules/play.ts'
import { carryThroughCells } from '../../rules/supermove.ts'
import type { Move, PileId, Position } from '../../rules/types.ts'
import { readStep } from '../step-code.ts'

/**
 * What a step does. Its operands: `a`, the column or the face that it takes; `b`, the column that it leads
 * to; `n`, how many cards it takes, or how many cards the waste then holds.
 */
export const StepKind = {
  run: 0,
  up: 1,
  toCells: 2,
  cellUp: 3,
  fromCell: 4,
  reserveUp: 5,
  fromReserve: 6,
  wasteUp: 7,
  fromWaste: 8,
  deal: 9,
} as const

/** The moves that the steps stand for. Throws where they are not legal, which is a mistake of the search. */
export function movesOfSteps(start: Position, steps: readonly number[]): Move[] {
  const { game } = start
  const moves: Move[] = []
  let position = start
  const make = (move: Move) => {
    moves.push(move)
    position = play(position, move)
  }
  const move = (from: PileId, to: PileId, count = 1) => make({ kind: 'move', from, to, count })
  const up = (from: PileId) => move(from, foundationFor(position, game.pileById.get(from)!)!.id)
  const column = (number: number) => game.of.tableau[number].id
  const cellOf = (face: number) =>
    game.of.cell.find(({ index }) => position.piles[index].some(card => faceOf(card) === face))!.id
  const freeCell = () => game.of.cell.find(({ index }) => position.piles[index].length === 0)!.id
  /** Turns the stock until the waste holds so many cards and that one on top. */
  const turnTo = (face: number, count: number) => {
    const { index } = game.of.waste[0]
    for (let turns = 0; turns < 3 * game.cards.length; turns++) {
      const waste = position.piles[index]
      if (waste.length === count && faceOf(waste[count - 1]) === face) return
      const next = stockMove(position)
      if (!next.ok) break
      make(next.value)
    }
    throw new Error(`no turn of the stock brings ${face}`)
  }
  const run = (from: PileId, to: PileId, count: number) => {
    if (count === 1 || game.tableau.take !== 'top') return move(from, to, count)
    const carried = carryThroughCells(position, from, to, count)
    if (!carried.ok) throw new Error(carried.reason.key)
    carried.value.forEach(make)
  }
  const kinds: Record<number, (a: number, b: number, n: number) => void> = {
    [StepKind.run]: (a, b, n) => run(column(a), column(b), n),
    [StepKind.up]: a => up(column(a)),
    [StepKind.toCells]: (a, _, n) => {
      for (let i = 0; i < n; i++) move(column(a), freeCell())
    },
    [StepKind.cellUp]: a => up(cellOf(a)),
    [StepKind.fromCell]: (a, b) => move(cellOf(a), column(b)),
    [StepKind.reserveUp]: () => up('r0'),
    [StepKind.fromReserve]: (_, b) => move('r0', column(b)),
    [StepKind.wasteUp]: (a, _, n) => {
      turnTo(a, n)
      up('waste')
    },
    [StepKind.fromWaste]: (a, b, n) => {
      turnTo(a, n)
      move('waste', column(b))
    },
    [StepKind.deal]: () => make({ kind: 'deal' }),
  }
  for (const step of steps) {
    const { kind, a, b, n } = readStep(step)
    kinds[kind](a, b, n)
  }
  return moves
}
