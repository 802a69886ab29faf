// `.build/run node tests/run/first-deals.ts`: finds winnable deals for the first time that a game is chosen,
// and writes engine/games/first-deals.ts. `--game golf` finds those of one game.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DAILY_STATES, deal, FIRST_DEALS, games, solve, type GameId } from '../../engine/index.ts'

const DEALS = 16

function winnableDeals(id: GameId): number[] {
  const found: number[] = []
  for (let number = 1; found.length < DEALS; number++)
    if (solve(deal(id, number), { maxStates: DAILY_STATES }).verdict === 'won') found.push(number)
  return found
}

const { game } = parseArgs({ options: { game: { type: 'string' } } }).values
const dealsOf = (id: GameId) => (game === undefined || game === id ? winnableDeals(id) : FIRST_DEALS[id])
const lines = games.map(({ id }) => `  '${id}': [${dealsOf(id).join(', ')}],`)
writeFileSync(
  'engine/games/first-deals.ts',
  [
    '// Deals that can be won, for those who choose a game for the first time; made by',
    '// tests/run/first-deals.ts.',
    "import type { GameId } from '../rules/types.ts'",
    '',
    '/** For each game the numbers of such deals, which are winnable without house rules. */',
    'export const FIRST_DEALS: Readonly<Record<GameId, readonly number[]>> = {',
    ...lines,
    '}',
    '',
  ].join('\n'),
)
