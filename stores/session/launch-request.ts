// What the address asks for: `newtab.html?game=sea-towers&deal=17`. Untrusted: parsed, or refused with a
// reason.
import { ok, parseDealNumber, parseGame, type GameId, type Result } from '../../engine/index.ts'

/** What an address asks for: a game, a deal of it, both or nothing. */
export interface Wish {
  readonly game?: GameId
  readonly deal?: number
}

/** The game and deal that a query string names; nothing named is an empty wish. */
export function parseAddress(search: string): Result<Wish> {
  const query = new URLSearchParams(search)
  const gameText = query.get('game')
  const dealText = query.get('deal')
  const game = gameText === null ? undefined : parseGame(gameText)
  const deal = dealText === null ? undefined : parseDealNumber(dealText)
  if (game && !game.ok) return game
  if (deal && !deal.ok) return deal
  return ok({ game: game?.value, deal: deal?.value })
}
