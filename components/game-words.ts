// The texts that are loaded after the first paint. Those of games are in the games' own folders.
import type { TextPart, Texts } from './locale-texts'

const files = import.meta.glob<{ default: Texts }>('../assets/locales/*/{table,panels}.json')
/** By the path of a language's file: the texts of all games in that language (.build/game-words.ts). */
const games = import.meta.glob<{ default: Texts }>('../assets/locales/*/start.json', { query: '?games' })

/** The texts of a later part in a language (a BCP 47 tag); empty if it has none. Rejects if loading fails. */
export async function laterTexts(part: Exclude<TextPart, 'start'>, tag: string): Promise<Texts> {
  const folder = `../assets/locales/${tag}`
  const load = part === 'games' ? games[`${folder}/start.json`] : files[`${folder}/${part}.json`]
  return (await load?.())?.default ?? {}
}
