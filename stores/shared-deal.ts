// Parses deals given as text or as an address.
import { GAMES, ok, parseDealNumber, parseGame, type GameId, type Result } from '../engine/index.ts'
import { familyName } from './game-names.ts'

/** A deal of a game. */
export interface SharedDeal {
  readonly game: GameId
  readonly deal: number
}

/** Normalizes a text for comparison: width, case and apostrophes. */
const comparable = (text: string): string => text.normalize('NFKC').replaceAll('’', "'").toLowerCase()

/** The names of the games in one language. */
export type GameNames = Readonly<Record<GameId, string>>

/**
 * Parses a game and deal number such as `Sea Towers #17` or `sea towers 17`, or an address with `game=` and
 * `deal=`. Undefined if the text has neither. `names`: the names of the games in the languages to accept.
 */
export function readDeal(text: string, ...names: readonly GameNames[]): Result<SharedDeal> | undefined {
  const address = /[?&]game=([\w-]+)&deal=([^&\s#]+)/.exec(text)
  if (address) {
    const game = parseGame(address[1])
    const deal = parseDealNumber(address[2])
    return !game.ok ? game : deal.ok ? ok({ game: game.value, deal: deal.value }) : deal
  }
  const words = comparable(text)
  const all = names.flatMap(own => GAMES.map(id => ({ id, name: own[id] })))
  // Longest name first, because one name may be part of another.
  const namedIn = (shorten: (name: string) => string) =>
    all
      .map(({ id, name }) => ({ id, name: comparable(shorten(name)) }))
      .sort((a, b) => b.name.length - a.name.length)
      .find(({ name }) => words.includes(name))
  const full = namedIn(name => name)
  // “Klondike” without another word means the first of its family.
  const named = full ?? namedIn(familyName)
  if (!named) return undefined
  const rest = words.replace(named.name, ' ')
  const number = (full && /#\s*(\d+)/.exec(words)) ?? /^[\s,]*#?\s*(\d+)\s*$/.exec(rest)
  if (!number) return undefined
  const deal = parseDealNumber(number[1])
  return deal.ok ? ok({ game: named.id, deal: deal.value }) : deal
}

/** Parses a deal number of `game`, or what `readDeal` parses. Undefined if the text is neither. */
export function readTypedDeal(
  text: string,
  game: GameId,
  ...names: readonly GameNames[]
): Result<SharedDeal> | undefined {
  // Input methods may produce full-width digits and signs.
  const typed = text.normalize('NFKC')
  const number = parseDealNumber(typed)
  if (number.ok) return ok({ game, deal: number.value })
  return readDeal(text, ...names) ?? (/^[\s#\d]*$/.test(typed) ? number : undefined)
}
