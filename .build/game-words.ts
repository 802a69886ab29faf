// Combines the texts of all games and the search words in one language into one module. With a module for
// each folder and language, the page would contain a dynamic import for each of them, and load one module per
// folder to show the names of all games.
import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Loads `assets/locales/<language>/start.json?games` as these texts. */
export const gameWords: Plugin = {
  name: 'game-words',
  enforce: 'pre',
  load(id) {
    const language = /\/locales\/([\w-]+)\/start\.json\?games$/.exec(id)?.[1]
    if (language === undefined) return undefined
    const files = globSync([
      `assets/locales/${language}/{start,search}.json`,
      `engine/games/*/words/${language}.json`,
    ])
    for (const file of files) this.addWatchFile(file)
    const texts = files.flatMap(file => Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))))
    // This keeps only the name of the default game from `start.json`.
    const ofGames = texts.filter(([key]) => /^(?:game|goal|rules|search)\./.test(key))
    return { code: `export default ${JSON.stringify(Object.fromEntries(ofGames))}`, moduleType: 'js' }
  },
  // Vitest caches a module by its own file, but this one has the texts of other files, too.
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(({ id }) => (id.endsWith('?games') ? false : undefined))
  },
}
