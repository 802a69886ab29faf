// The catalog of games by id. The default game is always registered, the others once they are loaded.
import { fail, ok, type Result } from '../result.ts'
import type { Declarations, Game, HouseRule, HouseWords, LaterRules } from '../rules/types.ts'
import { defineGame } from '../rules/define.ts'
import { defaultGame } from './default-game.ts'
import { GAMES, type GameId } from './ids.ts'

/** The game that a new profile starts with. */
export const DEFAULT_GAME: GameId = GAMES[0]

let declared: Declarations = defaultGame
let later: LaterRules | undefined
let changes: HouseWords = {}
/** Cached games, because building a game's move tables takes time. */
const made = new Map<string, Game>()

/** Registers declarations, the rules that only these games need, and the changes that house rules make. */
export function addDeclarations(declarations: Declarations, rules: LaterRules, byRule: HouseWords): void {
  declared = { ...declared, ...declarations }
  later = rules
  changes = byRule
}

/** Whether every game is registered. */
export const areAllKnown = (): boolean => GAMES.every(id => declared[id])

/**
 * The game with an id under some house rules; rules that it does not offer are ignored. Throws RangeError if
 * the id is unknown or the game is not loaded. Parse untrusted text with `parseGame` first.
 */
export function gameById(id: GameId, house: readonly HouseRule[] = []): Game {
  const declaration = declared[id]
  if (!declaration) throw new RangeError(`The game “${id}” is not registered`)
  const rules = house.filter(rule => changes[rule] && declaration.houseRules?.includes(rule))
  const key = [id, ...rules].join('+')
  let game = made.get(key)
  if (game) return game
  const changed = rules.reduce((result, rule) => changes[rule]!(result), declaration)
  made.set(key, (game = defineGame(id, changed, later)))
  return game
}

/** Whether a value is the id of a game. */
export const isGameId = (text: unknown): text is GameId => GAMES.includes(text as GameId)

/** Parses a game id from untrusted text; fails with `unknownGame`. */
export const parseGame = (text: string): Result<GameId> =>
  isGameId(text) ? ok(text) : fail('unknownGame', { text: text.slice(0, 40) })
