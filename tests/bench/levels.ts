// `npm run levels -- --game freecell,klondike-1 --first 1 --deals 1000 --players 400`: plays quick games of
// 1000 winnable deals, and lets two other players play the first 400 of them. Stores the rows of each game in
// a file in the folder `--into`, and the next run continues there. Then prints the table of docs/levels.md
// and the lower bounds of the levels (`engine/levels/thresholds.ts`).
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { deal, GAMES, levelsOf, parseGame, solve, type GameId } from '../../engine/index.ts'
import { quickValues } from '../../engine/levels/ease.ts'
import { naiveGames, strongWins } from './level-players.ts'
import { describeLevels, HEADER, type Row } from './level-figures.ts'

/** The limits of the search that finds out whether a deal is winnable. */
const LIMITS = { maxStates: 300_000, maxMs: 3000 }

const { values: options } = parseArgs({
  options: {
    game: { type: 'string', default: GAMES.filter(id => levelsOf(id).length > 0).join() },
    first: { type: 'string', default: '1' },
    deals: { type: 'string', default: '1000' },
    players: { type: 'string', default: '400' },
    seconds: { type: 'string', default: 'Infinity' },
    into: { type: 'string', default: '.output/levels' },
  },
})

const fileOf = (id: string) => join(options.into, `${id}.jsonl`)

/** The rows of a game. A later row of a deal is merged into the earlier row. */
function readRows(id: GameId): Map<number, Row> {
  const rows = new Map<number, Row>()
  if (!existsSync(fileOf(id))) return rows
  for (const line of readFileSync(fileOf(id), 'utf8').trim().split('\n').filter(Boolean)) {
    const row = JSON.parse(line) as Row
    rows.set(row.deal, { ...rows.get(row.deal), ...row })
  }
  return rows
}

function timed<T>(work: () => T): { value: T; ms: number } {
  const start = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(start)
  return { value, ms: Math.round((user + system) / 10) / 100 }
}

const rounded = (values: number[]) => values.map(value => Math.round(value * 1e6) / 1e6)

/** Finds winnable deals, and lets the other players play the first of them, until the time is up. */
function collect(id: GameId, deals: number, players: number, seconds: number): void {
  const rows = readRows(id)
  const end = performance.now() + 1000 * seconds
  const isOver = () => performance.now() > end
  const add = (row: Row) => {
    rows.set(row.deal, { ...rows.get(row.deal), ...row })
    appendFileSync(fileOf(id), JSON.stringify(row) + '\n')
  }
  const won = () => [...rows.values()].filter(({ verdict }) => verdict === 'won')
  let found = won().length
  for (let number = Number(options.first); found < deals && !isOver(); number++) {
    if (rows.has(number)) continue
    const solved = timed(() => solve(deal(id, number), LIMITS))
    const row = { deal: number, verdict: solved.value.verdict, solveMs: solved.ms }
    if (row.verdict !== 'won') {
      add(row)
      continue
    }
    found++
    const score = timed(() => quickValues(id, number))
    add({ ...row, values: rounded(score.value), scoreMs: score.ms })
  }
  for (const { deal: number, strong, verdict } of won().slice(0, players)) {
    if (isOver()) break
    if (strong !== undefined) continue
    const start = deal(id, number)
    const again = rounded(quickValues(id, number, 1))
    add({ deal: number, verdict, again, naive: naiveGames(start), strong: strongWins(start) })
  }
  const played = won().filter(({ strong }) => strong !== undefined).length
  console.log(`${id}: ${found} winnable of ${rows.size}, ${played} played by others`)
}

mkdirSync(options.into, { recursive: true })
const ids = options.game.split(',').map(name => {
  const game = parseGame(name)
  if (!game.ok) throw new Error(`Unknown game “${name}”`)
  return game.value
})
for (const id of ids) collect(id, Number(options.deals), Number(options.players), Number(options.seconds))
const described = ids.map(id => describeLevels(id, [...readRows(id).values()]))
console.log([HEADER, ...described.map(({ row }) => row), ...described.map(({ least }) => least)].join('\n'))
