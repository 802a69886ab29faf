// The rules, once: whether a move may be made, and if not, which rule forbids it. Plain and slow; `legal.ts`
// is the fast twin.
import { nameOf, rankOf, suitOf, SUITS, RANKS, type Card } from './cards.ts'
import type { Reason } from '../result.ts'
import type { Game, Move, Pile, Position } from './types.ts'
import { fits, highestRank } from './vocabulary.ts'

const because = (key: Reason['key'], values?: Reason['values']): Reason =>
  values ? { key, values } : { key }

/** The reason why `move` is against the rules, or undefined where it is legal. */
export function whyNot(position: Position, move: Move): Reason | undefined {
  switch (move.kind) {
    case 'move':
      return whyNotMove(position, move)
    case 'draw':
      return whyNotDraw(position)
    case 'recycle':
      return whyNotRecycle(position)
    case 'deal':
      return whyNotDeal(position)
    default:
      return because('unknownMove')
  }
}

function whyNotMove(position: Position, move: Move & { kind: 'move' }): Reason | undefined {
  const { game, piles } = position
  const from = game.pileById.get(move.from)
  const to = game.pileById.get(move.to)
  if (!from) return because('noSuchPile', { pile: String(move.from) })
  if (!to) return because('noSuchPile', { pile: String(move.to) })
  if (from === to) return because('samePile')
  const notTaken = whyNotTake(position, from, move.count)
  if (notTaken) return notTaken
  const source = piles[from.index]
  return placementViolation(position, from, to, source[source.length - move.count], move.count)
}

/** Why the top `count` cards of `from` cannot be taken together by one rule move. */
export function whyNotTake(position: Position, from: Pile, count: number): Reason | undefined {
  const { game, house } = position
  const cards = position.piles[from.index]
  if (!Number.isInteger(count) || count < 1) return because('badCount')
  if (from.kind === 'stock') return because('stockOnlyTurns')
  if (cards.length === 0) return because('emptyPile')
  if (count > cards.length) return because('tooFewCards')
  if (from.kind === 'foundation' && !house.includes('take-back')) return because('foundationKeeps')
  if (from.kind === 'foundation' && count > 1) return because('foundationToColumn')
  if (from.kind === 'waste' && count > 1) return because('wasteTopOnly')
  if (from.kind !== 'tableau') return undefined
  if (cards.length - count < position.faceDown[from.index]) return because('faceDown')
  if (count > 1 && game.tableau.take === 'top') return because('topOnly')
  return isInOrder(game, cards, count) ? undefined : because('notInOrder')
}

/** Whether the top `count` cards are a run by the game's build rule. */
export function isInOrder(game: Game, cards: readonly Card[], count: number): boolean {
  for (let i = cards.length - count + 1; i < cards.length; i++)
    if (!fits(game.tableau.build, game.deck.ranks, cards[i], cards[i - 1])) return false
  return true
}

/** Why `count` cards, the lowest of them `card`, cannot be put on `to`. */
function placementViolation(
  position: Position,
  from: Pile,
  to: Pile,
  card: Card,
  count: number,
): Reason | undefined {
  switch (to.kind) {
    case 'stock':
      return because('toStock')
    case 'waste':
      return because('toWaste')
    case 'foundation':
      if (from.kind === 'foundation') return because('foundationToColumn')
      return count > 1 ? because('oneToFoundation') : foundationViolation(position, to, card)
    case 'cell':
      return whyNotCell(position, from, to, count)
    case 'tableau':
      return whyNotBuild(position, to, card)
  }
}

function foundationViolation({ game, piles }: Position, to: Pile, card: Card): Reason | undefined {
  const cards = piles[to.index]
  const { ranks } = game.deck
  if (cards.length === 0)
    return rankOf(card) === game.firstRanks[to.number] ? undefined : because('foundationStart')
  if (cards.length === ranks) return because('foundationFull')
  const top = cards[cards.length - 1]
  const rank = (rankOf(top) + game.foundations.step) % ranks
  if (suitOf(card) === suitOf(top) && rankOf(card) === rank) return undefined
  return because('foundationNext', { needs: RANKS[rank] + SUITS[suitOf(top)] })
}

function whyNotCell({ game, piles }: Position, from: Pile, to: Pile, count: number): Reason | undefined {
  if (from.kind !== 'tableau' && !(from.kind === 'cell' && game.cells!.from.includes('cell')))
    return because(from.kind === 'cell' ? 'noCellToCell' : 'cellFromColumn')
  if (count > 1) return because('oneToCell')
  if (piles[to.index].length === 0) return undefined
  return because(game.of.cell.every(cell => piles[cell.index].length > 0) ? 'cellsFull' : 'cellTaken')
}

function whyNotBuild({ game, piles }: Position, to: Pile, card: Card): Reason | undefined {
  const { build, fill } = game.tableau
  const { ranks } = game.deck
  const column = piles[to.index]
  const isKing = rankOf(card) === highestRank(game)
  if (column.length === 0) return fill === 'any' || isKing ? undefined : because('kingsOnly')
  if (fits(build, ranks, card, column[column.length - 1])) return undefined
  if (!build.wraps && isKing) return because('kingNeedsSpace')
  const rank = (rankOf(card) + build.step) % ranks
  if (build.suit === 'same')
    return because('needsInSuit', { card: nameOf(card), needs: RANKS[rank] + SUITS[suitOf(card)] })
  return because(build.suit === 'any' ? 'needsTwoHigher' : 'needsOtherColour', { card: nameOf(card), rank })
}

function whyNotDraw({ game, piles }: Position): Reason | undefined {
  if (game.stock?.by !== 'draw') return because(game.stock ? 'noDraw' : 'noStock')
  return piles[game.of.stock[0].index].length > 0 ? undefined : because('stockEmpty')
}

function whyNotRecycle({ game, piles }: Position): Reason | undefined {
  if (game.stock?.by !== 'draw') return because(game.stock ? 'noRecycle' : 'noStock')
  if (piles[game.of.stock[0].index].length > 0) return because('stockNotEmpty')
  return piles[game.of.waste[0].index].length > 0 ? undefined : because('wasteEmpty')
}

function whyNotDeal({ game, piles }: Position): Reason | undefined {
  if (game.stock?.by !== 'deal') return because(game.stock ? 'noDeal' : 'noStock')
  if (piles[game.of.stock[0].index].length === 0) return because('stockEmpty')
  const columns = game.of.tableau.map(column => piles[column.index].length)
  const cards = columns.reduce((sum, length) => sum + length, 0)
  return columns.includes(0) && cards >= columns.length ? because('dealNeedsFull') : undefined
}
