// The space for the welcome hint, reserved before it loads.
import { language } from '../i18n'

/**
 * The maximum height of the welcome hint in pixels; in English it has one line fewer on wide pages. The table
 * reserves this space before the hint loads, so that no card moves when it appears.
 */
export function firstWordsRoom(): number {
  if (innerHeight < 450) return 83
  if (innerWidth < 600) return 204
  if (innerWidth < 1300) return 158
  return language.value === 'en' ? 122 : 141
}
