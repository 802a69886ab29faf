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

/** Cards are numbered `13 · suit + rank` here. */
class SeaTowers {
  readonly columns: number
  readonly cards: Uint8Array
  readonly radix: number[]
  /** Column and row of each card in the layout; column −1 for those in cells and on foundations. */
  readonly columnOf = new Int8Array(52).fill(NOBODY)
  readonly rowOf = new Uint8Array(52)
  readonly depth: Uint8Array
  kings = 0
  // What follows from depth and kings:
  readonly up = new Uint8Array(4)
  readonly attached: Uint8Array
  readonly chain = new Uint8Array(4)
  free = 0
  spaces = 0
  readonly seen = new KeySet()
  readonly path: Step[] = []
  readonly budget: Budget
  isOver = false

  constructor({ game, piles }: Position, budget: Budget) {
    this.budget = budget
    this.columns = game.of.tableau.length
    this.cards = new Uint8Array(this.columns * STRIDE)
    this.depth = new Uint8Array(this.columns)
    this.attached = new Uint8Array(this.columns)
    game.of.tableau.forEach(({ index }, column) => {
      piles[index].forEach((card, row) => {
        const id = 13 * suitOf(card) + rankOf(card)
        this.cards[column * STRIDE + row] = id
        this.columnOf[id] = column
        this.rowOf[id] = row
      })
      this.depth[column] = piles[index].length
    })
    let product = 1
    this.radix = [...this.depth].map((depth) => {
      const factor = product
      product *= depth + 1
      return factor
    })
  }

  isFreed(id: number): boolean {
    const column = this.columnOf[id]
    return column < 0 || this.rowOf[id] >= this.depth[column]
  }

  /** Everything that happens by itself, and then the figures that follow. False where the cells overflow. */
  settle(): boolean {
    const { depth, cards, up } = this
    for (let changed = true; changed;) {
      changed = false
      for (let suit = 0; suit < 4; suit++) {
        let height = up[suit]
        while (height < 13) {
          const id = 13 * suit + height
          if (!this.isFreed(id)) {
            const column = this.columnOf[id]
            if (this.rowOf[id] !== depth[column] - 1) break
            depth[column]--
            changed = true
          }
          height++
        }
        up[suit] = height
      }
      for (let column = 0; column < this.columns; column++) {
        const base = column * STRIDE
        while (depth[column] > 1) {
          const top = cards[base + depth[column] - 1]
          if (top % 13 === KING || cards[base + depth[column] - 2] !== top + 1) break
          depth[column]--
          changed = true
        }
        if (depth[column] === 1 && cards[base] % 13 === KING) {
          depth[column] = 0
          this.kings |= 1 << (cards[base] / 13 | 0)
          changed = true
        }
      }
    }
    return this.derive()
  }

  private derive(): boolean {
    const { depth, cards, up } = this
    let inCells = 52
    let empty = 0
    for (let column = 0; column < this.columns; column++) {
      inCells -= depth[column]
      this.attached[column] = 0
      if (depth[column] === 0) {
        empty++
        continue
      }
      const top = cards[column * STRIDE + depth[column] - 1]
      const suit = top / 13 | 0
      let id = top - 1
      while (id >= 13 * suit + up[suit] && this.isFreed(id)) id--
      inCells -= this.attached[column] = top - 1 - id
    }
    for (let suit = 0; suit < 4; suit++) {
      inCells -= up[suit]
      this.chain[suit] = 0
      if (up[suit] === 13) this.kings &= ~(1 << suit)
      const king = 13 * suit + KING
      if (up[suit] === 13 || !this.isFreed(king)) continue
      let id = king
      while (id >= 13 * suit + up[suit] && this.isFreed(id)) id--
      this.chain[suit] = king - id
      if (this.kings & (1 << suit)) {
        inCells -= king - id
        empty--
      }
    }
    this.free = CELLS - inCells
    this.spaces = empty
    return this.free >= 0
  }

  get isWon(): boolean { return this.up[0] + this.up[1] + this.up[2] + this.up[3] === 52 }

  key(): number {
    let key = 0
    for (let column = 0; column < this.columns; column++) key += this.depth[column] * this.radix[column]
    return key * 16 + this.kings
  }

  /** Whether the top card of a column, with its run, has a parent that lies open in a column. */
  hasParent(top: number): boolean {
    const suit = top / 13 | 0
    for (let id = top + 1; id <= 13 * suit + KING; id++) {
      if (this.isFreed(id)) continue
      return this.rowOf[id] === this.depth[this.columnOf[id]] - 1
    }
    return (this.kings & (1 << suit)) !== 0
  }

  /** Searches on from the present state, which is settled and new; true when the win is on the path. */
  search(): boolean {
    if (this.isWon) return true
    if (!this.budget.spend()) {
      this.isOver = true
      return false
    }
    return this.placeKings() || this.takeRuns(true) || this.takeRuns(false) || this.swapKings()
  }

  /** Kings whose chains lie in cells, as a mask of suits. */
  private kingsInCells(): number {
    let mask = 0
    for (let suit = 0; suit < 4; suit++) if (this.chain[suit] > 0 && !(this.kings & (1 << suit))) mask |= 1 << suit
    return mask
  }

  private placeKings(): boolean {
    if (this.spaces === 0) return false
    const waiting = this.kingsInCells()
    for (let suit = 0; suit < 4; suit++)
      if (waiting & (1 << suit) && this.visit({ kind: 'king', suit, evict: NOBODY }, NOBODY, this.kings | (1 << suit))) return true
    return false
  }

  private takeRuns(toParents: boolean): boolean {
    const { free, spaces, kings } = this
    for (let column = 0; column < this.columns && !this.isOver; column++) {
      if (this.depth[column] === 0) continue
      const top = this.cards[column * STRIDE + this.depth[column] - 1]
      const length = this.attached[column] + 1
      const run = (to: 'parent' | 'cells' | 'space', mask: number, evict = NOBODY) => this.visit({ kind: 'run', column, length, to, evict }, column, mask)
      if (top % 13 !== KING) {
        if (this.hasParent(top) === toParents && free >= (toParents ? length - 1 : length) && run(toParents ? 'parent' : 'cells', kings)) return true
        continue
      }
      const bit = 1 << (top / 13 | 0)
      if (toParents) {
        if (spaces > 0 && free >= length - 1 && run('space', kings | bit)) return true
        continue
      }
      if (free >= length && run('cells', kings)) return true
      for (let suit = 0; suit < 4; suit++)
        if (kings & (1 << suit) && free >= this.chain[suit] + length - 1 && run('space', (kings & ~(1 << suit)) | bit, suit)) return true
    }
    return false
  }

  private swapKings(): boolean {
    const waiting = this.kingsInCells()
    if (waiting === 0) return false
    const { kings, free } = this
    for (let out = 0; out < 4; out++) {
      if (!(kings & (1 << out)) || this.chain[out] > free) continue
      for (let suit = 0; suit < 4; suit++)
        if (waiting & (1 << suit) && this.visit({ kind: 'king', suit, evict: out }, NOBODY, (kings & ~(1 << out)) | (1 << suit))) return true
    }
    return false
  }

  /** Goes one step on, searches there, and comes back. */
  private visit(step: Step, column: number, kings: number): boolean {
    if (this.isOver) return false
    const depth = this.depth.slice()
    const up = this.up.slice()
    const before = this.kings
    if (column >= 0) this.depth[column]--
    this.kings = kings
    if (this.settle() && this.seen.add(this.key())) {
      this.path.push(step)
      if (this.search()) return true
      this.path.pop()
    }
    this.depth.set(depth)
    this.up.set(up)
    this.kings = before
    this.derive()
    return false
  }
}

/** Decides a Sea Towers position: exact unless a limit comes first. */
export function solveSeaTowers(position: Position, limits: Limits): Solution {
  const start = performance.now()
  const budget = new Budget(limits)
  const search = new SeaTowers(position, budget)
  position.game.of.foundation.forEach(({ index }) => {
    const top = position.piles[index].at(-1)
    if (top !== undefined) search.up[suitOf(top)] = rankOf(top) + 1
  })
  search.settle()
  search.seen.add(search.key())
  const isFound = search.search()
  const moves = isFound ? expand(position, search.path) : undefined
  return {
    verdict: isFound ? 'won' : search.isOver ? 'unknown' : 'lost',
    ...(moves && { moves }),
    states: budget.states,
    ms: performance.now() - start,
  }
}
