// `npm run simulate -- --histories 100000 --seed 1`: runs histories one after another; a seed that fails is
// printed and can be run again alone.
// With `--faults` every planted fault is searched for instead, until its first violation; `--only` names some
// of them.
import { parseArgs } from 'node:util'
import { codeOf, CRAMPED, type Parts } from './code.ts'
import { faults } from './faults.ts'
import { runHistory } from './history.ts'

/** Faults that real pages let show so rarely that only the long run (`LONG=1`) looks for them. */
const RARE: ReadonlySet<string> = new Set([
  'the clock on the wall decides which setting is the later',
  'the ancestor test reversed',
  'an import under the own id',
  'items that are not counted',
])

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const first = Number(values.seed)
const count = Number(values.histories)

/** Runs histories until so many violations were found; odd seeds with short pages and little room. */
async function search(replaced: Partial<Parts>, most: number): Promise<string[]> {
  const codes = [codeOf(replaced), codeOf(replaced, CRAMPED)]
  const violations: string[] = []
  for (let seed = first; seed < first + count && violations.length < most; seed++) {
    try {
      await runHistory(codes[seed % 2], seed)
    } catch (error) {
      violations.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`)
      if (count === 1 && error instanceof Error) console.log(error.stack)
    }
  }
  return violations
}

let missed = 0
if (values.faults) {
  for (const { name, replaced } of faults.filter(
    ({ name }) => name.includes(values.only) && (process.env.LONG || !RARE.has(name)),
  )) {
    const [found] = await search(replaced, 1)
    if (!found) missed++
    console.log(`${found ? 'found' : 'MISSED'}  ${name}  ${found ?? ''}`)
  }
  console.log(`${missed} planted faults missed`)
} else {
  const start = performance.now()
  const violations = await search({}, 10)
  const seconds = (performance.now() - start) / 1000
  violations.forEach(text => console.log(text))
  console.log(
    `${count} histories from seed ${first}: ${violations.length} violations, ` +
      `${(count / seconds).toFixed(0)} histories a second`,
  )
  missed = violations.length
}
process.exitCode = missed > 0 ? 1 : 0
