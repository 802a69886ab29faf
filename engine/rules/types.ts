// The types of the engine: declarations, games, positions and moves.
import type { GameId } from '../games/ids.ts'
import type { Card, Rank } from './cards.ts'

export type { GameId } from '../games/ids.ts'

/** The kinds of piles. */
export type PileKind = 'stock' | 'waste' | 'foundation' | 'tableau' | 'cell' | 'reserve'
/**
 * The name of a pile: foundations `f0` …, tableau columns `t0` …, cells `c0` …, a reserve `r0`, numbered from
 * the left. The places of an overlapping layout are `t0` … row by row from the top. A heap, which is a
 * single foundation for all cards, is `f0`.
 */
export type PileId = 'stock' | 'waste' | `f${number}` | `t${number}` | `c${number}` | `r${number}`

/** A single move, as the rules define it. */
export type Move =
  /**
   * Moves the top `count` cards (≥ 1) of `from` as one onto `to`. In a game of pairs, the card moves onto its
   * partner, and both are removed.
   */
  | { readonly kind: 'move'; readonly from: PileId; readonly to: PileId; readonly count: number }
  /** Turns one or three cards (or the rest) from the stock onto the waste, or one onto the heap. */
  | { readonly kind: 'draw' }
  /** Turns the waste over into a new stock. */
  | { readonly kind: 'recycle' }
  /** Deals one card from the stock onto every column, or onto the first few. */
  | { readonly kind: 'deal' }

/** Optional rules of a game. All are off by default. */
export type HouseRule =
  | 'move-runs'
  | 'shuffle-on-recycle'
  | 'take-back'
  | 'one-pass'
  | 'three-passes'
  | 'endless-passes'
  | 'round-corner'
  | 'deal-over-spaces'

/** How house rules change a game's declaration. House rules that do not change it are omitted. */
export type HouseWords = Readonly<Partial<Record<HouseRule, (declaration: Declaration) => Declaration>>>

/** A state of a game: immutable plain data. Lists of cards run from bottom to top. */
export interface Position {
  readonly game: Game
  /** 1 … 4,294,967,295; 0 if unknown, which is the default for a position read from text. */
  readonly dealNumber: number
  /** The house rules in effect. */
  readonly house: readonly HouseRule[]
  /** The number of times the waste has been turned over. */
  readonly pass: number
  /** The cards of each pile, in the order of `game.piles`. */
  readonly piles: PerPile<readonly Card[]>
  /** The number of face-down cards at the bottom of each pile, in the same order. */
  readonly faceDown: PerPile<number>
}

/** The build rule of a column or foundation. */
export interface Build {
  /** `'none'`: no card goes on another. */
  readonly suit: 'same' | 'alternating' | 'any' | 'none'
  /** How many ranks a card is lower than the card that it goes on; on a foundation, how many higher. */
  readonly step: number
  /** Whether ranks wrap: with a step of two, a king goes on a two and a queen on an ace. */
  readonly wraps: boolean
  /** Whether the step can also go the other way. */
  readonly bothWays?: true
}

/** Overlapping rows of cards; each card is covered by two of the next row, except in the last row. */
export interface OverlapRule {
  /** `'pyramid'`: rows of one, two … cards. `'peaks'`: three peaks of four rows that share the last one. */
  readonly shape: 'pyramid' | 'peaks'
  /** Whether covered cards are face up or down; they are not in play. */
  readonly covered: 'up' | 'down'
}

/** The columns of a game. */
export interface TableauRule {
  readonly count: number
  /**
   * The initial cards. A number: that many rows, face up. `'all'`: all cards left, face up. `'triangle'`:
   * Klondike's layout, with 1, 2, 3 … cards of which only the top one is face up, dealt pile by pile from the
   * right. A list: the cards of each column from bottom to top, `d` for face down and `u` for face up, dealt
   * pile by pile from the left.
   */
  readonly dealt: number | 'all' | 'triangle' | readonly string[]
  readonly build: Build
  /**
   * Which cards can fill an empty column. `'kings'`: those of the rank below the foundations' base.
   * `'reserve'`: the reserve fills it immediately; when the reserve is empty, any card can.
   */
  readonly fill: 'any' | 'kings' | 'none' | 'reserve'
  /**
   * The cards that move as one. `'top'`: the top card only. `'run'`: a run at the top. `'any'`: any face-up
   * card with all cards on it. A build rule stricter than `build`: a run by that rule.
   */
  readonly take: 'top' | 'run' | 'any' | Build
  /** If given, each column is a place for one card. */
  readonly overlap?: OverlapRule
}

/** The cells of a game. Each holds one card. */
export interface CellRule {
  readonly count: number
  /** The number of cells, from the left, that start with a card. */
  readonly dealt: number
  /** The kinds of piles from which cards can move to a cell. */
  readonly from: readonly ('tableau' | 'cell')[]
}

/** The foundations of a game. */
export interface FoundationRule {
  readonly count: number
  readonly up: Build
  /**
   * The base of each foundation. `'A'`: an ace. A list: these faces, placed at the start, one on each.
   * `'dealt'`: the rank of the first card dealt, which starts the foundation of its suit; a heap starts with
   * the first card left after the columns are dealt. `'fellows'`: the rank of the first card dealt. The other
   * cards of that rank start the foundations of their suits.
   */
  readonly first: 'A' | 'dealt' | 'fellows' | readonly Card[]
  /**
   * The cards that go there: single cards; whole suits, which leave their column automatically; or pairs of
   * cards whose ranks (ace 1, king 13) add up to `sum`, and single cards of rank `sum`.
   */
  readonly takes: 'card' | 'suit' | { readonly sum: number }
  /**
   * The preferred suit of each foundation as one character, for autoplay and clicks; the rules allow any
   * suit. Empty without preferences.
   */
  readonly preferredSuits: string
}

/** A stock whose cards are turned onto the waste or, with `onto`, onto the heap. */
export interface DrawRule {
  readonly by: 'draw'
  /** The number of cards per turn. */
  readonly turn: number
  /** The number of passes; unlimited by default. */
  readonly passes?: number
  /** The target of turned cards; the waste by default. */
  readonly onto?: 'foundation'
  /** Whether its top card is face up and in play. */
  readonly open?: true
}

/** A stock that deals cards onto the columns. */
export interface DealRule {
  readonly by: 'deal'
  /** The number of columns that get a card; all by default. */
  readonly onto?: number
  /**
   * Whether rows can be dealt over empty columns. By default, that is possible only while the tableau has
   * fewer cards than columns.
   */
  readonly spaces?: 'allowed'
}

/** The rule of a stock. */
export type StockRule = DrawRule | DealRule

/** A squared pile beside the columns; its top card is in play. */
export interface ReserveRule {
  /** The initial number of cards. */
  readonly dealt: number
}

/** When autoplay can move a card to a foundation without making a winnable game unwinnable. */
export type AutoplaySafety =
  | 'always'
  | 'both-copies-below'
  | 'both-copies-and-other-colour-below'
  | 'nothing-wants-it'
  | 'two-above-lowest'
  | 'never'

/** The cards of a game. */
export interface Deck {
  readonly copies: number
  /** Ranks in a suit: 13 in every real game, fewer in toy games of the tests. */
  readonly ranks: number
  /** The suits, as characters of `SUITS`: all four in most games, fewer in some. */
  readonly suits: string
}

/** All rules of a game, including those that a declaration can omit. */
export interface GameRules {
  readonly deck: Deck
  /** The shuffle; `shuffled` by default. */
  readonly shuffle?: 'microsoft'
  readonly foundations: FoundationRule
  readonly tableau: TableauRule
  readonly cells?: CellRule
  readonly stock?: StockRule
  readonly reserve?: ReserveRule
  /** The goal: all cards on the foundations by default, otherwise empty columns. */
  readonly goal?: 'tableau'
  /**
   * Whether single moves can bring a run onto a column in one gesture. `'always'`: through empty cells.
   * `'house-rule'`: the same, with the house rule `move-runs`. `'through-spaces'`: through empty cells and
   * empty columns.
   */
  readonly supermove?: 'always' | 'house-rule' | 'through-spaces'
  readonly autoplaySafety: AutoplaySafety
  /** The default autoplay of this game. */
  readonly autoplay: AutoplayMode
  /** The house rules that this game offers. */
  readonly houseRules: readonly HouseRule[]
  /** Whether all cards are face up from the start. */
  readonly open: boolean
}

/** The rules that a declaration can omit. */
type Implied = 'autoplaySafety' | 'autoplay' | 'houseRules' | 'open'

/** A game's declaration. */
export type Declaration = Omit<GameRules, Implied> & Partial<Pick<GameRules, Implied>>

/** Declarations by game id. */
export type Declarations = Readonly<Partial<Record<GameId, Declaration>>>

/** Which cards autoplay moves to the foundations: none, safe ones, or all that fit. */
export type AutoplayMode = 'off' | 'safe' | 'all'

type LowIndex = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16
/** The index of a pile; a game has at most 32. */
export type PileIndex = LowIndex | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31

/** Array methods of `PerPile` with more exact types: the arrays they return have one entry per pile. */
interface PerPileMethods<T> {
  every(is: (entry: T, index: PileIndex) => boolean): boolean
  map<U>(of: (entry: T, index: PileIndex) => U): MutablePerPile<U>
  slice(): MutablePerPile<T>
  with(index: number, entry: T): MutablePerPile<T>
}

/** A list with one entry per pile of a game, in the order of `Game.piles`. */
export type PerPile<T> = PerPileMethods<T> & readonly T[] & Readonly<Record<PileIndex, T>>
/** A mutable `PerPile`. */
export type MutablePerPile<T> = PerPileMethods<T> & T[] & Record<PileIndex, T>

/** A pile of a game; its cards are in `Position.piles`. */
export interface Pile {
  readonly id: PileId
  readonly kind: PileKind
  /** The number in its id; 0 for stock and waste. */
  readonly number: number
  /** Its index in `Game.piles`, `Position.piles` and `Position.faceDown`. */
  readonly index: PileIndex
}

/** Parts of the rules that are not in the start chunk. */
export interface LaterRules {
  /** Applies the automatic consequences of a move, in games that settle. */
  readonly followUp?: (position: Position) => Position
  /** The error for an illegal move, with the violated rule. */
  readonly illegalMove?: (position: Position, move: Move) => Error
}

/** A game ready to play: its rules, and the piles and tables computed from them. */
export interface Game extends GameRules, LaterRules {
  readonly id: GameId
  /** All piles, in this order: stock, waste, foundations, tableau, cells, reserve. */
  readonly piles: PerPile<Pile>
  readonly pileById: ReadonlyMap<string, Pile>
  /** The piles of each kind, from the left. */
  readonly of: Readonly<Record<PileKind, readonly Pile[]>>
  /** The unshuffled deck. */
  readonly cards: readonly Card[]
  /** `fits[face · 52 + face below]` is 1 if the first can be built on the second. */
  readonly fits: Uint8Array
  /** Like `fits`, but 1 if the two cards move as one. */
  readonly runs: Uint8Array
  /** `rises[face · 52 + face below]` is 1 if the first follows the second on a foundation. */
  readonly rises: Uint8Array
  /** An upper bound on the number of cards that move as one; part of the record format. */
  readonly longestRun: number
  /** The number of cards on a complete foundation. */
  readonly capacity: number
  /** The base rank of each foundation; empty if the deal decides the ranks. */
  readonly firstRanks: readonly Rank[]
  /** For each place in an overlapping layout, the numbers of the places that cover it; otherwise empty. */
  readonly covers: readonly (readonly number[])[]
  /** The sum of the ranks of a pair, in games of pairs. */
  readonly pairSum: number | undefined
  /** Whether moves have automatic consequences other than turning up a column's card. */
  readonly settles: boolean
  /** Whether columns can hold face-down cards. */
  readonly hasFaceDown: boolean
  /** All single-card moves: `singleMoves[from.index][to.index]`; shared, so listing creates no objects. */
  readonly singleMoves: PerPile<PerPile<Move>>
}
