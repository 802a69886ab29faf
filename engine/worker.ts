// The web worker that solves positions and rates the difficulty of deals.
import { addAllGames } from './games/all.ts'
import { levelOf, type LevelRequest, type LevelResponse } from './levels/ease.ts'
import { deal } from './rules/deal.ts'
import { positionOf, type SolveResponse, type SolveRequest } from './solver/worker-protocol.ts'
import { solve } from './solver/solve.ts'

addAllGames()

/** State limit of the search that checks whether a deal is lost; a deal that it proves lost gets no level. */
const CHECKED_STATES = 20_000

function answer(data: SolveRequest | LevelRequest): SolveResponse | LevelResponse {
  const { id } = data
  if ('piles' in data) return { id, solution: solve(positionOf(data), data.limits) }
  const { game, dealNumber, checks } = data
  const isLost = checks && solve(deal(game, dealNumber), { maxStates: CHECKED_STATES }).verdict === 'lost'
  return { id, level: isLost ? undefined : levelOf(game, dealNumber) }
}

addEventListener('message', ({ data }: MessageEvent<SolveRequest | LevelRequest>) =>
  postMessage(answer(data)),
)
