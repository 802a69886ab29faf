// How many deals and midgame positions the solvers decide, how fast they are, and how long the lines are. The
// rules replay every line.
import { spawnSync } from 'node:child_process'
import { figure, ratio } from './report.ts'
import {
  deal,
  games,
  isWon,
  legalMoves,
  play,
  playAll,
  solve,
  writePosition,
  type GameId,
  type Position,
  type Solution,
} from '../../engine/index.ts'
import { firstGames } from '../support/help.ts'

/**
 * Makes searches measure and limit their CPU time, which other processes do not affect. Some kernels count
 * CPU time in steps of milliseconds, so a single time is inexact.
 */
function byCpuTime<T>(run: () => T): T {
  const { now } = performance
  performance.now = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const result = run()
  performance.now = now
  return result
}

const quantile = (values: readonly number[], part: number) =>
  values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

interface Tally {
  verdicts: Record<string, number>
  ms: number[]
  lengths: number[]
}

function tally(positions: Iterable<Position>, maxMs: number, line: 'first' | 'short' = 'first'): Tally {
  const result: Tally = { verdicts: { won: 0, lost: 0, unknown: 0 }, ms: [], lengths: [] }
  for (const position of positions) {
    const { verdict, moves, ms }: Solution = solve(position, { maxMs, line })
    result.verdicts[verdict]++
    result.ms.push(ms)
    if (!moves) continue
    if (!isWon(playAll(position, moves)))
      throw new Error(`The line of ${position.game.id} #${position.dealNumber} does not win`)
    result.lengths.push(moves.length)
  }
  result.ms.sort((a, b) => a - b)
  result.lengths.sort((a, b) => a - b)
  return result
}

function print(name: string, { verdicts, ms, lengths }: Tally): void {
  const times = [0.5, 0.95, 0.99, 1].map(part => quantile(ms, part).toFixed(part === 1 ? 0 : 2))
  console.log(
    `  ${name.padEnd(20)} ${verdicts.won} won, ${verdicts.lost} lost, ${verdicts.unknown} unknown;` +
      ` ms: median ${times[0]}, p95 ${times[1]}, p99 ${times[2]}, max ${times[3]},` +
      ` total ${ms.reduce((a, b) => a + b, 0).toFixed(0)};` +
      ` line: median ${quantile(lengths, 0.5)}, longest ${quantile(lengths, 1)}`,
  )
}

/**
 * The percentage of winnable deals with 95% confidence (Wilson). Unknown deals count as lost for the lower
 * bound and as won for the upper bound.
 */
function winnable({ verdicts: { won, lost, unknown } }: Tally): string {
  const count = won + lost + unknown
  const bound = (part: number, sign: number) => {
    const z = 1.96
    const middle = part + (z * z) / (2 * count)
    return (
      (100 * (middle + sign * z * Math.sqrt((part * (1 - part)) / count + (z * z) / (4 * count * count)))) /
      (1 + (z * z) / count)
    )
  }
  const [lower, upper] = [bound(won / count, -1), bound((won + unknown) / count, 1)]
  return `${lower.toFixed(2)} to ${upper.toFixed(2)}% of deals can be won`
}

function* deals(id: GameId, count: number): Generator<Position> {
  for (let number = 1; number <= count; number++) yield deal(id, number)
}

/** Positions after 4 to 60 random moves. */
function* midgamePositions(id: GameId, count: number): Generator<Position> {
  let random = 7
  const pick = (size: number) => (random = (Math.imul(random, 1103515245) + 12345) >>> 0) % size
  for (let number = 1; number <= count; number++) {
    let position = deal(id, number)
    for (let steps = 4 + pick(57); steps > 0; steps--) {
      const moves = legalMoves(position)
      if (moves.length === 0) break
      position = play(position, moves[pick(moves.length)])
    }
    yield position
  }
}

const WITH_FC_SOLVE = { ...process.env, PATH: `${process.env.PATH}:/usr/games`, LC_ALL: 'C' }
const NOT_INSTALLED = '  fc-solve is not installed (apt-get install freecell-solver-bin): no comparison'

/** Compares our solver with fc-solve, run once for each deal of Sea Towers, if fc-solve is installed. */
function compareSeaTowers(count: number): void {
  let differing = 0
  let [ours, theirs] = [0, 0]
  for (const position of deals('sea-towers', count)) {
    const piles: Record<string, string> = writePosition(position)
    const board = [
      `FC: ${piles.c0} ${piles.c1}`,
      ...Array.from({ length: 10 }, (_, i) => piles[`t${i}`]),
    ].join('\n')
    const start = performance.now()
    const { stdout, error } = spawnSync('fc-solve', ['-g', 'seahaven_towers', '-l', 'as', '-'], {
      input: `${board}\n`,
      encoding: 'utf8',
      env: WITH_FC_SOLVE,
    })
    theirs += performance.now() - start
    if (error) return console.log(NOT_INSTALLED)
    const { verdict, ms } = solve(position)
    ours += ms
    if (verdict !== (/solveable/.test(stdout) ? 'won' : 'lost')) differing++
  }
  ratio(
    'time to solve Sea Towers, vs. fc-solve including its process start ' +
      `(${count} deals, ${differing} verdicts differ)`,
    ours / theirs,
    '≤ 0.1',
  )
  console.log(
    `  vs. fc-solve on ${count} deals of Sea Towers: ${differing} verdicts differ;` +
      ` ours ${ours.toFixed(0)} ms in total, fc-solve ${theirs.toFixed(0)} ms with process start`,
  )
}

/**
 * Compares our mean time for a deal of FreeCell with fc-solve, which solves all deals in a single process.
 */
function compareFreeCell(count: number, mean: number): void {
  const solver = `freecell-solver-range-parallel-solve 1 ${count} ${count} -l lg`
  const command = `TIMEFORMAT='%U %S'; time ${solver} >/dev/null`
  const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8', env: WITH_FC_SOLVE })
  if (status !== 0) return console.log(NOT_INSTALLED)
  const [user, system] = stderr.trim().split(' ').map(Number)
  const theirs = (1000 * (user + system)) / count
  ratio(`CPU time to solve FreeCell, vs. fc-solve -l lg (deals 1 to ${count})`, mean / theirs)
  console.log(`  ours ${mean.toFixed(2)} ms per deal of FreeCell, fc-solve -l lg ${theirs.toFixed(2)} ms`)
}

/**
 * Games, numbers of deals, and how many of these deals should be decided within two seconds of CPU time each.
 */
const DECIDED = [
  ['forty-thieves', 20, 14],
  ['klondike-1', 150, 149],
  ['klondike-3', 150, 148],
] as const
/**
 * The number of deals from 1 to 200 that an earlier version could not decide in 500 ms of CPU time each. The
 * version is commit fc5585b, after 1.0.0.
 */
const UNDECIDED_BEFORE = {
  'spiderette': 25,
  'will-o-the-wisp': 11,
  'mrs-mop': 43,
  'gypsy': 33,
  'streets-and-alleys': 23,
  'easthaven': 6,
  'canfield': 9,
  'scorpion': 61,
} as const

/** The figures that have targets. They use the same deals at every scale, and take about three minutes. */
function benchTargets(ids: readonly GameId[]): void {
  console.log('Deals for figures with targets')
  const tallied = (id: GameId, count: number, maxMs: number): Tally => {
    const result = byCpuTime(() => tally(deals(id, count), maxMs))
    print(id, result)
    return result
  }
  if (ids.includes('freecell')) {
    const { ms } = tallied('freecell', 1000, 2000)
    const mean = ms.reduce((a, b) => a + b) / ms.length
    figure('solver, freecell: mean CPU time of deals 1 to 1000', `${mean.toFixed(2)} ms`, '≤ 0.8 ms')
    compareFreeCell(1000, mean)
  }
  if (ids.includes('sea-towers')) {
    const { ms } = tally(deals('sea-towers', 1000), 2000)
    figure('solver, sea-towers: median of deals 1 to 1000', `${quantile(ms, 0.5).toFixed(2)} ms`, '≤ 0.12 ms')
    figure('solver, sea-towers: p99 of deals 1 to 1000', `${quantile(ms, 0.99).toFixed(1)} ms`, '≤ 5 ms')
  }
  for (const [id, count, minimum] of DECIDED) {
    if (!ids.includes(id)) continue
    const { unknown } = tallied(id, count, 2000).verdicts
    figure(
      `solver, ${id}: number of deals decided, of deals 1 to ${count}`,
      String(count - unknown),
      `≥ ${minimum}`,
    )
  }
  for (const [id, before] of Object.entries(UNDECIDED_BEFORE) as [GameId, number][]) {
    if (!ids.includes(id)) continue
    const { unknown } = tallied(id, 200, 500).verdicts
    const target = `≤ ${Math.floor(before / 2)}`
    figure(
      `solver, ${id}: undecided after 500 ms of CPU time each, of deals 1 to 200`,
      String(unknown),
      target,
    )
  }
}

const isFirst = (id: GameId) => firstGames.some(game => game.id === id)
/** The number of deals of a game at scale 1. Games that were added later have fewer. */
const dealsOf = (id: GameId): number =>
  id === 'sea-towers' ? 10_000 : id === 'double-sea-towers' ? 2000 : isFirst(id) ? 1000 : 200

/** Measures the length of the lines that hints follow, and the time for the line and the verdict. */
function benchShortLines(ids: readonly GameId[], times: (count: number) => number): void {
  console.log('Lines for hints (at most 2 s each, including the verdict)')
  for (const id of ids) {
    const result = tally(deals(id, times(isFirst(id) ? 300 : 60)), 2000, 'short')
    print(id, result)
    figure(
      `solver, ${id}: the line for hints`,
      `${result.lengths.length > 0 ? `median ${quantile(result.lengths, 0.5)} moves` : 'no deal was won'},` +
        ` p99 ${quantile(result.ms, 0.99).toFixed(0)} ms`,
    )
  }
}

/**
 * Searches deals of these games. At scale 1, all games take about an hour, the first eight games ten minutes.
 */
export function benchSolve(scale: number, ids: readonly GameId[] = games.map(({ id }) => id)): void {
  const times = (count: number) => Math.max(10, Math.round(count * scale))
  console.log('\nSolvers: deals 1, 2, 3 … (at most 2 s each)')
  for (const id of ids) {
    const result = tally(deals(id, times(dealsOf(id))), 2000)
    print(id, result)
    console.log(`  ${''.padEnd(20)} ${winnable(result)}`)
    const {
      verdicts: { won, lost, unknown },
      ms,
    } = result
    figure(
      `solver, ${id}: the first ${won + lost + unknown} deals`,
      `${won} won, ${lost} lost, ${unknown} undecided;` +
        ` median ${quantile(ms, 0.5).toFixed(2)} ms, p99 ${quantile(ms, 0.99).toFixed(1)} ms`,
    )
  }
  benchTargets(ids)
  benchShortLines(ids, times)
  if (ids.includes('sea-towers')) compareSeaTowers(times(10_000))
  console.log('Positions after 4 to 60 random moves (at most 2 s each)')
  for (const id of ids) print(id, tally(midgamePositions(id, times(isFirst(id) ? 300 : 60)), 2000))
  const { maxRSS } = process.resourceUsage()
  console.log(
    `Peak memory of the whole process: ${(maxRSS / 1024).toFixed(0)} MB (an idle Node takes about 50)`,
  )
}
