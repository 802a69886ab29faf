// The number of histories that the simulator runs in a second.
import { runHistory } from '../simulation/history.ts'
import { codeOf, CRAMPED } from '../simulation/code.ts'
import { figure } from './report.ts'

const HISTORIES = 400

export async function benchSimulator(): Promise<void> {
  const codes = [codeOf(), codeOf({}, CRAMPED)]
  const start = performance.now()
  for (let seed = 1; seed <= HISTORIES; seed++) await runHistory(codes[seed % 2], seed)
  const rate = (HISTORIES / (performance.now() - start)) * 1000
  figure('simulator, one process', `${rate.toFixed(0)} histories a second`)
  console.log(`\nSimulator: ${rate.toFixed(0)} histories a second`)
}
