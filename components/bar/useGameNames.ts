// The names by which the bar's lists find games: in the page's language and in English, with aliases.
import { computed, shallowRef } from 'vue'
import { useSession } from '../../stores/session/session'
import { gameNames } from '../i18n'
import { namesIn, withAliases } from '../typed-names'

/** The names; without the English ones until these have loaded. */
export function useGameNames() {
  const english = shallowRef<Awaited<ReturnType<typeof namesIn>>>({})
  const known = namesIn('en').then(names => {
    english.value = names
  }, useSession().report)
  return { names: computed(() => withAliases([gameNames(), english.value])), known }
}
