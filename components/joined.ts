// Lists of texts, joined as in the current language. Loaded after the first paint.
import { computed } from 'vue'
import { language } from './i18n'

const format = computed(() => new Intl.ListFormat(language.value))
/** `A, B, and C` */
export const listed = (texts: readonly string[]): string => format.value.format(texts)
