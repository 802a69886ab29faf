// Waiting for what a test expects, also on a machine that is busy with other things.
import { vi } from 'vitest'

/** Waits until `check` no longer throws. Rejects with what it throws where that lasts for twenty seconds. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 })
