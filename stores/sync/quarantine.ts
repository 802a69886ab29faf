// Texts that could not be used are put aside, a bounded number of them, so that no error costs anybody their
// data.
import type { Area } from '../platform/platform.ts'

const ASIDE = /^aside:/
/** Texts that are kept, the newest last. */
const KEPT = 20

/** Keeps a text that could not be used under the key it had; one that is kept already is not kept twice. */
export async function putAside(area: Area, key: string, text: string, time = new Date()): Promise<void> {
  const before = Object.entries(await area.all()).filter(([name]) => ASIDE.test(name))
  if (before.some(([name, kept]) => kept === text && name.endsWith(`:${key}`))) return
  await area.set({ [`aside:${time.toISOString()}:${key}`]: text })
  const names = before.map(([name]) => name).sort()
  if (names.length >= KEPT) await area.remove(names.slice(0, names.length + 1 - KEPT))
}
