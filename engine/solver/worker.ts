// The worker: answers one request after another, off the page's own thread.
import { addDeclarations } from '../games/catalogue.ts'
import { declarations } from '../games/declarations.ts'
import { positionOf, type SolveResponse, type SolveRequest } from './worker-protocol.ts'
import { solve } from './solve.ts'

addDeclarations(declarations)

addEventListener('message', ({ data }: MessageEvent<SolveRequest>) => {
  const answer: SolveResponse = { id: data.id, solution: solve(positionOf(data), data.limits) }
  postMessage(answer)
})
