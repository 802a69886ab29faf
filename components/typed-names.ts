// The names that typed text or a URL can use for a game.
import { computed, shallowRef } from 'vue'
import { GAMES, type GameId } from '../engine/index.ts'
import type { GameNames } from '../stores/game-names.ts'
import { useSession } from '../stores/session/session'
import { addressWithIds } from '../stores/shared-deal.ts'
import { factsOf } from './game-facts'
import { laterTexts } from './game-words'
import { gameNames, languages } from './i18n'

/** The names of the games in one language. Names that are not translated are missing. */
type OwnNames = Partial<Record<GameId, string>>

/** The names of the games in a language. Rejects like `laterTexts`. */
async function namesIn(tag: string): Promise<OwnNames> {
  const texts = await laterTexts('games', tag)
  return Object.fromEntries(GAMES.map(id => [id, texts[`game.${id}`]]))
}

/** The names in some languages, with the aliases. */
const withAliases = (each: readonly OwnNames[]): GameNames =>
  Object.fromEntries(
    GAMES.map(id => [id, [...each.flatMap(names => names[id] ?? []), ...(factsOf(id).aliases ?? [])]]),
  ) as Record<GameId, string[]>

/** The names in all languages, with the aliases. Rejects like `laterTexts`. */
export const typedNames = async (): Promise<GameNames> =>
  withAliases(await Promise.all(languages.map(namesIn)))

/** The query of an address with ids instead of names. Rejects like `laterTexts`. */
export const readableAddress = async (search: string): Promise<string> =>
  addressWithIds(search, await typedNames())

/** The names for the lists of the bar; only those in the page's language until all have loaded. */
export function useGameNames() {
  const all = shallowRef<GameNames>()
  const known = typedNames().then(names => {
    all.value = names
  }, useSession().report)
  return { names: computed(() => all.value ?? withAliases([gameNames()])), known }
}
