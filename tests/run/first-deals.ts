// `.build/run node tests/run/first-deals.ts` finds winnable deals for users who choose a game for the first
// time, and writes engine/games/first-deals.json. `--game golf` finds only the deals of that game.
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
const lines = games.map(({ id }) => `  "${id}": [${dealsOf(id).join(', ')}]`)
writeFileSync('engine/games/first-deals.json', `{\n${lines.join(',\n')}\n}\n`)
