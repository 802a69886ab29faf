// Lists the steps that searches try from a board.
import { mostCarried } from '../../rules/supermove.ts'
import { lowestBit } from '../bits.ts'
import { grown } from '../grown.ts'
import { encodeStep } from '../step-code.ts'
import type { Board } from './board.ts'
import { StepKind } from './steps.ts'

/** `complete`: all steps that a proof needs. `pruned`: fewer steps, for searches that only find wins. */
export type Thoroughness = 'pruned' | 'complete'

/** Marks the end of a list of faces. */
export const NO_FACE = 255

interface Builders {
  readonly list: Uint8Array
  readonly starts: Int32Array
}

/** Cached, because computing them takes half as long as a short search. */
const buildersByFits = new WeakMap<Uint8Array, Builders>()

/** For each face, the faces that fit onto it; each list ends with `NO_FACE`. */
export function buildersOf(fits: Uint8Array): Builders {
  const known = buildersByFits.get(fits)
  if (known) return known
  const list: number[] = []
  const starts = new Int32Array(52)
  for (let onto = 0; onto < 52; onto++) {
    starts[onto] = list.length
    for (let face = 0; face < 52; face++) if (fits[face * 52 + onto] === 1) list.push(face)
    list.push(NO_FACE)
  }
  const builders = { list: Uint8Array.from(list), starts }
  buildersByFits.set(fits, builders)
  return builders
}

/** Lists the steps of a board in its current state. */
export class StepsLister {
  readonly board: Board
  /** The result of `list`. */
  steps = new Int32Array(256)
  #count = 0
  readonly #isComplete: boolean
  /**
   * Whether a run moves through cells in one step. False in proofs, and if automatic moves can follow each
   * single move.
   */
  readonly #carries: boolean
  /** Whether any part of a run can move; otherwise only a part on a card that can then go up. */
  readonly #movesAnyPart: boolean
  readonly #partsToSpaces: boolean
  readonly #builders: Builders
  /** For each face, a mask of the columns with a top card that takes it. */
  readonly #hosts = new Int32Array(52)
  /** The number of empty columns, and a mask of those that steps go to. */
  #spaces = 0
  #spaceBits = 0
  /** Whether steps go to all empty columns: in proofs, while cards are left to deal. */
  #everySpace = false
  /** The longest runs that can be carried onto a card and into an empty column. */
  #ontoCard = 255
  #intoSpace = 255

  constructor(board: Board, thoroughness: Thoroughness) {
    this.board = board
    this.#isComplete = thoroughness === 'complete'
    this.#carries = board.isTower && !this.#isComplete && !board.game.settles
    this.#builders = buildersOf(board.game.fits)
    const {
      tableau: { take, build },
      deck,
      cells,
      stock,
    } = board.game
    // Without cells and deals, part of a run needs to move only if the card below it can then go up: Blake
    // and Gent, JAIR 85 (2026), appendix B. This also holds if ranks wrap, because a sequence of alternating
    // colors repeats a rank and color only after 26 cards.
    const exposesOnly =
      this.#isComplete &&
      take === 'run' &&
      build.suit === 'alternating' &&
      deck.copies === 1 &&
      !build.bothWays &&
      build.step === 1 &&
      !cells &&
      stock?.by !== 'deal'
    this.#partsToSpaces = this.#isComplete || (stock?.by === 'deal' && take === 'run')
    this.#movesAnyPart =
      !exposesOnly && (this.#isComplete || typeof take === 'object' || build.suit !== 'alternating')
  }

  /** Writes the steps of the board to `steps`; returns their number. */
  list(): number {
    const { board } = this
    this.#count = 0
    this.#everySpace = this.#isComplete && board.isOrdered
    this.#readHosts()
    this.#readCarried()
    for (let from = 0; from < board.columns; from++) if (board.length[from] > 0) this.#fromColumn(from)
    this.#fromCells()
    this.#fromReserve()
    this.#fromWaste()
    if (board.mayDeal) this.#add(encodeStep(StepKind.deal))
    return this.#count
  }

  #add(step: number): void {
    if (this.#count === this.steps.length) this.steps = grown(this.steps)
    this.steps[this.#count++] = step
  }

  #readHosts(): void {
    const { board } = this
    const { list, starts } = this.#builders
    const hosts = this.#hosts
    hosts.fill(0)
    this.#spaces = 0
    this.#spaceBits = 0
    for (let column = 0; column < board.columns; column++) {
      if (board.length[column] > 0)
        for (let at = starts[board.top(column)]; list[at] !== NO_FACE; at++) hosts[list[at]] |= 1 << column
      else if (this.#spaces++ === 0 || this.#everySpace) this.#spaceBits |= 1 << column
    }
  }

  /** A mask of the columns that take a card, with only the first of the empty ones unless `#everySpace`. */
  #takersOf(face: number): number {
    const hosts = this.#hosts[face]
    return this.#spaceBits !== 0 && this.board.fillsSpace(face) ? hosts | this.#spaceBits : hosts
  }

  #toTakers(face: number, kind: number, a: number, n = 1): void {
    for (let bits = this.#takersOf(face); bits !== 0; bits &= bits - 1)
      this.#add(encodeStep(kind, a, lowestBit(bits), n))
  }

  #fromColumn(from: number): void {
    const { board } = this
    if (board.fitsFoundation(board.top(from))) this.#add(encodeStep(StepKind.up, from))
    let fitsOntoCard = false
    if (board.game.tableau.take === 'any') this.#anyCard(from)
    else fitsOntoCard = this.#runs(from)
    const free = board.cellCount - board.inCells
    if (free === 0) return
    const count = this.#carries ? board.run(from) : 1
    // If cells are emptied automatically, a run that fits onto a card is not moved into them.
    if (count <= free && !(fitsOntoCard && board.attaches))
      this.#add(encodeStep(StepKind.toCells, from, 0, count))
  }

  /** Lists the moves of each face-up card with the cards on it. */
  #anyCard(from: number): void {
    const { board } = this
    const { fits } = board.game
    const length = board.length[from]
    const down = board.down[from]
    for (let row = down; row < length; row++) {
      const face = board.at(from, row)
      if (!this.#isComplete && row > down) {
        // A card that fits on the card below it moves only if that card can then go up.
        const below = board.at(from, row - 1)
        if (fits[face * 52 + below] === 1 && !board.fitsFoundation(below)) continue
      }
      let bits = this.#takersOf(face) & ~(1 << from)
      if (row === 0 && !this.#everySpace) bits &= ~this.#spaceBits
      for (; bits !== 0; bits &= bits - 1)
        this.#add(encodeStep(StepKind.run, from, lowestBit(bits), length - row))
    }
  }

  #readCarried(): void {
    const { board } = this
    if (!board.isTower) return
    const free = board.cellCount - board.inCells
    const spaces = board.game.supermove === 'through-spaces' && !this.#isComplete ? this.#spaces : 0
    this.#ontoCard = mostCarried(free, spaces)
    this.#intoSpace = this.#spaces === 0 ? 0 : mostCarried(free, Math.max(0, spaces - 1))
  }

  /** Lists the moves of a run and its parts; true if the whole run can move onto a card. */
  #runs(from: number): boolean {
    const { board } = this
    const longest = board.isTower && !this.#carries ? 1 : board.run(from)
    const length = board.length[from]
    let hasHost = false
    for (let count = Math.min(longest, this.#ontoCard); count >= 1; count--) {
      const row = length - count
      const face = board.at(from, row)
      const isWhole = count === longest
      if (!isWhole && !this.#mayPart(from, row)) continue
      let hosts = this.#hosts[face] & ~(1 << from)
      if (isWhole && hosts !== 0) hasHost = true
      for (; hosts !== 0; hosts &= hosts - 1) {
        const to = lowestBit(hosts)
        if (this.#isComplete || isWhole || this.#makesLonger(face, to, count, longest))
          this.#add(encodeStep(StepKind.run, from, to, count))
      }
      const isToSpace =
        count <= this.#intoSpace &&
        (row > 0 || this.#everySpace) &&
        (isWhole || board.isOrdered || this.#partsToSpaces) &&
        board.fillsSpace(face)
      if (!isToSpace) continue
      for (let bits = this.#spaceBits; bits !== 0; bits &= bits - 1)
        this.#add(encodeStep(StepKind.run, from, lowestBit(bits), count))
    }
    return hasHost
  }

  #mayPart(from: number, row: number): boolean {
    const { board } = this
    return this.#movesAnyPart || (row > 0 && board.fitsFoundation(board.at(from, row - 1)))
  }

  /** Whether the new run is longer than the old one. Always true if every built sequence is a run. */
  #makesLonger(face: number, to: number, count: number, longest: number): boolean {
    const { board } = this
    if (typeof board.game.tableau.take !== 'object') return true
    return board.game.runs[face * 52 + board.top(to)] === 1 && board.run(to) + count > longest
  }

  #fromCells(): void {
    const { board } = this
    const { cells } = board
    const hasCopies = board.game.deck.copies > 1
    for (let i = 0; i < board.inCells; i++) {
      const face = cells[i]
      if (hasCopies && cells.indexOf(face) < i) continue
      if (board.fitsFoundation(face)) this.#add(encodeStep(StepKind.cellUp, face))
      this.#toTakers(face, StepKind.fromCell, face)
    }
  }

  #fromReserve(): void {
    const { board } = this
    if (board.inReserve === 0) return
    const face = board.reserveTop
    if (board.fitsFoundation(face)) this.#add(encodeStep(StepKind.reserveUp))
    this.#toTakers(face, StepKind.fromReserve, 0)
  }

  /** Lists the moves of the top card of the waste, and of each card that turning the stock puts there. */
  #fromWaste(): void {
    const { board } = this
    if (!board.draw || board.talonCount === 0) return
    const { talonCount, turned } = board
    const { turn } = board.draw
    for (let at = turned; ; at = Math.min(at + turn, talonCount)) {
      if (at > 0) this.#wasteTop(at)
      if (at === talonCount) break
    }
    if (board.endsWithStock) return
    // The next pass starts over. If only whole turns were made, from `turned` on it reaches the same cards
    // again.
    const end = turned % turn === 0 ? turned : talonCount
    for (let at = turn; at < end; at += turn) this.#wasteTop(at)
  }

  /** Lists the moves of the card on top when the waste has `count` cards. */
  #wasteTop(count: number): void {
    const { board } = this
    const face = board.talon[count - 1]
    if (board.fitsFoundation(face)) this.#add(encodeStep(StepKind.wasteUp, face, 0, count))
    this.#toTakers(face, StepKind.fromWaste, face, count)
  }
}
