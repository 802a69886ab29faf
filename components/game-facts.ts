// Facts about each game besides its rules: its group in the list of games, the share of winnable deals, and
// pictures.
import { type GameId } from '../engine/index.ts'

/** The groups of games, in display order. In a wide window, small neighboring groups share a row. */
export const GROUPS = ['klondike', 'spider', 'cells', 'castles', 'towers', 'yukon', 'peaks'] as const

interface GameFacts {
  readonly group: (typeof GROUPS)[number]
  /** Whether it is the best-known game of its group, which is shown first. */
  readonly isFirst?: boolean
  /** Other names of the game, in any language, that users may type. */
  readonly aliases?: readonly string[]
  /** Deals tested, deals won, and deals left undecided. */
  readonly deals: number
  readonly won: number
  readonly open?: number
  /** 1 easy, 2 medium, 3 hard. */
  readonly difficulty: number
  /**
   * The pictures of the rules. Each is a row of columns separated by ` | `: cards (`7H 6S`), an empty place
   * (`-`), or an arrow (`>`).
   */
  readonly pictures: readonly string[]
}

const files = import.meta.glob<Record<string, GameFacts>>('../engine/games/*/facts.json', {
  eager: true,
  import: 'default',
})
const facts = Object.assign({}, ...Object.values(files)) as Record<GameId, GameFacts>

export const factsOf = (id: GameId): GameFacts => facts[id]
