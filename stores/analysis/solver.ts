// The solving worker as the stores see it: one solveRequest at a time, a newer one ends the older, no worker
// without a solveRequest.
import type { InjectionKey } from 'vue'
import {
  solveRequest,
  type SolveResponse,
  type Limits,
  type Position,
  type Solution,
} from '../../engine/index.ts'

export interface Solver {
  /** Decides a position. Rejects with `Superseded` when another solveRequest or `stop` comes first. */
  ask(position: Position, limits: Limits): Promise<Solution>
  /** Ends the search that is going on. */
  stop(): void
  /** Ends the search and the worker: for a tab that is hidden. */
  end(): void
}

export const solverKey: InjectionKey<Solver> = Symbol('solver')

export class Superseded extends Error {
  override name = 'Superseded'
}

/** How long a worker without a solveRequest is kept, in milliseconds. */
const KEPT = 10_000

export function workerSolver(start: () => Worker): Solver {
  let worker: Worker | undefined
  let asked: { id: number; resolve: (solution: Solution) => void; reject: (error: Error) => void } | undefined
  let lastId = 0
  let ending: ReturnType<typeof setTimeout> | undefined

  const end = () => {
    clearTimeout(ending)
    worker?.terminate()
    worker = undefined
  }
  const stop = () => {
    if (!asked) return
    end() // a search does not listen while it runs
    asked.reject(new Superseded())
    asked = undefined
  }
  const endAll = () => {
    stop()
    end()
  }
  const begin = (): Worker => {
    const begun = start()
    begun.onmessage = ({ data: { id, solution } }: MessageEvent<SolveResponse>) => {
      if (asked?.id !== id) return
      asked.resolve(solution)
      asked = undefined
      ending = setTimeout(end, KEPT)
    }
    begun.onerror = event => {
      asked?.reject(new Error(event.message))
      asked = undefined
      end()
    }
    return begun
  }
  return {
    stop,
    end: endAll,
    ask(position, limits) {
      stop()
      clearTimeout(ending)
      worker ??= begin()
      const id = ++lastId
      return new Promise((resolve, reject) => {
        asked = { id, resolve, reject }
        worker!.postMessage(solveRequest(id, position, limits))
      })
    },
  }
}
