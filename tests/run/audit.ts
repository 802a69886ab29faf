// Asks the registry for known vulnerabilities of the dependencies. Fails if the severity of one is high or
// critical. Passes with a message if the registry does not respond.
import { spawnSync } from 'node:child_process'

const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' })
let counts: Record<string, number> | undefined
try {
  counts = (JSON.parse(stdout) as { metadata?: { vulnerabilities: Record<string, number> } }).metadata
    ?.vulnerabilities
} catch {
  /* The output is not JSON if the registry does not respond. */
}
if (!counts) {
  console.log('The registry did not respond; vulnerabilities were not checked.')
} else {
  console.log(
    `Known vulnerabilities: ${Object.entries(counts)
      .map(([level, count]) => `${count} ${level}`)
      .join(', ')}`,
  )
  if (counts.high + counts.critical > 0) process.exitCode = 1
}
