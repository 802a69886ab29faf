// The memory of a search: the growth of a process while its worker searches a hard deal.
import { execFileSync } from 'node:child_process'
import { figure } from './report.ts'
import type { GameId } from '../../engine/index.ts'

/** Deals whose search takes all or nearly all of the time limit. */
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

/** Megabytes used by the search of a deal, in a separate process. */
const peakOf = (id: string, number: number): number =>
  Number(execFileSync(process.execPath, ['tests/bench/peak.ts', id, String(number)], { encoding: 'utf8' }))

export function benchMemory(): void {
  console.log('\nMemory of a search of four seconds (target: ≤ 128 MB for the worker)')
  let maximum = 0
  for (const [id, number] of Object.entries(HARD_DEALS)) {
    const megabytes = peakOf(id, number)
    console.log(`  ${`${id} #${number}`.padEnd(24)} ${megabytes.toFixed(0)} MB`)
    maximum = Math.max(maximum, megabytes)
  }
  figure('memory of a search, maximum of eleven hard deals', `${maximum.toFixed(0)} MB`, '≤ 128 MB')
}
