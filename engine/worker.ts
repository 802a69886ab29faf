// The worker: it searches positions, and says how hard deals are.
import { addAllGames } from './games/all.ts'
import { levelOf, type LevelRequest, type LevelResponse } from './levels/ease.ts'
import { positionOf, type SolveResponse, type SolveRequest } from './solver/worker-protocol.ts'
import { solve } from './solver/solve.ts'

addAllGames()

const answer = (data: SolveRequest | LevelRequest): SolveResponse | LevelResponse =>
  'piles' in data
    ? { id: data.id, solution: solve(positionOf(data), data.limits) }
    : { id: data.id, level: levelOf(data.game, data.dealNumber) }

addEventListener('message', ({ data }: MessageEvent<SolveRequest | LevelRequest>) =>
  postMessage(answer(data)),
)
