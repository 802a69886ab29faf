// Toy games: small decks on few piles, so that one word of the vocabulary can be looked at alone and whole
// games can be searched.
import type { Game, GameId, GameRules } from '../../engine/index.ts'
import { defineGame } from '../../engine/rules/define.ts'
import {
  downAlternating,
  downByTwos,
  downInSuit,
  foundations,
  tableau,
} from '../../engine/rules/vocabulary.ts'

const toy = (rules: Partial<GameRules>): Game =>
  defineGame('toy' as GameId, {
    deck: { copies: 1, ranks: 4, suits: 'HS' },
    foundations: foundations(2, { first: 'A', step: 1 }),
    tableau: tableau(3, { dealt: 2, build: downInSuit }),
    autoplaySafety: 'always',
    autoplay: 'safe',
    houseRules: [],
    open: true,
    ...rules,
  })

/** Sea Towers in small: one deck, kings only, a cell. */
export const toySeaTowers = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  tableau: tableau(3, { dealt: 3, build: downInSuit, fill: 'kings' }),
  cells: { count: 2, dealt: 1, from: ['tableau', 'cell'] },
})

/** Double Sea Towers in small: two decks, any card fills a space, a cell and a left-over card in it. */
export const toyDoubleSeaTowers = toy({
  deck: { copies: 2, ranks: 4, suits: 'HS' },
  foundations: foundations(4, { first: 'A', step: 1 }),
  tableau: tableau(3, { dealt: 5, build: downInSuit }),
  cells: { count: 2, dealt: 1, from: ['tableau'] },
  autoplaySafety: 'both-copies-below',
})

/** Double Klondike in small, turning so many cards; with one copy of each card, Klondike. */
export const toyKlondike = (turn: number, copies: 1 | 2 = 2): Game =>
  toy({
    deck: copies === 2 ? { copies, ranks: 3, suits: 'HS' } : { copies, ranks: 7, suits: 'HS' },
    foundations: foundations(2 * copies, { first: 'A', step: 1 }),
    tableau: tableau(4, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
    stock: { by: 'draw', turn },
    autoplaySafety: 'both-copies-and-other-colour-below',
    houseRules: ['shuffle-on-recycle', 'take-back'],
  })

/** FreeCell in small: one deck, alternating, a cell, runs carried through empty columns. */
export const toyFreeCell = toy({
  deck: { copies: 1, ranks: 6, suits: 'HS' },
  tableau: tableau(3, { dealt: 'all', build: downAlternating }),
  cells: { count: 1, dealt: 0, from: ['tableau', 'cell'] },
  supermove: 'through-spaces',
  autoplaySafety: 'both-copies-and-other-colour-below',
})

/** Double Dot in small: seven ranks, so that twos go round the corner as well. */
export const toyDot = toy({
  deck: { copies: 1, ranks: 7, suits: 'HS' },
  foundations: foundations(2, { first: ['AH', '2S'], step: 2 }),
  tableau: tableau(2, { dealt: 1, build: downByTwos, take: 'run' }),
  stock: { by: 'deal' },
  autoplaySafety: 'nothing-wants-it',
})

/** Yukon in small, with more cards face down for its size. */
export const toyYukon = toy({
  deck: { copies: 1, ranks: 5, suits: 'HS' },
  tableau: tableau(3, {
    dealt: ['u', 'dduu', 'ddduu'],
    build: downAlternating,
    fill: 'kings',
    take: 'any',
  }),
  open: false,
})

/** Five piles and two suits of five, to see single words at work. */
export const five = (rules: Partial<GameRules> = {}): Game =>
  toy({ deck: { copies: 1, ranks: 5, suits: 'HS' }, ...rules })

/** A Klondike small enough for a plain search of everything. */
export interface SmallKlondike {
  readonly copies: 1 | 2
  readonly ranks: number
  readonly suits: string
  readonly columns: number
  readonly turn: number
}

/** Klondike in small, of any size; `take-back` is its only house rule. */
export const smallKlondike = ({ copies, ranks, suits, columns, turn }: SmallKlondike): Game =>
  toy({
    deck: { copies, ranks, suits },
    foundations: foundations(suits.length * copies, { first: 'A', step: 1 }),
    tableau: tableau(columns, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
    stock: { by: 'draw', turn },
    houseRules: ['take-back'],
    open: false,
  })

/** A game of the FreeCell kind, small enough for a plain search of everything. */
export interface SmallTower {
  readonly copies: 1 | 2
  readonly ranks: number
  readonly suits: string
  readonly columns: number
  readonly cells: number
  readonly build: 'in suit' | 'alternating'
  readonly fill: 'any' | 'kings'
}

/** A tower of any size: all cards that make full rows lie in columns, the others in cells. */
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
