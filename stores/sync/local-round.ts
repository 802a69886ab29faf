// The part of a round that lies in storage.local: one at a time over all tabs, what is new written before
// what is spent is removed.
import type { Area } from '../platform/platform.ts'
import { putAside } from './quarantine.ts'
import { reconcile, type Round, type Seen } from './reconcile.ts'

export interface SettlePorts extends Pick<Seen, 'browser' | 'newId'> {
  readonly local: Area
  /** Milliseconds since 1970. */
  now(): number
  /** Runs work on storage.local that reads and then writes, one at a time over all tabs. */
  locked<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Puts together what lies in storage.local and what lies `there`, given what is here; there is undefined
 * where it could not be read.
 */
export function settle(
  { local, now, browser, newId, locked }: SettlePorts,
  there: (here: Readonly<Record<string, string>>) => Record<string, unknown> | undefined,
): Promise<Round> {
  return locked(async () => {
    const here = await local.all()
    const round = reconcile({ local: here, sync: there(here), now: now(), browser, newId })
    for (const [key, text] of Object.entries(round.damaged)) await putAside(local, key, text, new Date(now()))
    if (Object.keys(round.local).length > 0) await local.set(round.local)
    if (round.forget.length > 0) await local.remove(round.forget)
    return round
  })
}
