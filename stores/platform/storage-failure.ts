// That storage.local could not be written: told to all tabs by way of storage.session, as storage.local can
// no longer carry it.
import type { Area } from './platform.ts'

/** The key in storage.session. */
export const FAILURE_KEY = 'storage-failure'

/** A write to storage.local that failed, and none that works is known since. */
export interface StorageFailure {
  /** What the browser said, in its own words. */
  readonly detail: string
  readonly mayBeDamaged: boolean
}

/**
 * Whether a failed write may have left half a record behind, after which whatever is written is lost at the
 * next start. Only a refusal for want of quota is known to come before anything is written.
 */
export const mayBeDamaged = (detail: string): boolean => !/quota/i.test(detail)

/** The failure as a text for storage.session. */
export const writeFailure = ({ detail, mayBeDamaged }: StorageFailure): string =>
  (mayBeDamaged ? '!' : '?') + detail

/** The failure in a text of storage.session. */
export const readFailure = (text: string): StorageFailure => ({
  detail: text.slice(1),
  mayBeDamaged: text.startsWith('!'),
})

/** An area whose failed writes are told to all tabs, besides being rejected as ever. */
export function tellingFailures(area: Area, session: Pick<Area, 'set'>): Area {
  const told = async (error: unknown): Promise<never> => {
    const detail = error instanceof Error ? error.message : String(error)
    const failure = writeFailure({ detail, mayBeDamaged: mayBeDamaged(detail) })
    await session.set({ [FAILURE_KEY]: failure }).catch(() => undefined)
    throw error
  }
  return {
    ...area,
    set: items => area.set(items).catch(told),
    remove: keys => area.remove(keys).catch(told),
  }
}
