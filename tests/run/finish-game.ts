// `npm run finish-game -- <id>` generates the files that a declared game needs besides its rules and words:
// its oracle, proof, first deals, odds, and deals of the day with their hash. Existing results are not
// replaced. The deals of the day take hours if few deals can be won. After an interruption, the next run
// continues. `--states 60000` limits each search for deals of the day. `--odds 1000` computes the odds from
// 1000 deals.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { GameId } from '../../engine/index.ts'
import { folderOf } from '../support/game-folders.ts'

const HASHES = 'tests/fixtures/daily.json'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { odds: { type: 'string', default: '200' }, states: { type: 'string', default: '200000' } },
})
const [id] = positionals
if (id === undefined) throw new Error('Name the game: npm run finish-game -- <id>')
folderOf(id)

function run(script: string, ...args: readonly string[]): void {
  console.log(`▶ ${script} ${args.join(' ')}`)
  if (spawnSync('node', [script, ...args], { stdio: 'inherit' }).status !== 0) process.exit(1)
}

run('tests/run/oracle.ts', '--game', id)
run('tests/run/proof.ts', id)
run('tests/run/first-deals.ts', '--game', id)
if (!readFileSync('tests/bench/odds.csv', 'utf8').includes(`\n${id},`))
  run('tests/bench/odds.ts', '--game', id, '--to', values.odds, '--states', '200000', '--facts')
run('tests/run/daily.ts', '--game', id, '--states', values.states)

// A static import would read the list of deals of the day before it is written.
const { publishedDaily } = await import('../../engine/index.ts')
const { DAILY_CYCLE, dateOfEntry } = await import('../../engine/games/daily.ts')
const hashes = readFileSync(HASHES, 'utf8')
if (!hashes.includes(`"${id}": `)) {
  const deals = Array.from({ length: DAILY_CYCLE }, (_, entry) =>
    publishedDaily(id as GameId, dateOfEntry(entry)),
  )
  const hash = createHash('sha256').update(deals.join(' ')).digest('hex').slice(0, 16)
  const line = `  "${id}": [{ "days": ${DAILY_CYCLE}, "hash": "${hash}" }]`
  writeFileSync(HASHES, hashes.replace(/\n}\n$/, `,\n${line}\n}\n`))
}
console.log(`The files of ${id} are complete. Next, on an idle machine: npm run bench -- engine solve memory`)
console.log('Then: npm run check')
