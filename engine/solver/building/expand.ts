// The steps from a board that are worth looking at.
import { mostCarried } from '../../rules/supermove.ts'
import type { BuildingBoard } from './board.ts'
import { encodeStep, StepKind } from './steps.ts'

/** `complete`: every way that a proof must look at. `pruned`: what a beam follows. */
export type Thoroughness = 'pruned' | 'complete'

/** Makes every child of a packed board on `board` and visits it; the children are settled and hashed. */
export class Expander {
  readonly board: BuildingBoard
  readonly #isComplete: boolean
  readonly #isEager: boolean
  #parent: Uint8Array = new Uint8Array()
  #visit: () => void = () => undefined
  #space = -1
  #everySpace = false
  #spaces = 0

  constructor(board: BuildingBoard, thoroughness: Thoroughness, isEager: boolean) {
    this.board = board
    this.#isComplete = thoroughness === 'complete'
    this.#isEager = isEager
  }

  expand(parent: Uint8Array, visit: () => void): void {
    const { board } = this
    this.#parent = parent
    this.#visit = visit
    board.unpack(parent)
    this.#spaces = board.spaces
    this.#space = board.length.indexOf(0)
    this.#everySpace = this.#isComplete && board.isOrdered
    for (let from = 0; from < board.columns; from++) if (board.length[from] > 0) this.#fromColumn(from)
    this.#fromCells()
    this.#fromReserve()
    this.#fromWaste()
    if (board.mayDeal) this.#child(encodeStep(StepKind.deal), () => board.dealRow())
  }

  #child(step: number, make: () => void): void {
    const { board } = this
    board.steps = [step]
    make()
    board.settle(this.#isEager)
    board.rehash()
    this.#visit()
    board.unpack(this.#parent)
  }

  /** Whether a column takes a card, one empty column standing for all where they are alike. */
  #takes(column: number, face: number): boolean {
    const { board } = this
    if (board.length[column] === 0 && column !== this.#space && !this.#everySpace) return false
    return board.fits(face, column)
  }

  #fromColumn(from: number): void {
    const { board } = this
    const { take } = board.game.tableau
    const top = board.top(from)
    if (board.fitsFoundation(top))
      this.#child(encodeStep(StepKind.up, from), () => board.moveToFoundation(board.pop(from)))
    if (take === 'any') this.#anyCard(from)
    else this.#runs(from)
    const free = board.game.of.cell.length - board.inCells
    if (free === 0) return
    const count = take === 'top' && !this.#isComplete ? board.run(from) : 1
    if (count <= free)
      this.#child(encodeStep(StepKind.toCells, from, 0, count), () => {
        for (let i = 0; i < count; i++) board.cells[board.inCells++] = board.pop(from)
      })
  }

  /** Any face-up card with all that lies on it. */
  #anyCard(from: number): void {
    const { board } = this
    const { fits, tableau } = board.game
    const length = board.length[from]
    for (let row = board.down[from]; row < length; row++) {
      const face = board.at(from, row)
      const below = row > board.down[from] ? board.at(from, row - 1) : -1
      const isInPlace = below >= 0 && tableau.build.suit === 'same' && fits[face * 52 + below] === 1
      if (!this.#isComplete && isInPlace) continue
      for (let to = 0; to < board.columns; to++) {
        if (to === from || !this.#takes(to, face)) continue
        if (board.length[to] === 0 && row === 0 && !this.#everySpace) continue
        this.#moveRun(from, to, length - row)
      }
    }
  }

  #moveRun(from: number, to: number, count: number): void {
    this.#child(encodeStep(StepKind.run, from, to, count), () => this.board.moveRun(from, to, count))
  }

  /** How many cards cells and spaces carry, the target being a space or not. */
  #carried(toSpace: number): number {
    const { board } = this
    const { game } = board
    if (game.tableau.take !== 'top') return Infinity
    const spaces = game.supermove === 'through-spaces' && !this.#isComplete ? this.#spaces - toSpace : 0
    return mostCarried(game.of.cell.length - board.inCells, Math.max(0, spaces))
  }

  #runs(from: number): void {
    const { board } = this
    const isTower = board.game.tableau.take === 'top'
    const longest = this.#isComplete && isTower ? 1 : board.run(from)
    const onCards = this.#carried(0)
    const onSpace = this.#spaces > 0 ? this.#carried(1) : 0
    for (let count = Math.min(longest, onCards); count >= 1; count--) {
      const row = board.length[from] - count
      const face = board.at(from, row)
      const isWhole = count === longest
      if (!isWhole && !this.#mayPart(from, row)) continue
      for (let to = 0; to < board.columns; to++) {
        if (to === from || !this.#takes(to, face)) continue
        if (board.length[to] === 0) {
          if (count > onSpace || (row === 0 && !this.#everySpace)) continue
          if (!this.#isComplete && !isWhole && !board.isOrdered) continue
        } else if (!this.#isComplete && !isWhole && !this.#makesLonger(face, to, count, longest)) continue
        this.#moveRun(from, to, count)
      }
    }
  }

  /** Whether part of a run is worth moving, or in a proof may be. */
  #mayPart(from: number, row: number): boolean {
    const { board } = this
    const { take, build } = board.game.tableau
    const raises = row > 0 && board.fitsFoundation(board.at(from, row - 1))
    // Without cells and rows to be dealt, part of a run moves only where the card it lay on goes up then:
    // Blake and Gent, JAIR 85 (2026), appendix B.
    if (this.#isComplete)
      return raises || !(take === 'run' && board.game.of.reserve.length > 0 && build.suit === 'alternating')
    return raises || typeof take === 'object' || build.suit === 'same' || take !== 'run'
  }

  /** Where runs move by a stricter build: whether the run that is made is longer than the old one. */
  #makesLonger(face: number, to: number, count: number, longest: number): boolean {
    const { board } = this
    if (typeof board.game.tableau.take !== 'object') return true
    return board.game.runs[face * 52 + board.top(to)] === 1 && board.run(to) + count > longest
  }

  #fromCells(): void {
    const { board } = this
    for (let i = 0; i < board.inCells; i++) {
      const face = board.cells[i]
      if (board.cells.indexOf(face) < i) continue
      if (board.fitsFoundation(face))
        this.#child(encodeStep(StepKind.cellUp, face), () => board.moveToFoundation(board.takeCell(face)))
      for (let to = 0; to < board.columns; to++)
        if (this.#takes(to, face))
          this.#child(encodeStep(StepKind.fromCell, face, to), () => board.push(to, board.takeCell(face)))
    }
  }

  #fromReserve(): void {
    const { board } = this
    if (board.inReserve === 0) return
    const face = board.reserve[board.inReserve - 1]
    if (board.fitsFoundation(face))
      this.#child(encodeStep(StepKind.reserveUp), () =>
        board.moveToFoundation(board.reserve[--board.inReserve]),
      )
    for (let to = 0; to < board.columns; to++)
      if (this.#takes(to, face))
        this.#child(encodeStep(StepKind.fromReserve, 0, to), () =>
          board.push(to, board.reserve[--board.inReserve]),
        )
  }

  /** Every card of the talon that turning brings to the top of the waste, played where it can go. */
  #fromWaste(): void {
    const { board } = this
    if (!board.draw || board.talonCount === 0) return
    for (const at of this.#reachableTops()) {
      const face = board.talon[at]
      if (board.fitsFoundation(face))
        this.#child(encodeStep(StepKind.wasteUp, face, 0, at + 1), () =>
          board.moveToFoundation(board.takeWaste(at)),
        )
      for (let to = 0; to < board.columns; to++)
        if (this.#takes(to, face))
          this.#child(encodeStep(StepKind.fromWaste, face, to, at + 1), () =>
            board.push(to, board.takeWaste(at)),
          )
    }
  }

  #reachableTops(): Set<number> {
    const { talonCount, turned, draw } = this.board
    const { turn, passes } = draw!
    const tops = new Set<number>()
    for (let at = turned; ; at = Math.min(at + turn, talonCount)) {
      if (at > 0) tops.add(at - 1)
      if (at === talonCount) break
    }
    if (passes === undefined)
      for (let at = 0; at < talonCount;) {
        at = Math.min(at + turn, talonCount)
        tops.add(at - 1)
      }
    return tops
  }
}
