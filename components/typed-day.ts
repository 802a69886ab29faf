// Reads titles of deals of the day, such as "Sea Towers, deal of the day, November 25", in any language.
import { ok, publishedDaily, type Result } from '../engine/index.ts'
import { SEARCHED } from '../stores/account/day-of-deal.ts'
import { isoDay } from '../stores/calendar.ts'
import { gameWithin, LONGEST, wordsOf, type GameNames } from '../stores/game-names.ts'
import type { SharedDeal } from '../stores/shared-deal.ts'
import { DAY_MS } from '../stores/time.ts'
import { languages } from './i18n'

/** The formats of dates in titles, in all languages. */
const formats = (hasYear: boolean) =>
  languages.map(tag => {
    const year = hasYear ? 'numeric' : undefined
    return new Intl.DateTimeFormat(tag, { year, month: 'long', day: 'numeric', timeZone: 'UTC' })
  })
const spaced = (text: string): string => ` ${wordsOf(text).join(' ')} `

/** The latest day up to `last` whose date is in the text, with a year if that has one; days since 1970. */
function dayIn(text: string, last: number): number | undefined {
  const typed = spaced(text)
  const numbers = new Set(text.match(/\d+/g)?.map(Number))
  const hasYear = [...numbers].some(number => number > 31)
  const days = Array.from({ length: SEARCHED }, (_, i) => last - i).filter(day =>
    numbers.has(new Date(day * DAY_MS).getUTCDate()),
  )
  for (const format of days.length > 0 ? formats(hasYear) : []) {
    const found = days.find(day => typed.includes(spaced(format.format(day * DAY_MS))))
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads a game and a day up to `last` from text that has no deal number; undefined if one is missing. */
export function readDaily(text: string, names: GameNames, last: number): Result<SharedDeal> | undefined {
  if (text.length > LONGEST) return undefined
  const day = dayIn(text.normalize('NFKC'), last)
  const game = day === undefined ? undefined : gameWithin(text, names)
  const deal = game && publishedDaily(game, isoDay(day!))
  return deal === undefined ? undefined : ok({ game: game!, deal })
}
