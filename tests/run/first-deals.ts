// `node tests/run/first-deals.ts`: finds winnable deals for users who choose a game for the first time, and
// writes engine/games/first-deals.ts.
import { writeFileSync } from 'node:fs'
import { DAILY_STATES, deal, games, solve, type GameId } from '../../engine/index.ts'

const DEALS = 16

function winnableDeals(id: GameId): number[] {
  const found: number[] = []
  for (let number = 1; found.length < DEALS; number++)
    if (solve(deal(id, number), { maxStates: DAILY_STATES }).verdict === 'won') found.push(number)
  return found
}

const lines = games.map(({ id }) => `  '${id}': [${winnableDeals(id).join(', ')}],`)
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
