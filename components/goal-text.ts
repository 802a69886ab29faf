// Goals as text.
import type { Goal } from '../stores/account/goals.ts'
import type { GoalProgress } from '../stores/account/goals-store'
import { clockText, t, tCount } from './i18n'

/** The goal as a sentence: `Sea Towers: win 10 games in a row`. */
export function goalText({ kind, wins, minutes, game }: Omit<Goal, 'since' | 'isDone'>): string {
  const what = Number.isInteger(minutes)
    ? tCount(`goals.${kind}`, wins, { minutes })
    : tCount('goals.time', wins, { time: clockText(minutes * 60) })
  return game === undefined ? what : t('goals.of', { game: t(`game.${game}`), goal: what })
}

/** The progress toward a goal: `3 of 10`, or that it is reached. */
export const goalPart = ({ won, wins }: GoalProgress): string =>
  won === wins ? t('goals.reached') : t('goals.part', { done: won, all: wins })
