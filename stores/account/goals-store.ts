// The user's goals and their progress.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { loadGames } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform'
import { useSettings } from '../session/settings'
import { aggregate } from '../sync/aggregate.ts'
import { devicesHere } from '../sync/devices-here.ts'
import type { GameResult } from '../sync/game-results.ts'
import { pastGamesIn } from '../sync/past-games.ts'
import { minuteOf } from '../time.ts'
import { isClean, readGoal, winsToward, writeGoal, type Goal } from './goals.ts'

/** A goal and the wins that count toward it. */
export interface GoalProgress extends Goal {
  readonly text: string
  readonly won: number
}

/** Goals, kept among the settings so that they are synced; wins are counted from results and past games. */
export const useGoals = defineStore('goals', () => {
  const { local } = usePlatform()
  const settings = useSettings()
  /** All results, including those before a reset of the statistics. */
  const results = shallowRef<readonly GameResult[]>([])
  /** The past plays of this device that were won without undo. */
  const clean = shallowRef<ReadonlySet<string>>(new Set())

  /** Reads results, and marks goals that are reached. Rejects if storage cannot be read. */
  async function refresh(): Promise<void> {
    if (goals.value.length === 0) return
    const texts = await local.all()
    const known = devicesHere(texts, Date.now())
    results.value = aggregate(known.values()).results
    if (goals.value.some(({ kind, isDone }) => kind === 'clean' && !isDone))
      clean.value = await cleanIn(texts, known)
    const marked = settings.values.goals.map(text => {
      const goal = goals.value.find(one => one.text === text)
      return goal && goal.won === goal.wins ? writeGoal({ ...goal, isDone: true }) : text
    })
    if (marked.some((text, i) => text !== settings.values.goals[i])) await settings.change({ goals: marked })
  }

  async function cleanIn(...[texts, known]: Parameters<typeof pastGamesIn>): Promise<ReadonlySet<string>> {
    await loadGames()
    const won = pastGamesIn(texts, known).filter(
      ({ outcome, opened }) => outcome === 'won' && isClean(opened.history),
    )
    return new Set(won.map(({ opened }) => opened.playId))
  }

  /** Those that this version knows, the newest first. */
  const goals = computed((): GoalProgress[] =>
    settings.values.goals
      .flatMap(text => {
        const goal = readGoal(text)
        return goal ? [{ ...goal, text, won: winsToward(goal, results.value, clean.value) }] : []
      })
      .toReversed(),
  )

  /** Those that a win has advanced. */
  const advancedBy = (play: string): GoalProgress[] => {
    const others = results.value.filter(result => result.play !== play)
    return goals.value.filter(goal => {
      const open = { ...goal, isDone: false }
      const won = winsToward(open, results.value, clean.value)
      return won > winsToward(open, others, clean.value) && (!goal.isDone || won === goal.wins)
    })
  }

  /** Sets a goal, which counts from the next minute on. */
  const add = (goal: Omit<Goal, 'since' | 'isDone'>) =>
    settings.add({ goals: writeGoal({ ...goal, since: minuteOf(Date.now()) + 1, isDone: false }) })
  const remove = ({ text }: GoalProgress) => settings.remove({ goals: text })

  return { goals, advancedBy, refresh, add, remove }
})
