// The English names of the games, by which the bar's lists find games in every language.
import { shallowRef } from 'vue'
import { useSession } from '../../stores/session/session'
import { englishNames } from '../game-words'
import { gameNames } from '../i18n'

/** The names; in the user's language until `known` resolves. */
export function useEnglishNames() {
  const inEnglish = shallowRef(gameNames())
  const known = englishNames().then(names => {
    inEnglish.value = names
  }, useSession().report)
  return { inEnglish, known }
}
