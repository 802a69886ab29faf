// Client of the solver worker. It handles one request at a time; a new request aborts the previous one.
import { inject } from 'vue'
import { solveRequest, type SolveResponse } from '../../engine/index.ts'
import { solverKey, startWorkerKey, type Solver } from './solver-keys.ts'
import { WorkerClient } from './worker-client.ts'

/** The substitute solver of tests, or the page's worker. */
export const useSolver = (): Solver =>
  inject(solverKey, undefined) ?? (pageSolver ??= workerSolver(inject(startWorkerKey)!))

/** The page's only solver; analysis and winnable deals share it. */
let pageSolver: Solver | undefined

/** The time limit assumed for a search that has none. */
const LONGEST_SEARCH_MS = 60_000

/** A solver in a worker, which `start` creates whenever a request finds none running. */
export function workerSolver(start: () => Worker): Solver {
  const worker = new WorkerClient<SolveResponse>(start)
  return {
    stop: () => worker.stop(),
    end: () => worker.end(),
    async ask(position, limits) {
      const request = (id: number) => solveRequest(id, position, limits)
      const found = await worker.ask(request, limits.maxMs ?? LONGEST_SEARCH_MS)
      return found === 'aborted' ? found : found.solution
    },
  }
}
