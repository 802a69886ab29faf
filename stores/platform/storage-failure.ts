// Failed writes to storage.local, reported to all tabs through storage.session, which is not affected.
import type { Area } from './area.ts'

/** The key in storage.session under which the browser's error message is shared. */
export const FAILURE_KEY = 'storage-failure'

/**
 * Whether a failed write may have left a partial entry on disk, which causes later writes to be lost at
 * the next start. Only quota errors are known to occur before anything is written.
 */
export const mayBeDamaged = (detail: string): boolean => !/quota/i.test(detail)

/** An error's message, to show to the user. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Wraps an area so that failed writes are reported to all tabs. */
export function reportingFailures(area: Area, session: Pick<Area, 'set'>): Area {
  const report = async (error: unknown): Promise<never> => {
    await session.set({ [FAILURE_KEY]: messageOf(error) }).catch(() => undefined)
    throw error
  }
  return {
    ...area,
    set: items => area.set(items).catch(report),
    remove: keys => area.remove(keys).catch(report),
  }
}
