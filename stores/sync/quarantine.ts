// Texts that could not be used are put aside, a bounded number of them, so that no error costs anybody their
// data.
import type { Area } from '../platform/platform.ts'

const ASIDE = /^aside:/
/** Texts that are kept, the newest last. */
const MAX_KEPT = 20

/**
 * What to write and to remove so that a text that could not be used is kept, given all stored texts; nothing
 * for one that
 * is kept already. `time` in milliseconds since 1970.
 */
export function quarantineTexts(
  texts: Readonly<Record<string, string>>,
  key: string,
  text: string,
  time: number,
): { set: Record<string, string>; remove: string[] } {
  const before = Object.entries(texts).filter(([name]) => ASIDE.test(name))
  if (before.some(([name, kept]) => kept === text && name.endsWith(`:${key}`))) return { set: {}, remove: [] }
  const names = before.map(([name]) => name).sort()
  return {
    set: { [`aside:${new Date(time).toISOString()}:${key}`]: text },
    remove: names.slice(0, Math.max(0, names.length + 1 - MAX_KEPT)),
  }
}

/** Keeps a text that could not be used under the key it had. */
export async function putAside(area: Area, key: string, text: string, time = new Date()): Promise<void> {
  const { set, remove } = quarantineTexts(await area.all(), key, text, time.getTime())
  if (Object.keys(set).length > 0) await area.set(set)
  if (remove.length > 0) await area.remove(remove)
}
