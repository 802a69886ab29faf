// Names, goals and rules of the games, from each game's own folder. Loaded on demand.
import english from '../assets/locales/en/start.json'
import { GAMES, type GameId } from '../engine/index.ts'
import type { Texts } from './locale-texts'

const files = import.meta.glob<{ default: Texts }>('../engine/games/*/words/*.json')

/** The texts of all games in a language (a BCP 47 tag). Rejects if they cannot be loaded. */
export async function gameWords(tag: string): Promise<Texts> {
  const loaded = Object.entries(files)
    .filter(([path]) => path.endsWith(`/${tag}.json`))
    .map(async ([, load]) => (await load()).default)
  return Object.assign({}, ...(await Promise.all(loaded))) as Texts
}

/** The English names of the games, under which they are known everywhere. Rejects like `gameWords`. */
export async function englishNames(): Promise<Record<GameId, string>> {
  const texts: Texts = { ...english, ...(await gameWords('en')) }
  return Object.fromEntries(GAMES.map(id => [id, texts[`game.${id}`]])) as Record<GameId, string>
}
