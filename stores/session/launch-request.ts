// The request in the page's address: `newtab.html?game=sea-towers&deal=17`. Untrusted: parsed, or refused
// with a reason.
import { ok, parseDealNumber, parseGame, type GameId, type Result } from '../../engine/index.ts'

/** A game, a deal of it, both or neither. */
export interface Wish {
  readonly game?: GameId
  readonly deal?: number
}

/** Parses a query string; empty if it names neither. */
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
