// Automatic consequences of moves: cards turn up, finished suits leave, the reserve fills empty columns.
import { rankOf, suitOf, type Card } from './cards.ts'
import { isCovered } from './fit.ts'
import { downIn } from './stock.ts'
import type { MutablePerPile, Pile, Position } from './types.ts'

/** Piles and face-down counts being changed. */
interface Change {
  readonly piles: MutablePerPile<readonly Card[]>
  readonly faceDown: MutablePerPile<number>
}

/**
 * Applies automatic consequences until nothing changes. Top cards of columns, of the reserve and of an open
 * stock turn up, and so do uncovered cards of an overlapping layout.
 */
export function settled(position: Position): Position {
  const { game } = position
  const change: Change = { piles: position.piles.slice(), faceDown: position.faceDown.slice() }
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false
    if (game.hasFaceDown && !game.tableau.overlap) turnColumns(position, change)
    if (game.foundations.takes === 'suit') hasChanged = sendSuits(position, change) || hasChanged
    if (game.tableau.fill === 'reserve') hasChanged = fillSpaces(position, change) || hasChanged
  }
  turnPlaces(position, change)
  for (const { kind, index } of [...game.of.stock, ...game.of.reserve])
    change.faceDown[index] = downIn(game, kind, change.piles[index].length)
  return { ...position, ...change }
}

function turnColumns({ game }: Position, { piles, faceDown }: Change): void {
  for (const { index } of game.of.tableau)
    if (faceDown[index] > 0 && faceDown[index] >= piles[index].length)
      faceDown[index] = Math.max(0, piles[index].length - 1)
}

/** Whether the top cards of a column are a finished suit: all ranks face up, the ace on top. */
function endsWithSuit({ game }: Position, cards: readonly Card[], down: number): boolean {
  const { ranks } = game.deck
  if (cards.length - down < ranks) return false
  const suit = suitOf(cards.at(-1)!)
  const run = cards.slice(-ranks).reverse()
  return run.every((card, rank) => rankOf(card) === rank && suitOf(card) === suit)
}

/** Moves finished suits to empty foundations, the king at the bottom; true if there were any. */
function sendSuits(position: Position, { piles, faceDown }: Change): boolean {
  const { game } = position
  let hasSent = false
  for (const { index } of game.of.tableau) {
    const cards = piles[index]
    if (!endsWithSuit(position, cards, faceDown[index])) continue
    const to = game.of.foundation.find(foundation => piles[foundation.index].length === 0)!
    const left = cards.length - game.deck.ranks
    piles[to.index] = cards.slice(left)
    piles[index] = cards.slice(0, left)
    hasSent = true
  }
  return hasSent
}

/** Moves the reserve's top card into each empty column, from the left; true if any was filled. */
function fillSpaces({ game }: Position, { piles }: Change): boolean {
  const reserve = game.of.reserve[0]!.index
  let hasFilled = false
  for (const { index } of game.of.tableau) {
    if (piles[index].length > 0 || piles[reserve].length === 0) continue
    piles[index] = piles[reserve].slice(-1)
    piles[reserve] = piles[reserve].slice(0, -1)
    hasFilled = true
  }
  return hasFilled
}

/**
 * In an overlapping layout that hides covered cards, turns covered cards face down and uncovered ones face
 * up.
 */
function turnPlaces({ game }: Position, { piles, faceDown }: Change): void {
  if (game.tableau.overlap?.covered !== 'down') return
  const isDown = (pile: Pile) => piles[pile.index].length > 0 && isCovered({ game, piles }, pile)
  for (const pile of game.of.tableau) faceDown[pile.index] = isDown(pile) ? 1 : 0
}
