// The room that the first words take, for the table, which is there before them.
import { language } from '../i18n'

/**
 * The pixels at the lower edge of the table that the first words take at most: on wide pages they have a line
 * less in English. The table leaves them free before they are loaded, so that no card moves when they come.
 */
export function firstWordsRoom(): number {
  if (innerHeight < 450) return 83
  if (innerWidth < 600) return 204
  if (innerWidth < 1300) return 158
  return language.value === 'en' ? 122 : 141
}
