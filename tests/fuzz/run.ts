// `npm run fuzz -- --inputs 1000000 --seed 1`: nearly valid strings for every parser. None may throw, hang,
// or change `Object.prototype`. `--only import` selects parsers by name.
import { parseArgs } from 'node:util'
import { randomFrom } from '../support/random.ts'
import { pasted, targets, type Target } from './targets.ts'

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const selected = targets.filter(({ name }) => name.includes(values.only))
/** The CPU time limit for one input, in milliseconds. */
const HANG = 500
const random = randomFrom(Number(values.seed))
const pick = (count: number) => Math.floor(random() * count)
const NASTY = [
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '"',
  '\\',
  '\u0000',
  '😀',
  '\ud800',
  '9'.repeat(20),
  '-1',
  '1e999',
  'null',
  '{',
  '}',
  '[',
  ']',
  '.',
  ':',
  ' ',
  '\n',
  'A'.repeat(5000),
]

/**
 * A mutated string: pieces are removed, duplicated, copied from another string, or replaced with random
 * characters or difficult strings.
 */
function mutated(seeds: readonly string[]): string {
  let text = seeds[pick(seeds.length)] ?? ''
  for (let i = 1 + pick(4); i > 0; i--) {
    const at = pick(text.length + 1)
    const to = Math.min(text.length, at + pick(12))
    const other = seeds[pick(seeds.length)] ?? ''
    const piece = [
      () => String.fromCharCode(32 + pick(96)),
      () => '',
      () => text.slice(at, to) + text.slice(at, to),
      () => other.slice(pick(other.length + 1), pick(other.length + 1)),
      () => NASTY[pick(NASTY.length)],
      () => String.fromCharCode(pick(65536)),
    ][pick(6)]()
    text = text.slice(0, at) + piece + text.slice(to)
  }
  return text
}

const problems: string[] = []
const clean = JSON.stringify(Object.getOwnPropertyNames(Object.prototype))
let slowest = 0

async function tryInput(target: Target): Promise<void> {
  const text = mutated(target.seeds)
  const report = (problem: string) =>
    problems.push(`${target.name}: ${problem} for ${JSON.stringify(text.slice(0, 200))}`)
  let time = 0
  // Slow inputs are repeated, and only CPU time is counted, because a pause of the machine is not a hang.
  for (let tries = 0; tries < 3; tries++) {
    const start = performance.now()
    const before = tries > 0 ? process.cpuUsage() : undefined
    try {
      await target.read(text)
    } catch (error) {
      report(String(error))
    }
    const { user, system } = before ? process.cpuUsage(before) : { user: 0, system: 0 }
    time = before ? (user + system) / 1000 : performance.now() - start
    if (time <= HANG) break
  }
  slowest = Math.max(slowest, time)
  if (time > HANG) report(`${time.toFixed(0)} ms`)
  if (JSON.stringify(Object.getOwnPropertyNames(Object.prototype)) !== clean)
    report('Object.prototype was changed')
}

const start = performance.now()
const inputs = Number(values.inputs)
for (let i = 0; i < inputs && problems.length < 20; i++)
  await tryInput(i % 200 === 0 && values.only === '' ? pasted : selected[i % selected.length])
const milliseconds = performance.now() - start
const parsers = selected.length + (values.only === '' ? 1 : 0)
problems.forEach(problem => console.log(problem))
console.log(
  `${inputs} strings for ${parsers} parsers from seed ${values.seed}: ${problems.length} problems, ` +
    `the slowest ${slowest.toFixed(1)} ms, ${((inputs / milliseconds) * 1000).toFixed(0)} a second`,
)
process.exitCode = problems.length > 0 ? 1 : 0
