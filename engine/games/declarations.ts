// The declarations of all games except the default one. The folders next to this file have the texts, facts
// and proofs of each game; variants share a folder.
import type { Build, Declaration, Deck, TableauRule } from '../rules/types.ts'
import {
  cells,
  dealing,
  decks,
  downAlternating,
  downAnySuit,
  downByTwos,
  downInSuit,
  foundations,
  nothing,
  oneHeap,
  pairsOf,
  reserve,
  roundAlternating,
  roundInSuit,
  rows,
  tableau,
  turning,
  turningOntoHeap,
  upOrDown,
  upOrDownInSuit,
  upOrDownRound,
  wholeSuits,
} from '../rules/vocabulary.ts'
import type { GameId } from './ids.ts'

/** Foundations of one deck and of two, from ace to king. */
const fourSuits = foundations(4, { first: 'A', step: 1, preferredSuits: 'SHCD' })
const eightSuits = foundations(8, { first: 'A', step: 1, preferredSuits: 'SSHHCCDD' })

/** Klondike: seven columns, unlimited passes through the stock by default. */
const klondike = (turn: 1 | 3): Declaration => ({
  deck: decks(1),
  foundations: fourSuits,
  tableau: tableau(7, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
  stock: turning(turn),
  houseRules: ['take-back', 'one-pass', 'three-passes'],
})

/** Klondike with two decks and nine columns. */
const doubleKlondike = (turn: 1 | 3): Declaration => ({
  deck: decks(2),
  foundations: eightSuits,
  tableau: tableau(9, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
  stock: turning(turn),
  houseRules: ['shuffle-on-recycle', 'take-back', 'one-pass', 'three-passes'],
})

/** Columns built regardless of suit, in which only cards in suit move as one. */
const suitColumns = (count: number, dealt: TableauRule['dealt']): TableauRule =>
  tableau(count, { dealt, build: downAnySuit, take: downInSuit })

/** Columns that cards can only leave. */
const closedColumns = (count: number, dealt: number): TableauRule =>
  tableau(count, { dealt, build: nothing, fill: 'none' })

/** Spider: two decks, ten columns; complete suits go to the foundations. */
const spider = (deck: Deck): Declaration => ({
  deck,
  foundations: wholeSuits(8),
  tableau: suitColumns(10, rows('dddddu dddddu dddddu dddddu ddddu ddddu ddddu ddddu ddddu ddddu')),
  stock: dealing(),
  houseRules: ['deal-over-spaces'],
})

/** Spider with one deck on seven columns. */
const spiderette = (columns: string): Declaration => ({
  deck: decks(1),
  foundations: wholeSuits(4),
  tableau: suitColumns(7, rows(columns)),
  stock: dealing(),
})

/** Yukon, Russian and Alaska: any face-up card moves with all cards on it. */
const yukon = (build: Build): Declaration => ({
  deck: decks(1),
  foundations: fourSuits,
  tableau: tableau(7, {
    dealt: rows('u duuuuu dduuuuu ddduuuuu dddduuuuu ddddduuuuu dddddduuuuu'),
    build,
    fill: 'kings',
    take: 'any',
  }),
})

/** The declaration of each game. */
export const declarations: Readonly<Record<Exclude<GameId, 'double-sea-towers'>, Declaration>> = {
  // Also called Seahaven Towers. Only a king can fill an empty column.
  'sea-towers': {
    deck: decks(1),
    foundations: fourSuits,
    tableau: tableau(10, { dealt: 5, build: downInSuit, fill: 'kings' }),
    cells: cells(4, { dealt: 2, from: ['tableau', 'cell'] }),
    supermove: 'always',
  },
  // Columns and foundations build by twos, and ranks wrap; the stock deals a card onto every column.
  'double-dot': {
    deck: decks(1),
    foundations: foundations(4, { first: ['AS', 'AH', '2C', '2D'], step: 2 }),
    tableau: tableau(8, { dealt: 1, build: downByTwos, take: 'run' }),
    stock: dealing(),
    autoplaySafety: 'nothing-wants-it',
    autoplay: 'off',
  },
  'double-klondike-1': doubleKlondike(1),
  'double-klondike-3': doubleKlondike(3),
  // Deal numbers are Microsoft's; of the first 32,000 only #11982 cannot be won.
  'freecell': {
    deck: decks(1),
    shuffle: 'microsoft',
    foundations: fourSuits,
    tableau: tableau(8, { dealt: 'all', build: downAlternating }),
    cells: cells(4, { from: ['tableau', 'cell'] }),
    supermove: 'through-spaces',
  },
  'klondike-1': klondike(1),
  'klondike-3': klondike(3),
  'spider-1': spider(decks(8, 'S')),
  'spider-2': spider(decks(4, 'HS')),
  'spider-4': spider(decks(2)),
  // Klondike's triangle, but dealt from the left.
  'spiderette': spiderette('u du ddu dddu ddddu dddddu ddddddu'),
  'will-o-the-wisp': spiderette('ddu ddu ddu ddu ddu ddu ddu'),
  // Spider with one deck, no stock, and all cards face up.
  'simple-simon': {
    deck: decks(1),
    foundations: wholeSuits(4),
    tableau: suitColumns(10, rows('uuuuuuuu uuuuuuuu uuuuuuuu uuuuuuu uuuuuu uuuuu uuuu uuu uu u')),
  },
  // Simple Simon with two decks.
  'mrs-mop': {
    deck: decks(2),
    foundations: wholeSuits(8),
    tableau: suitColumns(13, 8),
  },
  // Three peaks of overlapping cards; cards go onto the heap one rank up or down, and ranks wrap.
  'tripeaks': {
    deck: decks(1),
    foundations: oneHeap(upOrDownRound),
    tableau: { ...closedColumns(28, 1), overlap: { shape: 'peaks', covered: 'down' } },
    stock: turningOntoHeap,
    goal: 'tableau',
  },
  // Like TriPeaks, but with columns, and ranks do not wrap by default.
  'golf': {
    deck: decks(1),
    foundations: oneHeap(upOrDown),
    tableau: closedColumns(7, 5),
    stock: turningOntoHeap,
    goal: 'tableau',
    houseRules: ['round-corner'],
  },
  // Seventeen columns of three cards; all cards go onto the heap, which starts with the ace of spades.
  'black-hole': {
    deck: decks(1),
    foundations: oneHeap(upOrDownRound, 'AS'),
    tableau: closedColumns(17, 3),
  },
  // Pairs with a sum of thirteen are removed. There are three passes, as in most computer versions.
  'pyramid': {
    deck: decks(1),
    foundations: pairsOf(13),
    tableau: { ...closedColumns(28, 1), overlap: { shape: 'pyramid', covered: 'up' } },
    stock: turning(1, { passes: 3, open: true }),
    goal: 'tableau',
    houseRules: ['one-pass', 'endless-passes'],
  },
  'yukon': yukon(downAlternating),
  'russian': yukon(downInSuit),
  'alaska': yukon(upOrDownInSuit),
  // Any face-up card moves with all cards on it; complete suits go to the foundations.
  'scorpion': {
    deck: decks(1),
    foundations: wholeSuits(4),
    tableau: tableau(7, {
      dealt: rows('ddduuuu ddduuuu ddduuuu ddduuuu uuuuuuu uuuuuuu uuuuuuu'),
      build: downInSuit,
      fill: 'kings',
      take: 'any',
    }),
    stock: dealing({ onto: 3, spaces: 'allowed' }),
  },
  // Two decks; cards move one at a time, and there is one pass through the stock.
  'forty-thieves': {
    deck: decks(2),
    foundations: eightSuits,
    tableau: tableau(10, { dealt: 4, build: downInSuit }),
    stock: turning(1, { passes: 1 }),
    supermove: 'through-spaces',
  },
  // A reserve fills empty columns, and foundations start at a dealt rank.
  'canfield': {
    deck: decks(1),
    foundations: foundations(4, { first: 'dealt', step: 1 }),
    tableau: tableau(4, { dealt: 1, build: roundAlternating, take: 'run', fill: 'reserve' }),
    stock: turning(3),
    reserve: reserve(13),
  },
  // The aces start the foundations.
  'beleaguered-castle': {
    deck: decks(1),
    foundations: foundations(4, { first: ['AC', 'AD', 'AH', 'AS'], step: 1 }),
    tableau: tableau(8, { dealt: 6, build: downAnySuit }),
    supermove: 'through-spaces',
  },
  // Beleaguered Castle with the aces dealt to the columns.
  'streets-and-alleys': {
    deck: decks(1),
    foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'CDHS' }),
    tableau: tableau(8, { dealt: 'all', build: downAnySuit }),
    supermove: 'through-spaces',
  },
  // FreeCell built down in suit, with the same deal numbers.
  'bakers-game': {
    deck: decks(1),
    shuffle: 'microsoft',
    foundations: fourSuits,
    tableau: tableau(8, { dealt: 'all', build: downInSuit }),
    cells: cells(4, {}),
    supermove: 'through-spaces',
  },
  // Built down in suit; empty columns for kings only.
  'eight-off': {
    deck: decks(1),
    foundations: fourSuits,
    tableau: tableau(8, { dealt: 6, build: downInSuit, fill: 'kings' }),
    cells: cells(8, { dealt: 4 }),
    supermove: 'always',
  },
  // The first card dealt decides the base rank; the other three cards of that rank start the foundations.
  'penguin': {
    deck: decks(1),
    foundations: foundations(4, { first: 'fellows', step: 1 }),
    tableau: tableau(7, { dealt: 7, build: roundInSuit, fill: 'kings', take: 'run' }),
    cells: cells(7, {}),
  },
  // Built in alternating colors; the stock deals a card onto each column.
  'easthaven': {
    deck: decks(1),
    foundations: fourSuits,
    tableau: tableau(7, { dealt: rows('ddu ddu ddu ddu ddu ddu ddu'), build: downAlternating, take: 'run' }),
    stock: dealing(),
  },
  // Easthaven with two decks. The stock also deals onto empty columns.
  'gypsy': {
    deck: decks(2),
    foundations: eightSuits,
    tableau: tableau(8, {
      dealt: rows('ddu ddu ddu ddu ddu ddu ddu ddu'),
      build: downAlternating,
      take: 'run',
    }),
    stock: dealing({ spaces: 'allowed' }),
  },
}
