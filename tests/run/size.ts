// `.build/run node tests/run/size.ts` checks the size of the files that the last build loads before the first
// paint, and lists their modules. `--sum` prints only the total and the bytes left.
import { readFileSync } from 'node:fs'
import { START_UP_BUDGET, startUpFiles } from '../support/start-up.ts'

const files = startUpFiles('.output/chrome-mv3')
const total = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
const modules = JSON.parse(readFileSync('.output/start-chunk.json', 'utf8')) as Record<string, number>

if (!process.argv.includes('--sum')) {
  console.log('Modules of the start chunk, bytes before compression:')
  for (const [name, bytes] of Object.entries(modules).sort(([, a], [, b]) => b - a))
    console.log(`  ${String(bytes).padStart(7)}  ${name}`)
  console.log('Start-up script and style, gzipped bytes:')
  for (const [name, bytes] of files) console.log(`  ${String(bytes).padStart(7)}  ${name}`)
}
console.log(
  `Start-up script and style: ${total} gzipped bytes, ${START_UP_BUDGET - total} left of ${START_UP_BUDGET}`,
)
process.exitCode = total <= START_UP_BUDGET ? 0 : 1
