// Sea Towers, decided exactly. One deck, in suit, Kings only into a space: which cards of the layout still lie where they lay
// fixes where every other card is, but for the kings. So a state is how deep each column still is, and which kings have a column.
import { rankOf, suitOf } from '../cards.ts'
import type { Position } from '../types.ts'
import { KeySet } from './key-set.ts'
import { expand, NOBODY, type Step } from './sea-towers-line.ts'
import { Budget, type Limits, type Solution } from './types.ts'

const KING = 12
const STRIDE = 64
const CELLS = 4
const SUIT = Uint8Array.from({ length: 52 }, (_, id) => id / 13 | 0)
const RANK = Uint8Array.from({ length: 52 }, (_, id) => id % 13)

// A macro as a number: what, the column or suit, the length of the run, and the suit whose king gives up its column (4: none).
const RUN_TO_PARENT = 0
const RUN_TO_CELLS = 1
const RUN_TO_SPACE = 2
const KING_TO_SPACE = 3
const KEEP = 4
const macro = (kind: number, subject: number, length: number, evict: number) => kind << 16 | subject << 12 | length << 4 | evict
/** Room for the macros of one state: two for each column, four more for a king on top, twelve swaps. */
const MACROS = 64

/** Cards are numbered `13 · suit + rank` here. Everything that changes lies in one buffer, so that going back is one copy. */
class SeaTowers {
  readonly columns: number
  readonly cards: Uint8Array
  readonly radix: number[]
  /** Column and row of each card in the layout; column −1 for those in cells and on foundations. */
  readonly columnOf = new Int8Array(52).fill(-1)
  readonly rowOf = new Uint8Array(52)
  readonly state: Uint8Array
  readonly depth: Uint8Array
  /** Cards of each suit on the foundations. */
  readonly up: Uint8Array
  /** Cards that hang below the top card of each column; cards from the king down that are freed, for each suit. */
  readonly attached: Uint8Array
  readonly chain: Uint8Array
  /** Kings with a column of their own, as a mask of suits; free cells; empty columns. */
  readonly rest: Uint8Array
  readonly seen = new KeySet()
  readonly path: number[] = []
  readonly budget: Budget
  isOver = false
  #saved = new Uint8Array(1 << 14)
  #macros = new Int32Array(MACROS << 7)

  constructor({ game, piles }: Position, budget: Budget) {
    this.budget = budget
    const columns = this.columns = game.of.tableau.length
    this.cards = new Uint8Array(columns * STRIDE)
    this.state = new Uint8Array(2 * columns + 11)
    this.depth = this.state.subarray(0, columns)
    this.attached = this.state.subarray(columns, 2 * columns)
    this.up = this.state.subarray(2 * columns, 2 * columns + 4)
    this.chain = this.state.subarray(2 * columns + 4, 2 * columns + 8)
    this.rest = this.state.subarray(2 * columns + 8)
    game.of.tableau.forEach(({ index }, column) => {
      piles[index].forEach((card, row) => {
        const id = 13 * suitOf(card) + rankOf(card)
        this.cards[column * STRIDE + row] = id
        this.columnOf[id] = column
        this.rowOf[id] = row
      })
      this.depth[column] = piles[index].length
    })
    for (const { index } of game.of.foundation) {
      const top = piles[index].at(-1)
      if (top !== undefined) this.up[suitOf(top)] = rankOf(top) + 1
    }
    let product = 1
    this.radix = [...this.depth].map((depth) => {
      const factor = product
      product *= depth + 1
      return factor
    })
    for (let column = 0; column < columns; column++) this.settleColumn(column)
    for (let suit = 0; suit < 4; suit++) this.climb(suit)
    this.derive()
    this.seen.add(this.key())
  }

  get isWon(): boolean { return this.up[0] + this.up[1] + this.up[2] + this.up[3] === 52 }

  isFreed(id: number): boolean {
    const column = this.columnOf[id]
    return column < 0 || this.rowOf[id] >= this.depth[column]
  }

  /** Cards of a suit go up as long as the next one is free, or the top of its column. */
  climb(suit: number): void {
    for (let height = this.up[suit]; height < 13; height++) {
      const id = 13 * suit + height
      const column = this.columnOf[id]
      const isTop = column >= 0 && this.rowOf[id] === this.depth[column] - 1
      if (!isTop && !this.isFreed(id)) return
      this.up[suit] = height + 1
      if (!isTop) continue
      this.depth[column]--
      this.settleColumn(column)
    }
  }

  /** A card in order on the one below counts as hanging from it; a king alone has a column of its own; the new top may go up. */
  settleColumn(column: number): void {
    const base = column * STRIDE
    const { depth, cards } = this
    while (depth[column] > 0) {
      const top = cards[base + depth[column] - 1]
      if (RANK[top] === this.up[SUIT[top]]) {
        this.climb(SUIT[top])
        return // which settles this column as well
      }
      if (depth[column] === 1) {
        if (RANK[top] === KING) {
          depth[column] = 0
          this.rest[0] |= 1 << SUIT[top]
        }
        return
      }
      if (RANK[top] === KING || cards[base + depth[column] - 2] !== top + 1) return
      depth[column]--
    }
  }

  /** The figures that follow from depths, foundations and kings. False where the cells overflow. */
  derive(): boolean {
    const { depth, cards, up, attached, chain, rest } = this
    let inCells = 52
    let empty = 0
    for (let column = 0; column < this.columns; column++) {
      const left = depth[column]
      attached[column] = 0
      if (left === 0) {
        empty++
        continue
      }
      const top = cards[column * STRIDE + left - 1]
      const lowest = top - RANK[top] + up[SUIT[top]]
      let id = top - 1
      while (id >= lowest && this.isFreed(id)) id--
      attached[column] = top - 1 - id
      inCells -= left + top - 1 - id
    }
    for (let suit = 0; suit < 4; suit++) {
      inCells -= up[suit]
      chain[suit] = 0
      if (up[suit] === 13) rest[0] &= ~(1 << suit)
      const king = 13 * suit + KING
      if (up[suit] === 13 || !this.isFreed(king)) continue
      const lowest = 13 * suit + up[suit]
      let id = king - 1
      while (id >= lowest && this.isFreed(id)) id--
      chain[suit] = king - id
      if (rest[0] & (1 << suit)) {
        inCells -= king - id
        empty--
      }
    }
    if (inCells > CELLS) return false
    rest[1] = CELLS - inCells
    rest[2] = empty
    return true
  }

  key(): number {
    let key = 0
    for (let column = 0; column < this.columns; column++) key += this.depth[column] * this.radix[column]
    return key * 16 + this.rest[0]
  }

  /** Whether the cards above a top card in its suit hang from a column, so that its run can go there. */
  hasParent(top: number): boolean {
    const king = top - RANK[top] + KING
    for (let id = top + 1; id <= king; id++) {
      const column = this.columnOf[id]
      const left = column < 0 ? 0 : this.depth[column]
      if (column >= 0 && this.rowOf[id] < left) return this.rowOf[id] === left - 1
    }
    return (this.rest[0] & (1 << SUIT[top])) !== 0
  }

  /** Lists the macros of the present state from `at` on, the most hopeful first; returns where the list ends. */
  list(at: number): number {
    const macros = this.#macros
    const [kings, free, spaces] = this.rest
    const { chain } = this
    let waiting = 0
    for (let suit = 0; suit < 4; suit++) if (chain[suit] > 0 && !(kings & (1 << suit))) waiting |= 1 << suit
    let end = at
    if (spaces > 0)
      for (let suit = 0; suit < 4; suit++) if (waiting & (1 << suit)) macros[end++] = macro(KING_TO_SPACE, suit, 0, KEEP)
    let toCells = at + MACROS
    for (let column = 0; column < this.columns; column++) {
      const left = this.depth[column]
      if (left === 0) continue
      const top = this.cards[column * STRIDE + left - 1]
      const length = this.attached[column] + 1
      if (RANK[top] === KING) {
        if (spaces > 0 && free >= length - 1) macros[end++] = macro(RUN_TO_SPACE, column, length, KEEP)
        if (free >= length) macros[--toCells] = macro(RUN_TO_CELLS, column, length, KEEP)
        for (let suit = 0; suit < 4; suit++)
          if (kings & (1 << suit) && free >= chain[suit] + length - 1) macros[--toCells] = macro(RUN_TO_SPACE, column, length, suit)
      } else if (this.hasParent(top)) {
        if (free >= length - 1) macros[end++] = macro(RUN_TO_PARENT, column, length, KEEP)
      } else if (free >= length) macros[--toCells] = macro(RUN_TO_CELLS, column, length, KEEP)
    }
    for (let i = at + MACROS - 1; i >= toCells; i--) macros[end++] = macros[i]
    if (waiting !== 0)
      for (let out = 0; out < 4; out++) {
        if (!(kings & (1 << out)) || chain[out] > free) continue
        for (let suit = 0; suit < 4; suit++) if (waiting & (1 << suit)) macros[end++] = macro(KING_TO_SPACE, suit, 0, out)
      }
    return end
  }

  /** Searches on from the present state, which is settled and new; true when the win is on the path. */
  search(level: number): boolean {
    if (this.isWon) return true
    if (!this.budget.spend()) {
      this.isOver = true
      return false
    }
    const size = this.state.length
    const saved = level * size
    const at = level * MACROS
    this.makeRoom(saved + size, at + 2 * MACROS)
    this.#saved.set(this.state, saved)
    const end = this.list(at)
    for (let i = at; i < end; i++) {
      const step = this.#macros[i]
      this.make(step)
      if (this.derive() && this.seen.add(this.key())) {
        this.path.push(step)
        if (this.search(level + 1)) return true
        if (this.isOver) return false
        this.path.pop()
      }
      for (let k = 0; k < size; k++) this.state[k] = this.#saved[saved + k]
    }
    return false
  }

  private makeRoom(saved: number, macros: number): void {
    if (saved > this.#saved.length) {
      const larger = new Uint8Array(2 * this.#saved.length)
      larger.set(this.#saved)
      this.#saved = larger
    }
    if (macros > this.#macros.length) {
      const larger = new Int32Array(2 * this.#macros.length)
      larger.set(this.#macros)
      this.#macros = larger
    }
  }

  private make(step: number): void {
    const kind = step >> 16
    const subject = step >> 12 & 15
    const evict = step & 15
    if (evict !== KEEP) this.rest[0] &= ~(1 << evict)
    if (kind === KING_TO_SPACE) {
      this.rest[0] |= 1 << subject
      return
    }
    const top = this.cards[subject * STRIDE + --this.depth[subject]]
    if (kind === RUN_TO_SPACE) this.rest[0] |= 1 << SUIT[top]
    this.settleColumn(subject)
  }
}

/** The steps of a path in words. */
const stepOf = (step: number): Step => {
  const kind = step >> 16
  const subject = step >> 12 & 15
  const evict = (step & 15) === KEEP ? NOBODY : step & 15
  return kind === KING_TO_SPACE
    ? { kind: 'king', suit: subject, evict }
    : { kind: 'run', column: subject, length: step >> 4 & 255, to: kind === RUN_TO_PARENT ? 'parent' : kind === RUN_TO_CELLS ? 'cells' : 'space', evict }
}

/** Decides a Sea Towers position: exact unless a limit comes first. */
export function solveSeaTowers(position: Position, limits: Limits): Solution {
  const start = performance.now()
  const budget = new Budget(limits)
  const search = new SeaTowers(position, budget)
  const isFound = search.search(0)
  const moves = isFound ? expand(position, search.path.map(stepOf)) : undefined
  return {
    verdict: isFound ? 'won' : search.isOver ? 'unknown' : 'lost',
    ...(moves && { moves }),
    states: budget.states,
    ms: performance.now() - start,
  }
}
