// How a deal is named beside its game.
import { dayOfPlay } from '../stores/sync/ids.ts'
import { language } from './i18n'

/** `#17`, or the date of a deal of the day: `Nov 27`. */
export function dealText(playId: string, dealNumber: number): string {
  const day = dayOfPlay(playId)
  const date = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return day === undefined ? `#${dealNumber}` : new Date(day * 864e5).toLocaleDateString(language.value, date)
}
