// Deals known to be winnable: a small pool for each game, filled while the user is idle.
import { useTimeoutFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { nextTick, onScopeDispose, watch } from 'vue'
import {
  dailyDeal,
  deal,
  randomDeal,
  type GameId,
  type Level,
  type Limits,
  type Position,
  type Solution,
} from '../../engine/index.ts'
import { isoDay } from '../calendar.ts'
import { toTable } from '../overlays/to-table.ts'
import { lastDayOf, POOL_SIZE, poolIn, poolKey } from '../known-deals.ts'
import { inTurn } from '../platform/in-turn.ts'
import { usePlatform } from '../platform/platform.ts'
import { useGame, type FoundDeal } from '../session/game.ts'
import { useSession } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import type { SharedDeal } from '../shared-deal.ts'
import { dayOfPlay, playIdOf } from '../sync/ids.ts'
import { useAnalysis } from './analysis.ts'
import { useLevels } from './levels.ts'
import type { Search } from './solver-keys.ts'
import { useSolver } from './solver.ts'

/** Time limit for solving one candidate, in milliseconds. */
const PROOF_MS = 1500
const MAX_TRIES = 30
/** Time limit for finding one winnable deal, in milliseconds; the user may be waiting for it. */
const SEARCH_MS = 8000
/** Milliseconds without a move after which the pool is filled. */
const QUIET_MS = 3000

/** New deals, deals of the day, and pools of winnable deals. */
// oxlint-disable-next-line max-lines-per-function -- Its short functions share one solver and the pools.
export const useWinnableDeals = defineStore('winnable-deals', () => {
  const { local } = usePlatform()
  const solver = useSolver()
  const session = useSession()
  const settings = useSettings()
  const game = useGame()
  const analysis = useAnalysis()
  const levels = useLevels()
  /** The pool of a game under the chosen house rules, which may change while it is being filled. */
  const poolOf = (id: GameId, level?: Level) => ({ id, house: settings.houseRulesFor(id), level })
  type Pool = ReturnType<typeof poolOf>
  const keyOf = ({ id, house, level }: Pool): string => poolKey(id, house, level)
  let isKeptFilled = false
  /** Pools for which this page found no deal; it does not fill them again. */
  const exhaustedPools = new Set<string>()

  const dealsIn = async ({ id, house, level }: Pool): Promise<number[]> =>
    poolIn(await local.all(), id, house, level)

  const save = (pool: Pool, deals: readonly number[]): Promise<void> =>
    local.set({ [keyOf(pool)]: JSON.stringify(deals) })

  /** Asks the solver. Retries aborted requests while the user waits: searches for the light abort them. */
  async function ask(
    position: Position,
    limits: Limits,
    isWanted?: () => boolean,
  ): Promise<Search<Solution>> {
    for (;;) {
      const found = await solver.ask(position, limits)
      if (isWanted && !isWanted()) return 'aborted'
      if (found !== 'aborted' || !isWanted) return found
    }
  }

  /** Whether filling the pools must wait: a search is running, the user awaits one, or the tab is hidden. */
  const isBusy = (): boolean =>
    analysis.isLooking || game.awaited !== undefined || session.state.role === 'hidden'

  /**
   * Finds a random winnable deal for a pool. With a level, deals are rated first, and only those of that
   * level are solved. Undefined if none was found within the limits.
   */
  async function findWinnable(
    { id, house, level }: Pool,
    isWanted?: () => boolean,
  ): Promise<Search<number | undefined>> {
    const end = performance.now() + SEARCH_MS
    for (let tries = 0; (level || tries < MAX_TRIES) && performance.now() < end; tries++) {
      const number = randomDeal()
      if (level) {
        const rated = await levels.ask(id, number, false)
        if (rated === 'aborted' || (isWanted ? !isWanted() : isBusy())) return 'aborted'
        if (rated !== level) continue
      }
      const found = await ask(deal(id, number, house), { maxMs: PROOF_MS }, isWanted)
      if (found === 'aborted') return 'aborted'
      if (found.verdict === 'won') return number
    }
    return undefined
  }

  /**
   * The number of a new deal. If it must be winnable or have a level, it comes from the pool or a search.
   * Undefined if none was found; aborted once it is no longer wanted. Rejects if storage or the worker fails.
   */
  async function next(
    id: GameId,
    level?: Level,
    isWanted = (): boolean => true,
  ): Promise<Search<number | undefined>> {
    if (!level && !settings.values.winnableOnly) return randomDeal()
    const pool = poolOf(id, level)
    const [first, ...rest] = await dealsIn(pool)
    if (!isWanted()) return 'aborted'
    if (first === undefined) return findWinnable(pool, isWanted)
    await save(pool, rest)
    return first
  }

  /**
   * Deals what `find` finds, unless the search is canceled: by Esc, by closing its message, by opening
   * another game, or by hiding the tab.
   */
  const dealNew = (): Promise<void> => game.dealFound(find)

  /**
   * Finds a new deal, of the chosen level if one is chosen. If there is none, finds one of any level, or else
   * any deal, and shows a message after it has been dealt.
   */
  async function find(isWanted: () => boolean): Promise<Search<FoundDeal>> {
    const { id } = game.game
    try {
      const level = await levels.wanted(id)
      const key = keyOf(poolOf(id, level))
      const wanted = await next(id, level, isWanted)
      const isFound = wanted !== undefined
      const found = isFound || !level ? wanted : await next(id, undefined, isWanted)
      if (found === 'aborted') return found
      // The user may have chosen other house rules or another level in the meantime.
      if (key !== keyOf(poolOf(id, await levels.wanted(id)))) return await find(isWanted)
      const onDealt = async (): Promise<void> => {
        await nextTick() // lets the analysis react to the new deal, which clears the previous message
        analysis.say(found === undefined ? 'anyDeal' : 'otherLevel')
      }
      return { number: found ?? randomDeal(), ...(!isFound && { onDealt }) }
    } catch (error) {
      if (isWanted()) analysis.showFailure(error, dealNew)
      return 'aborted'
    }
  }

  /** Adds one deal to the pool, if it has room. Resolves to whether more can be added; aborted if busy. */
  async function fill(id: GameId): Promise<Search<boolean>> {
    const level = await levels.wanted(id)
    const pool = poolOf(id, level)
    const key = keyOf(pool)
    if ((!level && !settings.values.winnableOnly) || exhaustedPools.has(key)) return false
    if ((await dealsIn(pool)).length >= POOL_SIZE) return false
    // The house rules or the level may have changed in the meantime.
    if (key !== keyOf(poolOf(id, await levels.wanted(id)))) return 'aborted'
    if (isBusy()) return 'aborted'
    const found = await findWinnable(pool)
    if (found === 'aborted') return 'aborted'
    if (found === undefined) {
      exhaustedPools.add(key)
      return false
    }
    const filled = [...(await dealsIn(pool)), found].slice(0, POOL_SIZE)
    await save(pool, filled)
    return filled.length < POOL_SIZE
  }

  const quiet = useTimeoutFn(() => void fillNow(), QUIET_MS, { immediate: false })
  function fillLater(): void {
    if (isKeptFilled) quiet.start()
  }

  /**
   * Fills the pool, or tries again later if that must wait. After a failure, it tries again after the next
   * move or deal.
   */
  const fillNow = inTurn(async (): Promise<void> => {
    let filled: Search<boolean> = true
    while (filled === true && isKeptFilled)
      filled = isBusy() ? 'aborted' : await fill(game.game.id).catch(() => false)
    if (filled === 'aborted') fillLater()
  })

  /** Keeps the pool filled, whenever the user pauses, until the scope is disposed. */
  function keepFilled(): void {
    isKeptFilled = true
    fillLater()
    onScopeDispose(() => {
      isKeptFilled = false
      quiet.stop()
    })
  }

  watch(() => game.change, fillLater)

  /** Shows a notice about the deal that was opened. */
  const say = (key: 'sameDeal' | 'newDeal') => session.dispatch({ kind: 'notified', notice: { key } })

  /**
   * Shows the table, and opens or continues a game's daily deal. `day`: days since 1970. Rejects if the deal
   * cannot be loaded.
   */
  async function playDaily(id: GameId, day: number): Promise<void> {
    void settings.unfold()
    toTable()
    const { position } = game
    const number = await dailyDeal(id, isoDay(day))
    if (game.position !== position) return
    const wasThere = game.game.id === id
    await game.switchGame(id)
    if (game.game.id !== id) return
    if (dayOfPlay(game.playId) !== day || game.state === 'won') await game.newDeal(number, day, game.position)
    else await say(wasThere ? 'sameDeal' : 'newDeal')
  }

  /**
   * Shows the table, and opens a deal. Keeps the current game if it has that deal and is not won. Otherwise
   * continues a previous game in progress with that deal, or begins a new game. With `again`, no previous
   * game is continued. `day`: the day whose daily deal this is, in days since 1970; by default the latest day
   * on which this deal was published, if any and if the days can be loaded.
   */
  async function play(
    { game: id, deal: number, day: known }: SharedDeal & { readonly day?: number | undefined },
    again = false,
  ): Promise<void> {
    void settings.unfold()
    toTable()
    const { position } = game
    const day = known ?? (await lastDayOf(id, number))
    if (game.position !== position) return
    const wasThere = game.game.id === id
    await game.switchGame(id)
    if (game.game.id !== id) return
    if (number !== game.position.dealNumber || game.state === 'won')
      await session.dispatch({ kind: 'newDeal', dealNumber: number, playId: playIdOf(day), isChosen: !again })
    else if (wasThere) await say('sameDeal')
  }

  /** Chooses the level of new deals of a game, and fills its pool while the user is idle. */
  async function want(id: GameId, level: Level | undefined): Promise<void> {
    await levels.want(id, level)
    fillLater()
  }

  return { next, dealNew, find, fill, want, keepFilled, playDaily, play }
})
