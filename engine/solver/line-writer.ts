// Makes and records moves on plain arrays of cards, because `play` would take longer than most searches.
import { foundationFor } from '../rules/autoplay.ts'
import type { Card } from '../rules/cards.ts'
import { followedUp, play } from '../rules/play.ts'
import { carryThroughCells } from '../rules/supermove.ts'
import type { Move, Pile, Position } from '../rules/types.ts'

/** A position changed in place by moves. Throws if a card or a target is missing; does not check legality. */
export class LineWriter {
  readonly moves: Move[] = []
  position: Position

  constructor(position: Position) {
    this.position = { ...position, piles: position.piles.map(cards => cards.slice()) }
  }

  cardsOf(pile: Pile): Card[] {
    return this.position.piles[pile.index] as Card[]
  }
  topOf(pile: Pile): Card | undefined {
    const cards = this.cardsOf(pile)
    return cards.length === 0 ? undefined : cards[cards.length - 1] // reading at index −1 is slow
  }
  firstEmpty(piles: readonly Pile[]): Pile {
    for (const pile of piles) if (this.cardsOf(pile).length === 0) return pile
    throw new Error('no pile is empty')
  }

  move(from: Pile, to: Pile, count = 1): void {
    const { game } = this.position
    const source = this.cardsOf(from)
    if (source.length < count) throw new Error(`${from.id} has too few cards`)
    if (count === 1) {
      this.cardsOf(to).push(source.pop()!)
      this.moves.push(game.singleMoves[from.index][to.index])
    } else {
      this.cardsOf(to).push(...source.splice(source.length - count))
      this.moves.push({ kind: 'move', from: from.id, to: to.id, count })
    }
    this.position = followedUp(this.position)
  }

  /** Moves the top card of a pile to a foundation. */
  up(from: Pile): void {
    const to = foundationFor(this.position, from)
    if (!to) throw new Error(`no foundation takes the card of ${from.id}`)
    this.move(from, to)
  }

  toCells(from: Pile, count: number): Pile[] {
    const cells: Pile[] = []
    for (let i = 0; i < count; i++) {
      cells.push(this.firstEmpty(this.position.game.of.cell))
      this.move(from, cells[i])
    }
    return cells
  }

  /** Moves a run through free cells, and through empty columns if the cells are too few. */
  carry(from: Pile, to: Pile, count: number): void {
    const { game } = this.position
    let free = 0
    for (const cell of game.of.cell) if (this.cardsOf(cell).length === 0) free++
    if (count <= free + 1) {
      const cells = this.toCells(from, count - 1)
      this.move(from, to)
      for (let i = cells.length - 1; i >= 0; i--) this.move(cells[i], to)
      return
    }
    const carried = carryThroughCells(this.position, from.id, to.id, count)
    if (!carried.ok) throw new Error(carried.reason.key)
    for (const move of carried.value)
      if (move.kind === 'move') this.move(game.pileById.get(move.from)!, game.pileById.get(move.to)!)
  }

  #turnStock(): void {
    const { stock, of } = this.position.game
    const cards = this.cardsOf(of.stock[0])
    const waste = this.cardsOf(of.waste[0])
    this.moves.push({ kind: cards.length > 0 ? 'draw' : 'recycle' })
    if (cards.length === 0) cards.push(...waste.splice(0).reverse())
    else
      for (let i = stock?.by === 'draw' ? stock.turn : 0; i > 0 && cards.length > 0; i--)
        waste.push(cards.pop()!)
  }

  /** Turns the stock until `holds` is true for the waste's top and size; returns the top. */
  turnUntil(holds: (top: Card, count: number) => boolean): Card {
    const waste = this.cardsOf(this.position.game.of.waste[0])
    for (let turns = 3 * this.position.game.cards.length; turns >= 0; turns--) {
      const top = waste.at(-1)
      if (top !== undefined && holds(top, waste.length)) return top
      this.#turnStock()
    }
    throw new Error('no turn of the stock brings the card that the line needs')
  }

  dealRow(): void {
    this.moves.push({ kind: 'deal' })
    this.position = play(this.position, { kind: 'deal' })
  }
}
