// Exhaustive depth-first search of Pyramid. A state is pruned if a card has no partner left.
import { rankOf } from '../../rules/cards.ts'
import { recyclesLeft } from '../../rules/stock.ts'
import type { Game, Move, PileId, Position } from '../../rules/types.ts'
import { lowestBit } from '../bits.ts'
import type { Budget, Finding, Verdict } from '../types.ts'
import { StateSet } from './state-set.ts'

/** The limits of a state: places of the layout, cards of stock and waste, passes unless unlimited. */
const MAX_PLACES = 28
const MAX_TALON = 24
const MAX_PASSES = 4

/** A state: masks of the occupied places and the remaining cards, and how far the stock has been turned. */
interface State {
  readonly places: number
  /** The remaining cards of stock and waste, in turning order. */
  readonly talon: number
  /** The cards of the talon before this index are in the waste or removed. */
  readonly turned: number
  /** How many more times the waste can be turned over; 0 if passes are unlimited. */
  readonly recycles: number
}

/** An exposed card, as a mask of its place or of its index in the talon. */
interface Exposed {
  readonly value: number
  readonly place: number
  readonly at: number
  readonly pile: PileId
}

/** The target of a card that is removed alone, in place of a partner. */
const FOUNDATION: Exposed = { value: 0, place: 0, at: 0, pile: 'f0' }

/** One search of a game of pairs. */
export class PairSearch {
  readonly #budget: Budget
  readonly #sum: number
  readonly #isEndless: boolean
  readonly #cards: readonly Exposed[]
  /** The cards of the talon while they are on top of the waste, and while they are next in the stock. */
  readonly #waste: readonly Exposed[]
  readonly #stock: readonly Exposed[]
  readonly #covers: readonly number[]
  /** For each place, the places that cover it or that it covers, directly or indirectly. */
  readonly #related: readonly number[]
  readonly #placesOf: number[] = Array.from({ length: 2 * MAX_PLACES }, () => 0)
  readonly #talonOf: number[] = Array.from({ length: 2 * MAX_PLACES }, () => 0)
  readonly #seen = new StateSet()
  readonly #line: Move[] = []
  readonly #start: State

  constructor(position: Position, budget: Budget) {
    const { game, piles } = position
    const recycles = recyclesLeft(position)
    this.#budget = budget
    this.#sum = game.pairSum!
    this.#isEndless = recycles === Infinity
    const rank = (index: number) => (piles[index].length === 0 ? 0 : rankOf(piles[index][0]) + 1)
    const { tableau } = game.of
    this.#cards = tableau.map(({ index, id }, i) => ({ value: rank(index), place: 1 << i, at: 0, pile: id }))
    const waste = game.of.waste.flatMap(({ index }) => piles[index])
    const stock = game.of.stock.flatMap(({ index }) => piles[index].toReversed())
    const talon = [...waste, ...stock].map((card, i) => ({ value: rankOf(card) + 1, place: 0, at: 1 << i }))
    this.#waste = talon.map(card => ({ ...card, pile: 'waste' }))
    this.#stock = talon.map(card => ({ ...card, pile: 'stock' }))
    this.#covers = game.covers.map(places => places.reduce((mask, place) => mask | (1 << place), 0))
    this.#related = relatedPlaces(this.#covers)
    for (const { value, place } of this.#cards) this.#placesOf[value] |= place
    for (const { value, at } of talon) this.#talonOf[value] |= at
    const places = this.#placesOf.slice(1).reduce((all, mask) => all | mask, 0)
    const left = 2 ** talon.length - 1
    this.#start = { places, talon: left, turned: waste.length, recycles: this.#isEndless ? 0 : recycles }
  }

  search(): Finding {
    const verdict = this.#visit(this.#start)
    return verdict === 'won' ? { verdict, moves: this.#line.toReversed() } : { verdict }
  }

  /** The next card of the stock and the top of the waste, as indexes in the talon, or −1. */
  #ends({ talon, turned }: State): { stock: number; waste: number } {
    const ahead = talon & ~(2 ** turned - 1)
    const behind = talon & (2 ** turned - 1)
    return { stock: ahead === 0 ? -1 : lowestBit(ahead), waste: behind === 0 ? -1 : 31 - Math.clz32(behind) }
  }

  #visit(state: State): Verdict {
    const { places, talon, recycles } = state
    if (places === 0) return 'won'
    const { stock, waste } = this.#ends(state)
    const reached = stock < 0 ? this.#stock.length : stock
    // 24 bits for the talon, 5 for the index in it, 2 for the number of recycles.
    if (!this.#seen.add(places, (talon << 7) | (reached << 2) | recycles)) return 'lost'
    if (!this.#budget.spend() || this.#seen.isFull) return 'unknown'
    const open = this.#exposed(state, stock, waste)
    // Removing a card that needs no partner is always safe.
    const alone = open.find(({ value }) => value === this.#sum)
    if (alone) return this.#remove(state, alone, FOUNDATION)
    if (this.#isDead(state)) return 'lost'
    let verdict: Verdict = 'lost'
    for (let i = 0; i < open.length; i++)
      for (let j = i + 1; j < open.length; j++) {
        if (open[i].value + open[j].value !== this.#sum) continue
        const after = this.#remove(state, open[i], open[j])
        if (after === 'won') return after
        if (after === 'unknown') verdict = after
      }
    const turned = this.#turned(state, stock)
    const after = turned ? this.#visit(turned) : 'lost'
    if (after === 'won') this.#line.push({ kind: stock >= 0 ? 'draw' : 'recycle' })
    return after === 'lost' ? verdict : after
  }

  #exposed({ places }: State, stock: number, waste: number): Exposed[] {
    const open: Exposed[] = []
    for (let mask = places; mask !== 0; mask &= mask - 1) {
      const place = lowestBit(mask)
      if ((this.#covers[place] & places) === 0) open.push(this.#cards[place])
    }
    if (waste >= 0) open.push(this.#waste[waste])
    if (stock >= 0) open.push(this.#stock[stock])
    return open
  }

  /** Removes two exposed cards, and continues. */
  #remove(state: State, a: Exposed, b: Exposed): Verdict {
    const after = this.#visit({
      ...state,
      places: state.places & ~(a.place | b.place),
      talon: state.talon & ~(a.at | b.at),
    })
    if (after === 'won') this.#line.push({ kind: 'move', from: a.pile, to: b.pile, count: 1 })
    return after
  }

  #turned(state: State, stock: number): State | undefined {
    if (stock >= 0) return { ...state, turned: stock + 1 }
    if (state.talon === 0) return undefined
    if (this.#isEndless) return { ...state, turned: 0 }
    return state.recycles > 0 ? { ...state, turned: 0, recycles: state.recycles - 1 } : undefined
  }

  /** Whether a card of the pyramid has no possible partner left. */
  #isDead({ places, talon }: State): boolean {
    for (let mask = places; mask !== 0; mask &= mask - 1) {
      const place = lowestBit(mask)
      const partner = this.#sum - this.#cards[place].value
      if (partner === 0) continue
      if (
        (this.#placesOf[partner] & places & ~this.#related[place]) === 0 &&
        (this.#talonOf[partner] & talon) === 0
      )
        return true
    }
    return false
  }
}

function relatedPlaces(covers: readonly number[]): number[] {
  const above = covers.map(() => 0)
  for (let i = covers.length - 1; i >= 0; i--) {
    above[i] = covers[i]
    for (let mask = covers[i]; mask !== 0; mask &= mask - 1) above[i] |= above[lowestBit(mask)]
  }
  return above.map((mask, i) =>
    above.reduce((all, other, j) => ((other >>> i) & 1 ? all | (1 << j) : all), mask),
  )
}

/** Whether a game removes pairs from an overlapping layout and a face-up stock, within a state's limits. */
export const isPairGame = ({ of, cards, pairSum, tableau, goal, stock }: Game): boolean =>
  pairSum !== undefined &&
  pairSum < 2 * MAX_PLACES &&
  tableau.overlap?.covered === 'up' &&
  goal === 'tableau' &&
  stock?.by === 'draw' &&
  stock.turn === 1 &&
  stock.open === true &&
  stock.onto === undefined &&
  (stock.passes ?? 0) <= MAX_PASSES &&
  of.tableau.length <= MAX_PLACES &&
  cards.length - of.tableau.length <= MAX_TALON
