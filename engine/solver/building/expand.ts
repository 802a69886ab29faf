// The steps from a board that are worth looking at.
import { mostCarried } from '../../rules/supermove.ts'
import { lowestBit } from '../bits.ts'
import { encodeStep } from '../step-code.ts'
import type { PackedBoard } from './packed-board.ts'
import { StepKind } from './steps.ts'

/** `complete`: every way that a proof must look at. `pruned`: what a beam follows. */
export type Thoroughness = 'pruned' | 'complete'

/** Makes every child of `board` on it, one after another; what follows by itself is made as well. */
export class Expander {
  readonly board: PackedBoard
  readonly #isComplete: boolean
  readonly #isEager: boolean
  #visit: (step: number) => void = () => undefined
  #space = -1
  #everySpace = false
  #spaces = 0
  /** For each face the columns that take it, a bit for each. */
  readonly #takers = new Int32Array(52)
  /** For each face those that may lie on it. */
  readonly #fitting: readonly number[][]
  /** The columns that stand for all empty ones, a bit for each. */
  #spaceBits = 0

  constructor(board: PackedBoard, thoroughness: Thoroughness, isEager: boolean) {
    this.board = board
    const faces = Array.from({ length: 52 }, (_, face) => face)
    this.#fitting = faces.map(below => faces.filter(face => board.game.fits[face * 52 + below] === 1))
    this.#isComplete = thoroughness === 'complete'
    this.#isEager = isEager
  }

  /** Visits every child of the board that was unpacked last, with the step that leads to it. */
  expand(visit: (step: number) => void): void {
    const { board } = this
    this.#visit = visit
    this.#spaces = board.spaces
    this.#space = board.length.indexOf(0)
    this.#everySpace = this.#isComplete && board.isOrdered
    this.#readTakers()
    for (let from = 0; from < board.columns; from++) if (board.length[from] > 0) this.#fromColumn(from)
    this.#fromCells()
    this.#fromReserve()
    this.#fromWaste()
    if (board.mayDeal) this.#child(encodeStep(StepKind.deal))
  }

  #child(step: number): void {
    const { board } = this
    board.make(step, this.#isEager)
    this.#visit(step)
    board.restore()
  }

  #readTakers(): void {
    const { board } = this
    this.#takers.fill(0)
    this.#spaceBits = 0
    for (let column = 0; column < board.columns; column++) {
      if (board.length[column] > 0)
        for (const face of this.#fitting[board.top(column)]) this.#takers[face] |= 1 << column
      else if (column === this.#space || this.#everySpace) this.#spaceBits |= 1 << column
    }
  }

  /** The columns that take a card, a bit for each; one empty column stands for all where they are alike. */
  #takersOf(face: number): number {
    return this.#takers[face] | (this.board.fillsSpace(face) ? this.#spaceBits : 0)
  }

  /** Makes that step to each of the columns that take a card. */
  #toTakers(face: number, kind: number, a: number, n = 1): void {
    for (let bits = this.#takersOf(face); bits !== 0; bits &= bits - 1)
      this.#child(encodeStep(kind, a, lowestBit(bits), n))
  }

  #fromColumn(from: number): void {
    const { board } = this
    const { take } = board.game.tableau
    const top = board.top(from)
    if (board.fitsFoundation(top)) this.#child(encodeStep(StepKind.up, from))
    if (take === 'any') this.#anyCard(from)
    else this.#runs(from)
    const free = board.game.of.cell.length - board.inCells
    if (free === 0) return
    const count = take === 'top' && !this.#isComplete ? board.run(from) : 1
    if (count <= free) this.#child(encodeStep(StepKind.toCells, from, 0, count))
  }

  /** Any face-up card with all that lies on it. */
  #anyCard(from: number): void {
    const { board } = this
    const { fits } = board.game
    const length = board.length[from]
    for (let row = board.down[from]; row < length; row++) {
      const face = board.at(from, row)
      const below = row > board.down[from] ? board.at(from, row - 1) : -1
      // A beam leaves a card where it lies in order, unless the card below it goes up then.
      const isInPlace = below >= 0 && fits[face * 52 + below] === 1 && !board.fitsFoundation(below)
      if (!this.#isComplete && isInPlace) continue
      for (let bits = this.#takersOf(face) & ~(1 << from); bits !== 0; bits &= bits - 1) {
        const to = lowestBit(bits)
        if (board.length[to] === 0 && row === 0 && !this.#everySpace) continue
        this.#child(encodeStep(StepKind.run, from, to, length - row))
      }
    }
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
      for (let bits = this.#takersOf(face) & ~(1 << from); bits !== 0; bits &= bits - 1) {
        const to = lowestBit(bits)
        if (board.length[to] === 0) {
          if (count > onSpace || (row === 0 && !this.#everySpace)) continue
          if (!this.#isComplete && !isWhole && !board.isOrdered) continue
        } else if (!this.#isComplete && !isWhole && !this.#makesLonger(face, to, count, longest)) continue
        this.#child(encodeStep(StepKind.run, from, to, count))
      }
    }
  }

  /** Whether part of a run is worth moving, or in a proof may be. */
  #mayPart(from: number, row: number): boolean {
    const { board } = this
    const { take, build } = board.game.tableau
    const raises = row > 0 && board.fitsFoundation(board.at(from, row - 1))
    // Without cells and rows to be dealt, part of a run moves only where the card it lay on goes up then:
    // Blake and Gent, JAIR 85 (2026), appendix B. Round the corner the colours change places, so only a chain
    // of 26 cards would come back to where the lower part fits the upper.
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
      if (board.fitsFoundation(face)) this.#child(encodeStep(StepKind.cellUp, face))
      this.#toTakers(face, StepKind.fromCell, face)
    }
  }

  #fromReserve(): void {
    const { board } = this
    if (board.inReserve === 0) return
    const face = board.reserve[board.inReserve - 1]
    if (board.fitsFoundation(face)) this.#child(encodeStep(StepKind.reserveUp))
    this.#toTakers(face, StepKind.fromReserve, 0)
  }

  /** Every card of the talon that turning brings to the top of the waste, played where it can go. */
  #fromWaste(): void {
    const { board } = this
    if (!board.draw || board.talonCount === 0) return
    for (const at of this.#reachableTops()) {
      const face = board.talon[at]
      if (board.fitsFoundation(face)) this.#child(encodeStep(StepKind.wasteUp, face, 0, at + 1))
      this.#toTakers(face, StepKind.fromWaste, face, at + 1)
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
