// The macros of a board that are worth looking at, and the moves that are forced after each.
import { rankOf } from '../rules/cards.ts'
import { mostCarried } from '../rules/supermove.ts'
import { lowestBit } from './bits.ts'
import type { Board } from './board.ts'
import { applyMacro, encodeMacro, MacroKind } from './macros.ts'

/**
 * `pruned`, for the beam: whole runs, every card to its foundation that fits, cards in cells onto their
 * hosts. `complete`, for proofs: every single move, and forced are only those that can never hurt.
 */
export type GeneratorMode = 'pruned' | 'complete'

/** More macros than any board has. */
const MAX_MACROS = 2048

const NO_FACE = 255
const BUILDERS = 5

function buildersOf(fits: Uint8Array): Uint8Array {
  const builders = new Uint8Array(52 * BUILDERS).fill(NO_FACE)
  for (let onto = 0; onto < 52; onto++) {
    let at = onto * BUILDERS
    for (let face = 0; face < 52; face++) if (fits[face * 52 + onto] === 1) builders[at++] = face
  }
  return builders
}

/** Lists and makes macros on one board. */
export class MoveGenerator {
  readonly board: Board
  readonly mode: GeneratorMode
  /** What `list` found. */
  readonly macros = new Int32Array(MAX_MACROS)
  #count = 0
  /** Whether each empty column counts by itself, as cards are dealt onto the columns. */
  #everySpace = false
  /** How many cards can be carried to another column, and into a space. */
  #ontoCard = 0
  #intoSpace = 0
  /** Whether every card that fits its foundation is sent there: in the beam, where there is no stock. */
  readonly #isEager: boolean
  readonly #isAlternating: boolean
  /** For every face those that may be built on it, up to four, ended by `NO_FACE`. */
  readonly #builders: Uint8Array
  /** For every face the columns whose top takes it, a bit for each. */
  readonly #hosts = new Int32Array(52)

  constructor(board: Board, mode: GeneratorMode) {
    this.board = board
    this.mode = mode
    this.#isEager = mode === 'pruned' && board.game.stock === undefined
    this.#isAlternating = board.game.tableau.build.suit === 'alternating'
    this.#builders = buildersOf(board.fits)
  }

  /** Lists the macros of the board in `macros`; returns how many there are. */
  list(): number {
    const { board, mode } = this
    this.#count = 0
    const free = board.cellCount - board.inCells
    const space = board.length.indexOf(0)
    this.#everySpace = mode === 'complete' && board.isOrdered
    this.#ontoCard = this.#carried(0)
    this.#intoSpace = space < 0 ? 0 : this.#carried(1)
    this.#findHosts()
    for (let from = 0; from < board.columns; from++) {
      if (board.length[from] === 0) continue
      const longest = board.isTower && mode === 'complete' ? 1 : board.run(from)
      if (board.fitsFoundation(board.top(from))) this.#add(encodeMacro(MacroKind.toFoundation, from))
      const hasHost = this.#listRuns(from, longest, space)
      // A run that is put into cells beside an open host would be attached to the host at once.
      if (board.isTower && longest <= free && !(hasHost && this.#isEager))
        this.#add(encodeMacro(MacroKind.toCells, from, 0, longest))
    }
    for (let i = 0; i < board.inCells; i++) {
      const face = board.cells[i]
      if (board.cells.indexOf(face) < i) continue
      if (board.fitsFoundation(face)) this.#add(encodeMacro(MacroKind.cellToFoundation, face))
      for (let mask = this.#columnsFor(face, space); mask !== 0; mask &= mask - 1)
        this.#add(encodeMacro(MacroKind.fromCell, face, lowestBit(mask)))
    }
    if (board.turn > 0) this.#listWaste(space)
    if (mode === 'complete' && this.mayDeal()) this.#add(encodeMacro(MacroKind.deal))
    return this.#count
  }

  #add(macro: number): void {
    this.macros[this.#count++] = macro
  }

  /** Finds for every face the columns whose top takes it. */
  #findHosts(): void {
    const { board } = this
    const hosts = this.#hosts
    const builders = this.#builders
    hosts.fill(0)
    for (let column = 0; column < board.columns; column++) {
      if (board.length[column] === 0) continue
      for (let at = board.top(column) * BUILDERS; builders[at] !== NO_FACE; at++)
        hosts[builders[at]] |= 1 << column
    }
  }

  /** The columns that take a card: those with a host on top, and the spaces that count. */
  #columnsFor(face: number, space: number): number {
    return this.#hosts[face] | this.#spacesFor(face, space)
  }

  /** The empty columns that take a card: none, the first one, or where they are told apart, all. */
  #spacesFor(face: number, space: number): number {
    const { board } = this
    if (space < 0 || (!board.anyFills && rankOf(face) !== board.king)) return 0
    if (!this.#everySpace) return 1 << space
    let mask = 0
    for (let column = 0; column < board.columns; column++) if (board.length[column] === 0) mask |= 1 << column
    return mask
  }

  /** How many cards the free cells and columns carry, but for so many columns that are to be filled. */
  #carried(filled: number): number {
    const { board } = this
    if (!board.isTower) return Infinity
    return mostCarried(
      board.cellCount - board.inCells,
      board.game.supermove === 'through-spaces' ? board.spaces - filled : 0,
    )
  }

  /** Lists the runs that can leave a column; true where a column takes the longest of them onto a card. */
  #listRuns(from: number, longest: number, space: number): boolean {
    const { board } = this
    const isAll = this.mode === 'complete' || board.game.tableau.build.suit === 'any'
    let hasHost = false
    for (let count = Math.min(longest, this.#ontoCard); count >= 1; count--) {
      const row = board.length[from] - count
      const face = board.at(from, row)
      // Part of a run moves only where the rules let it do nothing else, or where it uncovers a card that
      // fits its foundation.
      const isWorth =
        isAll ||
        count === longest ||
        board.game.tableau.build.suit === 'same' ||
        board.fitsFoundation(board.at(from, row - 1))
      if (!isWorth) continue
      let columns = this.#hosts[face] & ~(1 << from)
      if (columns !== 0 && count === longest) hasHost = true
      const isToSpace =
        count <= this.#intoSpace && (this.#everySpace || (row > 0 && (isAll || count === longest)))
      if (isToSpace) columns |= this.#spacesFor(face, space)
      for (; columns !== 0; columns &= columns - 1)
        this.#add(encodeMacro(MacroKind.run, from, lowestBit(columns), count))
    }
    return hasHost
  }

  /** Every card of the talon that turning brings to the top of the waste, played where it can go. */
  #listWaste(space: number): void {
    const { board } = this
    for (const [at, turns] of this.#reachableTops()) {
      const face = board.talon[at]
      if (board.fitsFoundation(face)) this.#add(encodeMacro(MacroKind.wasteToFoundation, at, 0, turns))
      for (let mask = this.#columnsFor(face, space); mask !== 0; mask &= mask - 1)
        this.#add(encodeMacro(MacroKind.fromWaste, at, lowestBit(mask), turns))
    }
  }

  /** Places in the talon that can become the top of the waste, and the turns of the stock that it takes. */
  #reachableTops(): Map<number, number> {
    const { talonCount, turned, turn, shuffles } = this.board
    const tops = new Map<number, number>()
    let turns = 0
    for (let at = turned; ; at = Math.min(at + turn, talonCount), turns++) {
      if (at > 0) tops.set(at - 1, turns)
      if (at === talonCount) break
    }
    turns++ // the waste is turned over
    for (let at = 0; at < talonCount && !shuffles;) {
      at = Math.min(at + turn, talonCount)
      turns++
      if (!tops.has(at - 1)) tops.set(at - 1, turns)
    }
    return tops
  }

  /** Whether the rules let a row be dealt now. */
  mayDeal(): boolean {
    const { board } = this
    if (!board.isOrdered) return false
    let cards = 0
    for (let column = 0; column < board.columns; column++) cards += board.length[column]
    return board.spaces === 0 || cards < board.columns
  }

  /**
   * Makes a macro and the moves that are forced after it; notes them all in `steps` where it is given. The
   * board then counts as touched what these have changed.
   */
  make(macro: number, steps?: number[]): void {
    const { board } = this
    board.touched = 0
    steps?.push(macro)
    applyMacro(board, macro)
    this.#applyForced(steps)
  }

  /** Makes the moves that are forced on a board that was read from a position. */
  applyForced(steps?: number[]): void {
    this.board.touchAll()
    this.#applyForced(steps)
  }

  /** Makes the forced moves. Only touched columns can have a new top, as no other top was forced before. */
  #applyForced(steps?: number[]): void {
    const { board } = this
    const all = (1 << board.columns) - 1
    let columns = board.touched & all
    while (this.#raise(columns, steps)) columns = all
    if (this.#isEager) while (board.inCells > 0 && this.#attach(board.touched & all, steps));
  }

  /** Sends forced cards to the foundations; true where there were any, as others may be forced then. */
  #raise(columns: number, steps?: number[]): boolean {
    const { board } = this
    let hasRaised = false
    for (let mask = columns; mask !== 0; mask &= mask - 1) {
      const column = lowestBit(mask)
      while (board.length[column] > 0 && this.#mustRaise(board.top(column))) {
        this.#force(encodeMacro(MacroKind.toFoundation, column), steps)
        hasRaised = true
      }
    }
    for (let i = board.inCells - 1; i >= 0; i--) {
      if (!this.#mustRaise(board.cells[i])) continue
      this.#force(encodeMacro(MacroKind.cellToFoundation, board.cells[i]), steps)
      hasRaised = true
    }
    return hasRaised
  }

  #mustRaise(face: number): boolean {
    const { board } = this
    return (
      board.fitsFoundation(face) &&
      (this.#isEager || board.isSafe(face) || (this.mode === 'pruned' && this.#isEarly(face)))
    )
  }

  /**
   * In the Klondikes, cards that are hardly ever missed: up to the three, or little above the other colour.
   */
  #isEarly(face: number): boolean {
    if (!this.#isAlternating) return false
    const { foundationCounts, copies } = this.board
    const rank = rankOf(face)
    const isRed = (face & 3) === 1 || (face & 3) === 2
    const [a, b] = isRed ? [0, 3] : [1, 2]
    const second = copies - 1
    return (
      rank <= 1 || Math.min(foundationCounts[2 * a + second], foundationCounts[2 * b + second]) >= rank - 1
    )
  }

  /** Puts cards from cells onto hosts in these columns, the longest run first; true where any found one. */
  #attach(columns: number, steps?: number[]): boolean {
    const { board } = this
    let hasAttached = false
    for (let i = board.inCells - 1; i >= 0; i--) {
      const face = board.cells[i]
      let host = -1
      for (let mask = columns; mask !== 0; mask &= mask - 1) {
        const to = lowestBit(mask)
        if (board.length[to] === 0 || board.fits[face * 52 + board.top(to)] === 0) continue
        if (host < 0 || board.run(to) > board.run(host)) host = to
      }
      if (host < 0) continue
      this.#force(encodeMacro(MacroKind.fromCell, face, host), steps)
      hasAttached = true
    }
    return hasAttached
  }

  #force(macro: number, steps?: number[]): void {
    steps?.push(macro)
    applyMacro(this.board, macro)
  }
}
