// The person's goals with how far they have come, read from storage when somebody looks.
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { useSettings } from '../session/settings'
import { minuteOf } from '../time.ts'
import { isClean, readGoal, winsToward, writeGoal, type Goal } from './goals.ts'
import { usePastGames } from './past-games-store'
import { useStatistics } from './statistics'

/** A goal and the wins that lead to it so far. */
export interface GoalProgress extends Goal {
  readonly text: string
  readonly reached: number
}

/** Goals, kept among the settings so that they travel; wins are counted from results and past games. */
export const useGoals = defineStore('goals', () => {
  const settings = useSettings()
  const statistics = useStatistics()
  const past = usePastGames()

  /** Reads results and past games anew. Rejects where the storage cannot be read. */
  const refresh = () => Promise.all([statistics.refresh(), past.refresh()])

  const clean = computed(
    () =>
      new Set(
        (past.games ?? [])
          .filter(({ outcome, opened }) => outcome === 'won' && isClean(opened.history))
          .map(({ opened }) => opened.playId),
      ),
  )
  /** Those that this version knows, the newest first. */
  const goals = computed((): GoalProgress[] =>
    settings.values.goals
      .flatMap(text => {
        const goal = readGoal(text)
        if (!goal) return []
        return [{ ...goal, text, reached: winsToward(goal, statistics.latest(Infinity), clean.value) }]
      })
      .toReversed(),
  )

  /** Those that a win has brought nearer. */
  const advancedBy = (play: string): GoalProgress[] => {
    const others = statistics.latest(Infinity).filter(result => result.play !== play)
    return goals.value.filter(goal => goal.reached > winsToward(goal, others, clean.value))
  }

  /** Sets a goal, which counts from now on. */
  const add = (goal: Omit<Goal, 'since'>) =>
    settings.add({ goals: writeGoal({ ...goal, since: minuteOf(Date.now()) }) })
  const remove = ({ text }: GoalProgress) => settings.remove({ goals: text })

  return { goals, advancedBy, refresh, add, remove }
})
