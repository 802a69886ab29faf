// The names by which the bar's lists find games.
import { computed, shallowRef } from 'vue'
import type { GameNames } from '../../stores/game-names.ts'
import { useSession } from '../../stores/session/session'
import { gameNames } from '../i18n'
import { typedNames, withAliases } from '../typed-names'

/** The names; only those in the page's language until all have loaded. */
export function useGameNames() {
  const all = shallowRef<GameNames>()
  const known = typedNames().then(names => {
    all.value = names
  }, useSession().report)
  return { names: computed(() => all.value ?? withAliases([gameNames()])), known }
}
