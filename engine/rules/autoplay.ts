// What happens by itself: foundation moves that can never hurt the game, and the formality at the end.
import { isRed, rankOf, SUITS, suitOf, type Card } from './cards.ts'
import { fitsFoundation } from './legal.ts'
import { isWon, play } from './play.ts'
import type { AutoplayMode, Game, Move, Pile, PileId, Position } from './types.ts'

/** The moves to a foundation that follow by themselves from here, one after another until none is left. */
export function autoplayMoves(position: Position, mode: AutoplayMode): Move[] {
  const moves: Move[] = []
  if (mode === 'off') return moves
  for (let now = position; ;) {
    const move = foundationMoves(now).find(up => mode === 'all' || isSafe(now, up.from))
    if (!move) return moves
    moves.push(move)
    now = play(now, move)
  }
}

/**
 * Whether the top card of `from`, which a foundation would take, may go up without ever hurting the game:
 * nothing that is still in play could want to lie on it, and it is in nobody's way by being gone.
 */
export function isSafe(position: Position, from: PileId): boolean {
  const { game, piles, house } = position
  const source = game.pileById.get(from)!
  const card = piles[source.index][piles[source.index].length - 1]
  const below = rankOf(card) - 1
  switch (game.safe) {
    case 'always':
      return true
    // With both copies of the card below up there is room for both copies of this one, so neither keeps the
    // other out.
    case 'both-copies-below':
      return allUp(position, other => suitOf(other) === suitOf(card) && rankOf(other) === below)
    case 'both-copies-and-other-colour-below': {
      // Taking a card from the waste moves the others round it, which matters when three are turned or the
      // waste is shuffled.
      const shifts =
        source.kind === 'waste' &&
        game.stock?.by === 'draw' &&
        (game.stock.turn > 1 || house.includes('shuffle-on-recycle'))
      return (
        !shifts &&
        allUp(
          position,
          other =>
            rankOf(other) === below && (suitOf(other) === suitOf(card) || isRed(other) !== isRed(card)),
        )
      )
    }
    case 'nothing-wants-it': {
      // While cards are dealt, every card may be wanted to fill a column. After that: those two ranks lower.
      const { ranks } = game.deck
      const wanting = (rankOf(card) - game.tableau.build.step + ranks) % ranks
      return piles[game.of.stock[0].index].length === 0 && allUp(position, other => rankOf(other) === wanting)
    }
  }
}

/** Whether every such card of the deck is on a foundation. */
function allUp({ game, piles }: Position, isSuch: (card: Card) => boolean): boolean {
  const up = new Set(game.of.foundation.flatMap(({ index }) => piles[index]))
  return game.cards.every(card => !isSuch(card) || up.has(card))
}

const sourcesOf = ({ of }: Game): readonly Pile[] => [...of.tableau, ...of.cell, ...of.waste]

/** Whether a foundation is the one meant for the suit of a card. */
export const isHome = ({ foundations }: Game, foundation: Pile, card: Card): boolean =>
  foundations.homes[foundation.number] === SUITS[suitOf(card)]

/** The foundation that takes the top card of a pile, if any; the one meant for its suit before another. */
export function foundationFor({ game, piles }: Position, from: Pile): Pile | undefined {
  const card = piles[from.index].at(-1)
  if (card === undefined) return undefined
  let found: Pile | undefined
  for (const pile of game.of.foundation) {
    if (!fitsFoundation(game, pile.number, piles[pile.index], card)) continue
    if (isHome(game, pile, card)) return pile
    found ??= pile
  }
  return found
}

/** Whether the top card of a column, a cell or the waste can go to a foundation. */
export const canGoUp = (position: Position, from: Pile): boolean =>
  from.kind !== 'foundation' && from.kind !== 'stock' && foundationFor(position, from) !== undefined

/** One move to a foundation for every card that can go up. */
function foundationMoves(position: Position): (Move & { kind: 'move' })[] {
  return sourcesOf(position.game).flatMap(from => {
    const to = foundationFor(position, from)
    return to ? [{ kind: 'move', from: from.id, to: to.id, count: 1 }] : []
  })
}

/**
 * The rest of the game where it is a formality: moves to the foundations, with turning the stock between
 * them, that reach the win.
 * Undefined where they do not, and where a card still lies face down in a column.
 */
export function finish(position: Position): Move[] | undefined {
  const { game } = position
  if (isWon(position) || game.of.tableau.some(column => position.faceDown[column.index] > 0)) return undefined
  const turns = game.stock?.by === 'draw'
  const moves: Move[] = []
  let now = position
  let turned = 0 // stock moves since the last card went up
  while (!isWon(now)) {
    const up = foundationMoves(now)[0]
    const stock = turns ? now.piles[game.of.stock[0].index].length : 0
    const waste = turns ? now.piles[game.of.waste[0].index].length : 0
    if (!up && (stock + waste === 0 || turned > 2 * (stock + waste) + 2)) return undefined
    const move: Move = up ?? (stock > 0 ? { kind: 'draw' } : { kind: 'recycle' })
    turned = up ? 0 : turned + 1
    moves.push(move)
    now = play(now, move)
  }
  return moves
}
