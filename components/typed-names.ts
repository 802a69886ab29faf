// The names that typed text or a URL can use for a game.
import { until } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { GAMES, type GameId } from '../engine/index.ts'
import type { GameNames } from '../stores/game-names.ts'
import { useSession } from '../stores/session/session'
import { addressWithIds } from '../stores/shared-deal.ts'
import { factsOf } from './game-facts'
import { laterTexts } from './game-words'
import { languages, t } from './i18n'
import type { Texts } from './locale-texts'

/** The names and aliases of all games, from the texts of some languages. A language can lack a name. */
const namesFrom = (each: readonly Texts[]): GameNames => ({
  of: Object.fromEntries(
    GAMES.map(id => [
      id,
      [...each.flatMap(texts => texts[`game.${id}`] ?? []), ...(factsOf(id).aliases ?? [])],
    ]),
  ) as Record<GameId, string[]>,
  words: each,
})

/** The names in all languages, with the aliases. Rejects if they cannot be loaded. */
export const typedNames = async (): Promise<GameNames> =>
  namesFrom(await Promise.all(languages.map(tag => laterTexts('games', tag))))

/** The query of an address, with ids in place of the games' names. Rejects if the names cannot be loaded. */
export const withGameIds = async (search: string): Promise<string> =>
  addressWithIds(search, await typedNames())

/** The names in the page's language only, without the words of `search.json`. */
const ownNames = (): GameNames =>
  namesFrom([Object.fromEntries(GAMES.map(id => [`game.${id}`, t(`game.${id}`)] as const))])

/**
 * The names for the bar's lists: only those in the page's language until `known` resolves. It resolves once
 * all names have loaded, or failed to load, unless the list has been closed by then.
 */
export function useGameNames() {
  const all = shallowRef<GameNames>()
  const { reportLoad } = useSession()
  void typedNames()
    .catch((error: unknown) => {
      reportLoad(error)
      return ownNames()
    })
    .then(names => (all.value = names))
  return { names: computed(() => all.value ?? ownNames()), known: until(all).toBeTruthy() }
}
