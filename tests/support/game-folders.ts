// The games' folders: their names, contents, and generated lists.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parent folder. */
export const GAMES_FOLDER = 'engine/games'
/** The languages of the interface, as BCP 47 tags: the names of the locales' folders. */
export const LANGUAGES = readdirSync('assets/locales')
  .filter(name => !name.includes('.'))
  .toSorted()

/**
 * A line of `oracle.jsonl`, a walk through a deal: the moves made, and the legal moves before each of them
 * and at the end.
 */
export interface OracleWalk {
  readonly game: string
  readonly deal: number
  readonly moves: string
  readonly legal: readonly string[]
}

/** The names of the folders that declare games. */
export const gameFolders = (folder = GAMES_FOLDER): string[] =>
  readdirSync(folder)
    .filter(name => existsSync(join(folder, name, 'rules.ts')))
    .toSorted()

/** The name of the folder that declares a game. */
export function folderOf(id: string): string {
  const declares = (folder: string) =>
    id in JSON.parse(readFileSync(join(GAMES_FOLDER, folder, 'facts.json'), 'utf8'))
  const found = gameFolders().find(declares)
  if (found === undefined) throw new Error(`No folder in ${GAMES_FOLDER} has “${id}” in its facts.json`)
  return found
}

/** `black-hole` as `blackHole`. */
const nameOf = (folder: string): string =>
  folder.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The text of `declarations.ts` for these folders, before formatting. */
export const declarationsFile = (folders: readonly string[]): string =>
  [
    '// The declarations of all games, folder by folder. `npm run new-game` writes this file.',
    ...folders.map(name => `import { declarations as ${nameOf(name)} } from './${name}/rules.ts'`),
    "import type { Declarations } from '../rules/types.ts'",
    '',
    '/** What every game declares, by its id. */',
    'export const declarations: Declarations = {',
    ...folders.map(name => `  ...${nameOf(name)},`),
    '}',
    '',
  ].join('\n')

/** The text of `daily-lists.ts` for these folders, before formatting. */
export const dailyListsFile = (folders: readonly string[]): string =>
  [
    '// The deals of the day of all games, folder by folder. `npm run new-game` writes this file.',
    ...folders.map(name => `import ${nameOf(name)} from './${name}/daily.json' with { type: 'json' }`),
    "import type { GameId } from '../rules/types.ts'",
    '',
    '/** The list of each game, which `tests/run/daily.ts` makes. */',
    'export const dailyLists: Readonly<Record<GameId, string>> = {',
    ...folders.map(name => `  ...${nameOf(name)},`),
    '}',
    '',
  ].join('\n')
