// The solving worker as the stores see it: one request at a time, a newer one ends the older, no worker
// without a request.
import { inject } from 'vue'
import { solveRequest, type Solution, type SolveResponse } from '../../engine/index.ts'
import { solverKey, startWorkerKey, type Search, type Solver } from './solver-keys.ts'

export type { Search, Solver }

/** A search that ended with a result. */
export const done = <T>(value: T): Search<T> => ({ kind: 'done', value })
/** A search that was given up. */
export const aborted: Search<never> = { kind: 'aborted' }

/**
 * The solver that tests give, or the one of the page's worker. Throws outside an app that provides either.
 */
export function useSolver(): Solver {
  const given = inject(solverKey, undefined)
  if (given) return given
  const start = inject(startWorkerKey)
  if (!start) throw new Error('No solver was provided to this app')
  return (pageSolver ??= workerSolver(start))
}

/** The one solver of this page: analysis and winnable deals take turns with it. */
let pageSolver: Solver | undefined

/** Milliseconds for which a worker without a request is kept. */
const IDLE_WORKER_MS = 10_000

interface Pending {
  readonly id: number
  resolve(search: Search<Solution>): void
  reject(error: Error): void
}

/**
 * A solver in a worker, which `start` makes when the first request comes and again after each search that was
 * ended.
 */
export function workerSolver(start: () => Worker): Solver {
  let worker: Worker | undefined
  let pending: Pending | undefined
  let lastId = 0
  let ending: ReturnType<typeof setTimeout> | undefined

  const terminate = (): void => {
    clearTimeout(ending)
    worker?.terminate()
    worker = undefined
  }
  const stop = (): void => {
    if (!pending) return
    terminate() // a search does not listen while it runs
    pending.resolve(aborted)
    pending = undefined
  }
  const fail = (message: string): void => {
    terminate()
    pending?.reject(new Error(message || 'The solver could not be loaded'))
    pending = undefined
  }
  const begin = (): Worker => {
    const begun = start()
    begun.onmessage = ({ data: { id, solution } }: MessageEvent<SolveResponse>) => {
      if (pending?.id !== id) return
      pending.resolve(done(solution))
      pending = undefined
      ending = setTimeout(terminate, IDLE_WORKER_MS)
    }
    begun.onerror = event => {
      if (begun === worker) fail(event.message)
    }
    begun.onmessageerror = () => {
      if (begun === worker) fail('The solver answered with something unreadable')
    }
    return begun
  }
  return {
    stop,
    end() {
      stop()
      terminate()
    },
    ask(position, limits) {
      stop()
      clearTimeout(ending)
      const id = ++lastId
      return new Promise((resolve, reject) => {
        pending = { id, resolve, reject }
        try {
          worker ??= begin()
          worker.postMessage(solveRequest(id, position, limits))
        } catch (error) {
          fail(error instanceof Error ? error.message : String(error))
        }
      })
    },
  }
}
