// How hard deals are: the levels of those in sight, and which are wanted of new deals on this device.
import { defineStore } from 'pinia'
import * as v from 'valibot'
import { inject, shallowReactive } from 'vue'
import { levelsOf, type GameId, type Level, type Position } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform.ts'
import { LEVELS_KEY } from '../platform/storage-keys.ts'
import { parseStored } from '../platform/stored-json.ts'
import { useSession } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import { workerLeveler } from './level-worker.ts'
import { levelerKey, startWorkerKey } from './solver-keys.ts'

const Wanted = v.record(v.string(), v.string())

/** The levels of deals, and those that are wanted of new ones. */
export const useLevels = defineStore('levels', () => {
  const { local } = usePlatform()
  const session = useSession()
  const settings = useSettings()
  const { ask, end } = inject(levelerKey, undefined) ?? workerLeveler(inject(startWorkerKey)!)
  /** Levels by game and number, as far as they are known. */
  const known = shallowReactive(new Map<string, Level | undefined>())
  const asked = new Set<string>()

  /**
   * The level of the deal that a position is of; undefined until it is known, in games without levels, under
   * house rules, which make another game of it, and where it is soon seen to be lost.
   * @param isWon whether the deal was won, so that nobody has to look whether it can be
   */
  function levelOf({ game: { id }, dealNumber, house }: Position, isWon = false): Level | undefined {
    if (house.length > 0 || dealNumber === 0 || levelsOf(id).length === 0) return undefined
    const key = `${id}:${dealNumber}`
    if (!asked.has(key)) {
      asked.add(key)
      ask(id, dealNumber, !isWon).then(level => known.set(key, level), session.report)
    }
    return known.get(key)
  }

  /** The levels that can be wanted of new deals of a game, the easiest first. */
  const choices = (id: GameId): readonly Level[] =>
    settings.houseRulesFor(id).length > 0 ? [] : levelsOf(id)

  const stored = async (): Promise<Record<string, string>> =>
    parseStored(Wanted, await local.get(LEVELS_KEY)) ?? {}

  /** The level that is wanted of new deals of a game; undefined where any will do. */
  async function wanted(id: GameId): Promise<Level | undefined> {
    const { [id]: level } = await stored()
    return choices(id).find(choice => choice === level)
  }

  /** Chooses the level of new deals of a game on this device. */
  async function want(id: GameId, level: Level | undefined): Promise<void> {
    // JSON leaves out what is undefined.
    await local.set({ [LEVELS_KEY]: JSON.stringify({ ...(await stored()), [id]: level }) })
  }

  return { ask, end, levelOf, choices, wanted, want }
})
