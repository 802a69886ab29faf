// The worker as those see it who want to know how hard deals are. It is one of its own, so that no search is
// ended for a level, and is kept only while somebody asks.
import type { LevelRequest, LevelResponse } from '../../engine/index.ts'
import type { Leveler } from './solver-keys.ts'

/** Milliseconds for which a worker without a request is kept. */
const IDLE_MS = 10_000

/** Asks a worker, which `start` makes when the first request comes. Rejects where the worker fails. */
export function workerLeveler(start: () => Worker): Leveler {
  let worker: Worker | undefined
  let lastId = 0
  let ending: ReturnType<typeof setTimeout> | undefined
  const pending = new Map<number, PromiseWithResolvers<LevelResponse['level']>>()

  const end = (): void => {
    worker?.terminate()
    worker = undefined
  }
  const fail = (message: string): void => {
    end()
    for (const { reject } of pending.values()) reject(new Error(message))
    pending.clear()
  }
  const begin = (): Worker => {
    const begun = start()
    begun.onmessage = ({ data: { id, level } }: MessageEvent<LevelResponse>) => {
      pending.get(id)?.resolve(level)
      pending.delete(id)
      if (pending.size === 0) ending = setTimeout(end, IDLE_MS)
    }
    begun.onerror = ({ message }) => fail(message || 'The levels could not be loaded')
    return begun
  }
  return async (game, dealNumber, checks) => {
    clearTimeout(ending)
    const request: LevelRequest = { id: ++lastId, game, dealNumber, checks }
    const asked = Promise.withResolvers<LevelResponse['level']>()
    pending.set(request.id, asked)
    worker ??= begin()
    worker.postMessage(request)
    return asked.promise
  }
}
