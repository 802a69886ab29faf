// `npm run simulate -- --histories 100000 --seed 1` runs histories, and prints the seed of each history that
// fails, so that it can be rerun alone. `--seconds 7200` also limits the time. `--faults` searches for each
// planted fault until the first violation, and `--only` selects faults by name. `--focus erasing` makes one
// kind of event more frequent; `history.ts` lists the kinds. `--released FOLDER` runs the earlier version in
// that folder on some devices (`git worktree add FOLDER fc5585b`, then `npm ci` in it). There is a process
// for each core. `--jobs 1` runs a single process.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import './memo.ts'
import type { Parts } from './code.ts'
import type { Focus } from './history.ts'
import { jobOf, JOB_OPTIONS } from './jobs.ts'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: 'Infinity' },
    faults: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    focus: { type: 'string' },
    released: { type: 'string', default: '' },
    ...JOB_OPTIONS,
  },
})
const { first, count, isOurs } = await jobOf(import.meta.filename, values)
const { codeOf, CRAMPED, releasedCode } = await import('./code.ts')
const { faults } = await import('./faults.ts')
const { runHistory } = await import('./history.ts')

const end = performance.now() + 1000 * Number(values.seconds)
const folder = values.released && resolve(values.released)
const released = folder ? [await releasedCode(folder), await releasedCode(folder, CRAMPED)] : []
let histories = 0

/** The violation of each history that fails. Odd seeds have short pages and little room. */
async function* violations(replaced: Partial<Parts>, focus?: Focus, begin = first): AsyncGenerator<string> {
  const codes = [codeOf(replaced), codeOf(replaced, CRAMPED)]
  for (let seed = begin; seed < begin + count && performance.now() < end; seed++) {
    histories++
    try {
      await runHistory(codes[seed % 2], seed, focus, released[seed % 2])
    } catch (error) {
      yield `seed ${seed}: ${error instanceof Error ? error.message : String(error)}`
      if (count === 1 && error instanceof Error) console.log(error.stack)
    }
  }
}

let missed = 0
if (values.faults) {
  const wanted = faults.filter(({ name }) => name.includes(values.only))
  for (const { name, replaced, focus, seed } of wanted.filter(isOurs)) {
    const begin = performance.now()
    const { value: found } = await violations(replaced, focus, seed).next()
    if (!found) missed++
    const spent = ((performance.now() - begin) / 1000).toFixed(1)
    console.log(`${found ? 'found' : 'MISSED'}  ${name}  ${found ?? ''}  (${spent} s)`)
  }
  console.log(`${missed} planted faults missed`)
} else {
  const start = performance.now()
  for await (const violation of violations({}, values.focus as Focus | undefined)) {
    console.log(violation)
    missed++
  }
  const seconds = (performance.now() - start) / 1000
  console.log(
    `${histories} histories from seed ${first}: ${missed} violations, ` +
      `${(histories / seconds).toFixed(0)} histories a second`,
  )
}
process.exitCode = missed > 0 ? 1 : 0
