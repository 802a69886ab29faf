// The games that the solvers claim to support. Games are declared with random combinations of the vocabulary,
// including unusual numbers, and each verdict is compared with a plain search.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  gameById,
  games,
  isWon,
  playAll,
  solve,
  type Game,
  type GameId,
  type HouseRule,
  type Position,
} from '../../engine/index.ts'
import { faceNamed, SUITS } from '../../engine/rules/cards.ts'
import { dealGame } from '../../engine/rules/deal.ts'
import { defineGame } from '../../engine/rules/define.ts'
import { houseWords } from '../../engine/rules/house-words.ts'
import { illegalMove } from '../../engine/rules/illegal-move.ts'
import { settled } from '../../engine/rules/settle.ts'
import type { Build, Declaration, FoundationRule, TableauRule } from '../../engine/rules/types.ts'
import * as vocabulary from '../../engine/rules/vocabulary.ts'
import { discard } from '../../engine/solver/discard/solve.ts'
import { klondike } from '../../engine/solver/klondike/solve.ts'
import { SOLVERS } from '../../engine/solver/solve.ts'
import { enough, some } from '../support/help.ts'
import { canBeWon } from '../support/plain-rules.ts'

/** The maximum number of positions in the plain search. */
const MAX_POSITIONS = 3000
/** The maximum number of states in a solver. */
const MAX_STATES = 100_000

const { downAlternating, downAnySuit, downInSuit, nothing, roundInSuit, upOrDown, upOrDownRound } = vocabulary
/** All ways of building in the vocabulary. */
const builds = Object.values<object>(vocabulary).filter((word): word is Build => 'suit' in word)
/** All house rules of the games. */
const houseRules = [...new Set(games.flatMap(({ houseRules }) => houseRules))]

/** Usually undefined, which means the default, because one unusual word makes a game unsupported. */
const rarely = <T>(unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: unusual })
const mostly = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: unusual })

const deckOf = fc.record({
  copies: fc.constantFrom(1, 1, 1, 2, 2, 3),
  ranks: fc.constantFrom(1, 2, 3, 3, 4, 4, 5, 6),
  suits: fc.constantFrom('S', 'HS', 'HS', 'CS', 'CDH', SUITS),
})

const drawOf = fc.record({
  by: fc.constant('draw' as const),
  turn: fc.constantFrom(1, 1, 3, 2, 4),
  passes: fc.constantFrom(undefined, 1, 1, 2, 3),
  onto: rarely(fc.constant('foundation' as const)),
  open: rarely(fc.constant(true as const)),
})
const rowsOf = fc.record({
  by: fc.constant('deal' as const),
  onto: fc.constantFrom(undefined, 1, 2, 9),
  spaces: fc.constantFrom(undefined, 'allowed' as const),
})
const overlapOf = fc.record({
  shape: fc.constantFrom('pyramid' as const, 'peaks' as const),
  covered: fc.constantFrom('up' as const, 'down' as const),
})

const columnOf = fc.constantFrom('', 'u', 'uu', 'du', 'uuu', 'ddu', 'duu', 'uuuu')

const tableauOf: fc.Arbitrary<TableauRule> = fc
  .record({
    dealt: fc.oneof(
      fc.constantFrom<TableauRule['dealt'][]>(1, 2, 3, 'all', 'triangle'),
      fc.array(columnOf, { minLength: 1, maxLength: 6 }),
    ),
    count: mostly(fc.constantFrom(1, 2, 3, 4, 5), fc.constantFrom(10, 11, 25)),
    build: fc.constantFrom(...builds),
    fill: fc.constantFrom<TableauRule['fill'][]>('any', 'any', 'kings', 'kings', 'none', 'reserve'),
    take: fc.constantFrom<TableauRule['take'][]>(
      'top',
      'top',
      'run',
      'run',
      'any',
      downInSuit,
      downAlternating,
    ),
    overlap: rarely(overlapOf),
  })
  .map(rule => ({ ...rule, count: typeof rule.dealt === 'object' ? rule.dealt.length : rule.count }))

const faces = (names: readonly string[]) => names.map(name => faceNamed(name)!)
const inSuit: Build = { suit: 'same', step: 1, wraps: false }

const foundationsOf = (copies: number, suits: string): fc.Arbitrary<FoundationRule> =>
  fc.record({
    count: mostly(fc.constant(copies * suits.length), fc.constantFrom(1, 2, copies * suits.length + 1)),
    first: mostly<FoundationRule['first']>(
      fc.oneof(
        fc.constant('A' as const),
        fc.constantFrom('A' as const, 'dealt' as const, 'fellows' as const),
        fc.constantFrom('A', '2').map(rank => faces([...suits].map(suit => rank + suit))),
      ),
      fc.constantFrom(faces(['AS']), faces(['AS', '2H']), faces(['AS', 'AS'])),
    ),
    up: mostly<Build>(
      fc.constantFrom(inSuit, roundInSuit),
      fc.constantFrom(
        ...builds,
        { suit: 'same', step: 2, wraps: true },
        { suit: 'same', step: 3, wraps: false },
      ),
    ),
    takes: mostly<FoundationRule['takes']>(
      fc.constantFrom('card', 'card', 'suit'),
      fc.constantFrom(3, 5, 6).map(sum => ({ sum })),
    ),
    preferredSuits: fc.constant(''),
  })

const cellsOf = fc.record({
  count: fc.constantFrom(1, 2, 3, 5),
  dealt: fc.constantFrom(0, 0, 1),
  from: mostly<('tableau' | 'cell')[]>(
    fc.constantFrom(['tableau'], ['tableau', 'cell']),
    fc.constantFrom(['cell']),
  ),
})

/** Games in which cards are built on columns. */
const building: fc.Arbitrary<Declaration> = deckOf.chain(deck =>
  fc.record({
    deck: fc.constant(deck),
    foundations: foundationsOf(deck.copies, deck.suits),
    tableau: tableauOf,
    cells: fc.oneof(fc.constant(undefined), cellsOf),
    stock: fc.oneof(fc.constant(undefined), drawOf, rowsOf),
    reserve: fc.oneof(fc.constant(undefined), fc.record({ dealt: fc.constantFrom(1, 2, 4) })),
    goal: rarely(fc.constant('tableau' as const)),
    supermove: fc.constantFrom(undefined, 'always' as const, 'through-spaces' as const),
  }),
)

/** Games that only remove cards, by rank or in pairs. */
const removing: fc.Arbitrary<Declaration> = deckOf.chain(deck =>
  fc.record({
    deck: fc.constant(deck),
    foundations: fc.record({
      count: mostly(fc.constant(1), fc.constant(2)),
      first: mostly<FoundationRule['first']>(
        fc.constantFrom('dealt' as const, faces(['A' + deck.suits[0]])),
        fc.constantFrom('A' as const, 'fellows' as const),
      ),
      up: mostly(fc.constantFrom(upOrDown, upOrDownRound, downAnySuit), fc.constantFrom(...builds)),
      takes: fc.constantFrom<FoundationRule['takes'][]>('card', 'card', { sum: 4 }, { sum: 5 }, { sum: 6 }),
      preferredSuits: fc.constant(''),
    }),
    tableau: fc.record({
      dealt: mostly<TableauRule['dealt']>(
        fc.constantFrom<TableauRule['dealt'][]>(1, 2, 'all'),
        fc.constantFrom(3, 9),
      ),
      count: fc.constantFrom(1, 2, 3, 6, 11, 21),
      build: mostly(fc.constant(nothing), fc.constantFrom(...builds)),
      fill: mostly<TableauRule['fill']>(fc.constant('none'), fc.constant('any')),
      take: fc.constant('top' as const),
      overlap: fc.oneof(fc.constant(undefined), overlapOf),
    }),
    cells: rarely(cellsOf),
    stock: fc.oneof(
      fc.constant(undefined),
      fc.record({
        by: fc.constant('draw' as const),
        turn: mostly(fc.constant(1), fc.constant(2)),
        passes: fc.constantFrom(undefined, 1, 2, 5),
        onto: fc.constantFrom(undefined, 'foundation' as const),
        open: fc.constantFrom(undefined, true as const),
      }),
      rowsOf,
    ),
    goal: fc.constantFrom(undefined, 'tableau' as const, 'tableau' as const),
  }),
)

const declarations = fc
  .oneof({ weight: 3, arbitrary: building }, { weight: 1, arbitrary: removing })
  .map(withoutUndefined)

/** Removes undefined words from a declaration. */
function withoutUndefined<T extends object>(words: T): T {
  const entries = Object.entries(words).filter(([, word]) => word !== undefined)
  return Object.fromEntries(
    entries.map(([name, word]: [string, unknown]) => [
      name,
      typeof word === 'object' && !Array.isArray(word) ? withoutUndefined(word!) : word,
    ]),
  ) as T
}

const houses = fc.oneof(
  { weight: 3, arbitrary: fc.constant<HouseRule[]>([]) },
  { weight: 2, arbitrary: fc.subarray(houseRules, { minLength: 1, maxLength: 2 }) },
)

/** Deals a declared game; undefined if that is impossible. */
function dealt(words: Declaration, number: number, house: readonly HouseRule[]): Position | undefined {
  const declaration = house.reduce((changed, rule) => houseWords[rule]?.(changed) ?? changed, words)
  const { foundations, tableau, reserve, deck, stock } = declaration
  // If columns are filled from the reserve, the rules require one. If complete suits are removed, the rules
  // require an empty foundation for each suit.
  if (tableau.fill === 'reserve' && !reserve) return undefined
  const isTaken = foundations.first !== 'A' || (stock?.by === 'draw' && stock.onto !== undefined)
  const isFull = isTaken || foundations.count < deck.copies * deck.suits.length
  if (foundations.takes === 'suit' && isFull) return undefined
  try {
    const declared = { ...declaration, houseRules: house }
    const game: Game = defineGame('generated' as GameId, declared, { followUp: settled, illegalMove })
    const position = dealGame(game, number, house)
    const cards = position.piles.flat()
    return cards.length === game.cards.length && !cards.includes(undefined!) ? position : undefined
  } catch {
    return undefined // There are more columns, foundations or cells than cards.
  }
}

it('the verdict on a declared game never contradicts a plain search, and is unknown without a solver', () => {
  const found = { won: 0, lost: 0, unsupported: 0 }
  fc.assert(
    fc.property(declarations, fc.integer({ min: 1, max: 1000 }), houses, (declaration, number, house) => {
      const position = dealt(declaration, number, house)
      if (!position) return
      const first = SOLVERS.find(({ supports }) => supports(position.game, house))
      const isExact = first?.supports(position.game, house) === 'exact' && !house.includes('take-back')
      const { verdict, moves } = solve(position, { maxStates: MAX_STATES })
      if (moves) expect(isWon(playAll(position, moves))).toBe(true)
      if (!first) {
        found.unsupported++
        expect(verdict).toBe('unknown')
        return
      }
      const plain = canBeWon(position, MAX_POSITIONS)
      if (plain === undefined) return
      if (verdict !== 'unknown') found[verdict]++
      if (verdict !== 'unknown' || isExact) expect(verdict).toBe(plain ? 'won' : 'lost')
    }),
    { numRuns: some(2500), seed: 36 },
  )
  expect(Math.min(found.won, found.lost, found.unsupported)).toBeGreaterThan(enough(20))
}, 120_000)

/** Columns of these heights, whose top card is face up. */
const heights = (...counts: number[]) => counts.map(count => 'u'.padStart(count, 'd'))

it.each<[string, string, GameId, string[]]>([
  ['Klondike with 64 cards in the stock', 'is', 'double-klondike-1', heights(8, 4, 4, 4, 4, 4, 4, 4, 4)],
  ['Klondike with 65 cards in the stock', 'is not', 'double-klondike-1', heights(7, 4, 4, 4, 4, 4, 4, 4, 4)],
  ['Klondike with 15 face-down cards in a column', 'is', 'double-klondike-1', heights(16, 9, 9, 9)],
  ['Klondike with 16 face-down cards in a column', 'is not', 'double-klondike-1', heights(17, 9, 9, 9)],
  ['Golf with columns of 7 cards', 'is', 'golf', heights(7, 7, 7, 7, 7, 7, 7)],
  ['Golf with a column of 8 cards', 'is not', 'golf', heights(8, 7, 7, 7, 7, 7, 6)],
])('%s %s supported by its own solver', (_, verb, id, dealt) => {
  const { tableau, ...others } = gameById(id)
  const game = defineGame(id, { ...others, tableau: { ...tableau, dealt, count: dealt.length } })
  const solver = id === 'golf' ? discard : klondike
  expect(solver.supports(game, [])).toBe(verb === 'is' ? 'exact' : undefined)
})
