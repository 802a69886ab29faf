// The request in the page's address, such as `newtab.html?game=sea-towers&deal=17`. It is untrusted input.
import { ok, parseDealNumber, parseGame, type GameId, type Result } from '../../engine/index.ts'

/** A game, a deal number, both or neither. */
export interface LaunchRequest {
  readonly game?: GameId
  readonly deal?: number
}

/**
 * Parses a query string in which `game` is an id and `deal` consists of plain digits. A missing or empty
 * value is left out of the request. Returns the reason if a value is invalid.
 */
export function parseAddress(search: string): Result<LaunchRequest> {
  const query = new URLSearchParams(search)
  const gameText = query.get('game')
  const dealText = query.get('deal')
  const game = gameText ? parseGame(gameText) : undefined
  const deal = dealText ? parseDealNumber(dealText) : undefined
  if (game && !game.ok) return game
  if (deal && !deal.ok) return deal
  return ok({ game: game?.value, deal: deal?.value })
}
