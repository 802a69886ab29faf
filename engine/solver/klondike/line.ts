// From the steps of a search of Klondike to the single rule moves of the game.
import { foundationFor } from '../../rules/autoplay.ts'
import { faceOf, type Card } from '../../rules/cards.ts'
import type { Move, Pile, Position } from '../../rules/types.ts'
import { encodeStep, readStep } from '../step-code.ts'
import { writeEarly, type Writer } from './schedule.ts'
import { StepKind } from './step.ts'

const DRAW: Move = { kind: 'draw' }
const RECYCLE: Move = { kind: 'recycle' }

/** Plays steps on plain lists of cards, and writes down the rule moves that they stand for. */
class LineWriter implements Writer {
  readonly moves: Move[] = []
  /** The position at the start, with the lists of cards as they are now. */
  readonly #position: Position
  readonly #piles: Card[][]
  readonly #stock: Card[]
  readonly #waste: Card[]
  readonly #turn: number
  /** Stock and waste at the start, in the order in which they are turned. */
  readonly #order: readonly Card[]
  readonly #upAtStart = new Uint8Array(52)

  constructor(position: Position) {
    const { game, piles } = position
    this.#piles = piles.map(cards => [...cards])
    this.#position = { ...position, piles: this.#piles }
    this.#stock = this.#piles[game.of.stock[0].index]
    this.#waste = this.#piles[game.of.waste[0].index]
    this.#turn = game.stock?.by === 'draw' ? game.stock.turn : 1
    for (const { index } of game.of.foundation)
      for (const card of piles[index]) this.#upAtStart[faceOf(card)]++
    this.#order = [...this.#waste, ...this.#stock.toReversed()]
  }

  /** Turns the stock until a card is on top for which that holds; throws where there is none. */
  #turnUntil(holds: (card: Card) => boolean): void {
    const most = 2 * (this.#stock.length + this.#waste.length) + 2
    for (let turns = 0; turns <= most; turns++) {
      const top = this.#waste.at(-1)
      if (top !== undefined && holds(top)) return
      this.turnStock()
    }
    throw new Error('the stock never turns up the card that the line needs')
  }

  /** Turns the stock once, or the waste over. */
  turnStock(): void {
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

  get topFace(): number {
    const card = this.#waste.at(-1)
    return card === undefined ? -1 : faceOf(card)
  }

  get topPlace(): number {
    const card = this.#waste.at(-1)
    return card === undefined ? -1 : this.#order.indexOf(card)
  }

  get cardsOfStock(): number {
    return this.#order.length
  }

  faceRaised(code: number): number {
    const { kind, a, b } = readStep(code)
    if (kind === StepKind.columnUp) return b
    if (kind === StepKind.faceUp) return a
    return kind === StepKind.stockUp ? faceOf(this.#order[a]) : -1
  }

  upAtStart(face: number): number {
    return this.#upAtStart[face]
  }

  /**
   * The same steps, with the face of a card in the place of its place in the stock where either copy will do:
   * where all that come from the stock go up.
   */
  withEitherCopy(steps: readonly number[]): number[] {
    const laid = new Set<number>()
    for (const code of steps) {
      const { kind, a } = readStep(code)
      if (kind === StepKind.stockOnto) laid.add(faceOf(this.#order[a]))
    }
    return steps.map(code => {
      const { kind, a } = readStep(code)
      const isEither = kind === StepKind.stockUp && !laid.has(faceOf(this.#order[a]))
      return isEither ? encodeStep(StepKind.faceUp, faceOf(this.#order[a])) : code
    })
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
}

/**
 * The moves that the steps of a whole line stand for. Where one card is turned at a time, the steps are made
 * in the order that turns the stock least; where more are, their order stays, as the stock depends on it.
 */
export function movesOfSteps(position: Position, steps: readonly number[]): Move[] {
  const { stock, deck } = position.game
  const isOne = stock?.by === 'draw' && stock.turn === 1
  const early = isOne ? earlyMoves(position, steps) : undefined
  if (early && deck.copies === 1) return early
  const writer = new LineWriter(position)
  for (const code of steps) writer.write(code)
  // With two decks the early order is seldom longer: it binds a card to one copy of the card below it.
  return early && early.length < writer.moves.length ? early : writer.moves
}

function earlyMoves(position: Position, steps: readonly number[]): Move[] {
  const writer = new LineWriter(position)
  writeEarly(writer.withEitherCopy(steps), writer)
  return writer.moves
}
