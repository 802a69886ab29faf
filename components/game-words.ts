// The texts of panels and games, which are loaded on demand. Those of games are in the games' own folders.
import type { TextPart, Texts } from './locale-texts'

const files = import.meta.glob<{ default: Texts }>([
  '../engine/games/*/words/*.json',
  '../assets/locales/*/{start,panels}.json',
  '!../assets/locales/en/start.json',
])

/** The texts of a part in a language (a BCP 47 tag). Rejects if they cannot be loaded. */
export async function laterTexts(part: TextPart, tag: string): Promise<Texts> {
  const end = part === 'games' ? `/words/${tag}.json` : `/${tag}/${part}.json`
  const loaded = Object.entries(files)
    .filter(([path]) => path.endsWith(end))
    .map(async ([, load]) => (await load()).default)
  return Object.assign({}, ...(await Promise.all(loaded))) as Texts
}
