// The user's goals and their progress.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { loadGames } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform'
import { useSettings } from '../session/settings'
import { aggregate, type Aggregate } from '../sync/aggregate.ts'
import { devicesHere } from '../sync/devices-here.ts'
import { pastGamesIn } from '../sync/past-games.ts'
import { dayHere } from '../calendar.ts'
import { minuteOf } from '../time.ts'
import { isClean, isStreakOlder, readGoal, winsToward, writeGoal, type Goal } from './goals.ts'
import { suggestedGoals, type SuggestedGoal } from './suggested-goals.ts'

/** A goal and the wins that count toward it. */
export interface GoalProgress extends Goal {
  readonly text: string
  readonly won: number
  /** Whether the current streak of wins began before the goal was set. */
  readonly isStreakOlder: boolean
}

/** The goals. They are settings, so they are synced; wins are counted from results and past games. */
export const useGoals = defineStore('goals', () => {
  const { local } = usePlatform()
  const settings = useSettings()
  /** All results, including those before a reset of the statistics. */
  const all = shallowRef<Aggregate>({ results: [], sums: [] })
  const results = computed(() => all.value.results)
  const suggested = shallowRef<readonly SuggestedGoal[]>([])
  /** The ids of this device's past plays that were won without undo. */
  const clean = shallowRef<ReadonlySet<string>>(new Set())

  /** Reads results, marks reached goals and, if `suggests`, suggests new ones. Rejects if storage fails. */
  async function refresh(suggests = false): Promise<void> {
    if (goals.value.length === 0 && !suggests) return
    const texts = await local.all()
    const known = devicesHere(texts, Date.now())
    all.value = aggregate(known.values())
    if (suggests || goals.value.some(({ kind, isDone }) => kind === 'clean' && !isDone))
      clean.value = await cleanIn(texts, known)
    if (suggests) suggest()
    const marked = settings.values.goals.map(text => {
      const goal = goals.value.find(one => one.text === text)
      return goal && goal.won === goal.wins ? writeGoal({ ...goal, isDone: true }) : text
    })
    if (marked.some((text, i) => text !== settings.values.goals[i])) await settings.change({ goals: marked })
  }

  function suggest(): void {
    const midnight = new Date().setHours(0, 0, 0, 0)
    const record = { all: all.value, clean: clean.value, goals: goals.value }
    suggested.value = suggestedGoals(record, dayHere(new Date()), minuteOf(midnight))
  }

  async function cleanIn(...[texts, known]: Parameters<typeof pastGamesIn>): Promise<ReadonlySet<string>> {
    await loadGames()
    const won = pastGamesIn(texts, known).filter(
      ({ outcome, opened }) => outcome === 'won' && isClean(opened.history),
    )
    return new Set(won.map(({ opened }) => opened.playId))
  }

  /** The goals that this version can read, newest first. */
  const goals = computed((): GoalProgress[] =>
    settings.values.goals
      .flatMap(text => {
        const goal = readGoal(text)
        if (!goal) return []
        const won = winsToward(goal, results.value, clean.value)
        return [{ ...goal, text, won, isStreakOlder: isStreakOlder(goal, results.value) }]
      })
      .toReversed(),
  )

  /** The goals that the win of a play has advanced. */
  const advancedBy = (play: string): GoalProgress[] => {
    const others = results.value.filter(result => result.play !== play)
    return goals.value.filter(goal => {
      const open = { ...goal, isDone: false }
      const won = winsToward(open, results.value, clean.value)
      return won > winsToward(open, others, clean.value) && (!goal.isDone || won === goal.wins)
    })
  }

  /**
   * Sets a goal. It counts games from the next minute, unless it has a `since`. A game that ends later in the
   * current minute is recorded in the next minute (`saving.ts`), so it counts.
   */
  const add = (goal: SuggestedGoal) =>
    settings.add({ goals: writeGoal({ since: minuteOf(Date.now()) + 1, ...goal, isDone: false }) })
  /** Sets a suggested goal and removes it from the suggestions. */
  async function accept(goal: SuggestedGoal): Promise<void> {
    await add(goal)
    suggested.value = suggested.value.filter(one => one !== goal)
  }
  const remove = ({ text }: GoalProgress) => settings.remove({ goals: text })

  return { goals, suggested, advancedBy, refresh, add, accept, remove }
})
