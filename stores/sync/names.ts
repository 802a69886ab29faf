// Names made here: ids, and keys in storage.local.
import { writeBytes } from './bytes.ts'
import type { DeviceId } from './items.ts'

/** Results that pages wrote and the log has not taken in yet. */
export const PENDING = 'result:'
const ORDER = ['reopened', 'givenUp', 'won'] as const

/**
 * Where a page writes a result: never the same key twice, as the log may be taking the earlier one in; a play's later ones sort behind.
 * Between going back to a game and giving it up again there may be no action, hence the outcome.
 */
export const pendingKey = (play: string, actions: number, outcome: typeof ORDER[number]): string =>
  `${PENDING}${play}:${String(actions).padStart(8, '0')}${ORDER.indexOf(outcome)}`

/** Eight random base64url characters. */
export const randomId = (): DeviceId => writeBytes(crypto.getRandomValues(new Uint8Array(6)))
