// The solver worker.
import { addAllGames } from '../games/all.ts'
import { positionOf, type SolveResponse, type SolveRequest } from './worker-protocol.ts'
import { solve } from './solve.ts'

addAllGames()

addEventListener('message', ({ data }: MessageEvent<SolveRequest>) => {
  const answer: SolveResponse = { id: data.id, solution: solve(positionOf(data), data.limits) }
  postMessage(answer)
})
