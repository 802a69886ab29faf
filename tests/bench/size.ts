// The size of the scripts and styles that a new tab loads before the first paint, compressed with gzip.
import { START_UP_BUDGET, startUpFiles } from '../support/start-up.ts'
import { figure } from './report.ts'

const KIB = 1024

export function benchSize(): void {
  const files = startUpFiles('.output/chrome-mv3')
  const total = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
  const target = `≤ ${START_UP_BUDGET / KIB} KiB`
  figure('script and style before the first paint, gzip', `${(total / KIB).toFixed(1)} KiB`, target)
  console.log(`\nStart-up script and style, gzip (target: ${target})`)
  const line = (name: string, bytes: number) =>
    console.log(`  ${name.padEnd(44)} ${bytes.toLocaleString('en').padStart(7)} bytes`)
  for (const [file, bytes] of files) line(file, bytes)
  line('total', total)
}
