// The types of the engine: what a game declares, what a position and a move are.
import type { GameId } from '../games/ids.ts'
import type { Card, Rank } from './cards.ts'

export type { GameId } from '../games/ids.ts'

/** What a pile is for. */
export type PileKind = 'stock' | 'waste' | 'foundation' | 'tableau' | 'cell' | 'reserve'
/**
 * The name of a pile: foundations `f0` …, tableau columns `t0` …, cells `c0` …, a reserve `r0`, each counted
 * from the left. The places of an overlapping layout are `t0` … row by row from the top; a heap is `f0`.
 */
export type PileId = 'stock' | 'waste' | `f${number}` | `t${number}` | `c${number}` | `r${number}`

/** A single rule move. */
export type Move =
  /**
   * The top `count` cards (≥ 1) of `from`, as one, onto `to`. In a game of pairs the card is moved onto its
   * partner, and both leave.
   */
  | { readonly kind: 'move'; readonly from: PileId; readonly to: PileId; readonly count: number }
  /** Turn one or three cards (or what is left) from the stock onto the waste, or one onto the heap. */
  | { readonly kind: 'draw' }
  /** Turn the waste over into a new stock. */
  | { readonly kind: 'recycle' }
  /** Deal one card from the stock onto every column, or onto the first few. */
  | { readonly kind: 'deal' }

/** An option of a game that changes its rules. All are off unless the person chooses them. */
export type HouseRule =
  | 'move-runs'
  | 'shuffle-on-recycle'
  | 'take-back'
  | 'one-pass'
  | 'three-passes'
  | 'endless-passes'
  | 'round-corner'
  | 'deal-over-spaces'

/** What house rules make of the words of a game; those that change no word are not listed. */
export type HouseWords = Readonly<Partial<Record<HouseRule, (words: Declaration) => Declaration>>>

/**
 * One state of a game: plain data that is never changed. Lists of cards run from the bottom of a pile to its
 * top.
 */
export interface Position {
  readonly game: Game
  /** 1 … 4 294 967 295; 0 when the position was read from text. */
  readonly dealNumber: number
  /** The house rules by which this game is played. */
  readonly house: readonly HouseRule[]
  /** How often the waste has been turned over. */
  readonly pass: number
  /** The cards of each pile, in the order of `game.piles`. */
  readonly piles: readonly (readonly Card[])[]
  /** How many cards at the bottom of each pile lie face down, in the same order. */
  readonly faceDown: readonly number[]
}

/** Which card goes on which, in a column or on a foundation. */
export interface Build {
  /** `'none'`: no card goes on another. */
  readonly suit: 'same' | 'alternating' | 'any' | 'none'
  /** How many ranks lower each card of a column is than the one below it; on a foundation, higher. */
  readonly step: number
  /** Whether ranks are cyclic: with a step of two a king goes on a two, and a queen on an ace. */
  readonly wraps: boolean
  /** Whether the step may also lead the other way. */
  readonly bothWays?: true
}

/** Cards that lie in rows, each but those of the last row under two others. */
export interface OverlapRule {
  /** `'pyramid'`: rows of one, two … cards. `'peaks'`: three peaks of four rows that share the last one. */
  readonly shape: 'pyramid' | 'peaks'
  /** How a covered card lies; it is not in play. */
  readonly covered: 'up' | 'down'
}

/** The columns of a game. */
export interface TableauRule {
  readonly count: number
  /**
   * What is dealt at the start. A number: that many rows, face up. `'all'`: the whole deck, face up.
   * `'triangle'`: the layout of Klondike, with 1, 2, 3 … cards of which only the top one lies face up, dealt
   * pile by pile from the right. A list: the cards of each column from bottom to top, `d` for face down and
   * `u` for face up, dealt pile by pile from the left.
   */
  readonly dealt: number | 'all' | 'triangle' | readonly string[]
  readonly build: Build
  /**
   * Which cards may go into an empty column. `'kings'`: those of the rank below the foundations' first.
   * `'reserve'`: the reserve fills it at once; when the reserve is empty, any card may.
   */
  readonly fill: 'any' | 'kings' | 'none' | 'reserve'
  /**
   * What moves as one: the top card alone, any run that ends at the top, a run by a stricter build than cards
   * are laid, or any face-up card with all that lies on it.
   */
  readonly take: 'top' | 'run' | 'any' | Build
  /** Where it is given, each column is one place for one card. */
  readonly overlap?: OverlapRule
}

/** The cells of a game. Each holds one card. */
export interface CellRule {
  readonly count: number
  /** Cards that are dealt into the first cells. */
  readonly dealt: number
  /** The kinds of piles that a card may come from. */
  readonly from: readonly ('tableau' | 'cell')[]
}

/** The foundations of a game. */
export interface FoundationRule {
  readonly count: number
  /** Which card goes on which. */
  readonly up: Build
  /**
   * What starts a foundation. `'A'`: an ace. A list: these faces are laid out at the start, one on each.
   * `'dealt'`: the rank of the first card that is dealt, which starts the foundation of its suit; a heap is
   * started by the first card that is left after the columns. `'fellows'`: the rank of the first card dealt,
   * whose fellows start the foundations of their suits.
   */
  readonly first: 'A' | 'dealt' | 'fellows' | readonly Card[]
  /**
   * What goes there: single cards; whole suits, which leave their column by themselves; or two cards whose
   * ranks (ace 1, king 13) have that sum, and the card that has it alone.
   */
  readonly takes: 'card' | 'suit' | { readonly sum: number }
  /**
   * The preferred suit of each foundation as one character, for autoplay and clicks; the rules allow any
   * suit. Empty where no foundation prefers one.
   */
  readonly preferredSuits: string
}

/** A stock that turns cards over. */
export interface DrawRule {
  readonly by: 'draw'
  /** How many cards a turn brings. */
  readonly turn: number
  /** How often the stock can be gone through; as often as wanted unless given. */
  readonly passes?: number
  /** Cards go onto the waste unless it is given. */
  readonly onto?: 'foundation'
  /** Whether its top card lies face up and is in play. */
  readonly open?: true
}

/** A stock that deals cards onto the columns. */
export interface DealRule {
  readonly by: 'deal'
  /** How many columns get a card; all unless given. */
  readonly onto?: number
  /** A row is refused while a column is empty that could be filled, unless it is given. */
  readonly spaces?: 'allowed'
}

/** How a stock is used. */
export type StockRule = DrawRule | DealRule

/** A squared pile beside the columns: its top card is in play. */
export interface ReserveRule {
  /** How many cards it begins with. */
  readonly dealt: number
}

/** The condition under which autoplay may move a card to a foundation without ever hurting the game. */
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
  /** Ranks in a suit: 13 in every real game, fewer in the toy games of the tests. */
  readonly ranks: number
  /**
   * The suits, as characters of `SUITS`: all four in most games, fewer where a person plays with fewer.
   */
  readonly suits: string
}

/** The rules of a game as its file and the words in it say. */
export interface GameRules {
  readonly deck: Deck
  /** How a deal number shuffles the deck: as in RULES.md unless said. */
  readonly shuffle?: 'microsoft'
  readonly foundations: FoundationRule
  readonly tableau: TableauRule
  readonly cells?: CellRule
  readonly stock?: StockRule
  readonly reserve?: ReserveRule
  /** What wins: all cards on the foundations, unless it is given; then empty columns. */
  readonly goal?: 'tableau'
  /**
   * Whether a run may be moved in one gesture. `'always'`: through the empty cells. `'house-rule'`: the same,
   * with the house rule `move-runs`. `'through-spaces'`: through empty cells and empty columns.
   */
  readonly supermove?: 'always' | 'house-rule' | 'through-spaces'
  readonly autoplaySafety: AutoplaySafety
  /** What autoplay does in this game unless the person chooses otherwise. */
  readonly autoplay: AutoplayMode
  /** The house rules that this game offers. */
  readonly houseRules: readonly HouseRule[]
  /** Whether every card lies face up from the start. */
  readonly open: boolean
}

/** What follows from the other words of most games and is declared by the rest. */
type Implied = 'autoplaySafety' | 'autoplay' | 'houseRules' | 'open'

/** What a game's file declares. */
export type Declaration = Omit<GameRules, Implied> & Partial<Pick<GameRules, Implied>>

/** Declarations by the ids of their games. */
export type Declarations = Readonly<Partial<Record<GameId, Declaration>>>

/** Which cards autoplay moves to the foundations: none, those that can never hurt, or all that fit. */
export type AutoplayMode = 'off' | 'safe' | 'all'

/** One pile of a game; its cards are in `Position.piles`. */
export interface Pile {
  readonly id: PileId
  readonly kind: PileKind
  /** The number in its id; 0 for stock and waste. */
  readonly number: number
  /** Its index in `Game.piles`, `Position.piles` and `Position.faceDown`. */
  readonly index: number
}

/** Parts of the rules that the start of a page does without. */
export interface LaterRules {
  /** The position after everything that follows a move by itself, in games that settle. */
  readonly followUp?: (position: Position) => Position
  /** What is thrown for a move against the rules, with the rule that forbids it. */
  readonly illegalMove?: (position: Position, move: Move) => Error
}

/** A game ready to be played: its rules and what follows from them. */
export interface Game extends GameRules, LaterRules {
  readonly id: GameId
  /** Every pile, in this order: stock, waste, foundations, tableau, cells, reserve. */
  readonly piles: readonly Pile[]
  readonly pileById: ReadonlyMap<string, Pile>
  /** The piles of each kind, from the left. */
  readonly of: Readonly<Record<PileKind, readonly Pile[]>>
  /** The unshuffled deck. */
  readonly cards: readonly Card[]
  /** `fits[face · 52 + face below]` is 1 where the first may be built on the second. */
  readonly fits: Uint8Array
  /** The same for cards that move as one. */
  readonly runs: Uint8Array
  /** `rises[face · 52 + face below]` is 1 where the first follows the second on a foundation. */
  readonly rises: Uint8Array
  /** The most cards that may move as one. */
  readonly longestRun: number
  /** How many cards a foundation holds when it is complete. */
  readonly capacity: number
  /** The rank that starts each foundation; empty where the deal decides. */
  readonly firstRanks: readonly Rank[]
  /** For each place of an overlapping layout the numbers of the places that cover it; else empty. */
  readonly covers: readonly (readonly number[])[]
  /** The sum of the ranks of a pair, where cards leave by pairs. */
  readonly pairSum: number | undefined
  /** Whether more may follow a move by itself than that a column's card turns up. */
  readonly settles: boolean
  /** Whether columns may hold face-down cards. */
  readonly hasFaceDown: boolean
  /**
   * Every move of a single card: `singleMoves[from.index][to.index]`. The moves are shared, so that listing
   * them creates no objects.
   */
  readonly singleMoves: readonly (readonly Move[])[]
}
