// Converts the steps of a Sea Towers search to single moves.
import { foundationFor } from '../../rules/autoplay.ts'
import { suitOf, type Card } from '../../rules/cards.ts'
import type { Move, Pile, Position } from '../../rules/types.ts'
import { LineWriter } from '../line-writer.ts'
import { readStep } from '../step-code.ts'
import { StepKind } from './steps.ts'

/** The distance from a card to its parent, the next higher card of its suit. */
const PARENT_OF = 4

class SeaTowersWriter extends LineWriter {
  readonly #columns: readonly Pile[]
  readonly #cells: readonly Pile[]
  /** For each suit, the next card to go up, and its foundation once known. */
  readonly #next = [0, 1, 2, 3]
  readonly #foundations: (Pile | undefined)[] = []

  constructor(position: Position) {
    super(position)
    const { of } = position.game
    this.#columns = of.tableau
    this.#cells = of.cell
    for (const { index } of of.foundation)
      for (const card of position.piles[index]) this.#next[suitOf(card)] += 4
  }

  get isWon(): boolean {
    return [...this.#columns, ...this.#cells].every(pile => this.cardsOf(pile).length === 0)
  }

  #withTop(card: Card, piles: readonly Pile[]): Pile | undefined {
    for (const pile of piles) if (this.topOf(pile) === card) return pile
    return undefined
  }

  /** Moves cards to foundations, and from cells onto their parents, until none can move. */
  applyForced(): void {
    for (let hasMoved = true; hasMoved;) {
      hasMoved = false
      for (const column of this.#columns) if (this.#raise(column)) hasMoved = true
      for (const cell of this.#cells) if (this.#raise(cell) || this.#attach(cell)) hasMoved = true
    }
  }

  #raise(pile: Pile): boolean {
    const card = this.topOf(pile)
    if (card === undefined || card !== this.#next[suitOf(card)]) return false
    const suit = suitOf(card)
    this.move(pile, (this.#foundations[suit] ??= foundationFor(this.position, pile)!))
    this.#next[suit] += 4
    return true
  }

  #attach(cell: Pile): boolean {
    const card = this.topOf(cell)
    const parent = card === undefined ? undefined : this.#withTop(card + PARENT_OF, this.#columns)
    if (parent) this.move(cell, parent)
    return parent !== undefined
  }

  #runOf(column: Pile): number {
    const cards = this.cardsOf(column)
    let at = cards.length - 1
    while (at > 0 && cards[at - 1] === cards[at] + PARENT_OF) at--
    return cards.length - at
  }

  make(step: number): void {
    const { kind, a } = readStep(step)
    const king = 4 * (this.position.game.deck.ranks - 1) + a
    if (kind === StepKind.placeKing)
      this.move(this.#withTop(king, this.#cells)!, this.firstEmpty(this.#columns))
    else if (kind === StepKind.evictKing) {
      const column = this.#columns.find(pile => this.cardsOf(pile)[0] === king)!
      this.toCells(column, this.cardsOf(column).length)
    } else this.#makeRun(this.#columns[a], kind)
  }

  #makeRun(from: Pile, kind: number): void {
    const count = this.#runOf(from)
    if (kind === StepKind.runToCells) this.toCells(from, count)
    else if (kind === StepKind.runToSpace) this.carry(from, this.firstEmpty(this.#columns), count)
    else this.carry(from, this.#withTop(this.cardsOf(from).at(-count)! + PARENT_OF, this.#columns)!, count)
  }
}

/** Converts steps to single moves. Throws if they do not win. */
export function toSeaTowersMoves(position: Position, steps: readonly number[]): Move[] {
  const writer = new SeaTowersWriter(position)
  writer.applyForced()
  for (const step of steps) {
    writer.make(step)
    // Evicting a king forces no other move.
    if (readStep(step).kind !== StepKind.evictKing) writer.applyForced()
  }
  if (!writer.isWon) throw new Error('the line of the search does not end in a win')
  return writer.moves
}
