// The names that users can type for the games, read from the games’ files.
import { readFileSync } from 'node:fs'
import { GAMES, type GameId } from '../../engine/index.ts'
import type { GameNames } from '../../stores/game-names.ts'
import { folderOf, gameFolders, GAMES_FOLDER, LANGUAGES } from './game-folders.ts'

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
type Texts = Record<string, string>

/** The name of each game in a language. */
export function namesIn(tag: string): Record<GameId, string> {
  const games = gameFolders().map(folder => read<Texts>(`${GAMES_FOLDER}/${folder}/words/${tag}.json`))
  const texts: Texts = Object.assign(read<Texts>(`assets/locales/${tag}/start.json`), ...games)
  return Object.fromEntries(GAMES.map(id => [id, texts[`game.${id}`]])) as Record<GameId, string>
}

/** The aliases of a game, the same in every language. */
export const aliasesOf = (id: GameId): string[] =>
  read<Record<string, { aliases?: string[] }>>(`${GAMES_FOLDER}/${folderOf(id)}/facts.json`)[id].aliases ?? []

/** The search words of a language. */
export const wordsIn = (tag: string): GameNames['words'][number] => read(`assets/locales/${tag}/search.json`)

/** The names of the games in some languages, with their aliases, and the search words of all languages. */
export function typedNames(...tags: readonly string[]): GameNames {
  const each = tags.map(namesIn)
  const of = Object.fromEntries(
    GAMES.map(id => [id, [...each.map(names => names[id]), ...aliasesOf(id)]]),
  ) as Record<GameId, string[]>
  return { of, words: LANGUAGES.map(wordsIn) }
}
