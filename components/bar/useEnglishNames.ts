// The English names of the games; the bar's lists find games by them in every language.
import { shallowRef } from 'vue'
import { useSession } from '../../stores/session/session'
import { englishNames } from '../game-words'
import { gameNames } from '../i18n'

/** The names; in the user's language until the English ones have loaded. */
export function useEnglishNames() {
  const inEnglish = shallowRef(gameNames())
  const known = englishNames().then(names => {
    inEnglish.value = names
  }, useSession().report)
  return { inEnglish, known }
}
