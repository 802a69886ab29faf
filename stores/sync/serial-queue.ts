// Runs asynchronous work one after another.

/** Returns a function that runs work after all earlier work has settled, and resolves or rejects like it. */
export function serialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}
