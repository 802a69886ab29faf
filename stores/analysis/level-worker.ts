// Client of the worker that rates deals. It is separate from the solver so that rating does not abort a
// search.
import type { GameId, Level, LevelRequest, LevelResponse } from '../../engine/index.ts'
import type { Leveler, Search } from './solver-keys.ts'
import { WorkerClient } from './worker-client.ts'

/** The time assumed for rating one deal, in milliseconds. It usually takes less than 200. */
const LONGEST_RATING_MS = 6000

interface Task {
  readonly deal: Omit<LevelRequest, 'id'>
  readonly answer: PromiseWithResolvers<Search<Level | undefined>>
}

/** Rates deals in a worker, which `start` creates when a request finds none running. */
export function workerLeveler(start: () => Worker): Leveler {
  const worker = new WorkerClient<LevelResponse>(start)
  /** The queue; the worker is processing its first task. */
  let tasks: Task[] = []

  /** Empties the queue and settles its tasks. */
  const drop = (settle: (task: Task) => void): void => {
    const dropped = tasks
    tasks = []
    for (const task of dropped) settle(task)
  }
  const send = (): void => {
    const task = tasks.at(0)
    if (!task) return
    worker
      .ask(id => ({ ...task.deal, id }), LONGEST_RATING_MS)
      .then(
        found => {
          // `end` settles all tasks itself.
          if (found === 'aborted' || task !== tasks[0]) return
          tasks.shift()
          task.answer.resolve(found.level)
          send()
        },
        (error: unknown) => drop(({ answer }) => answer.reject(error)),
      )
  }
  return {
    async ask(game: GameId, dealNumber: number, checks: boolean) {
      const task: Task = { deal: { game, dealNumber, checks }, answer: Promise.withResolvers() }
      // Only deals on display are checked for a loss. They are queued after all others.
      if (checks) tasks.push(task)
      else tasks.splice(Math.min(1, tasks.length), 0, task)
      if (tasks.length === 1) send()
      return task.answer.promise
    },
    end() {
      worker.end()
      drop(({ answer }) => answer.resolve('aborted'))
    },
  }
}
