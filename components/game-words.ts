// The texts of panels and games, which are loaded on demand. Those of games are in the games' own folders.
import english from '../assets/locales/en/start.json'
import { GAMES, type GameId } from '../engine/index.ts'
import type { Texts } from './locale-texts'

const files = import.meta.glob<{ default: Texts }>([
  '../engine/games/*/words/*.json',
  '../assets/locales/*/panels.json',
])

/** The texts of all panels or games in a language (a BCP 47 tag). Rejects if they cannot be loaded. */
export async function laterTexts(part: 'panels' | 'games', tag: string): Promise<Texts> {
  const end = part === 'panels' ? `/${tag}/panels.json` : `/words/${tag}.json`
  const loaded = Object.entries(files)
    .filter(([path]) => path.endsWith(end))
    .map(async ([, load]) => (await load()).default)
  return Object.assign({}, ...(await Promise.all(loaded))) as Texts
}

/** The English names of the games, used to find them in every language. Rejects like `laterTexts`. */
export async function englishNames(): Promise<Record<GameId, string>> {
  const texts: Texts = { ...english, ...(await laterTexts('games', 'en')) }
  return Object.fromEntries(GAMES.map(id => [id, texts[`game.${id}`]])) as Record<GameId, string>
}
