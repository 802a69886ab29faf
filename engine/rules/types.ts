// The small vocabulary of the engine: read this before any algorithm.
import type { Card, Rank } from './cards.ts'

export type GameId =
  | 'double-sea-towers'
  | 'sea-towers'
  | 'double-dot'
  | 'double-klondike-1'
  | 'double-klondike-3'
  | 'freecell'
  | 'klondike-1'
  | 'klondike-3'

export type PileKind = 'stock' | 'waste' | 'foundation' | 'tableau' | 'cell'
export type PileId = 'stock' | 'waste' | `f${number}` | `t${number}` | `c${number}`

export type Move =
  /** The top `count` cards (≥ 1) of `from`, as one, onto `to`. */
  | { readonly kind: 'move'; readonly from: PileId; readonly to: PileId; readonly count: number }
  /** Turn one or three cards (or what is left) from the stock onto the waste. */
  | { readonly kind: 'draw' }
  /** Turn the waste over into a new stock. */
  | { readonly kind: 'recycle' }
  /** Deal one card from the stock onto every column. */
  | { readonly kind: 'deal' }

export type HouseRule = 'move-runs' | 'shuffle-on-recycle' | 'take-back'

/**
 * One state of a game: plain data that is never changed. Lists of cards run from the bottom of a pile to its
 * top.
 */
export interface Position {
  readonly game: Game
  /** 1 … 4 294 967 295; 0 when the position was read from text. */
  readonly dealNumber: number
  readonly house: readonly HouseRule[]
  /** How often the waste has been turned over. */
  readonly pass: number
  /** The cards of each pile, in the order of `game.piles`. */
  readonly piles: readonly (readonly Card[])[]
  /** How many cards at the bottom of each pile lie face down, in the same order. */
  readonly faceDown: readonly number[]
}

/** How a column goes down: card on card. */
export interface Build {
  readonly suit: 'same' | 'alternating' | 'any'
  readonly step: number
  /** Whether ranks go round: a king on a two, a queen on an ace (for a step of two). */
  readonly wraps: boolean
}

export interface TableauRule {
  readonly count: number
  /**
   * Rows of face-up cards, the whole deck so, or 1, 2, 3 … cards with the top one face up, dealt pile by pile
   * from the right.
   */
  readonly dealt: number | 'all' | 'triangle'
  readonly build: Build
  readonly fill: 'any' | 'kings'
  /** What moves as one: the top card alone, or any run in order that ends at the top. */
  readonly take: 'top' | 'run'
}

export interface CellRule {
  readonly count: number
  /** Cards dealt into the first cells. */
  readonly dealt: number
  /** Where a card may come from. */
  readonly from: readonly ('tableau' | 'cell')[]
}

export interface FoundationRule {
  readonly count: number
  readonly step: number
  /** An ace starts an empty foundation, or these faces are laid out at the start, one on each. */
  readonly first: 'A' | readonly Card[]
  /**
   * The suit that each foundation is meant for: where an ace goes by itself or by a click. The rules let it
   * go to any.
   */
  readonly homes: string
}

/** A stock either turns cards onto the waste, or deals one card onto every column. */
export type StockRule = { readonly by: 'draw'; readonly turn: number } | { readonly by: 'deal' }

/** When a card may go up by itself without ever hurting the game. */
export type SafeRule =
  'always' | 'both-copies-below' | 'both-copies-and-other-colour-below' | 'nothing-wants-it'

export interface Deck {
  readonly copies: 1 | 2
  /**
   * Ranks in a suit and suits in the deck: 13 and `CDHS` in every real game, fewer in the toy games of the
   * tests.
   */
  readonly ranks: number
  readonly suits: string
}

/** What a game's file declares. */
export interface GameRules {
  readonly deck: Deck
  /** Whose deal numbers these are: our own (RULES.md) unless said. */
  readonly shuffle?: 'microsoft'
  readonly foundations: FoundationRule
  readonly tableau: TableauRule
  readonly cells?: CellRule
  readonly stock?: StockRule
  /**
   * A run moved in one gesture through the empty cells, always or by the house rule `move-runs`; or through
   * empty cells and columns, always.
   */
  readonly supermove?: 'always' | 'house-rule' | 'through-spaces'
  readonly safe: SafeRule
  /** What happens by itself in this game unless the person says otherwise. */
  readonly automatic: AutoplayMode
  readonly houseRules: readonly HouseRule[]
  /** Whether every card is in sight from the start. */
  readonly open: boolean
}

export type AutoplayMode = 'off' | 'safe' | 'all'

export interface Pile {
  readonly id: PileId
  readonly kind: PileKind
  /** The number in its id; 0 for stock and waste. */
  readonly number: number
  /** Its place in `Position.piles`. */
  readonly index: number
}

/** A game ready to be played: its rules and what follows from them. */
export interface Game extends GameRules {
  readonly id: GameId
  /** Every pile, in this order: stock, waste, foundations, tableau, cells. */
  readonly piles: readonly Pile[]
  readonly pileById: ReadonlyMap<string, Pile>
  readonly of: Readonly<Record<PileKind, readonly Pile[]>>
  /** The unshuffled deck. */
  readonly cards: readonly Card[]
  /** `fits[face · 52 + face below]` is 1 where the first may be built on the second. */
  readonly fits: Uint8Array
  /** The longest run the build rule allows. */
  readonly longestRun: number
  /** The rank that starts foundation n: the ace, or that of its laid-out card. */
  readonly firstRanks: readonly Rank[]
  /**
   * Every single-card move, by place of pile: `singleMoves[from][to]`. Moves are shared so that listing them
   * is cheap.
   */
  readonly singleMoves: readonly (readonly Move[])[]
}
