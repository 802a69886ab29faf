// Client of the worker that rates deals. It is separate from the solver so that rating does not abort a
// search. An idle worker is terminated.
import type { GameId, Level, LevelRequest, LevelResponse } from '../../engine/index.ts'
import type { Leveler, Search } from './solver-keys.ts'

/** Milliseconds for which an idle worker is kept. */
const IDLE_MS = 10_000

interface Task {
  readonly request: LevelRequest
  readonly answer: PromiseWithResolvers<Search<Level | undefined>>
}

/** Rates deals in a worker, which `start` creates when a request finds none running. */
export function workerLeveler(start: () => Worker): Leveler {
  let worker: Worker | undefined
  let lastId = 0
  let ending: ReturnType<typeof setTimeout> | undefined
  /** The queue; the worker is processing its first task. */
  let tasks: Task[] = []

  const terminate = (): void => {
    clearTimeout(ending)
    worker?.terminate()
    worker = undefined
  }
  /** Ends the worker and settles all tasks. */
  const drop = (settle: (task: Task) => void): void => {
    terminate()
    const dropped = tasks
    tasks = []
    for (const task of dropped) settle(task)
  }
  const send = (): void => {
    clearTimeout(ending)
    if (tasks.length > 0) (worker ??= begin()).postMessage(tasks[0].request)
    else ending = setTimeout(terminate, IDLE_MS)
  }
  const begin = (): Worker => {
    const begun = start()
    begun.onmessage = ({ data: { level } }: MessageEvent<LevelResponse>) => {
      tasks.shift()?.answer.resolve(level)
      send()
    }
    const failed = (message?: string) => {
      const failure = new Error(message || 'The levels could not be loaded')
      drop(({ answer }) => answer.reject(failure))
    }
    begun.onerror = ({ message }) => failed(message)
    begun.onmessageerror = () => failed()
    return begun
  }
  return {
    async ask(game: GameId, dealNumber: number, checks: boolean) {
      const task: Task = {
        request: { id: ++lastId, game, dealNumber, checks },
        answer: Promise.withResolvers(),
      }
      // Only deals on display are checked for a loss. They are queued after all others.
      if (checks) tasks.push(task)
      else tasks.splice(Math.min(1, tasks.length), 0, task)
      if (tasks.length === 1) send()
      return task.answer.promise
    },
    end: () => drop(({ answer }) => answer.resolve('aborted')),
  }
}
