// Sea Towers, decided exactly: every state that can be reached is looked at once, the most hopeful first.
import type { Position } from '../rules/types.ts'
import { BucketQueue } from './bucket-queue.ts'
import { IntSet } from './int-set.ts'
import { expand } from './sea-towers-line.ts'
import { SeaTowersState, stepOf } from './sea-towers-state.ts'
import { Budget, type Limits, type Solution } from './types.ts'

class Search {
  readonly table: SeaTowersState
  readonly budget: Budget
  isOver = false
  readonly #seen = new IntSet()
  /** Every state kept, and for each the node before it and the macro between. */
  #states = new Uint32Array(1 << 13)
  #steps = new Int32Array(1 << 11)
  #nodes = 0
  readonly #open = new BucketQueue()

  constructor(table: SeaTowersState, budget: Budget) {
    this.table = table
    this.budget = budget
    this.#seen.add(table.key())
  }

  /** The macros to the win, or undefined when there is none or a limit comes. */
  run(): number[] | undefined {
    const { table } = this
    this.#remember(-1, 0)
    for (let node = this.#open.pop(); node >= 0; node = this.#open.pop()) {
      if (!this.budget.spend()) {
        this.isOver = true
        return undefined
      }
      this.#recall(node)
      if (table.isWon) return this.#pathTo(node)
      const end = table.list()
      for (let i = 0; i < end; i++) {
        const macro = table.macros[i]
        table.make(macro)
        if (this.#seen.add(table.key()) && table.derive()) this.#remember(node, macro)
        this.#recall(node)
      }
    }
    return undefined
  }

  /** Keeps the present state, reached from node `before` by a macro, to be looked at when its turn comes. */
  #remember(before: number, macro: number): void {
    const { state } = this.table
    const node = this.#nodes++
    if ((node + 1) * state.length > this.#states.length)
      this.#states = twice(this.#states, new Uint32Array(2 * this.#states.length))
    if (2 * node + 1 >= this.#steps.length)
      this.#steps = twice(this.#steps, new Int32Array(2 * this.#steps.length))
    this.#states.set(state, node * state.length)
    this.#steps[2 * node] = before
    this.#steps[2 * node + 1] = macro
    this.#open.push(node, this.table.hope())
  }

  #recall(node: number): void {
    const { state } = this.table
    const at = node * state.length
    for (let i = 0; i < state.length; i++) state[i] = this.#states[at + i]
  }

  #pathTo(node: number): number[] {
    const path: number[] = []
    for (let at = node; this.#steps[2 * at] >= 0; at = this.#steps[2 * at]) path.push(this.#steps[2 * at + 1])
    return path.reverse()
  }
}

function twice<T extends Uint32Array | Int32Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}

/** Decides a Sea Towers position: exact unless a limit comes first. */
export function solveSeaTowers(position: Position, limits: Limits): Solution {
  const start = performance.now()
  const budget = new Budget(limits)
  const search = new Search(new SeaTowersState(position), budget)
  const path = search.run()
  const moves = path && expand(position, path.map(stepOf))
  return {
    verdict: path ? 'won' : search.isOver ? 'unknown' : 'lost',
    ...(moves && { moves }),
    states: budget.states,
    ms: performance.now() - start,
  }
}
