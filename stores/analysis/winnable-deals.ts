// Deals that are known to be winnable: a small stock for each game, filled while nothing else goes on, so
// that a new deal comes at once.
import { defineStore } from 'pinia'
import * as v from 'valibot'
import { inject } from 'vue'
import {
  DAILY_STATES,
  dailyCandidates,
  deal,
  isDealNumber,
  randomDeal,
  type GameId,
} from '../../engine/index.ts'
import { isoDay } from '../days'
import { useGame } from '../session/game'
import { platformKey } from '../platform/platform'
import { useSettings } from '../settings/settings'
import { solverKey } from './solver'
import type { SharedDeal } from '../sync/transfer.ts'

const STOCK = 5
/** Milliseconds within which a deal must be found winnable to be taken. */
const PATIENCE = 1500
const TRIES = 30

const Numbers = v.array(v.custom<number>(isDealNumber))

export const useWinnableDeals = defineStore('deals', () => {
  const { local } = inject(platformKey)!
  const solver = inject(solverKey)!
  const settings = useSettings()
  const game = useGame()
  const keyOf = (game: GameId) => `deals:${game}`

  async function stockOf(game: GameId): Promise<number[]> {
    const text = await local.get(keyOf(game))
    try {
      const parsed = v.safeParse(Numbers, JSON.parse(text ?? '[]'))
      return parsed.success ? parsed.output : []
    } catch {
      return []
    }
  }

  /** One more random deal that can be won; undefined when the search was interrupted. */
  async function prove(game: GameId): Promise<number | undefined> {
    for (let tries = 0; tries < TRIES; tries++) {
      const number = randomDeal()
      const solution = await solver
        .ask(deal(game, number, settings.houseRulesFor(game)), { maxMs: PATIENCE })
        .catch(() => undefined)
      if (!solution) return undefined
      if (solution.verdict === 'won') return number
    }
    return undefined
  }

  /**
   * A number for a new deal: a winnable one where that is wanted, from the stock or found now; any one where
   * none could be found.
   */
  async function next(game: GameId): Promise<number> {
    if (!settings.values.winnableOnly) return randomDeal()
    const [first, ...rest] = await stockOf(game)
    if (first === undefined) return (await prove(game)) ?? randomDeal()
    await local.set({ [keyOf(game)]: JSON.stringify(rest) })
    return first
  }

  /** Fills the stock by one deal; true while there is room for more. */
  async function fill(game: GameId): Promise<boolean> {
    if (!settings.values.winnableOnly || (await stockOf(game)).length >= STOCK) return false
    const number = await prove(game)
    if (number === undefined) return false
    const stock = await stockOf(game)
    await local.set({ [keyOf(game)]: JSON.stringify([...stock, number].slice(0, STOCK)) })
    return stock.length + 1 < STOCK
  }

  /** The number of a day's deal, the day in days since 1970; undefined when the search was interrupted. */
  async function ofTheDay(game: GameId, day: number): Promise<number | undefined> {
    for (const position of dailyCandidates(game, isoDay(day))) {
      const solution = await solver.ask(position, { maxStates: DAILY_STATES }).catch(() => undefined)
      if (!solution) return undefined
      if (solution.verdict === 'won') return position.dealNumber
    }
    return undefined
  }

  /** Puts a deal on the table; the game in progress where it is that deal already. */
  async function play({ game: id, deal: number }: SharedDeal): Promise<void> {
    await game.choose(id)
    if (number !== game.position.dealNumber) await game.newDeal(number)
  }

  return { next, fill, ofTheDay, play }
})
