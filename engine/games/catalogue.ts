// The catalogue: games by their ids. The default game is always there, the others once they are loaded.
import { fail, ok, type Result } from '../result.ts'
import type { Declarations, Game, HouseRule, HouseWords, LaterRules } from '../rules/types.ts'
import { defineGame } from '../rules/define.ts'
import { declarations as standard } from './double-sea-towers/rules.ts'
import { GAMES, type GameId } from './ids.ts'

/** The game that a new profile begins with. */
export const DEFAULT_GAME: GameId = GAMES[0]

let declared: Declarations = standard
let later: LaterRules | undefined
let changes: HouseWords = {}
/** Games that were asked for: making one takes its tables of moves. */
const made = new Map<string, Game>()

/** Makes games known by their declarations, with the rules that they add and what house rules change. */
export function addDeclarations(declarations: Declarations, rules: LaterRules, words: HouseWords): void {
  declared = { ...declared, ...declarations }
  later = rules
  changes = words
}

/** Whether `gameById` has every game. */
export const areAllKnown = (): boolean => GAMES.every(id => declared[id])

/**
 * The game of that id, in the words that house rules leave it; rules that it does not offer change nothing.
 * Throws RangeError for an unknown id, and for one that is not loaded; outside text goes through `parseGame`
 * instead.
 */
export function gameById(id: GameId, house: readonly HouseRule[] = []): Game {
  const declaration = declared[id]
  if (!declaration) throw new RangeError(`There is no game called “${id}”`)
  const rules = house.filter(rule => changes[rule] && declaration.houseRules?.includes(rule))
  const key = [id, ...rules].join('+')
  let game = made.get(key)
  if (game) return game
  const words = rules.reduce((so, rule) => changes[rule]!(so), declaration)
  made.set(key, (game = defineGame(id, words, later)))
  return game
}

/** Whether text is the id of a game. */
export const isGameId = (text: unknown): text is GameId => GAMES.includes(text as GameId)

/** The id of the game that outside text names, or the reason why there is none. */
export const parseGame = (text: string): Result<GameId> =>
  isGameId(text) ? ok(text) : fail('unknownGame', { text: text.slice(0, 40) })
