// Words of the panels, loaded with the first of them: their sentences, and numbers, dates and times.
import panels from '../../assets/locales/en-panels.json'
import { addTexts } from '../text'

addTexts(panels)

const numbers = new Intl.NumberFormat('en')
const percents = new Intl.NumberFormat('en', { style: 'percent' })
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const times = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

export const numberText = (value: number): string => numbers.format(value)
/** So many, and the part of all that is: `12 (40%)`. */
export const percentText = (value: number, part: number): string => `${numberText(value)} (${percents.format(part)})`
/** Times in milliseconds since 1970, as a day or a time of day. */
export const dateText = (time: number): string => dates.format(time)
export const timeText = (time: number): string => times.format(time)
