// The steps of the kernel, and their conversion to moves.
import { faceOf } from '../../rules/cards.ts'
import type { Move, Position } from '../../rules/types.ts'
import { LineWriter } from '../line-writer.ts'
import { readStep } from '../step-code.ts'

/**
 * Operands: `a`, source column or face; `b`, target column; `n`, cards moved, or the size of the waste with
 * the played card on top.
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

/** Converts steps to single moves. */
export function movesOfSteps(position: Position, steps: readonly number[]): Move[] {
  const writer = new LineWriter(position)
  for (const step of steps) write(writer, step)
  return writer.moves
}

function write(writer: LineWriter, step: number): void {
  const { kind, a, b, n } = readStep(step)
  const { tableau: columns, cell, waste, reserve } = writer.position.game.of
  const cellOf = (face: number) =>
    cell.find(pile => {
      const card = writer.topOf(pile)
      return card !== undefined && faceOf(card) === face
    })!
  switch (kind) {
    case StepKind.run:
      if (writer.position.game.tableau.take === 'top') writer.carry(columns[a], columns[b], n)
      else writer.move(columns[a], columns[b], n)
      return
    case StepKind.up:
      return writer.up(columns[a])
    case StepKind.toCells:
      return void writer.toCells(columns[a], n)
    case StepKind.cellUp:
      return writer.up(cellOf(a))
    case StepKind.fromCell:
      return writer.move(cellOf(a), columns[b])
    case StepKind.reserveUp:
      return writer.up(reserve[0])
    case StepKind.fromReserve:
      return writer.move(reserve[0], columns[b])
    case StepKind.deal:
      return writer.dealRow()
  }
  writer.turnUntil((top, count) => count === n && faceOf(top) === a)
  if (kind === StepKind.wasteUp) writer.up(waste[0])
  else writer.move(waste[0], columns[b])
}
