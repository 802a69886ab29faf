// The worker that rates deals. It is separate from the solver, so that rating aborts no search, and is kept
// only while it is in use.
import type { LevelRequest, LevelResponse } from '../../engine/index.ts'
import type { Leveler } from './solver-keys.ts'

/** Milliseconds for which an idle worker is kept. */
const IDLE_MS = 10_000

/** Rates deals in a worker, which `start` creates for the first request. */
export function workerLeveler(start: () => Worker): Leveler {
  let worker: Worker | undefined
  let lastId = 0
  /** Whether the worker is kept for a while after its last answer. */
  let isKept = true
  let ending: ReturnType<typeof setTimeout> | undefined
  const pending = new Map<number, PromiseWithResolvers<LevelResponse['level']>>()

  const terminate = (): void => {
    clearTimeout(ending)
    worker?.terminate()
    worker = undefined
  }
  const rest = (): void => {
    if (isKept) ending = setTimeout(terminate, IDLE_MS)
    else terminate()
  }
  const begin = (): Worker => {
    const begun = start()
    begun.onmessage = ({ data: { id, level } }: MessageEvent<LevelResponse>) => {
      pending.get(id)?.resolve(level)
      pending.delete(id)
      if (pending.size === 0) rest()
    }
    begun.onerror = ({ message }) => {
      terminate()
      const failure = new Error(message || 'The levels could not be loaded')
      for (const { reject } of pending.values()) reject(failure)
      pending.clear()
    }
    return begun
  }
  return {
    async ask(game, dealNumber, checks) {
      clearTimeout(ending)
      isKept = true
      const request: LevelRequest = { id: ++lastId, game, dealNumber, checks }
      const asked = Promise.withResolvers<LevelResponse['level']>()
      worker ??= begin()
      pending.set(request.id, asked)
      worker.postMessage(request)
      return asked.promise
    },
    end() {
      isKept = false
      if (pending.size === 0) terminate()
    },
  }
}
