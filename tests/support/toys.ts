// Toy games: small decks on few piles, for testing single words of the vocabulary and searching whole games.
import type { Game, GameId, GameRules } from '../../engine/index.ts'
import { defineGame } from '../../engine/rules/define.ts'
import { illegalMove } from '../../engine/rules/illegal-move.ts'
import { settled } from '../../engine/rules/settle.ts'
import {
  dealing,
  downAlternating,
  downAnySuit,
  downByTwos,
  downInSuit,
  foundations,
  reserve,
  roundAlternating,
  roundInSuit,
  rows,
  tableau,
  turning,
  upOrDownInSuit,
  wholeSuits,
} from '../../engine/rules/vocabulary.ts'

const toy = (rules: Partial<GameRules>): Game =>
  defineGame(
    'toy' as GameId,
    {
      deck: { copies: 1, ranks: 4, suits: 'HS' },
      foundations: foundations(2, { first: 'A', step: 1 }),
      tableau: tableau(3, { dealt: 2, build: downInSuit }),
      autoplaySafety: 'always',
      autoplay: 'safe',
      houseRules: [],
      open: true,
      ...rules,
    },
    { followUp: settled, illegalMove },
  )

/** A small Sea Towers: one deck, only kings fill an empty column, two cells, one of them filled. */
export const toySeaTowers = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  tableau: tableau(3, { dealt: 3, build: downInSuit, fill: 'kings' }),
  cells: { count: 2, dealt: 1, from: ['tableau', 'cell'] },
})

/** A small Double Sea Towers: two decks, any card fills an empty column, two cells, one of them filled. */
export const toyDoubleSeaTowers = toy({
  deck: { copies: 2, ranks: 4, suits: 'HS' },
  foundations: foundations(4, { first: 'A', step: 1 }),
  tableau: tableau(3, { dealt: 5, build: downInSuit }),
  cells: { count: 2, dealt: 1, from: ['tableau'] },
  autoplaySafety: 'both-copies-below',
})

/** A small Double Klondike, or with one copy of each card Klondike; `turn` cards are turned at a time. */
export const toyKlondike = (turn: number, copies: 1 | 2 = 2): Game =>
  toy({
    deck: copies === 2 ? { copies, ranks: 3, suits: 'HS' } : { copies, ranks: 7, suits: 'HS' },
    foundations: foundations(2 * copies, { first: 'A', step: 1 }),
    tableau: tableau(4, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
    stock: { by: 'draw', turn },
    autoplaySafety: 'both-copies-and-other-colour-below',
    houseRules: ['shuffle-on-recycle', 'take-back'],
  })

/** A small FreeCell: one deck, alternating colors, one cell, and supermoves through empty columns. */
export const toyFreeCell = toy({
  deck: { copies: 1, ranks: 6, suits: 'HS' },
  tableau: tableau(3, { dealt: 'all', build: downAlternating }),
  cells: { count: 1, dealt: 0, from: ['tableau', 'cell'] },
  supermove: 'through-spaces',
  autoplaySafety: 'both-copies-and-other-colour-below',
})

/** A small Double Dot: seven ranks, so that steps of two wrap around as well. */
export const toyDot = toy({
  deck: { copies: 1, ranks: 7, suits: 'HS' },
  foundations: foundations(2, { first: ['AH', '2S'], step: 2 }),
  tableau: tableau(2, { dealt: 1, build: downByTwos, take: 'run' }),
  stock: { by: 'deal' },
  autoplaySafety: 'nothing-wants-it',
})

/** A small Easthaven: rows are dealt only if no column is empty. */
export const toyEasthaven = toy({
  deck: { copies: 1, ranks: 7, suits: 'HS' },
  tableau: tableau(3, { dealt: rows('ddu ddu ddu'), build: downAlternating, take: 'run' }),
  stock: dealing(),
  autoplaySafety: 'both-copies-and-other-colour-below',
  open: false,
})

/** A small Gypsy: two decks, and rows can be dealt over an empty column. */
export const toyGypsy = toy({
  deck: { copies: 2, ranks: 4, suits: 'HS' },
  foundations: foundations(4, { first: 'A', step: 1 }),
  tableau: tableau(2, { dealt: rows('dduu dduu'), build: downAlternating, take: 'run' }),
  stock: dealing({ spaces: 'allowed' }),
  autoplaySafety: 'both-copies-and-other-colour-below',
  open: false,
})

/** A small Canfield: a reserve that fills the columns, wrapping runs, three cards per turn. */
export const toyCanfield = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  foundations: foundations(2, { first: 'dealt', step: 1 }),
  tableau: tableau(2, { dealt: 1, build: roundAlternating, take: 'run', fill: 'reserve' }),
  stock: turning(3),
  reserve: reserve(3),
  autoplaySafety: 'both-copies-and-other-colour-below',
  open: false,
})

/** A small Forty Thieves: two decks, single cards built in suit, one pass through the stock. */
export const toyFortyThieves = toy({
  deck: { copies: 2, ranks: 4, suits: 'HS' },
  foundations: foundations(4, { first: 'A', step: 1 }),
  tableau: tableau(2, { dealt: 3, build: downInSuit }),
  stock: turning(1, { passes: 1 }),
  autoplaySafety: 'both-copies-below',
})

/** A small Forty Thieves with taller columns, which leaves more cards in the waste. */
export const toyTallForty = toy({
  deck: { copies: 2, ranks: 5, suits: 'HS' },
  foundations: foundations(4, { first: 'A', step: 1 }),
  tableau: tableau(2, { dealt: 3, build: downInSuit }),
  stock: turning(1, { passes: 1 }),
  autoplaySafety: 'both-copies-below',
})

/** A small Yukon, with a larger proportion of face-down cards. */
export const toyYukon = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  tableau: tableau(3, {
    dealt: ['u', 'dduu', 'ddduu'],
    build: downAlternating,
    fill: 'kings',
    take: 'any',
  }),
  autoplaySafety: 'both-copies-and-other-colour-below',
  open: false,
})

/** A small Russian: like Yukon, but in suit. */
export const toyRussian = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  tableau: tableau(3, { dealt: rows('u dduu dduuu'), build: downInSuit, fill: 'kings', take: 'any' }),
  open: false,
})

/** A small Alaska: like Russian, but up or down. */
export const toyAlaska = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  tableau: tableau(3, { dealt: rows('u dduu dduuu'), build: upOrDownInSuit, fill: 'kings', take: 'any' }),
  autoplaySafety: 'never',
  open: false,
})

/** A small Spider: two decks of two suits; a complete suit leaves the columns. */
export const toySpider = toy({
  deck: { copies: 2, ranks: 3, suits: 'HS' },
  foundations: wholeSuits(4),
  tableau: tableau(3, { dealt: rows('ddu du u'), build: downAnySuit, take: downInSuit }),
  stock: dealing(),
  autoplaySafety: 'never',
  open: false,
})

/**
 * A small Scorpion: any card moves with all cards on it, and the stock is dealt once onto the first columns.
 */
export const toyScorpion = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  foundations: wholeSuits(2),
  tableau: tableau(3, { dealt: rows('duu duu uu'), build: downInSuit, fill: 'kings', take: 'any' }),
  stock: dealing({ onto: 2, spaces: 'allowed' }),
  autoplaySafety: 'never',
  open: false,
})

/** A small Penguin: other cards of the first card's rank start on the foundations, and ranks wrap around. */
export const toyPenguin = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  foundations: foundations(2, { first: 'fellows', step: 1 }),
  tableau: tableau(3, { dealt: 3, build: roundInSuit, fill: 'kings', take: 'run' }),
  cells: { count: 1, dealt: 0, from: ['tableau', 'cell'] },
})

/** A small Beleaguered Castle: single cards, built on any suit. */
export const toyCastle = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  tableau: tableau(4, { dealt: rows('uuu uuu uu uu'), build: downAnySuit }),
  autoplaySafety: 'two-above-lowest',
})

/** Five piles and two suits of five ranks, for testing single words of the vocabulary. */
export const five = (rules: Partial<GameRules> = {}): Game =>
  toy({ deck: { copies: 1, ranks: 5, suits: 'HS' }, ...rules })

/** A Klondike small enough for the plain search. */
export interface SmallKlondike {
  readonly copies: 1 | 2
  readonly ranks: number
  readonly suits: string
  readonly columns: number
  readonly turn: number
}

/** A small Klondike of any size; `take-back` is its only house rule. */
export const smallKlondike = ({ copies, ranks, suits, columns, turn }: SmallKlondike): Game =>
  toy({
    deck: { copies, ranks, suits },
    foundations: foundations(suits.length * copies, { first: 'A', step: 1 }),
    tableau: tableau(columns, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
    stock: { by: 'draw', turn },
    houseRules: ['take-back'],
    open: false,
  })

/** A small game like FreeCell for the plain search. */
export interface SmallTower {
  readonly copies: 1 | 2
  readonly ranks: number
  readonly suits: string
  readonly columns: number
  readonly cells: number
  readonly build: 'in suit' | 'alternating'
  readonly fill: 'any' | 'kings'
}

/** A small game like FreeCell: complete rows are dealt to columns, the other cards to cells. */
export function smallTower({ copies, ranks, suits, columns, cells, build, fill }: SmallTower): Game {
  const cards = copies * ranks * suits.length
  return toy({
    deck: { copies, ranks, suits },
    foundations: foundations(suits.length * copies, { first: 'A', step: 1 }),
    tableau: tableau(columns, {
      dealt: Math.floor(cards / columns),
      build: build === 'in suit' ? downInSuit : downAlternating,
      fill,
    }),
    cells: { count: cells, dealt: cards % columns, from: ['tableau', 'cell'] },
    supermove: build === 'in suit' ? 'always' : 'through-spaces',
    autoplaySafety: 'both-copies-and-other-colour-below',
  })
}
