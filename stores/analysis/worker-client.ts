// A client of the worker that solves positions and rates deals, for one request at a time. It terminates a
// worker that is idle or does not answer in time.
import type { Search } from './solver-keys.ts'

/** Thrown if a worker did not answer in time and was terminated. The next request starts a new one. */
export class WorkerTimeout extends Error {}

/** Milliseconds for which an idle worker is kept. */
const IDLE_MS = 10_000
/** Milliseconds after a request's time limit within which the worker must answer. */
const GRACE_MS = 2000

interface Pending {
  readonly id: number
  /** Terminates the worker if it does not answer in time. */
  readonly watchdog: ReturnType<typeof setTimeout>
  readonly answer: PromiseWithResolvers<Search<unknown>>
}

/** Sends requests to a worker, which `start` creates whenever a request finds none running. */
export class WorkerClient<Response extends { readonly id: number }> {
  readonly #start: () => Worker
  #worker: Worker | undefined
  #pending: Pending | undefined
  #lastId = 0
  #ending: ReturnType<typeof setTimeout> | undefined

  constructor(start: () => Worker) {
    this.#start = start
  }

  /**
   * Resolves to the response to a request, or to `aborted` after `stop`, `end` or another request. Rejects if
   * the worker cannot be loaded, fails, or does not answer in time.
   */
  ask(request: (id: number) => object, maxMs: number): Promise<Search<Response>> {
    this.stop()
    clearTimeout(this.#ending)
    const id = ++this.#lastId
    const answer = Promise.withResolvers<Search<unknown>>()
    const silent = () => this.#fail(new WorkerTimeout('The solver did not answer in time'))
    this.#pending = { id, answer, watchdog: setTimeout(silent, maxMs + GRACE_MS) }
    try {
      this.#worker ??= this.#begin()
      this.#worker.postMessage(request(id))
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)))
    }
    return answer.promise as Promise<Search<Response>>
  }

  /** Ends the request, if one is running. */
  stop(): void {
    if (!this.#pending) return
    this.#terminate() // a running search does not receive messages
    this.#take()?.resolve('aborted')
  }

  /** Ends the request and the worker. */
  end(): void {
    this.stop()
    this.#terminate()
  }

  #begin(): Worker {
    const begun = this.#start()
    begun.onmessage = ({ data }: MessageEvent<Response>) => {
      if (this.#pending?.id !== data.id) return
      this.#ending = setTimeout(() => this.#terminate(), IDLE_MS)
      this.#take()?.resolve(data)
    }
    const failed = (message: string) => {
      if (begun === this.#worker) this.#fail(new Error(message))
    }
    begun.onerror = ({ message }) => failed(message || 'The solver could not be loaded')
    begun.onmessageerror = () => failed('The solver sent an unreadable answer')
    return begun
  }

  /** Removes the pending request, which the caller settles. */
  #take(): Pending['answer'] | undefined {
    const taken = this.#pending
    clearTimeout(taken?.watchdog)
    this.#pending = undefined
    return taken?.answer
  }

  #fail(error: Error): void {
    this.#terminate()
    this.#take()?.reject(error)
  }

  #terminate(): void {
    clearTimeout(this.#ending)
    this.#worker?.terminate()
    this.#worker = undefined
  }
}
