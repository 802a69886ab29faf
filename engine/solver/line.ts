// From the steps of a search to the single rule moves of the game.
import { foundationFor } from '../rules/autoplay.ts'
import { faceOf } from '../rules/cards.ts'
import { stockMove } from '../rules/intents.ts'
import { play } from '../rules/play.ts'
import { carryThroughCells } from '../rules/supermove.ts'
import type { Move, PileId, Position } from '../rules/types.ts'
import { decodeMacro, MacroKind } from './macros.ts'

/** The moves that the steps stand for. Throws where they are not legal, which is a mistake of the search. */
export function toMoves(start: Position, steps: readonly number[]): Move[] {
  const moves: Move[] = []
  let position = start
  const { game } = start
  const make = (move: Move) => {
    moves.push(move)
    position = play(position, move)
  }
  const move = (from: PileId, to: PileId, count = 1) => make({ kind: 'move', from, to, count })
  const column = (number: number) => game.of.tableau[number].id
  const cellOf = (face: number) =>
    game.of.cell.find(({ index }) => position.piles[index].some(card => faceOf(card) === face))!.id
  const freeCell = () => game.of.cell.find(({ index }) => position.piles[index].length === 0)!.id
  const up = (from: PileId) => move(from, foundationFor(position, game.pileById.get(from)!)!.id)
  const turn = (times: number) => {
    for (let i = 0; i < times; i++) {
      const next = stockMove(position)
      if (next.ok) make(next.value)
    }
  }
  for (const code of steps) {
    const { kind, a, b, n } = decodeMacro(code)
    switch (kind) {
      case MacroKind.run: {
        if (n === 1 || game.tableau.take === 'run') move(column(a), column(b), n)
        else {
          const carried = carryThroughCells(position, column(a), column(b), n)
          if (!carried.ok) throw new Error(carried.reason.key)
          carried.value.forEach(make)
        }
        break
      }
      case MacroKind.toCells:
        for (let i = 0; i < n; i++) move(column(a), freeCell())
        break
      case MacroKind.fromCell:
        move(cellOf(a), column(b))
        break
      case MacroKind.toFoundation:
        up(column(a))
        break
      case MacroKind.cellToFoundation:
        up(cellOf(a))
        break
      case MacroKind.wasteToFoundation:
        turn(n)
        up('waste')
        break
      case MacroKind.fromWaste:
        turn(n)
        move('waste', column(b))
        break
      case MacroKind.deal:
        make({ kind: 'deal' })
        break
    }
  }
  return moves
}
