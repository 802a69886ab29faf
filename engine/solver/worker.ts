// The worker: answers one solveRequest after another, off the page's own thread.
import { positionOf, type SolveResponse, type Question } from './worker-protocol.ts'
import { solve } from './solve.ts'

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const answer: SolveResponse = { id: data.id, solution: solve(positionOf(data), data.limits) }
  postMessage(answer)
})
