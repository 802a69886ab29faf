// The catalogue: every game, in the order in which a menu shows them.
import { fail, ok, type Result } from '../result.ts'
import type { Game, GameId } from '../rules/types.ts'
import { doubleDot } from './double-dot.ts'
import { doubleKlondikeOne, doubleKlondikeThree } from './double-klondike.ts'
import { doubleSeaTowers } from './double-sea-towers.ts'
import { freeCell } from './freecell.ts'
import { klondikeOne, klondikeThree } from './klondike.ts'
import { seaTowers } from './sea-towers.ts'

/** Every game, in the order of the menu. */
export const games: readonly Game[] = [
  doubleSeaTowers,
  seaTowers,
  doubleDot,
  doubleKlondikeOne,
  doubleKlondikeThree,
  freeCell,
  klondikeOne,
  klondikeThree,
]

const byId = new Map<string, Game>(games.map(game => [game.id, game]))

/**
 * The game of that id. Throws RangeError for an unknown id; outside text goes through `parseGame` instead.
 */
export function gameById(id: GameId): Game {
  const game = byId.get(id)
  if (!game) throw new RangeError(`There is no game called “${id}”`)
  return game
}

/** The game that outside text names, or the reason why there is none. */
export function parseGame(text: string): Result<Game> {
  const game = byId.get(text)
  return game ? ok(game) : fail('unknownGame', { text: text.slice(0, 40) })
}
