// `node tests/run/daily.ts`: makes the list of the deals of the day for each game that has none yet. What is
// found is noted in `.output/daily/`, and the next run goes on there. A complete list is written into the
// folder of its game, and no entry of it ever changes.
//
// `--game russian` makes one list, and `--shard 1/4` every fourth entry. Shards run side by side, or on other
// machines; then their notes are put into one file. `--states 60000` is how far each search may go. Where few
// deals can be won, many short searches find more wins than a few long ones.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  DAILY_STATES,
  dailyCandidates,
  games,
  isGameId,
  isWon,
  playAll,
  solve,
  type GameId,
} from '../../engine/index.ts'
import { DAILY_CYCLE, dateOfEntry, readDailyList, writeDailyList } from '../../engine/games/daily.ts'
import { gameFolders, GAMES_FOLDER } from '../support/game-folders.ts'

const NOTES = '.output/daily'
const { values } = parseArgs({
  options: {
    game: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    states: { type: 'string', default: String(DAILY_STATES) },
  },
})
const [shard, shards] = values.shard.split('/').map(Number)
const maxStates = Number(values.states)
if (values.game !== undefined && !isGameId(values.game)) throw new Error(`There is no game “${values.game}”`)

/** How many candidates of an entry's date are passed over until one is won by moves that the rules accept. */
function passedOver(game: GameId, entry: number): number {
  let passed = 0
  for (const position of dailyCandidates(game, dateOfEntry(entry), Infinity)) {
    const { moves } = solve(position, { maxStates })
    if (moves && isWon(playAll(position, moves))) break
    passed++
  }
  return passed
}

/** What was noted of a game: by its entry, how many candidates are passed over. */
function notedOf(file: string): Map<number, number> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return new Map(lines.map(line => line.split(' ').map(Number) as [number, number]))
}

/** The whole list of a game; undefined while entries of other shards are missing. */
function listOf(game: GameId, known: readonly number[]): string | undefined {
  const file = join(NOTES, `${game}.txt`)
  const noted = notedOf(file)
  const added = Array.from({ length: DAILY_CYCLE }, (_, i) => known.length + i)
  for (const entry of added) {
    if (entry % shards !== shard - 1 || noted.has(entry)) continue
    appendFileSync(file, `${entry} ${passedOver(game, entry)}\n`)
  }
  const found = notedOf(file)
  const missing = added.filter(entry => !found.has(entry))
  console.log(`${game}: ${missing.length} of ${added.length} entries are missing`)
  if (missing.length > 0) return undefined
  return writeDailyList([...known, ...added.map(entry => found.get(entry)!)])
}

mkdirSync(NOTES, { recursive: true })
for (const { id } of games) {
  if (values.game !== undefined && values.game !== id) continue
  const isOf = (folder: string) => id in readLists(folder)
  const folder = gameFolders().find(isOf)!
  const known = readDailyList(readLists(folder)[id])
  const list = known.length < DAILY_CYCLE ? listOf(id, known) : undefined
  if (list === undefined) continue
  const lists = { ...readLists(folder), [id]: list }
  writeFileSync(join(GAMES_FOLDER, folder, 'daily.json'), `${JSON.stringify(lists, undefined, 2)}\n`)
}

function readLists(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(join(GAMES_FOLDER, folder, 'daily.json'), 'utf8')) as Record<string, string>
}
