// Checks dependencies for known vulnerabilities with the registry. If it does not answer, says so and proves
// nothing.
import { spawnSync } from 'node:child_process'

const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' })
let counts: Record<string, number> | undefined
try {
  counts = (JSON.parse(stdout) as { metadata?: { vulnerabilities: Record<string, number> } }).metadata
    ?.vulnerabilities
} catch {
  /* no answer */
}
if (!counts) {
  console.log('The registry does not answer questions about vulnerabilities here: not checked.')
} else {
  console.log(
    `Known vulnerabilities: ${Object.entries(counts)
      .map(([level, count]) => `${count} ${level}`)
      .join(', ')}`,
  )
  if (counts.high + counts.critical > 0) process.exitCode = 1
}
