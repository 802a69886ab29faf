// `npm run damage` damages, copies and rolls back profiles of real browsers, fills the disk, and kills the
// browsers. All data that was reported as saved must be there afterward, or a message must say what is
// missing. `--only Firefox` selects cases by name.
import { parseArgs } from 'node:util'
import { chromiumCases } from '../damage/chromium.ts'
import { firefoxCases } from '../damage/firefox.ts'
import type { Found } from '../damage/profile.ts'
import { ensureBrowsers } from './browsers.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
ensureBrowsers('chromium', 'firefox-esr')
let failed = 0
let passed = 0
for (const { name, tryIt } of [...chromiumCases, ...firefoxCases]) {
  if (!name.includes(values.only)) continue
  let found: Found
  try {
    found = await tryIt()
  } catch (error) {
    found = { isKept: false, words: error instanceof Error ? error.message : String(error) }
  }
  if (found.isKept) passed++
  else failed++
  console.log(`${found.isKept ? '✓' : '✗'} ${name}: ${found.words}`)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
