// `npm run bench` measures all figures and writes them to tests/bench/README.md. `npm run bench -- size
// bytes` runs only these two benches and writes only their sections. `npm run bench -- solve --games
// golf,pyramid` runs a bench with only these games and writes nothing.
import { parseArgs } from 'node:util'
import { benchBytes } from './bytes.ts'
import { benchEngine } from './engine.ts'
import { benchVerdictDelay } from './verdict.ts'
import { benchImport } from './import.ts'
import { benchMemory } from './memory.ts'
import { benchMoves } from './moves.ts'
import { benchPaint } from './paint.ts'
import { takeSection, writeReport } from './report.ts'
import { benchSimulator } from './simulator.ts'
import { benchSize } from './size.ts'
import { benchSolve } from './solve.ts'
import { benchTabs } from './tabs.ts'
import { benchWin } from './win.ts'
import { GAMES, isGameId, type GameId } from '../../engine/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '0.1' }, games: { type: 'string' } },
})
function gameId(name: string): GameId {
  if (!isGameId(name)) throw new Error(`Unknown game “${name}”: ${GAMES.join(', ')}`)
  return name
}
const benches: Readonly<Record<string, () => void | Promise<void>>> = {
  paint: benchPaint,
  tabs: benchTabs,
  moves: () => benchMoves(),
  win: () => benchWin(),
  know: benchVerdictDelay,
  size: benchSize,
  bytes: benchBytes,
  largest: benchImport,
  engine: benchEngine,
  solve: () => benchSolve(Number(values.scale), values.games?.split(',').map(gameId)),
  memory: benchMemory,
  simulator: benchSimulator,
}
for (const name of positionals)
  if (!(name in benches)) throw new Error(`Unknown bench “${name}”: ${Object.keys(benches).join(', ')}`)
const sections = new Map<string, string>()
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  await bench()
  sections.set(name, takeSection(name))
}
// The figures of only some games would be an incomplete section.
if (!values.games) writeReport('tests/bench/README.md', sections, Object.keys(benches))
