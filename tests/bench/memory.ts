// How much memory a search takes: the peak of a process that decides a hard deal, beside one that decides
// none.
import { execFileSync } from 'node:child_process'
import { figure } from './report.ts'
import type { GameId } from '../../engine/index.ts'

/** Deals that keep the search busy to its limit, or nearly. */
const HARD_DEALS: Readonly<Partial<Record<GameId, number>>> = {
  'double-sea-towers': 2,
  'freecell': 11982,
  'klondike-1': 230,
  'klondike-3': 13,
  'double-klondike-1': 1,
  'spider-4': 14,
  'golf': 81,
  'black-hole': 27,
  'pyramid': 15,
  'forty-thieves': 1,
  'gypsy': 2,
}

/**
 * Megabytes at the peak of a process that has loaded the engine, and has made a call of it. Linux tells a
 * process as its own `maxRSS` what the one that started it took, so the kernel's own count is read.
 */
function peakOf(call: string): number {
  const script = `import { readFileSync } from 'node:fs'
    import { deal, solve } from './engine/index.ts'
    ${call}
    console.log(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] / 1024)`
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }),
  )
}

export function benchMemory(): void {
  console.log('\nMemory of a search with four seconds (asked: ≤ 128 MB for the worker)')
  const idle = peakOf('')
  let most = 0
  for (const [id, number] of Object.entries(HARD_DEALS)) {
    const taken = peakOf(`solve(deal('${id}', ${number}), { maxMs: 4000, line: 'short' })`) - idle
    console.log(`  ${`${id} #${number}`.padEnd(24)} ${taken.toFixed(0)} MB`)
    most = Math.max(most, taken)
  }
  figure('memory that a search takes, the most of eleven hard deals', `${most.toFixed(0)} MB`, '≤ 128 MB')
}
