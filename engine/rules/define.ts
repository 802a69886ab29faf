// `defineGame` turns a declaration into a game: its piles, its deck, and the tables that make rules fast.
import { DECK_SIZE, isRed, rankOf, suitOf, SUITS, type Card } from './cards.ts'
import { isOpenStock } from './stock.ts'
import type {
  AutoplaySafety,
  Build,
  Deck,
  Declaration,
  Game,
  GameId,
  GameRules,
  LaterRules,
  Move,
  PerPile,
  Pile,
  PileId,
  PileIndex,
  PileKind,
  TableauRule,
} from './types.ts'

/** Whether the build rule allows `card` on `onto`, in a deck of `ranks` ranks. */
export function fits(build: Build, ranks: number, card: Card, onto: Card): boolean {
  const step = rankOf(onto) - rankOf(card)
  const isStep = (by: number) =>
    build.wraps ? (by + ranks) % ranks === build.step % ranks : by === build.step
  if (build.suit === 'none' || !(isStep(step) || (build.bothWays && isStep(-step)))) return false
  if (build.suit === 'same') return suitOf(card) === suitOf(onto)
  return build.suit === 'any' || isRed(card) !== isRed(onto)
}

/** A table like `Game.fits` for a build rule; `isUp` reverses the rule, for a pile that builds up. */
function tableOf(build: Build, { ranks }: Deck, faces: readonly Card[], isUp = false): Uint8Array {
  const table = new Uint8Array(DECK_SIZE * DECK_SIZE)
  for (const card of faces)
    for (const onto of faces)
      if (isUp ? fits(build, ranks, onto, card) : fits(build, ranks, card, onto))
        table[card * DECK_SIZE + onto] = 1
  return table
}

/** For each place of the layout, the two places that cover it; none for the last row. */
function coversOf({ overlap, count }: TableauRule): readonly (readonly number[])[] {
  if (!overlap) return []
  const covers: number[][] = []
  const isPyramid = overlap.shape === 'pyramid'
  /** Rows of a pyramid grow by one card, rows of the peaks by three, except the last. */
  const rowLengths = isPyramid ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [3, 6, 9, 10]
  let start = 0
  for (const length of rowLengths) {
    for (let i = 0; i < length && start + i < count; i++) {
      // Rows of the peaks have gaps between the peaks, except the last two.
      const gap = isPyramid || length === 9 ? 0 : Math.floor(i / (length / 3))
      const below = start + length + i + gap
      covers.push(below + 1 < count ? [below, below + 1] : [])
    }
    start += length
  }
  return covers
}

function pilesOf({ stock, foundations, tableau, cells, reserve }: GameRules): PerPile<Pile> {
  const piles: Pile[] = []
  const add = (kind: PileKind, prefix: string, count: number) => {
    for (let number = 0; number < count; number++) {
      const id = (prefix ? `${prefix}${number}` : kind) as PileId
      piles.push({ id, kind, number, index: piles.length as PileIndex })
    }
  }
  add('stock', '', stock ? 1 : 0)
  add('waste', '', stock?.by === 'draw' && stock.onto === undefined ? 1 : 0)
  add('foundation', 'f', foundations.count)
  add('tableau', 't', tableau.count)
  add('cell', 'c', cells?.count ?? 0)
  add('reserve', 'r', reserve ? 1 : 0)
  return piles as readonly Pile[] as PerPile<Pile>
}

function longestRunOf({ tableau: { build, take }, deck: { ranks } }: GameRules, cards: number): number {
  if (take === 'any') return cards
  if (build.suit === 'none') return 1
  return typeof take === 'string' && build.wraps ? cards : ranks
}

/** The rule by which a card can safely go up, derived from how columns and foundations build. */
export function safetyOf({ deck, foundations, tableau: { build } }: Declaration): AutoplaySafety {
  const { takes, up } = foundations
  const isBySingleSteps = up.step === 1 && build.step === 1 && !build.bothWays
  if (takes !== 'card' || up.suit !== 'same' || !isBySingleSteps) return 'never'
  if (build.suit === 'alternating') return 'both-copies-and-other-colour-below'
  if (build.suit === 'same') return deck.copies === 1 ? 'always' : 'both-copies-below'
  return build.suit === 'any' && deck.copies === 1 ? 'two-above-lowest' : 'never'
}

const hasFaceDownIn = ({ dealt, overlap }: TableauRule): boolean =>
  dealt === 'triangle' ||
  overlap?.covered === 'down' ||
  (typeof dealt === 'object' && dealt.some(column => column.includes('d')))

/** The rules of a declaration, with defaults for those that it omits. */
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

/** The game of a declaration. `later`: the rules that are not in the start chunk. */
export function defineGame(id: GameId, declaration: Declaration, later?: LaterRules): Game {
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
    ...later,
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
      first === 'A' ? Array<number>(count).fill(0) : typeof first === 'string' ? [] : first.map(rankOf),
    covers: coversOf(tableau),
    pairSum: typeof takes === 'object' ? takes.sum : undefined,
    settles:
      takes === 'suit' ||
      rules.reserve !== undefined ||
      tableau.overlap?.covered === 'down' ||
      isOpenStock(rules),
    hasFaceDown: hasFaceDownIn(tableau),
    singleMoves: piles.map(from =>
      piles.map((to): Move => ({ kind: 'move', from: from.id, to: to.id, count: 1 })),
    ),
  }
}
