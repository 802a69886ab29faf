// From the steps of a search of Klondike to the single rule moves of the game.
import { foundationFor } from '../../rules/autoplay.ts'
import { faceOf, type Card } from '../../rules/cards.ts'
import type { Move, Pile, Position } from '../../rules/types.ts'
import { readStep, StepKind } from './step.ts'

const DRAW: Move = { kind: 'draw' }
const RECYCLE: Move = { kind: 'recycle' }

/** Plays steps on plain lists of cards, and writes down the rule moves that they stand for. */
class LineWriter {
  readonly moves: Move[] = []
  /** The position at the start, with the lists of cards as they are now. */
  readonly #position: Position
  readonly #piles: Card[][]
  readonly #stock: Card[]
  readonly #waste: Card[]
  readonly #turn: number
  /** Stock and waste at the start, in the order in which they are turned. */
  readonly #order: readonly Card[]

  constructor(position: Position) {
    const { game, piles } = position
    this.#piles = piles.map(cards => [...cards])
    this.#position = { ...position, piles: this.#piles }
    this.#stock = this.#piles[game.of.stock[0].index]
    this.#waste = this.#piles[game.of.waste[0].index]
    this.#turn = game.stock?.by === 'draw' ? game.stock.turn : 1
    this.#order = [...this.#waste, ...this.#stock.toReversed()]
  }

  /** Turns the stock until a card is on top for which that holds; throws where there is none. */
  #turnUntil(holds: (card: Card) => boolean): void {
    const most = 2 * (this.#stock.length + this.#waste.length) + 2
    for (let turns = 0; turns <= most; turns++) {
      const top = this.#waste.at(-1)
      if (top !== undefined && holds(top)) return
      this.#turnStock()
    }
    throw new Error('the stock never turns up the card that the line needs')
  }

  #turnStock(): void {
    if (this.#stock.length > 0) {
      for (let i = Math.min(this.#turn, this.#stock.length); i > 0; i--) this.#waste.push(this.#stock.pop()!)
      this.moves.push(DRAW)
    } else {
      while (this.#waste.length > 0) this.#stock.push(this.#waste.pop()!)
      this.moves.push(RECYCLE)
    }
  }

  #move(from: Pile, to: Pile, count: number): void {
    const { game } = this.#position
    const source = this.#piles[from.index]
    this.#piles[to.index].push(...source.splice(source.length - count))
    this.moves.push(
      count === 1
        ? game.singleMoves[from.index][to.index]
        : { kind: 'move', from: from.id, to: to.id, count },
    )
  }

  /** Sends the top card of a pile up; false where no foundation takes it. */
  #up(from: Pile): boolean {
    const to = foundationFor(this.#position, from)
    if (!to) return false
    this.#move(from, to, 1)
    return true
  }

  write(code: number): void {
    const { of } = this.#position.game
    const { kind, a, b, n } = readStep(code)
    if (kind === StepKind.columnUp) this.#up(of.tableau[a])
    else if (kind === StepKind.run) this.#move(of.tableau[a], of.tableau[b], n)
    else {
      const isPlace = kind === StepKind.stockUp || kind === StepKind.stockOnto
      this.#turnUntil(isPlace ? card => card === this.#order[a] : card => faceOf(card) === a)
      if (kind === StepKind.faceUp || kind === StepKind.stockUp) this.#up(of.waste[0])
      else this.#move(of.waste[0], of.tableau[b], 1)
    }
  }

  /** Sends up what is left, which goes up without another move of the columns. */
  finish(): void {
    const { of } = this.#position.game
    const sources = [...of.tableau, of.waste[0]]
    const cards = () => this.#stock.length + this.#waste.length
    for (let idle = 0; idle <= 2 * cards() + 2;) {
      if (sources.some(pile => this.#up(pile))) idle = 0
      else if (cards() === 0) return
      else {
        this.#turnStock()
        idle++
      }
    }
  }
}

/** The moves that steps stand for, and those that send up the rest. */
export function movesOfSteps(position: Position, steps: readonly number[]): Move[] {
  const writer = new LineWriter(position)
  for (const code of steps) writer.write(code)
  writer.finish()
  return writer.moves
}
