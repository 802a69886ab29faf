// `npm run odds -- --game klondike-1 --from 1 --to 1000`: computes how many of these deals can be won, adds a
// row to tests/bench/odds.csv, and prints the totals of all rows. Without `--to` it only prints the totals.
// Rows from other machines can be added to the file. `--facts` also writes the totals to the games' folders.
// `--as-published --table tests/bench/odds-published.csv` uses the rules of published figures. `--verify
// --game golf --sample 50` solves some deals of each row again, and fails if their verdicts contradict the
// row.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  deal,
  games,
  isWon,
  parseGame,
  playAll,
  solve,
  type GameId,
  type Position,
} from '../../engine/index.ts'
import { formatted } from '../support/formatted.ts'
import { gameFolders, GAMES_FOLDER } from '../support/game-folders.ts'
import { randomFrom } from '../support/random.ts'
import { AS_PUBLISHED } from './published-rules.ts'

const TABLE = 'tests/bench/odds.csv'
const HEADER = 'game,from,to,states,won,lost,open'

/** The results of a range of deals. `states` is the limit of each search. */
interface Row {
  readonly game: GameId
  readonly from: number
  readonly to: number
  readonly states: number
  readonly won: number
  readonly lost: number
  /** Undecided deals. */
  readonly open: readonly number[]
}

function parseRow(line: string): Row {
  const [game, from, to, states, won, lost, open = ''] = line.split(',')
  const row: Row = {
    game: gameNamed(game),
    from: Number(from),
    to: Number(to),
    states: Number(states),
    won: Number(won),
    lost: Number(lost),
    open: open.split(' ').filter(Boolean).map(Number),
  }
  if (row.won + row.lost + row.open.length !== row.to - row.from + 1)
    throw new Error(`This row has more or fewer verdicts than deals: ${line}`)
  return row
}

function gameNamed(text: string): GameId {
  const game = parseGame(text)
  if (!game.ok) throw new Error(`Unknown game “${text}”: ${games.map(({ id }) => id).join(', ')}`)
  return game.value
}

function readRows(file: string): Row[] {
  const [header, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [HEADER]
  if (header !== HEADER) throw new Error(`${file} does not begin with “${HEADER}”.`)
  return lines.map(parseRow)
}

/** Throws if two rows of a game have a deal in common. */
function checkOverlap(rows: readonly Row[]): void {
  for (const { id } of games) {
    const ranges = rows.filter(({ game }) => game === id).toSorted((a, b) => a.from - b.from)
    for (const [i, { from }] of ranges.entries())
      if (i > 0 && from <= ranges[i - 1].to) throw new Error(`Deal ${from} of ${id} is in two rows`)
  }
}

const startOf = (game: GameId, number: number): Position => {
  const position = deal(game, number)
  if (!values['as-published']) return position
  const rules = AS_PUBLISHED[game]
  if (!rules) throw new Error(`The published rules of ${game} are the same as ours`)
  return rules(position)
}

/** Searches deals of a game. */
function decide(game: GameId, numbers: readonly number[], states: number) {
  const found = { won: 0, lost: 0, open: [] as number[] }
  for (const number of numbers) {
    const start = startOf(game, number)
    const { verdict, moves } = solve(start, { maxStates: states })
    if (moves && !isWon(playAll(start, moves))) throw new Error(`The line of ${game} #${number} does not win`)
    if (verdict === 'unknown') found.open.push(number)
    else found[verdict]++
  }
  return found
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** Some deals of a row. They are the same in every run. */
function sampleOf({ from, to }: Row, count: number): number[] {
  const random = randomFrom(from)
  const orders = new Map(range(from, to).map(number => [number, random()]))
  return [...orders.keys()].toSorted((a, b) => orders.get(a)! - orders.get(b)!).slice(0, count)
}

/**
 * Searches some deals of each row again, with the limit of the row. A row does not say which of its deals are
 * won, so it is contradicted only if more deals are won, or lost, than it counts.
 */
function verify(rows: readonly Row[], count: number): void {
  console.log(
    '| game | row | solved again | decided now | undecided now | contradictions |\n|---|---|---|---|---|---|',
  )
  for (const row of rows) {
    const numbers = sampleOf(row, count)
    const open = numbers.filter(number => row.open.includes(number))
    const foundInOpen = decide(row.game, open, row.states)
    const others = numbers.filter(number => !open.includes(number))
    const found = decide(row.game, others, row.states)
    const contradictions = (['won', 'lost'] as const)
      .filter(verdict => found[verdict] > row[verdict])
      .map(verdict => `${found[verdict]} ${verdict} instead of at most ${row[verdict]}`)
    if (contradictions.length > 0) process.exitCode = 1
    const decidedNow = `${foundInOpen.won + foundInOpen.lost} of ${open.length} open`
    console.log(
      `| ${row.game} | ${row.from} to ${row.to} | ${numbers.length} | ${decidedNow} | ` +
        `${found.open.join(' ') || 'none'} | ${contradictions.join(', ') || 'none'} |`,
    )
  }
}

/** The lower (−1) or upper (1) bound of the 95% Wilson interval of the fraction `part / count`. */
function wilson(part: number, count: number, sign: 1 | -1): number {
  const z = 1.96
  const fraction = part / count
  const spread = z * Math.sqrt((fraction * (1 - fraction)) / count + (z * z) / (4 * count * count))
  return (fraction + (z * z) / (2 * count) + sign * spread) / (1 + (z * z) / count)
}

const percent = (fraction: number): string => (100 * fraction).toFixed(2)

/** The totals of a game's rows; undefined if there are none. */
function merged(rows: readonly Row[], id: GameId) {
  const ofGame = rows.filter(({ game }) => game === id)
  const sum = (count: (row: Row) => number) => ofGame.reduce((total, row) => total + count(row), 0)
  const deals = sum(row => row.to - row.from + 1)
  if (deals === 0) return undefined
  return { deals, won: sum(row => row.won), lost: sum(row => row.lost), open: sum(row => row.open.length) }
}

/** Prints the totals. Open deals count as lost for the lower bound and as won for the upper bound. */
function print(rows: readonly Row[]): void {
  console.log('| game | deals | won | lost | open | can be won (95%) |\n|---|---|---|---|---|---|')
  for (const { id } of games) {
    const sums = merged(rows, id)
    if (!sums) continue
    const { deals, won, lost, open } = sums
    const bounds = `${percent(wilson(won, deals, -1))} to ${percent(wilson(won + open, deals, 1))}%`
    console.log(`| ${id} | ${deals} | ${won} | ${lost} | ${open} | ${bounds} |`)
  }
}

/** Writes the totals into the games' facts. The rules page and the list of games show them. */
async function writeFacts(rows: readonly Row[]): Promise<void> {
  for (const folder of gameFolders()) {
    const file = join(GAMES_FOLDER, folder, 'facts.json')
    const facts = JSON.parse(readFileSync(file, 'utf8')) as Record<GameId, Record<string, unknown>>
    for (const [id, fact] of Object.entries(facts)) {
      const sums = merged(rows, id as GameId)
      if (!sums) continue
      const { deals, won, open } = sums
      facts[id as GameId] = { ...fact, deals, won, open }
    }
    writeFileSync(file, await formatted(file, JSON.stringify(facts)))
  }
}

const { values } = parseArgs({
  options: {
    'game': { type: 'string' },
    'from': { type: 'string', default: '1' },
    'to': { type: 'string' },
    'states': { type: 'string', default: '2000000' },
    'table': { type: 'string', default: TABLE },
    'facts': { type: 'boolean', default: false },
    'as-published': { type: 'boolean', default: false },
    'verify': { type: 'boolean', default: false },
    'sample': { type: 'string', default: '20' },
  },
})
if (values['as-published'] && values.table === TABLE)
  throw new Error(`${TABLE} contains only results under our own rules`)
const rows = readRows(values.table)
checkOverlap(rows)
if (values.verify) {
  const game = values.game && gameNamed(values.game)
  verify(
    rows.filter(row => !game || row.game === game),
    Number(values.sample),
  )
  process.exit()
}
if (values.game && values.to) {
  const [game, from, to] = [gameNamed(values.game), Number(values.from), Number(values.to)]
  checkOverlap([...rows, { game, from, to, states: 0, won: 0, lost: 0, open: [] }])
  const states = Number(values.states)
  const row = { game, from, to, states, ...decide(game, range(from, to), states) }
  rows.push(row)
  if (!existsSync(values.table)) appendFileSync(values.table, `${HEADER}\n`)
  const { won, lost, open } = row
  appendFileSync(values.table, `${[game, from, to, states, won, lost, open.join(' ')].join(',')}\n`)
}
print(rows)
if (values.facts && values.table !== TABLE) throw new Error(`The facts can only come from ${TABLE}`)
if (values.facts) await writeFacts(rows)
