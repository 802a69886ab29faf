// The catalog of games by id. The default game is always registered, the others once they are loaded.
import { fail, ok, type Result } from '../result.ts'
import type { Declarations, Game, HouseRule, HouseWords, LaterRules } from '../rules/types.ts'
import { defineGame } from '../rules/define.ts'
import { defaultGame } from './default-game.ts'
import { GAMES, type GameId } from './ids.ts'

/** The game that a new profile starts with. */
export const DEFAULT_GAME: GameId = GAMES[0]

let declared: Declarations = defaultGame
let laterRules: LaterRules | undefined
let houseWords: HouseWords = {}
/** Games by id and house rules, cached because building a game's tables takes time. */
const cache = new Map<string, Game>()

/** Registers declarations, rules that are not in the start chunk, and the changes that house rules make. */
export function addDeclarations(declarations: Declarations, rules: LaterRules, words: HouseWords): void {
  declared = { ...declared, ...declarations }
  laterRules = rules
  houseWords = words
}

/** Whether every game is registered. */
export const areAllKnown = (): boolean => GAMES.every(id => declared[id])

/**
 * The game with this id under the given house rules. House rules that the game does not offer are ignored.
 * Throws RangeError if the game is not registered. Parse untrusted text with `parseGame` first.
 */
export function gameById(id: GameId, house: readonly HouseRule[] = []): Game {
  const declaration = declared[id]
  if (!declaration) throw new RangeError(`The game “${id}” is not registered`)
  const rules = house.filter(rule => houseWords[rule] && declaration.houseRules?.includes(rule))
  const key = [id, ...rules].join('+')
  let game = cache.get(key)
  if (game) return game
  const changed = rules.reduce((result, rule) => houseWords[rule]!(result), declaration)
  cache.set(key, (game = defineGame(id, changed, laterRules)))
  return game
}

/** Whether a value is the id of a game. */
export const isGameId = (text: unknown): text is GameId => GAMES.includes(text as GameId)

/** Parses a game id from untrusted text; fails with `unknownGame`. */
export const parseGame = (text: string): Result<GameId> =>
  isGameId(text) ? ok(text) : fail('unknownGame', { text: text.slice(0, 40) })
