// Names, goals and rules of the games, which stand in the games' own folders. Loaded when they are wanted.
import type { Texts } from './locale-texts'

const files = import.meta.glob<{ default: Texts }>('../engine/games/*/words/*.json')

/** The texts of all games in a language (a BCP 47 tag). Rejects where they cannot be loaded. */
export async function gameWords(tag: string): Promise<Texts> {
  const loaded = Object.entries(files)
    .filter(([path]) => path.endsWith(`/${tag}.json`))
    .map(async ([, load]) => (await load()).default)
  return Object.assign({}, ...(await Promise.all(loaded))) as Texts
}
