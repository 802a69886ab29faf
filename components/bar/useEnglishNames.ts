// What the games are called in English, by which lists of the bar find them in every language.
import { shallowRef } from 'vue'
import { useSession } from '../../stores/session/session'
import { englishNames } from '../game-words'
import { gameNames } from '../i18n'

/** The names, in the person's language until `known` is done. */
export function useEnglishNames() {
  const inEnglish = shallowRef(gameNames())
  const known = englishNames().then(names => {
    inEnglish.value = names
  }, useSession().report)
  return { inEnglish, known }
}
