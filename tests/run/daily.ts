// `.build/run node tests/run/daily.ts` generates the list of deals of the day for each game that has none.
// Results are recorded in `.output/daily/`, and the next run continues there. A complete list is added to
// `engine/games/daily.json`. Its entries never change.
//
// `--game russian` generates only that list, and `--shard 1/4` only every fourth entry. Shards can run in
// parallel or on other machines. Concatenate their records into one file afterward. `--states 60000` limits
// each search. If few deals can be won, many short searches find more wins than a few long searches.
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

const LISTS = 'engine/games/daily.json'
const RECORDS = '.output/daily'
const { values } = parseArgs({
  options: {
    game: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    states: { type: 'string', default: String(DAILY_STATES) },
  },
})
const [shard, shards] = values.shard.split('/').map(Number)
const maxStates = Number(values.states)
if (values.game !== undefined && !isGameId(values.game)) throw new Error(`Unknown game “${values.game}”`)

/** The number of candidates of a day before the first that the solver wins with legal moves. */
function skippedFor(game: GameId, entry: number): number {
  let skipped = 0
  for (const position of dailyCandidates(game, dateOfEntry(entry), Infinity)) {
    const { moves } = solve(position, { maxStates })
    if (moves && isWon(playAll(position, moves))) break
    skipped++
  }
  return skipped
}

/** The records of a game: the number of skipped candidates of each entry. */
function recordsOf(file: string): Map<number, number> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return new Map(lines.map(line => line.split(' ').map(Number) as [number, number]))
}

/** Computes this shard's entries of a game. Returns the list, or undefined while entries are missing. */
function listOf(game: GameId, known: readonly number[]): string | undefined {
  const file = join(RECORDS, `${game}.txt`)
  const recorded = recordsOf(file)
  const added = Array.from({ length: DAILY_CYCLE }, (_, i) => known.length + i)
  for (const entry of added) {
    if (entry % shards !== shard - 1 || recorded.has(entry)) continue
    appendFileSync(file, `${entry} ${skippedFor(game, entry)}\n`)
  }
  const found = recordsOf(file)
  const missing = added.filter(entry => !found.has(entry))
  console.log(`${game}: ${missing.length} of ${added.length} entries are missing`)
  if (missing.length > 0) return undefined
  return writeDailyList([...known, ...added.map(entry => found.get(entry)!)])
}

mkdirSync(RECORDS, { recursive: true })
for (const { id } of games) {
  if (values.game !== undefined && values.game !== id) continue
  const lists = JSON.parse(readFileSync(LISTS, 'utf8')) as Record<string, string>
  const known = readDailyList(lists[id])
  const list = known.length < DAILY_CYCLE ? listOf(id, known) : undefined
  if (list !== undefined) writeFileSync(LISTS, `${JSON.stringify({ ...lists, [id]: list }, undefined, 2)}\n`)
}
