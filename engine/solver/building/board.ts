// A position as the search of building games holds it: flat lists of small numbers, changed in place. What
// follows by itself within a move, and cards that must go up, are made in `settle`.
import { faceOf, rankOf, suitOf } from '../../rules/cards.ts'
import { baseRank } from '../../rules/fit.ts'
import { needsFullColumns } from '../../rules/stock.ts'
import type { AutoplaySafety, DealRule, DrawRule, Game, Position } from '../../rules/types.ts'
import { encodeStep, readStep } from '../step-code.ts'
import { StepKind } from './steps.ts'

/** More cells than any game has. */
const MAX_CELLS = 20

/** A position that the steps of the search change in place. */
export class BuildingBoard {
  readonly game: Game
  readonly columns: number
  readonly stride: number
  readonly cards: Uint8Array
  readonly length: Uint8Array
  readonly down: Uint8Array
  readonly cells = new Uint8Array(MAX_CELLS)
  inCells = 0
  /** Cards on the foundations of each suit: in `2 · suit` the fuller one, in `2 · suit + 1` the other. */
  readonly up = new Uint8Array(8)
  /** Suits that have left. */
  suitsOut = 0
  readonly reserve: Uint8Array
  inReserve = 0
  /** Stock and waste in the order in which they are turned; the first `turned` of them are the waste. */
  readonly talon: Uint8Array
  talonCount = 0
  turned = 0
  pass = 0
  readonly draw: DrawRule | undefined
  readonly deal: DealRule | undefined
  readonly base: number
  /** The step that was made last, and those that followed by themselves. */
  steps: number[] = []
  /** The columns changed since the board was unpacked, a bit for each; and whether other piles were. */
  touched = 0
  isRestTouched = false
  readonly #copies: number
  readonly #safety: AutoplaySafety
  readonly #isRound: boolean
  readonly #needsFullColumns: boolean
  readonly #ranks: number

  constructor(position: Position) {
    const { game, piles, faceDown } = position
    this.game = game
    this.columns = game.of.tableau.length
    this.stride = game.cards.length + 1
    this.cards = new Uint8Array(this.columns * this.stride)
    this.length = new Uint8Array(this.columns)
    this.down = new Uint8Array(this.columns)
    this.reserve = new Uint8Array(game.cards.length)
    this.talon = new Uint8Array(game.cards.length + 1)
    this.draw = game.stock?.by === 'draw' ? game.stock : undefined
    this.deal = game.stock?.by === 'deal' ? game.stock : undefined
    this.base = baseRank(position)
    // Copies of one suit beyond two have no foundations of their own here: whole suits leave instead.
    this.#copies = game.foundations.takes === 'suit' ? 1 : game.deck.copies
    this.#safety = game.autoplaySafety
    this.#isRound = game.tableau.build.wraps
    this.#needsFullColumns = needsFullColumns(game)
    this.#ranks = game.deck.ranks
    game.of.tableau.forEach(({ index }, column) => {
      this.cards.set(piles[index].map(faceOf), column * this.stride)
      this.length[column] = piles[index].length
      this.down[column] = faceDown[index]
    })
    for (const { index } of game.of.cell)
      for (const card of piles[index]) this.cells[this.inCells++] = faceOf(card)
    for (const { index } of game.of.reserve)
      for (const card of piles[index]) this.reserve[this.inReserve++] = faceOf(card)
    for (const { index } of game.of.foundation) this.#readFoundation(piles[index])
    const waste = game.of.waste.flatMap(({ index }) => piles[index])
    const stock = game.of.stock.flatMap(({ index }) => piles[index].toReversed())
    this.talon.set([...waste, ...stock].map(faceOf))
    this.talonCount = waste.length + stock.length
    this.turned = waste.length
    this.pass = position.pass
  }

  #readFoundation(cards: readonly number[]): void {
    if (cards.length === 0) return
    if (this.game.foundations.takes === 'suit') this.suitsOut++
    else for (const card of cards) this.moveToFoundation(faceOf(card))
  }

  at(column: number, row: number): number {
    return this.cards[column * this.stride + row]
  }
  top(column: number): number {
    return this.cards[column * this.stride + this.length[column] - 1]
  }
  /** How many cards lie below a card on its foundation. */
  order(face: number): number {
    return ((face >> 2) - this.base + this.#ranks) % this.#ranks
  }

  /** How many cards at the top of a column move as one by the rules. */
  run(column: number): number {
    const { runs } = this.game
    const base = column * this.stride
    const lowest = base + this.down[column]
    let at = base + this.length[column] - 1
    while (at > lowest && runs[this.cards[at] * 52 + this.cards[at - 1]] === 1) at--
    return base + this.length[column] - at
  }

  fitsFoundation(face: number): boolean {
    if (this.game.foundations.takes !== 'card') return false
    const order = this.order(face)
    const at = 2 * (face & 3)
    return this.up[at] === order || (this.#copies === 2 && this.up[at + 1] === order)
  }

  moveToFoundation(face: number): void {
    const { up } = this
    this.isRestTouched = true
    const at = 2 * (face & 3)
    if (up[at] === this.order(face)) up[at]++
    else up[at + 1]++
    if (up[at + 1] > up[at]) [up[at], up[at + 1]] = [up[at + 1], up[at]]
  }

  /** Whether a card that fits its foundation may go there without ever hurting. */
  isSafe(face: number): boolean {
    const order = this.order(face)
    if (this.#isRound && order === 0) return false
    if (this.#needsFullColumns && this.turned < this.talonCount) return false
    const reached = (suit: number) => this.up[2 * suit + this.#copies - 1]
    const suit = suitOf(face)
    switch (this.#safety) {
      case 'always':
        return true
      case 'both-copies-below':
        return reached(suit) >= order
      case 'both-copies-and-other-colour-below': {
        const [a, b] = suit === 1 || suit === 2 ? [0, 3] : [1, 2]
        return reached(suit) >= order && reached(a) >= order && reached(b) >= order
      }
      case 'two-above-lowest':
        return Math.min(reached(0), reached(1), reached(2), reached(3)) >= order - 1
      default:
        return false
    }
  }

  reveal(column: number): void {
    if (this.length[column] > 0 && this.down[column] === this.length[column]) this.down[column]--
  }
  pop(column: number): number {
    this.touched |= 1 << column
    const face = this.cards[column * this.stride + --this.length[column]]
    this.reveal(column)
    return face
  }
  push(column: number, face: number): void {
    this.touched |= 1 << column
    this.cards[column * this.stride + this.length[column]++] = face
  }
  moveRun(from: number, to: number, count: number): void {
    this.touched |= (1 << from) | (1 << to)
    const source = from * this.stride + (this.length[from] -= count)
    this.cards.copyWithin(to * this.stride + this.length[to], source, source + count)
    this.length[to] += count
    this.reveal(from)
  }
  takeCell(face: number): number {
    const at = this.cells.indexOf(face)
    this.isRestTouched = true
    this.cells[at] = this.cells[--this.inCells]
    return face
  }
  /** Takes a card out of the talon and leaves the waste on the one before it. */
  takeWaste(at: number): number {
    const face = this.talon[at]
    this.isRestTouched = true
    this.talon.copyWithin(at, at + 1, this.talonCount--)
    this.turned = at
    return face
  }
  dealRow(): void {
    const count = Math.min(this.deal!.onto ?? this.columns, this.columns, this.talonCount)
    this.isRestTouched = true
    for (let column = 0; column < count; column++) this.push(column, this.talon[column])
    this.talon.copyWithin(0, count, this.talonCount)
    this.talonCount -= count
  }

  get spaces(): number {
    let count = 0
    for (let column = 0; column < this.columns; column++) if (this.length[column] === 0) count++
    return count
  }
  /** Whether a row may be dealt now. */
  get mayDeal(): boolean {
    if (!this.deal || this.talonCount === 0) return false
    if (this.deal.spaces === 'allowed') return true
    let cards = 0
    for (let column = 0; column < this.columns; column++) cards += this.length[column]
    return cards < this.columns || this.spaces === 0
  }
  /** Whether the order of the columns matters: while cards are dealt onto them. */
  get isOrdered(): boolean {
    return this.deal !== undefined && this.talonCount > 0
  }
  get isWon(): boolean {
    const { game } = this
    if (game.foundations.takes === 'suit') return this.suitsOut * this.#ranks === game.cards.length
    let sum = 0
    for (let i = 0; i < 8; i++) sum += this.up[i]
    return sum === game.cards.length
  }

  /** Makes a step, and what follows by itself. */
  make(code: number, isEager: boolean): void {
    this.steps = [code]
    this.#makeAlone(code)
    this.settle(isEager)
  }

  #makeAlone(code: number): void {
    const { kind, a, b, n } = readStep(code)
    switch (kind) {
      case StepKind.run:
        return this.moveRun(a, b, n)
      case StepKind.up:
        return this.moveToFoundation(this.pop(a))
      case StepKind.toCells:
        for (let i = 0; i < n; i++) this.#toCell(this.pop(a))
        return
      case StepKind.cellUp:
        return this.moveToFoundation(this.takeCell(a))
      case StepKind.fromCell:
        return this.push(b, this.takeCell(a))
      case StepKind.reserveUp:
        return this.moveToFoundation(this.#takeReserve())
      case StepKind.fromReserve:
        return this.push(b, this.#takeReserve())
      case StepKind.wasteUp:
        return this.moveToFoundation(this.takeWaste(n - 1))
      case StepKind.fromWaste:
        return this.push(b, this.takeWaste(n - 1))
      case StepKind.deal:
        return this.dealRow()
    }
  }

  #toCell(face: number): void {
    this.isRestTouched = true
    this.cells[this.inCells++] = face
  }
  #takeReserve(): number {
    this.isRestTouched = true
    return this.reserve[--this.inReserve]
  }

  /** Makes what follows by itself, and the moves up that are forced: the safe ones, or where eager all. */
  settle(isEager: boolean): void {
    this.#fillSpaces()
    while (this.game.foundations.takes === 'suit' ? this.#sendSuits() : this.#raise(isEager))
      this.#fillSpaces()
  }

  #sendSuits(): boolean {
    let hasSent = false
    const ranks = this.#ranks
    for (let column = 0; column < this.columns; column++) {
      if (this.length[column] - this.down[column] < ranks) continue
      const end = column * this.stride + this.length[column] - 1
      const suit = suitOf(this.cards[end])
      let rank = 0
      while (rank < ranks && this.cards[end - rank] === 4 * rank + suit) rank++
      if (rank < ranks) continue
      this.length[column] -= ranks
      this.touched |= 1 << column
      this.isRestTouched = true
      this.suitsOut++
      this.reveal(column)
      hasSent = true
    }
    return hasSent
  }

  #raise(isEager: boolean): boolean {
    let hasRaised = false
    const must = (face: number) => this.fitsFoundation(face) && (isEager || this.isSafe(face))
    for (let column = 0; column < this.columns; column++)
      while (this.length[column] > 0 && must(this.top(column))) {
        this.steps.push(encodeStep(StepKind.up, column))
        this.moveToFoundation(this.pop(column))
        this.#fillSpaces()
        hasRaised = true
      }
    for (let i = this.inCells - 1; i >= 0; i--) {
      const face = this.cells[i]
      if (!must(face)) continue
      this.steps.push(encodeStep(StepKind.cellUp, face))
      this.moveToFoundation(this.takeCell(face))
      hasRaised = true
    }
    if (this.inReserve > 0 && must(this.reserve[this.inReserve - 1])) {
      this.steps.push(encodeStep(StepKind.reserveUp))
      this.moveToFoundation(this.#takeReserve())
      hasRaised = true
    }
    return hasRaised
  }

  /** Fills empty columns from the reserve, at once: the next card of the reserve may go up as well. */
  #fillSpaces(): void {
    if (this.game.tableau.fill !== 'reserve') return
    for (let column = 0; column < this.columns && this.inReserve > 0; column++)
      if (this.length[column] === 0) this.push(column, this.#takeReserve())
  }

  /** Whether a card may be laid into an empty column. */
  fillsSpace(face: number): boolean {
    const { fill } = this.game.tableau
    if (fill === 'kings') return rankOf(face) === (this.base + this.#ranks - 1) % this.#ranks
    return fill === 'any' || (fill === 'reserve' && this.inReserve === 0)
  }
}
