// The worker: answers one request after another, off the page's own thread.
import { addAllGames } from '../games/all.ts'
import { positionOf, type SolveResponse, type SolveRequest } from './worker-protocol.ts'
import { solve } from './solve.ts'

addAllGames()

addEventListener('message', ({ data }: MessageEvent<SolveRequest>) => {
  const answer: SolveResponse = { id: data.id, solution: solve(positionOf(data), data.limits) }
  postMessage(answer)
})
