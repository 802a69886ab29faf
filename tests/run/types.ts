// The type check. `list[i]` and `record[key]` may be undefined (`noUncheckedIndexedAccess`), except in the
// solver and the tests. TypeScript has this option only for whole programs, so the check runs with and
// without it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Whether a report is about a file for which the option is off. */
const isUnchecked = (report: string): boolean => /^(engine\/solver|tests)\//.test(report)

/** The reports of a run with these options. Each report includes its indented details. */
async function reports(...options: string[]): Promise<string[]> {
  const child = spawn('vue-tsc', ['--noEmit', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  const found = output.split(/\n(?! )/).filter(Boolean)
  return status !== 0 && found.length === 0 ? [`vue-tsc ended with status ${status}`] : found
}

const [without, withOption] = await Promise.all([
  reports(),
  reports('--noUncheckedIndexedAccess', '--tsBuildInfoFile', '.wxt/types-indexed.tsbuildinfo'),
])
const failures = new Set([...without, ...withOption.filter(report => !isUnchecked(report))])
for (const failure of failures) console.log(failure)
process.exitCode = Math.min(1, failures.size)
