// Waits for a condition, even on a busy machine.
import { vi } from 'vitest'

/** Waits until `check` no longer throws. Rejects with its error after twenty seconds. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 })

/** Waits until `value` returns a truthy value, and returns it. Rejects after twenty seconds. */
export const eventuallyTrue = <T>(value: () => T | Promise<T>) =>
  vi.waitUntil(value, { timeout: 20_000, interval: 10 })
