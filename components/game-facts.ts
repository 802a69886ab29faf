// What is known of each game beside its rules: its group in the chooser, and how many deals can be won.
import winnability from '../assets/winnability.json'
import type { GameId } from '../engine/index.ts'

/** The groups of the chooser, in their order. */
export const GROUPS = ['towers', 'klondike', 'spider', 'cells', 'yukon', 'castles', 'peaks'] as const
/** A group of the chooser. */
export type Group = (typeof GROUPS)[number]

/** What is known of a game. */
export interface GameFacts {
  readonly group: Group
  /** How many deals were tested, and how many of them can be won. */
  readonly deals: number
  readonly won: number
  /** 1 easy, 2 medium, 3 hard. */
  readonly difficulty: number
}

const groups: Readonly<Record<GameId, Group>> = {
  'double-sea-towers': 'towers',
  'sea-towers': 'towers',
  'double-dot': 'towers',
  'double-klondike-1': 'klondike',
  'double-klondike-3': 'klondike',
  'freecell': 'cells',
  'klondike-1': 'klondike',
  'klondike-3': 'klondike',
}

/** The facts of a game. */
export const factsOf = (id: GameId): GameFacts => ({ group: groups[id], ...winnability[id] })
