// The difficulty of deals: the levels of visible ones, and the level chosen for new ones on this device.
import { defineStore } from 'pinia'
import { computed, inject, onScopeDispose, shallowReactive, shallowRef, watchEffect } from 'vue'
import { deal, keepsOdds, levelsOf, type GameId, type Level, type Position } from '../../engine/index.ts'
import { chosenLevel, levelChoices, storedLevels } from '../known-deals.ts'
import { inTurn } from '../platform/in-turn.ts'
import { usePlatform } from '../platform/platform.ts'
import { LEVELS_KEY } from '../platform/storage-keys.ts'
import { useGame } from '../session/game.ts'
import { useSession } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import { useAnalysis } from './analysis.ts'
import { loadDeal, storeResult } from './last-evaluation.ts'
import { workerLeveler } from './level-worker.ts'
import { positionKey } from './remembered.ts'
import { levelerKey, startWorkerKey, type Search } from './solver-keys.ts'

const keyOf = (id: GameId, dealNumber: number): string => `${id}:${dealNumber}`

/** The levels of deals, and the level chosen for new deals. */
export const useLevels = defineStore('levels', () => {
  const { local, session: memory } = usePlatform()
  const session = useSession()
  const settings = useSettings()
  const game = useGame()
  const analysis = useAnalysis()
  const { ask, end } = inject(levelerKey, undefined) ?? workerLeveler(inject(startWorkerKey)!)
  /** Known levels by game and number. */
  const known = shallowReactive(new Map<string, Level | undefined>())
  const asked = new Set<string>()
  /** Whether deals are rated: not while the tab is hidden. */
  const isRating = shallowRef(true)

  /** Rates a deal, or reads an earlier tab's rating from storage.session, where '' means no level. */
  async function rate(id: GameId, dealNumber: number, checks: boolean): Promise<Search<Level | undefined>> {
    if (checks && (await loadDeal(memory, positionKey(deal(id, dealNumber)))) === 'lost') return undefined
    const key = `level:${keyOf(id, dealNumber)}`
    const text = await memory.get(key).catch(() => undefined)
    const level = levelsOf(id).find(one => one === text)
    if (level || text === '') return level
    const found = await ask(id, dealNumber, checks)
    if (found !== 'aborted') void storeResult(memory, key, found ?? '')
    return found
  }

  /**
   * The level of a position's deal. Undefined until it is known, in games without levels, for deals quickly
   * proved lost or without a number, and under house rules that affect the odds.
   * @param isWon whether the deal was won, so that it need not be checked for a loss
   */
  function levelOf({ game: { id }, dealNumber, house }: Position, isWon = false): Level | undefined {
    if (!keepsOdds(house) || dealNumber === 0 || levelsOf(id).length === 0) return undefined
    const key = keyOf(id, dealNumber)
    if (isRating.value && !asked.has(key)) {
      asked.add(key)
      rate(id, dealNumber, !isWon).then(
        // A loss that was proved in the meantime is kept.
        found => (found === 'aborted' ? asked.delete(key) : known.has(key) || known.set(key, found)),
        (error: unknown) => {
          asked.delete(key)
          session.report(error)
        },
      )
    }
    return known.get(key)
  }

  /**
   * The level of the deal on the table. A level says how hard a deal is to win, so there is none for a deal
   * proved lost, and none while a verdict may still come.
   */
  const ofTable = computed(() => {
    // Called even while the verdict is awaited, because it starts the rating.
    const level = analysis.isDealLost ? undefined : levelOf(game.position)
    return analysis.isDealAwaited ? undefined : level
  })
  const tableKey = () => keyOf(game.game.id, game.position.dealNumber)
  watchEffect(() => analysis.isDealLost && keepsOdds(game.position.house) && known.set(tableKey(), undefined))
  /** Whether the level of the deal on the table is being determined. */
  const isTablePending = computed(
    () => analysis.isDealAwaited || (!known.has(tableKey()) && asked.has(tableKey())),
  )

  /** Rates deals until the scope is disposed, which ends the worker. The next call asks again. */
  function keepRating(): void {
    isRating.value = true
    onScopeDispose(() => {
      isRating.value = false
      end()
    })
  }

  /** The levels that can be chosen for new deals of a game, easiest first. */
  const choices = (id: GameId): readonly Level[] => levelChoices(id, settings.houseRulesFor(id))

  const stored = (): Promise<string | undefined> => local.get(LEVELS_KEY)

  /** The level chosen for new deals of a game; undefined if none is chosen or it cannot be chosen now. */
  const wanted = async (id: GameId): Promise<Level | undefined> =>
    chosenLevel(await stored(), id, settings.houseRulesFor(id))

  /** Chooses the level of new deals of a game on this device. */
  const want = inTurn(async (id: GameId, level: Level | undefined) =>
    // JSON omits undefined values.
    local.set({ [LEVELS_KEY]: JSON.stringify({ ...storedLevels(await stored()), [id]: level }) }),
  )

  return { ask, keepRating, levelOf, ofTable, isTablePending, choices, wanted, want }
})
