// `.build/run node tests/simulation/folder-run.ts --histories 100000 --seed 1` runs histories of devices that
// share a folder, as `run.ts` runs histories of an account. `--faults` searches for planted faults, and with
// `LONG=1` also for rare ones. `--salts 100` runs each history another hundred times with different faults.
// `--salt 7` runs it only with the seventh set of faults. `--released FOLDER` runs the earlier version in
// that folder on some devices, as in `run.ts`.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import './memo.ts'
import type { FolderCode } from './folder-device.ts'
import { jobOf, JOB_OPTIONS } from './jobs.ts'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    salt: { type: 'string', default: '0' },
    salts: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '100000' },
    faults: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    released: { type: 'string', default: '' },
    ...JOB_OPTIONS,
  },
})
const { first, count, isOurs } = await jobOf(import.meta.filename, values)
const { codeOf, CRAMPED, releasedCode } = await import('./code.ts')
const { folderCode } = await import('./folder-device.ts')
const { folderFaults } = await import('./folder-faults.ts')
const { runFolderHistory } = await import('./folder-history.ts')

const firstSalt = Number(values.salt)
const lastSalt = firstSalt + Number(values.salts)
const latest = performance.now() + 1000 * Number(values.seconds)
const checkout = values.released && resolve(values.released)
const released = checkout ? [await releasedCode(checkout), await releasedCode(checkout, CRAMPED)] : []
let histories = 0

/** Runs histories until there are `most` violations. Odd seeds have short pages and little room. */
async function search(
  code: ReturnType<typeof codeOf>[],
  place: FolderCode,
  most: number,
  begin = first,
): Promise<string[]> {
  const violations: string[] = []
  const seeds = Array.from({ length: count * (lastSalt - firstSalt + 1) }, (_, i) => ({
    seed: begin + (i % count),
    salt: firstSalt + Math.floor(i / count),
  }))
  for (const { seed, salt } of seeds) {
    if (violations.length >= most || performance.now() > latest) break
    histories++
    // Shows the progress of a long run even if it is killed later.
    if (histories % 5000 === 0) console.error(`${histories} histories, ${violations.length} violations`)
    try {
      const codes = { code: code[seed % 2], place, released: released[seed % 2] }
      await runFolderHistory(codes, seed, seed % 2 === 1, salt)
    } catch (error) {
      const salted = salt === 0 ? '' : ` with salt ${salt}`
      violations.push(`seed ${seed}${salted}: ${error instanceof Error ? error.message : String(error)}`)
      if (!values.faults) console.log(violations.at(-1))
      if (seeds.length === 1 && error instanceof Error) console.log(error.stack)
    }
  }
  return violations
}

const codesOf = (...given: Parameters<typeof codeOf>) => [codeOf(given[0]), codeOf(given[0], CRAMPED)]
let missed = 0
if (values.faults) {
  const wanted = folderFaults.filter(
    ({ name, isRare }) => name.includes(values.only) && (process.env.LONG || !isRare),
  )
  for (const { name, replaced, place, seed } of wanted.filter(isOurs)) {
    const [found] = await search(codesOf(replaced ?? {}), { ...folderCode, ...place }, 1, seed)
    if (!found) missed++
    console.log(`${found ? 'found' : 'MISSED'}  ${name}  ${found ?? ''}`)
  }
  console.log(`${missed} planted faults missed`)
} else {
  const start = performance.now()
  const violations = await search(codesOf(), folderCode, 10)
  const seconds = (performance.now() - start) / 1000
  console.log(
    `${histories} histories with a folder from seed ${first}: ${violations.length} violations, ` +
      `${(histories / seconds).toFixed(0)} histories a second`,
  )
  missed = violations.length
}
process.exitCode = missed > 0 ? 1 : 0
