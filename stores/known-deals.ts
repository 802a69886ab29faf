// Deals that are known to be winnable: a pool for each game, which starts with the built-in ones and omits
// those that the user has played. Reads only the texts it is given; loaded on demand.
import * as v from 'valibot'
import {
  dealInRecord,
  FIRST_DEALS,
  isDealNumber,
  keepsOdds,
  levelsOf,
  type GameId,
  type HouseRule,
  type Level,
} from '../engine/index.ts'
import { dayHere } from './calendar.ts'
import type { Texts } from './platform/area.ts'
import {
  BESIDE_NEWER,
  GAME_PREFIX,
  LEVELS_KEY,
  PAST_PREFIX,
  PREVIOUS_PREFIX,
} from './platform/storage-keys.ts'
import { parseStored } from './platform/stored-json.ts'
import type { NewDeal } from './session/state.ts'
import { readSettings } from './settings/model.ts'
import { houseRulesFor } from './settings/setting-values.ts'
import { splitLocalEnvelope } from './sync/game-envelope.ts'
import { playIdOf } from './sync/ids.ts'
import { recordOfPast } from './sync/past-game.ts'

/** The size of a game's pool. */
export const POOL_SIZE = 10

const Numbers = v.array(v.custom<number>(isDealNumber))
const Levels = v.record(v.string(), v.string())

/**
 * The storage key of a pool. House rules can affect whether a deal is winnable, so each set of them has its
 * own pool. Deals have levels only if the house rules leave the odds unchanged.
 */
export const poolKey = (id: GameId, house: readonly HouseRule[], level?: Level): string =>
  ['deals:' + id, ...(level ? [level] : house)].join('+')

/** The level chosen for new deals of each game, as stored. */
export const storedLevels = (text: string | undefined): Record<string, string> =>
  parseStored(Levels, text) ?? {}

/** The levels that can be chosen for new deals of a game under house rules, easiest first. */
export const levelChoices = (id: GameId, house: readonly HouseRule[]): readonly Level[] =>
  keepsOdds(house) ? levelsOf(id) : []

/** The level chosen for new deals of a game; undefined if none is chosen or it cannot be chosen now. */
export const chosenLevel = (
  text: string | undefined,
  id: GameId,
  house: readonly HouseRule[],
): Level | undefined => levelChoices(id, house).find(choice => choice === storedLevels(text)[id])

/** The records of past games of all kinds, and of the current and previous games of one kind. */
function recordsIn(texts: Texts, id: GameId): string[] {
  const slots = [GAME_PREFIX, PREVIOUS_PREFIX].flatMap(slot => [slot + id, slot + id + BESIDE_NEWER])
  return [
    ...slots.flatMap(key => texts[key]?.split(' ') ?? []).map(text => splitLocalEnvelope(text).record),
    ...Object.entries(texts)
      .filter(([key]) => key.startsWith(PAST_PREFIX))
      .map(([, text]) => recordOfPast(text)),
  ]
}

/** The deals in `numbers` that the user has not played, as far as the stored games show. */
function unplayed(numbers: readonly number[], texts: Texts, id: GameId): number[] {
  const played = recordsIn(texts, id).map(dealInRecord)
  return numbers.filter(number => !played.some(deal => deal?.game === id && deal.dealNumber === number))
}

/** The built-in deals, which are winnable without house rules, shuffled; none with house rules. */
const firstDeals = (id: GameId, house: readonly HouseRule[]): number[] =>
  (house.length > 0 ? [] : FIRST_DEALS[id])
    .map(number => ({ number, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ number }) => number)

/** The pool of a game, next deal first. A new pool starts with `firstDeals`; one for a level starts empty. */
export function poolIn(texts: Texts, id: GameId, house: readonly HouseRule[], level?: Level): number[] {
  const stored = parseStored(Numbers, texts[poolKey(id, house, level)])
  return unplayed(stored ?? (level ? [] : firstDeals(id, house)), texts, id).slice(0, POOL_SIZE)
}

/** The latest day, up to today, whose daily deal this is; undefined if the days cannot be loaded. */
export const lastDayOf = (game: GameId, deal: number): Promise<number | undefined> =>
  import('./account/day-of-deal.ts').then(
    ({ dayOfDeal }) => dayOfDeal(game, deal, dayHere(new Date())),
    () => undefined,
  )

/** A known winnable deal of a game, or a play of a requested deal, which may be the daily deal of a day. */
export async function newDealOf(texts: Texts, id: GameId, deal?: number): Promise<NewDeal> {
  if (deal === undefined) return { dealNumber: knownDeal(texts, id) }
  const day = await lastDayOf(id, deal)
  return { day, playId: playIdOf(day) }
}

/**
 * The number of a known winnable deal, used when a game opens with nothing stored for it and no deal
 * requested. Undefined if the user accepts any deal, or if none is known.
 */
export function knownDeal(texts: Texts, id: GameId): number | undefined {
  const { values } = readSettings(texts).state
  const house = houseRulesFor(values, id)
  const level = chosenLevel(texts[LEVELS_KEY], id, house)
  const ofLevel = level ? poolIn(texts, id, house, level) : []
  if (ofLevel.length > 0 || !values.winnableOnly) return ofLevel[0]
  return [...poolIn(texts, id, house), ...unplayed(firstDeals(id, house), texts, id)][0]
}
