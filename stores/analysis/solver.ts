// Client of the solver worker. It solves one request at a time, and a new one aborts the last. An idle worker
// is terminated.
import { inject } from 'vue'
import { solveRequest, type Solution, type SolveResponse } from '../../engine/index.ts'
import { solverKey, startWorkerKey, type Search, type Solver } from './solver-keys.ts'

/** Thrown if a worker did not answer in time and was terminated. The next request starts a new one. */
export class WorkerTimeout extends Error {}

/** The substitute solver of tests, or the page's worker. */
export const useSolver = (): Solver =>
  inject(solverKey, undefined) ?? (pageSolver ??= workerSolver(inject(startWorkerKey)!))

/** The page's only solver; analysis and winnable deals share it. */
let pageSolver: Solver | undefined

/** Milliseconds for which an idle worker is kept. */
const IDLE_WORKER_MS = 10_000
/** Milliseconds after a search's time limit within which the worker must answer. */
const GRACE_MS = 2000
/** The time limit assumed for a search that has none. */
const LONGEST_SEARCH_MS = 60_000

interface Pending {
  readonly id: number
  resolve(search: Search<Solution>): void
  reject(error: Error): void
  /** Terminates the worker if it does not answer in time. */
  readonly watchdog: ReturnType<typeof setTimeout>
}

/** A solver in a worker, which `start` creates whenever a request finds none running. */
// oxlint-disable-next-line max-lines-per-function -- Its short functions share one worker and one request.
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
  /** Removes the pending request; the caller settles it. */
  const take = (): Pending | undefined => {
    const taken = pending
    clearTimeout(taken?.watchdog)
    pending = undefined
    return taken
  }
  const stop = (): void => {
    if (!pending) return
    terminate() // a running search does not receive messages
    take()?.resolve('aborted')
  }
  const fail = (error: Error): void => {
    terminate()
    take()?.reject(error)
  }
  const begin = (): Worker => {
    const begun = start()
    begun.onmessage = ({ data: { id, solution } }: MessageEvent<SolveResponse>) => {
      if (pending?.id !== id) return
      take()?.resolve(solution)
      ending = setTimeout(terminate, IDLE_WORKER_MS)
    }
    begun.onerror = event => {
      if (begun === worker) fail(new Error(event.message || 'The solver could not be loaded'))
    }
    begun.onmessageerror = () => {
      if (begun === worker) fail(new Error('The solver sent an unreadable answer'))
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
        const silent = () => fail(new WorkerTimeout('The solver did not answer in time'))
        const watchdog = setTimeout(silent, (limits.maxMs ?? LONGEST_SEARCH_MS) + GRACE_MS)
        pending = { id, resolve, reject, watchdog }
        try {
          worker ??= begin()
          worker.postMessage(solveRequest(id, position, limits))
        } catch (error) {
          fail(error instanceof Error ? error : new Error(String(error)))
        }
      })
    },
  }
}
