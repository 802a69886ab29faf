// The games' folders: their names and contents.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

export const gameFolders = (folder = GAMES_FOLDER): string[] =>
  readdirSync(folder)
    .filter(name => existsSync(join(folder, name, 'facts.json')))
    .toSorted()

/** The name of the folder of a game. */
export function folderOf(id: string): string {
  const has = (folder: string) =>
    id in JSON.parse(readFileSync(join(GAMES_FOLDER, folder, 'facts.json'), 'utf8'))
  const found = gameFolders().find(has)
  if (found === undefined) throw new Error(`No folder in ${GAMES_FOLDER} has “${id}” in its facts.json`)
  return found
}
