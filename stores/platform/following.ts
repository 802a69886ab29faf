// Follows changes to storage, and runs reads in turn.
import { onScopeDispose } from 'vue'
import type { Area } from './area.ts'

/** Reads now and after each change to a key with a prefix, until the scope is disposed. */
export function follow(area: Area, prefix: string, read: () => unknown): void {
  void read()
  onScopeDispose(
    area.onChanged(changes => {
      if (Object.keys(changes).some(key => key.startsWith(prefix))) void read()
    }),
  )
}

/** Runs each call after the previous one has ended, so that the last call has the last effect. */
export function inTurn<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  let last = Promise.resolve()
  const ended = (): void => undefined
  return (...args) => {
    const result = last.then(() => work(...args))
    // Without the result, which may be a copy of all stored texts.
    last = result.then(ended, ended)
    return result
  }
}
