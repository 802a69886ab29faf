// The space for the welcome hint. The table reserves it before the hint loads, so the hint moves no card.
import { language } from '../i18n'

/** The height of the hint and its margin in pixels. On wide pages, the English hint is one line shorter. */
export function welcomeHintHeight(): number {
  if (innerHeight < 400) return 56
  if (innerHeight < 450) return 83
  if (innerHeight < 600) return 116
  if (innerWidth < 600) return 204
  if (innerWidth < 1300) return 158
  return language.value === 'en' ? 122 : 141
}
