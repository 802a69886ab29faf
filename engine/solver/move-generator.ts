// The macros of the search: from a board, every child worth looking at; and what follows by itself from each.
import { rankOf } from '../rules/cards.ts'
import { mostCarried } from '../rules/supermove.ts'
import { Board, Kind, step } from './board.ts'

/** Called with the board changed into a child, and the steps that made it. */
export type Visit = (steps: number[]) => void

/**
 * How the search moves: `eager` sends every card up that can go and attaches cards in cells; `exact` does
 * only what can never hurt.
 */
export type Mode = 'eager' | 'exact'

export class MoveGenerator {
  readonly board: Board
  readonly mode: Mode
  #parent: Uint8Array = new Uint8Array()
  #visit: Visit = () => undefined
  #everySpace = false
  /** How many cards can be carried to another column, and into a space. */
  #ontoCard = 0
  #intoSpace = 0

  constructor(board: Board, mode: Mode) {
    this.board = board
    this.mode = mode
  }

  /** Visits every child of a packed state. */
  expand(parent: Uint8Array, visit: Visit): void {
    this.#parent = parent
    this.#visit = visit
    this.board.unpack(parent)
    const { board } = this
    const free = board.cellCount - board.inCells
    const space = board.length.indexOf(0)
    // Which of the empty columns takes a card matters only while the stock is dealt onto them.
    this.#everySpace = this.mode === 'exact' && board.game.stock?.by === 'deal' && board.left > 0
    this.#ontoCard = this.#carried(0)
    this.#intoSpace = space < 0 ? 0 : this.#carried(1)
    for (let from = 0; from < board.columns; from++) {
      if (board.length[from] === 0) continue
      const isTower = board.game.tableau.take === 'top'
      const longest = isTower && this.mode === 'exact' ? 1 : board.run(from)
      this.#ups(from)
      this.#runs(from, longest, space)
      if (isTower && longest <= free) this.#child(step(Kind.toCells, from, 0, longest))
    }
    for (let i = 0; i < board.inCells; i++) {
      const face = board.cells[i]
      if (board.cells.indexOf(face) < i) continue
      if (board.goesUp(face)) this.#child(step(Kind.cellUp, face))
      for (let to = 0; to < board.columns; to++)
        if (this.#takes(to, face, space)) this.#child(step(Kind.fromCell, face, to))
    }
    if (board.turn > 0) this.#wastes(space)
    if (board.game.stock?.by === 'deal' && board.left > 0 && this.mode === 'exact') this.#deal()
  }

  #takes(to: number, face: number, space: number): boolean {
    const { board } = this
    return board.length[to] === 0
      ? (to === space || this.#everySpace) && (board.anyFills || rankOf(face) === board.king)
      : board.fits[face * 52 + board.top(to)] === 1
  }

  #ups(from: number): void {
    const { board } = this
    if (board.goesUp(board.top(from))) this.#child(step(Kind.up, from))
  }

  /** How many cards the free cells and columns carry, but for so many columns that are to be filled. */
  #carried(filled: number): number {
    const { board } = this
    if (board.game.tableau.take === 'run') return Infinity
    return mostCarried(
      board.cellCount - board.inCells,
      board.game.supermove === 'through-spaces' ? board.spaces - filled : 0,
    )
  }

  #runs(from: number, longest: number, space: number): void {
    const { board } = this
    const isAll = this.mode === 'exact' || board.game.tableau.build.suit === 'any'
    for (let count = Math.min(longest, this.#ontoCard); count >= 1; count--) {
      const row = board.length[from] - count
      const face = board.at(from, row)
      // Part of a run moves only where that is all there is to it, or uncovers a card that can go up.
      const isWorth =
        isAll ||
        count === longest ||
        board.game.tableau.build.suit === 'same' ||
        board.goesUp(board.at(from, row - 1))
      if (!isWorth) continue
      for (let to = 0; to < board.columns; to++) {
        if (to === from || !this.#takes(to, face, space)) continue
        if (
          board.length[to] === 0 &&
          (count > this.#intoSpace || (!this.#everySpace && (row === 0 || (!isAll && count !== longest))))
        )
          continue
        this.#child(step(Kind.run, from, to, count))
      }
    }
  }

  /** Every card of the round that turning brings to the top of the waste, played where it can go. */
  #wastes(space: number): void {
    const { board } = this
    const { left, turned, turn } = board
    const tops = new Map<number, number>() // place in the round → turns of the stock to get there
    let turns = 0
    for (let at = turned; ; at = Math.min(at + turn, left), turns++) {
      if (at > 0) tops.set(at - 1, turns)
      if (at === left) break
    }
    turns++ // the waste is turned over
    for (let at = 0; at < left && !board.shuffles;) {
      at = Math.min(at + turn, left)
      turns++
      if (!tops.has(at - 1)) tops.set(at - 1, turns)
    }
    for (const [at, count] of tops) {
      const face = board.round[at]
      if (board.goesUp(face)) this.#child(step(Kind.wasteUp, at, 0, count))
      for (let to = 0; to < board.columns; to++)
        if (this.#takes(to, face, space)) this.#child(step(Kind.fromWaste, at, to, count))
    }
  }

  #deal(): void {
    if (this.mayDeal()) this.#child(step(Kind.deal))
  }

  mayDeal(): boolean {
    const { board } = this
    let cards = 0
    for (let column = 0; column < board.columns; column++) cards += board.length[column]
    return board.left > 0 && (board.spaces === 0 || cards < board.columns)
  }

  /** Makes a step, lets follow what follows, shows the child, and goes back to the parent. */
  #child(code: number): void {
    const steps = [code]
    apply(this.board, code)
    this.settle(steps)
    this.board.hash()
    this.#visit(steps)
    this.board.unpack(this.#parent)
  }

  /** What happens by itself; the steps are added to the list. */
  settle(steps: number[]): void {
    const { board, mode } = this
    const isEager = mode === 'eager' && board.game.stock === undefined
    const may = (face: number) =>
      board.goesUp(face) && (isEager || board.isSafe(face) || (mode === 'eager' && this.isEarly(face)))
    for (let moved = true; moved;) {
      moved = false
      for (let column = 0; column < board.columns; column++) {
        while (board.length[column] > 0 && may(board.top(column))) {
          steps.push(step(Kind.up, column))
          board.moveToFoundation(board.pop(column))
          moved = true
        }
      }
      for (let i = board.inCells - 1; i >= 0; i--) {
        const face = board.cells[i]
        let code = -1
        if (may(face)) code = step(Kind.cellUp, face)
        else if (isEager) {
          let host = -1
          for (let to = 0; to < board.columns; to++)
            if (
              board.length[to] > 0 &&
              board.fits[face * 52 + board.top(to)] === 1 &&
              (host < 0 || board.run(to) > board.run(host))
            )
              host = to
          if (host >= 0) code = step(Kind.fromCell, face, host)
        }
        if (code < 0) continue
        steps.push(code)
        apply(board, code)
        moved = true
      }
    }
  }

  /**
   * In the Klondikes, cards that nearly never are missed: up to the three, or little above the other colour.
   */
  private isEarly(face: number): boolean {
    const { board } = this
    if (board.game.tableau.build.suit !== 'alternating') return false
    const rank = rankOf(face)
    const isRed = (face & 3) === 1 || (face & 3) === 2
    const [a, b] = isRed ? [0, 3] : [1, 2]
    const second = board.copies - 1
    return rank <= 1 || Math.min(board.up[2 * a + second], board.up[2 * b + second]) >= rank - 1
  }
}

/** Makes one step on a board. */
export function apply(board: Board, code: number): void {
  const kind = code >>> 24
  const a = (code >>> 16) & 255
  const b = (code >>> 8) & 255
  const n = code & 255
  switch (kind) {
    case Kind.run:
      board.moveRun(a, b, n)
      break
    case Kind.toCells:
      for (let i = 0; i < n; i++) board.cells[board.inCells++] = board.pop(a)
      break
    case Kind.fromCell:
      board.push(b, board.takeCell(board.cells.indexOf(a)))
      break
    case Kind.up:
      board.moveToFoundation(board.pop(a))
      break
    case Kind.cellUp:
      board.moveToFoundation(board.takeCell(board.cells.indexOf(a)))
      break
    case Kind.wasteUp:
      board.moveToFoundation(board.takeWaste(a))
      break
    case Kind.fromWaste:
      board.push(b, board.takeWaste(a))
      break
    case Kind.deal:
      board.dealRow()
      break
  }
}
