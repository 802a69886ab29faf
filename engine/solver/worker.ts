// The worker: answers one question after another, off the page's own thread.
import { withoutDetours } from './detours.ts'
import { positionOf, type Answer, type Question } from './message.ts'
import { solve } from './solve.ts'

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const position = positionOf(data)
  const solution = solve(position, data.limits)
  const answer: Answer = { id: data.id, solution: { ...solution, ...(solution.moves && { moves: withoutDetours(position, solution.moves) }) } }
  postMessage(answer)
})
