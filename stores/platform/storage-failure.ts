// Failed writes to storage.local, reported to all tabs through storage.session, which is not affected.
import type { Area } from './area.ts'

/** The key in storage.session. */
export const FAILURE_KEY = 'storage-failure'

/** A failed write to storage.local. */
export interface StorageFailure {
  /** The browser's error message. */
  readonly detail: string
  readonly mayBeDamaged: boolean
}

/**
 * Whether a failed write may have left a partial entry on disk, which causes later writes to be lost at
 * the next start. Only quota errors are known to occur before anything is written.
 */
export const mayBeDamaged = (detail: string): boolean => !/quota/i.test(detail)

/** Serializes a failure for storage.session. */
export const writeFailure = ({ detail, mayBeDamaged }: StorageFailure): string =>
  (mayBeDamaged ? '!' : '?') + detail

/** Parses a failure from storage.session. */
export const readFailure = (text: string): StorageFailure => ({
  detail: text.slice(1),
  mayBeDamaged: text.startsWith('!'),
})

/** Wraps an area so that failed writes are reported to all tabs. */
export function reportingFailures(area: Area, session: Pick<Area, 'set'>): Area {
  const report = async (error: unknown): Promise<never> => {
    const detail = error instanceof Error ? error.message : String(error)
    const failure = writeFailure({ detail, mayBeDamaged: mayBeDamaged(detail) })
    await session.set({ [FAILURE_KEY]: failure }).catch(() => undefined)
    throw error
  }
  return {
    ...area,
    set: items => area.set(items).catch(report),
    remove: keys => area.remove(keys).catch(report),
  }
}
