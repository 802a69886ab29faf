// The rules: whether a move is legal, and if not, which rule forbids it. This is the definition; `legal.ts`
// lists the same moves faster, and a property test compares the two.
import { isRed, nameOf, rankOf, suitOf, type Card } from './cards.ts'
import {
  baseRank,
  fitsColumn,
  fitsFoundation,
  isCovered,
  lastRank,
  makesPair,
  nextRank,
  runLength,
} from './fit.ts'
import { reasonOf, type Reason } from '../result.ts'
import { canDealRow, countIn, isOpenStock, mayRecycle } from './stock.ts'
import type { Game, Move, Pile, Position } from './types.ts'

/** Why `move` is illegal; undefined if it is legal. */
export function whyNot(position: Position, move: Move): Reason | undefined {
  switch (move.kind) {
    case 'move':
      return moveViolation(position, move)
    case 'draw':
      return drawViolation(position)
    case 'recycle':
      return recycleViolation(position)
    case 'deal':
      return dealViolation(position)
    default:
      return reasonOf('unknownMove')
  }
}

function moveViolation(position: Position, move: Move & { kind: 'move' }): Reason | undefined {
  const { game } = position
  const from = game.pileById.get(move.from)
  const to = game.pileById.get(move.to)
  if (!from) return reasonOf('noSuchPile', { pile: String(move.from) })
  if (!to) return reasonOf('noSuchPile', { pile: String(move.to) })
  if (from === to) return reasonOf('samePile')
  return takeViolation(position, from, move.count) ?? placementViolation(position, from, to, move.count)
}

/** Why a single move cannot take the top `count` cards of `from`; undefined if it can. */
export function takeViolation(position: Position, from: Pile, count: number): Reason | undefined {
  const { game, house } = position
  const cards = position.piles[from.index]
  if (!Number.isInteger(count) || count < 1) return reasonOf('badCount')
  if (from.kind === 'stock' && !isOpenStock(game)) return reasonOf('stockOnlyTurns')
  if (cards.length === 0) return reasonOf('emptyPile')
  if (count > cards.length) return reasonOf('tooFewCards')
  if (from.kind === 'foundation' && !house.includes('take-back')) return reasonOf('foundationKeeps')
  if (from.kind === 'foundation' && count > 1) return reasonOf('foundationToColumn')
  if (from.kind !== 'tableau')
    return count > 1 && from.kind !== 'cell' ? reasonOf(TOP_ONLY[from.kind]) : undefined
  if (isCovered(position, from)) return reasonOf('covered')
  if (cards.length - count < position.faceDown[from.index]) return reasonOf('faceDown')
  if (count > 1 && game.tableau.take === 'top') return reasonOf('topOnly')
  return runLength(game, cards) >= count ? undefined : notARun(game)
}

/** Why cards that are not a run in this game cannot be taken together. */
export function notARun({ tableau: { build, take } }: Game): Reason {
  const { suit, step } = typeof take === 'object' ? take : build
  if (step > 1) return reasonOf('notByTwos')
  return reasonOf(suit === 'any' ? 'notInOrder' : suit === 'same' ? 'notInSuit' : 'notAlternating')
}

const TOP_ONLY = {
  stock: 'topOnly',
  foundation: 'foundationToColumn',
  waste: 'wasteTopOnly',
  reserve: 'reserveTopOnly',
} as const

/** Why the top `count` cards of `from`, which can be taken, cannot go onto `to`; undefined if they can. */
function placementViolation(position: Position, from: Pile, to: Pile, count: number): Reason | undefined {
  const { game } = position
  const card = position.piles[from.index].at(-count)!
  if (to.kind === 'foundation') {
    if (from.kind === 'foundation') return reasonOf('foundationToColumn')
    return foundationViolation(position, to, card, count)
  }
  if (game.pairSum !== undefined) return pairViolation(position, card, to)
  if (to.kind === 'cell') return cellViolation(position, from, to, count)
  return to.kind === 'tableau' ? columnViolation(position, to, card) : reasonOf(NO_TARGET[to.kind])
}

const NO_TARGET = { stock: 'toStock', waste: 'toWaste', reserve: 'toReserve' } as const

/** Why a card cannot be removed together with the top card of `to`; undefined if it can. */
function pairViolation(position: Position, card: Card, to: Pile): Reason | undefined {
  const { game, piles } = position
  const other = piles[to.index].at(-1)
  const partner = game.pairSum! - rankOf(card) - 2
  if (to.kind === 'stock' && !isOpenStock(game)) return reasonOf('toStock')
  if (isCovered(position, to)) return reasonOf('covered')
  if (other !== undefined && makesPair(game, card, other)) return undefined
  return partner < 0
    ? reasonOf('leavesAlone', { card: nameOf(card) })
    : reasonOf('notAPair', { card: nameOf(card), rank: partner })
}

function foundationViolation(position: Position, to: Pile, card: Card, count: number): Reason | undefined {
  const { game, piles } = position
  const cards = piles[to.index]
  const { takes, up } = game.foundations
  if (takes === 'suit') return reasonOf('suitsLeave')
  if (count > 1) return reasonOf('oneToFoundation')
  if (fitsFoundation(position, to, card)) return undefined
  if (takes !== 'card')
    return reasonOf('notAPair', { card: nameOf(card), rank: takes.sum - rankOf(card) - 2 })
  if (cards.length === 0) {
    const rank = game.firstRanks[to.number] ?? baseRank(position)
    return rank === 0 ? reasonOf('foundationStart') : reasonOf('foundationBase', { rank })
  }
  if (cards.length === game.capacity) return reasonOf('foundationFull')
  if (up.suit !== 'same') return reasonOf('heapNext')
  const top = cards.at(-1)!
  return reasonOf('foundationNext', { needs: nameOf(4 * nextRank(game, top) + suitOf(top)) })
}

function cellViolation({ game, piles }: Position, from: Pile, to: Pile, count: number): Reason | undefined {
  if (from.kind !== 'tableau' && !(from.kind === 'cell' && game.cells!.from.includes('cell')))
    return reasonOf(from.kind === 'cell' ? 'noCellToCell' : 'cellFromColumn')
  if (count > 1) return reasonOf('oneToCell')
  if (piles[to.index].length === 0) return undefined
  return reasonOf(game.of.cell.every(cell => piles[cell.index].length > 0) ? 'cellsFull' : 'cellTaken')
}

function columnViolation(position: Position, to: Pile, card: Card): Reason | undefined {
  const { game, piles } = position
  if (fitsColumn(position, to, card)) return undefined
  const { build, overlap } = game.tableau
  // The empty places of an overlapping layout are not columns.
  if (piles[to.index].length === 0 && !overlap) return spaceViolation(position)
  if (build.suit === 'none') return reasonOf('noBuilding')
  if (!build.wraps && rankOf(card) === lastRank(position)) {
    if (build.bothWays) return reasonOf('kingNeedsQueen')
    return reasonOf(game.foundations.takes === 'suit' ? 'kingNeedsColumn' : 'kingNeedsSpace')
  }
  if (build.bothWays) return reasonOf('needsNeighbour', { card: nameOf(card) })
  const rank = (rankOf(card) + build.step) % game.deck.ranks
  switch (build.suit) {
    case 'same':
      return reasonOf('needsInSuit', { card: nameOf(card), needs: nameOf(4 * rank + suitOf(card)) })
    case 'alternating':
      return reasonOf(isRed(card) ? 'needsBlack' : 'needsRed', { card: nameOf(card), rank })
    case 'any':
      return reasonOf(build.step === 1 ? 'needsHigher' : 'needsTwoHigher', { card: nameOf(card), rank })
  }
}

/** Why a card cannot fill an empty column. */
function spaceViolation(position: Position): Reason | undefined {
  switch (position.game.tableau.fill) {
    case 'any':
    case 'reserve':
      return undefined
    case 'kings':
      return baseRank(position) === 0
        ? reasonOf('kingsOnly')
        : reasonOf('rankOnly', { rank: lastRank(position) })
    case 'none':
      return reasonOf('spacesStay')
  }
}

function drawViolation(position: Position): Reason | undefined {
  const { stock } = position.game
  if (stock?.by !== 'draw') return reasonOf(stock ? 'noDraw' : 'noStock')
  return countIn(position, 'stock') > 0 ? undefined : reasonOf('stockEmpty')
}

function recycleViolation(position: Position): Reason | undefined {
  const { stock } = position.game
  if (stock?.by !== 'draw') return reasonOf(stock ? 'noRecycle' : 'noStock')
  if (countIn(position, 'stock') > 0) return reasonOf('stockNotEmpty')
  if (!mayRecycle(position)) return reasonOf('noMorePasses')
  return countIn(position, 'waste') > 0 ? undefined : reasonOf('wasteEmpty')
}

function dealViolation(position: Position): Reason | undefined {
  const { stock } = position.game
  if (stock?.by !== 'deal') return reasonOf(stock ? 'noDeal' : 'noStock')
  if (countIn(position, 'stock') === 0) return reasonOf('stockEmpty')
  return canDealRow(position) ? undefined : reasonOf('dealNeedsFull')
}
