// The vocabulary in which a game is declared, and `defineGame`, which makes a game of a declaration.
import { DECK_SIZE, faceNamed, isRed, rankOf, suitOf, SUITS, type Card } from './cards.ts'
import type {
  Build,
  CellRule,
  AutoplaySafety,
  DealRule,
  Deck,
  Declaration,
  Declarations,
  DrawRule,
  FoundationRule,
  Game,
  GameId,
  GameRules,
  Move,
  Pile,
  PileId,
  PileKind,
  ReserveRule,
  StockRule,
  TableauRule,
} from './types.ts'

/** The declarations of a folder, each under the id of its game. */
export const declare = <T extends Declarations>(declarations: T): T => declarations

/** So many decks shuffled together, of all suits or of those named. */
export const decks = (copies: number, suits = SUITS): Deck => ({ copies, ranks: 13, suits })

/** 7♠ on 8♠. */
export const downInSuit: Build = { suit: 'same', step: 1, wraps: false }
/** 7♠ on 8♥ or 8♦. */
export const downAlternating: Build = { suit: 'alternating', step: 1, wraps: false }
/** 7 on 8 of any suit. */
export const downAnySuit: Build = { suit: 'any', step: 1, wraps: false }
/** 6 on 8 of any suit; ranks are cyclic: Q on A, K on 2. */
export const downByTwos: Build = { suit: 'any', step: 2, wraps: true }
/** 7♠ on 8♠, and K♠ on A♠. */
export const roundInSuit: Build = { suit: 'same', step: 1, wraps: true }
/** 7♠ on 8♥ or 8♦, and K♠ on A♥ or A♦. */
export const roundAlternating: Build = { suit: 'alternating', step: 1, wraps: true }
/** 7♠ on 8♠ or 6♠. */
export const upOrDownInSuit: Build = { suit: 'same', step: 1, wraps: false, bothWays: true }
/** 7 on 8 or 6 of any suit. */
export const upOrDown: Build = { suit: 'any', step: 1, wraps: false, bothWays: true }
/** 7 on 8 or 6 of any suit, K on A and A on K. */
export const upOrDownRound: Build = { suit: 'any', step: 1, wraps: true, bothWays: true }
/** No card goes on another. */
export const nothing: Build = { suit: 'none', step: 1, wraps: false }

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

/** The cards of each column from bottom to top, `d` for face down and `u` for face up: `rows('ddu ddu')`. */
export const rows = (text: string): readonly string[] => text.split(' ')

/** Cells of one card each. By default they start empty and take cards from the columns only. */
export const cells = (count: number, words: Partial<Omit<CellRule, 'count'>>): CellRule => ({
  count,
  dealt: 0,
  from: ['tableau'],
  ...words,
})

/**
 * Foundations that go up in suit by `step`. They start with an ace, with a card that the deal decides, or
 * with the named cards, which are laid out before the deal; a name that is no card is a mistake in the game's
 * file and is not checked here.
 */
export function foundations(
  count: number,
  words: { first: 'A' | 'dealt' | 'fellows' | readonly string[]; step: number; preferredSuits?: string },
): FoundationRule {
  const { first, step, preferredSuits = '' } = words
  const isAce = first === 'A'
  return {
    count,
    first: typeof first === 'string' ? first : first.map(name => faceNamed(name)!),
    up: { suit: 'same', step, wraps: !isAce },
    takes: 'card',
    preferredSuits,
  }
}

/** Foundations for finished suits, king to ace, which leave the columns by themselves. */
export const wholeSuits = (count: number): FoundationRule => ({
  ...foundations(count, { first: 'A', step: 1 }),
  takes: 'suit',
})

/** One heap for all cards. It starts with the first card that the columns leave, or with a named one. */
export const oneHeap = (up: Build, first?: string): FoundationRule => ({
  count: 1,
  first: first === undefined ? 'dealt' : [faceNamed(first)!],
  up,
  takes: 'card',
  preferredSuits: '',
})

/** Cards leave by twos whose ranks have that sum. */
export const pairsOf = (sum: number): FoundationRule => ({
  count: 1,
  first: 'A',
  up: nothing,
  takes: { sum },
  preferredSuits: '',
})

/** A squared pile of so many cards whose top is in play. */
export const reserve = (dealt: number): ReserveRule => ({ dealt })

/** A stock that turns so many cards onto the waste, which is turned over as often as wanted unless said. */
export const turning = (turn: 1 | 3, words: Omit<DrawRule, 'by' | 'turn'> = {}): StockRule => ({
  by: 'draw',
  turn,
  ...words,
})
/** A stock that is turned once, card by card, onto the heap. */
export const turningOntoHeap: StockRule = { by: 'draw', turn: 1, passes: 1, onto: 'foundation' }
/** A stock that deals one card onto every column until it is empty. */
export const dealing = (words: Omit<DealRule, 'by'> = {}): StockRule => ({ by: 'deal', ...words })

/**
 * Whether the build rule allows `card` on `onto`, in a deck of so many ranks. The definition from which
 * `Game.fits` is made.
 */
export function fits(build: Build, ranks: number, card: Card, onto: Card): boolean {
  const step = rankOf(onto) - rankOf(card)
  const isStep = (by: number) =>
    build.wraps ? (by + ranks) % ranks === build.step % ranks : by === build.step
  if (build.suit === 'none' || !(isStep(step) || (build.bothWays && isStep(-step)))) return false
  if (build.suit === 'same') return suitOf(card) === suitOf(onto)
  return build.suit === 'any' || isRed(card) !== isRed(onto)
}

/** A table of what fits on what by a build rule, with the ranks the other way where a pile goes up. */
function tableOf(build: Build, { ranks }: Deck, faces: readonly Card[], isUp = false): Uint8Array {
  const table = new Uint8Array(DECK_SIZE * DECK_SIZE)
  for (const card of faces)
    for (const onto of faces)
      if (isUp ? fits(build, ranks, onto, card) : fits(build, ranks, card, onto))
        table[card * DECK_SIZE + onto] = 1
  return table
}

/** For each place of the layout the two places that lie on it; none for those of the last row. */
function coversOf({ overlap, count }: TableauRule): readonly (readonly number[])[] {
  if (!overlap) return []
  const covers: number[][] = []
  const isPyramid = overlap.shape === 'pyramid'
  /** Rows of a pyramid grow by one card, those of the peaks by three. */
  const rowLengths = isPyramid ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [3, 6, 9, 10]
  let start = 0
  for (const length of rowLengths) {
    for (let i = 0; i < length && start + i < count; i++) {
      // A row of the peaks has gaps between them, but for the last two rows.
      const gap = isPyramid || length === 9 ? 0 : Math.floor(i / (length / 3))
      const below = start + length + i + gap
      covers.push(below + 1 < count ? [below, below + 1] : [])
    }
    start += length
  }
  return covers
}

/** Every pile of a game, in the order of `Game.piles`. */
function pilesOf({ stock, foundations, tableau, cells, reserve }: GameRules): Pile[] {
  const piles: Pile[] = []
  const add = (kind: PileKind, prefix: string, count: number) => {
    for (let number = 0; number < count; number++) {
      const id = (prefix ? `${prefix}${number}` : kind) as PileId
      piles.push({ id, kind, number, index: piles.length })
    }
  }
  add('stock', '', stock ? 1 : 0)
  add('waste', '', stock?.by === 'draw' && stock.onto === undefined ? 1 : 0)
  add('foundation', 'f', foundations.count)
  add('tableau', 't', tableau.count)
  add('cell', 'c', cells?.count ?? 0)
  add('reserve', 'r', reserve ? 1 : 0)
  return piles
}

/** The most cards that the rules move as one. */
function longestRunOf({ tableau: { build, take }, deck: { ranks } }: GameRules, cards: number): number {
  if (take === 'any') return cards
  return typeof take === 'string' && build.wraps ? cards : ranks
}

/** When a card may go up without hurting, by how columns build and what the foundations take. */
function safetyOf({ deck, foundations, tableau: { build } }: Declaration): AutoplaySafety {
  if (foundations.takes !== 'card' || foundations.up.suit !== 'same' || build.bothWays) return 'never'
  if (build.suit === 'alternating') return 'both-copies-and-other-colour-below'
  if (build.suit === 'any') return deck.copies === 1 ? 'two-above-lowest' : 'never'
  return deck.copies === 1 ? 'always' : 'both-copies-below'
}

/** Whether columns may hold face-down cards. */
const hasFaceDownIn = ({ dealt, overlap }: TableauRule): boolean =>
  dealt === 'triangle' ||
  overlap?.covered === 'down' ||
  (typeof dealt === 'object' && dealt.some(column => column.includes('d')))

/** The rules with what follows from their words. */
function completed(declaration: Declaration): GameRules {
  const { foundations, stock, tableau } = declaration
  const isBySingleCards = foundations.takes === 'card' && foundations.up.suit === 'same'
  return {
    autoplaySafety: safetyOf(declaration),
    autoplay: isBySingleCards ? 'safe' : 'off',
    houseRules: [],
    open: !stock && !hasFaceDownIn(tableau),
    ...declaration,
  }
}

/** The game that a declaration describes: with its piles, its deck, and the tables that make rules fast. */
export function defineGame(id: GameId, declaration: Declaration): Game {
  const rules = completed(declaration)
  const { deck, foundations, tableau } = rules
  const piles = pilesOf(rules)
  const ofKind = (kind: PileKind) => piles.filter(pile => pile.kind === kind)
  const cards: Card[] = []
  for (let copy = 0; copy < deck.copies; copy++)
    for (let rank = 0; rank < deck.ranks; rank++)
      for (const suit of deck.suits) cards.push(DECK_SIZE * copy + 4 * rank + SUITS.indexOf(suit))
  const faces = cards.slice(0, cards.length / deck.copies)
  const table = tableOf(tableau.build, deck, faces)
  const { first, count, takes, up } = foundations
  return {
    ...rules,
    id,
    piles,
    pileById: new Map(piles.map(pile => [pile.id, pile])),
    of: {
      stock: ofKind('stock'),
      waste: ofKind('waste'),
      foundation: ofKind('foundation'),
      tableau: ofKind('tableau'),
      cell: ofKind('cell'),
      reserve: ofKind('reserve'),
    },
    cards,
    fits: table,
    runs: typeof tableau.take === 'object' ? tableOf(tableau.take, deck, faces) : table,
    rises: tableOf(up, deck, faces, true),
    longestRun: longestRunOf(rules, cards.length),
    capacity: cards.length / count,
    firstRanks:
      first === 'dealt' || first === 'fellows'
        ? []
        : Array.from({ length: count }, (_, i) => (first === 'A' ? 0 : rankOf(first[i]))),
    covers: coversOf(tableau),
    pairSum: typeof takes === 'object' ? takes.sum : undefined,
    settles:
      takes === 'suit' ||
      rules.reserve !== undefined ||
      tableau.overlap?.covered === 'down' ||
      (rules.stock?.by === 'draw' && rules.stock.open === true),
    hasFaceDown: hasFaceDownIn(tableau),
    singleMoves: piles.map(from =>
      piles.map((to): Move => ({ kind: 'move', from: from.id, to: to.id, count: 1 })),
    ),
  }
}

/** The highest rank of a game's deck: 12 (the king), less in a toy deck. */
export const highestRank = (game: Game): number => game.deck.ranks - 1
