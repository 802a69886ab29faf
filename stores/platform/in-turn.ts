// Runs asynchronous work one after another.

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

/** Returns a function that runs work after all earlier work, and resolves or rejects like it. */
export const workQueue = () => inTurn(<T>(work: () => Promise<T>) => work())
