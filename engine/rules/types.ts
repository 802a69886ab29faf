// The types of the engine: what a game declares, what a position and a move are.
import type { Card, Rank } from './cards.ts'

/** The games, by the names under which they are stored and addressed. A name never changes. */
export type GameId =
  | 'double-sea-towers'
  | 'sea-towers'
  | 'double-dot'
  | 'double-klondike-1'
  | 'double-klondike-3'
  | 'freecell'
  | 'klondike-1'
  | 'klondike-3'

/** What a pile is for. */
export type PileKind = 'stock' | 'waste' | 'foundation' | 'tableau' | 'cell'
/**
 * The name of a pile: foundations `f0` …, tableau columns `t0` …, cells `c0` …, each counted from the left.
 */
export type PileId = 'stock' | 'waste' | `f${number}` | `t${number}` | `c${number}`

/** A single rule move. */
export type Move =
  /** The top `count` cards (≥ 1) of `from`, as one, onto `to`. */
  | { readonly kind: 'move'; readonly from: PileId; readonly to: PileId; readonly count: number }
  /** Turn one or three cards (or what is left) from the stock onto the waste. */
  | { readonly kind: 'draw' }
  /** Turn the waste over into a new stock. */
  | { readonly kind: 'recycle' }
  /** Deal one card from the stock onto every column. */
  | { readonly kind: 'deal' }

/** An option of a game that changes its rules. All are off unless the person chooses them. */
export type HouseRule = 'move-runs' | 'shuffle-on-recycle' | 'take-back'

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

/** Which card goes on which in a column. */
export interface Build {
  readonly suit: 'same' | 'alternating' | 'any'
  /** How many ranks lower each card is than the one below it. */
  readonly step: number
  /** Whether ranks are cyclic: with a step of two a king goes on a two, and a queen on an ace. */
  readonly wraps: boolean
}

/** The columns of a game. */
export interface TableauRule {
  readonly count: number
  /**
   * What is dealt at the start. A number: that many rows, face up. `'all'`: the whole deck, face up.
   * `'triangle'`: the layout of Klondike, with 1, 2, 3 … cards of which only the top one lies face up, dealt
   * pile by pile from the right.
   */
  readonly dealt: number | 'all' | 'triangle'
  readonly build: Build
  /** Which cards may go into an empty column. */
  readonly fill: 'any' | 'kings'
  /** What moves as one: the top card alone, or any run that ends at the top. */
  readonly take: 'top' | 'run'
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
  /** How many ranks higher each card is than the one below it. */
  readonly step: number
  /** `'A'`: an ace starts an empty foundation. A list: these faces are laid out at the start, one on each. */
  readonly first: 'A' | readonly Card[]
  /**
   * The preferred suit of each foundation as one character, for autoplay and clicks; the rules allow any
   * suit. Empty where no foundation prefers one.
   */
  readonly preferredSuits: string
}

/** A stock either turns `turn` cards at a time onto the waste, or deals one card onto every column. */
export type StockRule = { readonly by: 'draw'; readonly turn: number } | { readonly by: 'deal' }

/** The condition under which autoplay may move a card to a foundation without ever hurting the game. */
export type AutoplaySafety =
  'always' | 'both-copies-below' | 'both-copies-and-other-colour-below' | 'nothing-wants-it'

/** The cards of a game. */
export interface Deck {
  readonly copies: 1 | 2
  /** Ranks in a suit: 13 in every real game, fewer in the toy games of the tests. */
  readonly ranks: number
  /**
   * The suits, as characters of `SUITS`: all four in every real game, fewer in the toy games of the tests.
   */
  readonly suits: string
}

/** What a game's file declares. */
export interface GameRules {
  readonly deck: Deck
  /** How a deal number shuffles the deck: as in RULES.md unless said. */
  readonly shuffle?: 'microsoft'
  readonly foundations: FoundationRule
  readonly tableau: TableauRule
  readonly cells?: CellRule
  readonly stock?: StockRule
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

/** A game ready to be played: its rules and what follows from them. */
export interface Game extends GameRules {
  readonly id: GameId
  /** Every pile, in this order: stock, waste, foundations, tableau, cells. */
  readonly piles: readonly Pile[]
  readonly pileById: ReadonlyMap<string, Pile>
  /** The piles of each kind, from the left. */
  readonly of: Readonly<Record<PileKind, readonly Pile[]>>
  /** The unshuffled deck. */
  readonly cards: readonly Card[]
  /** `fits[face · 52 + face below]` is 1 where the first may be built on the second. */
  readonly fits: Uint8Array
  /** The length of the longest run that the build rule allows, in cards. */
  readonly longestRun: number
  /** The rank that starts each foundation: the ace, or that of its laid-out card. */
  readonly firstRanks: readonly Rank[]
  /**
   * Every move of a single card: `singleMoves[from.index][to.index]`. The moves are shared, so that listing
   * them creates no objects.
   */
  readonly singleMoves: readonly (readonly Move[])[]
}
