// Goals as text.
import type { Goal } from '../stores/account/goals.ts'
import type { GoalProgress } from '../stores/account/goals-store'
import { t, tCount } from './i18n'
import { durationText } from './i18n-panels'

/** The goal as a sentence: `Sea Towers: win 10 games in a row`. */
export function goalText({ kind, wins, minutes, game }: Omit<Goal, 'since' | 'isDone'>): string {
  const what = tCount(`goals.${kind}`, wins, { time: durationText(60 * minutes) })
  return t('goals.of', { game: t(game === undefined ? 'stats.all' : `game.${game}`), goal: what })
}

/** The progress toward a goal: `3 of 10`, `3 of 10 since you set it`, or `Reached`. */
export const goalPart = ({ won, wins, isStreakOlder }: GoalProgress): string =>
  won === wins
    ? t('goals.reached')
    : t(isStreakOlder ? 'goals.partSince' : 'goals.part', { done: won, all: wins })
