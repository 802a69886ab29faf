// The worker: answers one question after another, off the page's own thread.
import { positionOf, type Answer, type Question } from './message.ts'
import { solve } from './solve.ts'

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const answer: Answer = { id: data.id, solution: solve(positionOf(data), data.limits) }
  postMessage(answer)
})
