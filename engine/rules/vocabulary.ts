// The vocabulary in which a game is declared, and `defineGame`, which makes a game of a declaration.
import { DECK_SIZE, faceNamed, isRed, rankOf, suitOf, SUITS, type Card } from './cards.ts'
import type {
  Build,
  CellRule,
  Deck,
  FoundationRule,
  Game,
  GameId,
  GameRules,
  Move,
  Pile,
  PileId,
  PileKind,
  StockRule,
  TableauRule,
} from './types.ts'

/** One full deck, or two shuffled together. */
export const decks = (copies: 1 | 2): Deck => ({ copies, ranks: 13, suits: SUITS })

/** 7♠ on 8♠. */
export const downInSuit: Build = { suit: 'same', step: 1, wraps: false }
/** 7♠ on 8♥ or 8♦. */
export const downAlternating: Build = { suit: 'alternating', step: 1, wraps: false }
/** 6 on 8 of any suit; ranks are cyclic: Q on A, K on 2. */
export const downByTwos: Build = { suit: 'any', step: 2, wraps: true }

type Words<T, K extends keyof T> = Omit<T, 'count' | K> & Partial<Pick<T, K>>

/**
 * Columns: their number, what is dealt, how they build. By default any card fills an empty column and only
 * the top card moves.
 */
export const tableau = (count: number, words: Words<TableauRule, 'fill' | 'take'>): TableauRule => ({
  count,
  fill: 'any',
  take: 'top',
  ...words,
})

/** Cells of one card each. By default they start empty and take cards from the columns only. */
export const cells = (count: number, words: Partial<Omit<CellRule, 'count'>>): CellRule => ({
  count,
  dealt: 0,
  from: ['tableau'],
  ...words,
})

/**
 * Foundations that go up in suit by `step`. They start with an ace, or with the named cards, which are laid
 * out before the deal; a name that is no card is a mistake in the game's file and is not checked here.
 */
export function foundations(
  count: number,
  words: { first: 'A' | readonly string[]; step: number; preferredSuits?: string },
): FoundationRule {
  const first = words.first === 'A' ? 'A' : words.first.map(name => faceNamed(name)!)
  return { count, first, step: words.step, preferredSuits: words.preferredSuits ?? '' }
}

/** A stock that turns one or three cards onto the waste, which is turned over as often as wanted. */
export const turning = (turn: 1 | 3): StockRule => ({ by: 'draw', turn })
/** A stock that deals one card onto every column until it is empty. */
export const dealing: StockRule = { by: 'deal' }

/**
 * Whether the build rule allows `card` on `onto`, in a deck of so many ranks. The definition from which
 * `Game.fits` is made.
 */
export function fits(build: Build, ranks: number, card: Card, onto: Card): boolean {
  const step = rankOf(onto) - rankOf(card)
  if (build.wraps ? (step + ranks) % ranks !== build.step % ranks : step !== build.step) return false
  if (build.suit === 'same') return suitOf(card) === suitOf(onto)
  return build.suit === 'any' || isRed(card) !== isRed(onto)
}

/** The game that a declaration describes: with its piles, its deck, and the tables that make rules fast. */
export function defineGame(id: GameId, rules: GameRules): Game {
  const piles: Pile[] = []
  const of: Record<PileKind, Pile[]> = { stock: [], waste: [], foundation: [], tableau: [], cell: [] }
  const add = (kind: PileKind, prefix: string, count: number) => {
    for (let number = 0; number < count; number++) {
      const name = (prefix ? `${prefix}${number}` : kind) as PileId
      const pile = { id: name, kind, number, index: piles.length }
      piles.push(pile)
      of[kind].push(pile)
    }
  }
  add('stock', '', rules.stock ? 1 : 0)
  add('waste', '', rules.stock?.by === 'draw' ? 1 : 0)
  add('foundation', 'f', rules.foundations.count)
  add('tableau', 't', rules.tableau.count)
  add('cell', 'c', rules.cells?.count ?? 0)

  const { copies, ranks, suits } = rules.deck
  const cards: Card[] = []
  for (let copy = 0; copy < copies; copy++)
    for (let rank = 0; rank < ranks; rank++)
      for (const suit of suits) cards.push(DECK_SIZE * copy + 4 * rank + SUITS.indexOf(suit))

  const table = new Uint8Array(DECK_SIZE * DECK_SIZE)
  for (const card of cards.slice(0, cards.length / copies))
    for (const onto of cards.slice(0, cards.length / copies))
      if (fits(rules.tableau.build, ranks, card, onto)) table[card * DECK_SIZE + onto] = 1

  const { first, count } = rules.foundations
  return {
    ...rules,
    id,
    piles,
    pileById: new Map(piles.map(pile => [pile.id, pile])),
    of,
    cards,
    fits: table,
    longestRun: rules.tableau.build.wraps ? cards.length : ranks,
    firstRanks: Array.from({ length: count }, (_, i) => (first === 'A' ? 0 : rankOf(first[i]))),
    singleMoves: piles.map(from =>
      piles.map((to): Move => ({ kind: 'move', from: from.id, to: to.id, count: 1 })),
    ),
  }
}

/** The highest rank of a game's deck: 12 (the king), less in a toy deck. */
export const highestRank = (game: Game): number => game.deck.ranks - 1
