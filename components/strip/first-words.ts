// The space for the welcome hint, reserved before it loads.
import { language } from '../i18n'

/**
 * The space for the welcome hint in pixels, including its margin. On wide pages, the English hint is one line
 * shorter. The table reserves the space before the hint loads, so no card moves when the hint appears.
 */
export function firstWordsRoom(): number {
  if (innerHeight < 400) return 56
  if (innerHeight < 450) return 83
  if (innerWidth < 600) return innerHeight < 600 ? 116 : 204
  if (innerWidth < 1300) return 158
  return language.value === 'en' ? 122 : 141
}
