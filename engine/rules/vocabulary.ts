// The words in which a game is declared, and what a declaration grows into. A game's file uses nothing else.
import { DECK, faceNamed, isRed, rankOf, suitOf, SUITS, type Card } from './cards.ts'
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
/** 6 on 8 of any suit, and round the corner: Q on A, K on 2. */
export const downByTwos: Build = { suit: 'any', step: 2, wraps: true }

type Words<T, K extends keyof T> = Omit<T, 'count' | K> & Partial<Pick<T, K>>

/**
 * Columns: how many, what is dealt, how they build. Anything fills a space and the top card moves alone
 * unless said.
 */
export const tableau = (count: number, words: Words<TableauRule, 'fill' | 'take'>): TableauRule => ({
  count,
  fill: 'any',
  take: 'top',
  ...words,
})

/** Cells of one card each; cards come from the columns unless said. */
export const cells = (count: number, words: Partial<Omit<CellRule, 'count'>>): CellRule => ({
  count,
  dealt: 0,
  from: ['tableau'],
  ...words,
})

/**
 * Foundations that go up in suit by `step`, from an ace or from the cards named, which are laid out at the
 * start.
 */
export function foundations(
  count: number,
  words: { first: 'A' | readonly string[]; step: number; homes?: string },
): FoundationRule {
  const first = words.first === 'A' ? 'A' : words.first.map(name => faceNamed(name)!)
  return { count, first, step: words.step, homes: words.homes ?? '' }
}

/** A stock that turns one or three cards onto the waste, over and over. */
export const turning = (turn: 1 | 3): StockRule => ({ by: 'draw', turn })
/** A stock that deals one card onto every column, once through. */
export const dealing: StockRule = { by: 'deal' }

/** Whether the build rule allows `card` on `onto`, in a deck of so many ranks. */
export function fits(build: Build, ranks: number, card: Card, onto: Card): boolean {
  const step = rankOf(onto) - rankOf(card)
  if (build.wraps ? (step + ranks) % ranks !== build.step % ranks : step !== build.step) return false
  if (build.suit === 'same') return suitOf(card) === suitOf(onto)
  return build.suit === 'any' || isRed(card) !== isRed(onto)
}

/** A game from its declaration: its piles by name, its deck, and tables for the fast paths. */
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
      for (const suit of suits) cards.push(DECK * copy + 4 * rank + SUITS.indexOf(suit))

  const table = new Uint8Array(DECK * DECK)
  for (const card of cards.slice(0, cards.length / copies))
    for (const onto of cards.slice(0, cards.length / copies))
      if (fits(rules.tableau.build, ranks, card, onto)) table[card * DECK + onto] = 1

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

/** The highest rank of a game's deck: the king, or what stands for it in a toy deck. */
export const highestRank = (game: Game): number => game.deck.ranks - 1
