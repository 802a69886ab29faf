// From the steps of a search of Sea Towers to the single moves they stand for, played on a small table of its
// own: to play them by the rules would take longer than the search.
import { isPreferredFoundation } from '../../rules/autoplay.ts'
import { suitOf, type Card } from '../../rules/cards.ts'
import type { Game, Move, Position } from '../../rules/types.ts'
import { highestRank } from '../../rules/define.ts'
import { kindOf, StepKind, subjectOf } from './steps.ts'

const NONE = -1
/** The card that a card hangs from is one rank higher in its suit; with one deck, that is a number. */
const PARENT_OF = 4

class LineTable {
  readonly moves: Move[] = []
  readonly #game: Game
  /** The cards of columns and cells, by the index of their pile. */
  readonly #piles: Card[][]
  readonly #tableau: readonly number[]
  readonly #cells: readonly number[]
  /** For each suit the pile of its foundation, once it has one, and the next card that goes there. */
  readonly #foundations = [NONE, NONE, NONE, NONE]
  readonly #next = [0, 1, 2, 3]

  constructor({ game, piles }: Position) {
    this.#game = game
    this.#piles = piles.map(cards => cards.slice())
    this.#tableau = game.of.tableau.map(({ index }) => index)
    this.#cells = game.of.cell.map(({ index }) => index)
    for (const { index } of game.of.foundation) {
      if (piles[index].length === 0) continue
      const suit = suitOf(piles[index][0])
      this.#foundations[suit] = index
      this.#next[suit] += 4 * piles[index].length
    }
  }

  get isWon(): boolean {
    return [...this.#tableau, ...this.#cells].every(index => this.#piles[index].length === 0)
  }

  #top(index: number): number {
    const cards = this.#piles[index]
    return cards.length === 0 ? NONE : cards[cards.length - 1]
  }

  #move(from: number, to: number): void {
    this.moves.push(this.#game.singleMoves[from][to])
    this.#piles[to].push(this.#piles[from].pop()!)
  }

  /** The foundation of the suit; its first card opens the one that is meant for it, or any. */
  #foundationOf(card: Card): number {
    const suit = suitOf(card)
    if (this.#foundations[suit] === NONE) {
      const open = this.#game.of.foundation.filter(({ index }) => this.#piles[index].length === 0)
      this.#foundations[suit] = (
        open.find(pile => isPreferredFoundation(this.#game, pile, card)) ?? open[0]
      ).index
    }
    return this.#foundations[suit]
  }

  /** The column whose top is this card. */
  #columnUnder(card: Card): number {
    for (const index of this.#tableau) if (this.#top(index) === card) return index
    return NONE
  }

  /** Moves cards to the foundations and from cells onto their parents, until nothing moves. */
  applyForced(): void {
    for (let hasMoved = true; hasMoved;) {
      hasMoved = false
      for (const index of this.#tableau) if (this.#raise(index)) hasMoved = true
      for (const index of this.#cells) {
        if (this.#piles[index].length === 0) continue
        if (this.#raise(index) || this.#attach(index)) hasMoved = true
      }
    }
  }

  #raise(index: number): boolean {
    const card = this.#top(index)
    if (card === NONE || card !== this.#next[card & 3]) return false
    this.#move(index, this.#foundationOf(card))
    this.#next[card & 3] += 4
    return true
  }

  #attach(index: number): boolean {
    const parent = this.#columnUnder(this.#top(index) + PARENT_OF)
    if (parent === NONE) return false
    this.#move(index, parent)
    return true
  }

  #emptyOne(piles: readonly number[]): number {
    for (const index of piles) if (this.#piles[index].length === 0) return index
    throw new Error('the search moved a card where no pile is empty')
  }

  #toCells(from: number, count: number): number[] {
    const cells: number[] = []
    for (let i = 0; i < count; i++) {
      const cell = this.#emptyOne(this.#cells)
      this.#move(from, cell)
      cells.push(cell)
    }
    return cells
  }

  /** Carries a run through the free cells. */
  #carry(from: number, to: number, count: number): void {
    const cells = this.#toCells(from, count - 1)
    this.#move(from, to)
    for (let i = cells.length - 1; i >= 0; i--) this.#move(cells[i], to)
  }

  /** How many cards at the top of a pile lie in order. */
  #runOf(index: number): number {
    const cards = this.#piles[index]
    let at = cards.length - 1
    while (at > 0 && cards[at - 1] === cards[at] + PARENT_OF) at--
    return cards.length - at
  }

  make(step: number): void {
    const subject = subjectOf(step)
    const kind = kindOf(step)
    const king = 4 * highestRank(this.#game) + subject
    if (kind === StepKind.placeKing) {
      const cell = this.#cells.find(index => this.#top(index) === king)!
      this.#move(cell, this.#emptyOne(this.#tableau))
    } else if (kind === StepKind.evictKing) {
      const column = this.#tableau.find(index => this.#piles[index][0] === king)!
      this.#toCells(column, this.#piles[column].length)
    } else this.#makeRun(this.#tableau[subject], kind)
  }

  #makeRun(from: number, kind: number): void {
    const count = this.#runOf(from)
    const cards = this.#piles[from]
    if (kind === StepKind.runToCells) this.#toCells(from, count)
    else if (kind === StepKind.runToSpace) this.#carry(from, this.#emptyOne(this.#tableau), count)
    else this.#carry(from, this.#columnUnder(cards[cards.length - count] + PARENT_OF), count)
  }
}

/**
 * The single moves that the steps stand for. Throws where they do not end in a win: a mistake of the search.
 */
export function toSeaTowersMoves(position: Position, steps: readonly number[]): Move[] {
  const table = new LineTable(position)
  table.applyForced()
  for (const step of steps) {
    table.make(step)
    // What was evicted would go back to where it came from.
    if (kindOf(step) !== StepKind.evictKing) table.applyForced()
  }
  if (!table.isWon) throw new Error('the line of the search does not end in a win')
  return table.moves
}
