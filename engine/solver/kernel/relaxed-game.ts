// A proof of loss for one board, without a search.
import type { HouseRule } from '../../rules/types.ts'
import type { Board } from './board.ts'
import { buildersOf, NO_FACE } from './steps-lister.ts'
import { StepKind } from './steps.ts'

/**
 * A game in which every move that becomes possible stays possible. A card can leave its place if a card that
 * takes it is ever on top of a column, if it may fill a column that is ever empty, or if it ever goes up;
 * then the card below it is on top. Every board that can be won can be won in this game too.
 */
export class RelaxedGame {
  readonly #board: Board
  readonly #isSupported: boolean
  readonly #takesAny: boolean
  readonly #isBySuits: boolean
  readonly #builders: ReturnType<typeof buildersOf>
  /** The faces by suit and foundation order, 16 for each suit. */
  readonly #faces = new Uint8Array(64).fill(63)
  /** A copy of the columns, onto which rows are dealt, and whether each card can leave its place. */
  readonly #cards: Uint8Array
  readonly #left: Uint8Array
  readonly #length: Uint8Array
  /** The number of cards in each column that have not been turned up. */
  readonly #down: Uint8Array
  /** The lowest row of each column that can move. */
  readonly #low: Uint8Array
  /** Four flags of each face: the four arrays below, in one buffer. */
  readonly #flags = new Uint8Array(256)
  /** Whether the card can be on top of a column. */
  readonly #onTop = this.#flags.subarray(0, 64)
  /** Whether it fits onto a card that can be on top. */
  readonly #placed = this.#flags.subarray(64, 128)
  /** Whether it is in the talon, or left its place before a deal. */
  readonly #loose = this.#flags.subarray(128, 192)
  /** Whether the next lower card of its suit can be on it. */
  readonly #covered = this.#flags.subarray(192)
  /** For each suit, the number of cards up, or 16 if it is complete. */
  readonly #up = new Uint8Array(4)
  #hasSpace = false

  constructor(board: Board, house: readonly HouseRule[]) {
    this.#board = board
    const { game, columns, orders, cards, cellCount } = board
    this.#takesAny = game.tableau.take === 'any'
    this.#isSupported = cellCount === 0 && !game.reserve && house.length === 0
    this.#isBySuits = game.foundations.takes === 'suit'
    this.#builders = buildersOf(game.fits)
    for (let face = 0; face < 52; face++)
      if (orders[face] < 16) this.#faces[16 * (face & 3) + orders[face]] = face
    this.#cards = new Uint8Array(cards.length)
    this.#left = new Uint8Array(cards.length)
    this.#length = new Uint8Array(columns)
    this.#down = new Uint8Array(columns)
    this.#low = new Uint8Array(columns)
  }

  /** Whether a step can make a board lost in this game. A move that can be reversed cannot. */
  isFinal(step: number): boolean {
    if (!this.#isSupported || step >>> 24 !== StepKind.run) return this.#isSupported
    const { length, down, game, cards, stride } = this.#board
    const from = (step >>> 16) & 255
    const row = length[from] - (step & 255)
    const at = from * stride + row
    return row > 0 && (down[from] === row || game.fits[cards[at] * 52 + cards[at - 1]] === 0)
  }

  /** Whether the board is proved lost. */
  isLost(): boolean {
    const board = this.#board
    if (!this.#isSupported || (!this.#takesAny && board.spaces > 0)) return false
    this.#cards.set(board.cards)
    this.#length.set(board.length)
    this.#down.set(board.down)
    this.#flags.fill(0)
    for (let suit = 0; suit < 4; suit++) this.#up[suit] = board.up[2 * suit]
    this.#hasSpace = board.spaces > 0
    const talonCount = board.draw || this.#takesAny ? board.talonCount : 0
    for (let at = 0; at < talonCount; at++) {
      const face = board.draw ? board.talon[at] : board.dealtFace(board.talonCount, at)
      this.#loose[face] = 1
      this.#turnUp(face)
    }
    for (let unseen = board.deal ? board.unseen : 0; ; unseen = this.#dealRow(unseen)) {
      this.#left.fill(0)
      this.#low.set(this.#takesAny ? this.#down : this.#length)
      for (let column = 0; column < board.columns; column++)
        if (this.#length[column] > 0) this.#uncover(column, this.#length[column] - 1)
      while (this.#moves() || this.#completes());
      if (this.#takesAny) return this.#hasCardsLeft()
      if (this.#hasSpace) return false
      if (unseen === 0) return true
    }
  }

  #uncover(column: number, row: number): void {
    const { game, stride, isTower } = this.#board
    const base = column * stride
    const cards = this.#cards
    this.#turnUp(cards[base + row])
    let low = row
    const lowest = isTower ? row : this.#down[column]
    while (low > lowest && game.runs[cards[base + low] * 52 + cards[base + low - 1]] === 1) low--
    if (low < this.#low[column]) this.#low[column] = low
  }

  #turnUp(face: number): void {
    if (this.#onTop[face] === 1) return
    this.#onTop[face] = 1
    const { list, starts } = this.#builders
    for (let at = starts[face]; list[at] !== NO_FACE; at++) this.#placed[list[at]] = 1
  }

  /** Moves cards from their places; true if any moved. */
  #moves(): boolean {
    const board = this.#board
    let hasMoved = false
    for (let column = 0; column < board.columns; column++) {
      const base = column * board.stride
      for (let at = base + this.#length[column] - 1; at >= base + this.#low[column]; at--) {
        if (this.#left[at] === 1) continue
        const face = this.#cards[at]
        const isPlaced = this.#placed[face] === 1 || (this.#hasSpace && board.fillsSpace(face))
        if (!isPlaced && !this.#isUp(face)) continue
        this.#left[at] = 1
        hasMoved = true
        if (at > base) this.#uncover(column, at - base - 1)
        else this.#hasSpace = true
      }
    }
    return hasMoved
  }

  #isUp(face: number): boolean {
    const suit = face & 3
    if (this.#isBySuits) return this.#up[suit] === 16
    while (this.#onTop[this.#faces[16 * suit + this.#up[suit]]] === 1) this.#up[suit]++
    return this.#onTop[face] === 1 && this.#board.orders[face] < this.#up[suit]
  }

  /** Marks a suit that can become complete; true if there is one that was not marked before. */
  #completes(): boolean {
    if (!this.#isBySuits) return false
    const { columns, stride, game } = this.#board
    const down = this.#down
    const onTop = this.#onTop
    const covered = this.#covered
    for (let face = 0; face < 48; face++) covered[face + 4] |= this.#loose[face] & onTop[face + 4]
    for (let column = 0; column < columns; column++) {
      const low = this.#low[column]
      for (let row = Math.min(low, down[column]); row < this.#length[column]; row++) {
        const at = column * stride + row
        const next = this.#cards[at] + 4
        const isOnNext = row > down[column] && this.#cards[at - 1] === next
        if (isOnNext || (row >= low && onTop[next] === 1)) covered[next] = 1
      }
    }
    for (let suit = 0; suit < 4; suit++) {
      let face = 4 * game.deck.ranks - 4 + suit
      while (face > 3 && covered[face] === 1) face -= 4
      if (face > 3 || this.#up[suit] === 16) continue
      this.#up[suit] = 16
      return true
    }
    return false
  }

  /** Deals a row; cards that left their places count as on top. Returns the number of unseen cards. */
  #dealRow(unseen: number): number {
    const board = this.#board
    const { columns, stride, deal } = board
    const count = Math.min(deal!.onto ?? columns, columns, unseen)
    this.#onTop.fill(0)
    this.#placed.fill(0)
    for (let column = 0; column < columns; column++) {
      const base = column * stride
      let end = this.#low[column]
      if (end < this.#down[column]) this.#down[column] = end
      while (end < this.#length[column] && this.#left[base + end] === 0) end++
      for (let row = end; row < this.#length[column]; row++) this.#loose[this.#cards[base + row]] = 1
      if (column < count) this.#cards[base + end++] = board.dealtFace(unseen, column)
      this.#length[column] = end
    }
    for (let face = 0; face < 52; face++) if (this.#loose[face] === 1) this.#turnUp(face)
    return unseen - count
  }

  #hasCardsLeft(): boolean {
    const board = this.#board
    for (let column = 0; column < board.columns; column++)
      for (let row = 0; row < board.length[column]; row++) if (!this.#isUp(board.at(column, row))) return true
    return false
  }
}
