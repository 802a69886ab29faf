// Macros: what a search does in one step, as a number; several single moves of the rules may stand behind it.
import type { Board } from './board.ts'

/** What a macro does; the comment of `encodeMacro` says what its figures mean. */
export const MacroKind = {
  run: 0,
  toCells: 1,
  fromCell: 2,
  toFoundation: 3,
  cellToFoundation: 4,
  wasteToFoundation: 5,
  fromWaste: 6,
  deal: 7,
} as const

/**
 * A macro as a number: its kind; `a`, the column, face or place in the talon that it takes from; `b`, the
 * column that it leads to; `n`, how many cards it moves or how often it turns the stock.
 */
export const encodeMacro = (kind: number, a = 0, b = 0, n = 1): number =>
  (kind << 24) | (a << 16) | (b << 8) | n

/** The figures of a macro. */
export const decodeMacro = (macro: number) => ({
  kind: macro >>> 24,
  a: (macro >>> 16) & 255,
  b: (macro >>> 8) & 255,
  n: macro & 255,
})

/** Makes one macro on a board and adds the single moves and turns of the stock to its path. */
export function applyMacro(board: Board, macro: number): void {
  const kind = macro >>> 24
  const a = (macro >>> 16) & 255
  const b = (macro >>> 8) & 255
  const n = macro & 255
  let length = 1
  switch (kind) {
    case MacroKind.run:
      board.moveRun(a, b, n)
      if (board.isTower) length = 2 * n - 1
      break
    case MacroKind.toCells:
      for (let i = 0; i < n; i++) board.pushCell(board.pop(a))
      length = n
      break
    case MacroKind.fromCell:
      board.push(b, board.takeCell(board.cells.indexOf(a)))
      break
    case MacroKind.toFoundation:
      board.moveToFoundation(board.pop(a))
      break
    case MacroKind.cellToFoundation:
      board.moveToFoundation(board.takeCell(board.cells.indexOf(a)))
      break
    case MacroKind.wasteToFoundation:
      board.moveToFoundation(board.takeWaste(a))
      length = n + 1
      break
    case MacroKind.fromWaste:
      board.push(b, board.takeWaste(a))
      length = n + 1
      break
    case MacroKind.deal:
      board.dealRow()
      break
  }
  board.pathLength += length
}
