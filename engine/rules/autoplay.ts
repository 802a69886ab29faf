// Autoplay: automatic moves to the foundations. `finish` wins a game with such moves and turns of the stock.
import { isRed, rankOf, SUITS, suitOf, type Card } from './cards.ts'
import { baseRank, fitsFoundation, isCovered } from './fit.ts'
import { isWon, play } from './play.ts'
import { countIn, mayRecycle, needsFullColumns } from './stock.ts'
import type { AutoplayMode, Game, Move, Pile, PileId, Position } from './types.ts'

/**
 * The foundation moves that autoplay makes from `position`, in order, until no more are possible. Cards in
 * `kept`, such as those taken back from a foundation, stay where they are.
 */
export function autoplayMoves(
  position: Position,
  mode: AutoplayMode,
  kept: ReadonlySet<Card> = new Set(),
): Move[] {
  const moves: Move[] = []
  if (mode === 'off') return moves
  for (let now = position; ;) {
    const move = foundationCandidates(now).find(
      ({ from }) => !kept.has(topCard(now, from)) && (mode === 'all' || isSafe(now, from)),
    )
    if (!move) return moves
    moves.push(move)
    now = play(now, move)
  }
}

const topCard = ({ game, piles }: Position, from: PileId): Card =>
  piles[game.pileById.get(from)!.index].at(-1)!

/**
 * Whether it is certain that the top card of `from`, which fits a foundation, can go there without making a
 * winnable game unwinnable. `from` must not be empty.
 */
export function isSafe(position: Position, from: PileId): boolean {
  const { game } = position
  const source = game.pileById.get(from)!
  const card = topCard(position, from)
  const { ranks } = game.deck
  /** The number of cards below a card on its foundation. */
  const order = (of: Card) => (rankOf(of) - baseRank(position) + ranks) % ranks
  // With wrapping ranks, a base card may be needed, because the rank below it can be built on it.
  if (game.tableau.build.wraps && game.tableau.build.step === 1 && order(card) === 0) return false
  // Until the last row is dealt, any card may be needed to fill an empty column before a deal.
  if (needsFullColumns(game) && countIn(position, 'stock') > 0) return false
  switch (game.autoplaySafety) {
    case 'always':
      return true
    case 'never':
      return false
    // Both copies of the card below are on foundations, so each copy of this card has a foundation.
    case 'both-copies-below':
      return areOnFoundations(
        position,
        other => order(other) === order(card) - 1 && suitOf(other) === suitOf(card),
      )
    // In addition, the cards of the other color that could be built on this one are on foundations.
    case 'both-copies-and-other-colour-below':
      return (
        !changesTalon(position, source) &&
        areOnFoundations(
          position,
          other =>
            order(other) === order(card) - 1 &&
            (suitOf(other) === suitOf(card) || isRed(other) !== isRed(card)),
        )
      )
    // Every card that could be built on this one can itself go up once it is exposed.
    case 'two-above-lowest':
      return areOnFoundations(position, other => order(other) <= order(card) - 2)
    // All cards that could be built on this one are on foundations.
    case 'nothing-wants-it': {
      const builderRank = (rankOf(card) - game.tableau.build.step + ranks) % ranks
      return areOnFoundations(position, other => rankOf(other) === builderRank)
    }
  }
}

/**
 * Whether taking a card from `source` changes which cards reach the top of the waste: if several are turned
 * at a time, or the waste is shuffled.
 */
const changesTalon = ({ game, house }: Position, source: Pile): boolean =>
  source.kind === 'waste' &&
  game.stock?.by === 'draw' &&
  (game.stock.turn > 1 || house.includes('shuffle-on-recycle'))

/** Whether every card of the deck for which `matches` is true is on a foundation. */
function areOnFoundations({ game, piles }: Position, matches: (card: Card) => boolean): boolean {
  const done = new Set(game.of.foundation.flatMap(({ index }) => piles[index]))
  return game.cards.every(card => !matches(card) || done.has(card))
}

/** Whether a foundation is the preferred one for the suit of `card`. */
export const isPreferredFoundation = ({ foundations }: Game, foundation: Pile, card: Card): boolean =>
  foundations.preferredSuits[foundation.number] === SUITS[suitOf(card)]

/** The foundation that takes a pile's top card, preferably the one for its suit; undefined if none does. */
export function foundationFor(position: Position, from: Pile): Pile | undefined {
  const { game, piles } = position
  const card = piles[from.index].at(-1)
  if (card === undefined || isCovered(position, from)) return undefined
  let found: Pile | undefined
  for (const pile of game.of.foundation) {
    if (!fitsFoundation(position, pile, card)) continue
    if (isPreferredFoundation(game, pile, card)) return pile
    found ??= pile
  }
  return found
}

/** Whether the top card of a pile fits a foundation; false for foundations and the stock. */
export const canMoveToFoundation = (position: Position, from: Pile): boolean =>
  from.kind !== 'foundation' && from.kind !== 'stock' && foundationFor(position, from) !== undefined

/** A foundation move for each card on top of a column, cell, waste or reserve that fits a foundation. */
function foundationCandidates(position: Position): (Move & { kind: 'move' })[] {
  const { tableau, cell, waste, reserve } = position.game.of
  return [...tableau, ...cell, ...waste, ...reserve].flatMap(from => {
    const to = foundationFor(position, from)
    return to ? [{ kind: 'move', from: from.id, to: to.id, count: 1 }] : []
  })
}

/**
 * The moves that win by only moving single cards to foundations and turning the stock. Undefined if that
 * does not win, or if a column has face-down cards, the game is already won, or its foundations do not take
 * single cards in suit.
 */
export function finish(position: Position): Move[] | undefined {
  const { game } = position
  if (game.foundations.takes !== 'card' || game.foundations.up.suit !== 'same') return undefined
  if (isWon(position) || game.of.tableau.some(column => position.faceDown[column.index] > 0)) return undefined
  const canTurn = game.stock?.by === 'draw'
  const moves: Move[] = []
  let now = position
  let turns = 0 // since the last card went to a foundation
  while (!isWon(now)) {
    const toFoundation = foundationCandidates(now)[0]
    const stock = canTurn ? countIn(now, 'stock') : 0
    const waste = canTurn ? countIn(now, 'waste') : 0
    // Two passes bring every reachable card to the top, unless the waste is shuffled.
    if (!toFoundation && (stock + waste === 0 || turns > 2 * (stock + waste) + 2)) return undefined
    if (!toFoundation && stock === 0 && !mayRecycle(now)) return undefined
    const move: Move = toFoundation ?? (stock > 0 ? { kind: 'draw' } : { kind: 'recycle' })
    turns = toFoundation ? 0 : turns + 1
    moves.push(move)
    now = play(now, move)
  }
  return moves
}
