// The last import, kept so that it can be taken back exactly: what was played since stays.
import * as v from 'valibot'
import { crc32 } from '../../engine/index.ts'
import { LAST_IMPORT_KEY, REPLICA_PREFIX } from '../platform/storage-keys.ts'
import { parseStored } from '../platform/stored-json.ts'
import { DAY_MS, dayOf } from '../time.ts'
import { readItem, writeItem, writeJson, type Items } from './items.ts'
import { parseKey } from './kinds/index.ts'
import { learnedIn } from './remotes/folder-copies.ts'
import { replicasIn } from './replicas.ts'

/** Milliseconds for which an import can be taken back. */
const UNDOABLE = 7 * DAY_MS

const LastImport = v.object({
  /** Milliseconds since 1970. */
  time: v.number(),
  results: v.number(),
  games: v.number(),
  /** For each item its value before, null where there was none, and a checksum of what came in. */
  items: v.record(v.string(), v.tuple([v.nullable(v.string()), v.number()])),
  /** For each setting that was changed its value before and after. */
  settings: v.record(v.string(), v.tuple([v.unknown(), v.unknown()])),
})
/** An import that can still be taken back: when it was, what it brought, and what was there before. */
export type LastImport = v.InferOutput<typeof LastImport>

/** The last import in a stored text; undefined where there is none that can still be taken back. */
export function parseLastImport(text: string | undefined, now: number): LastImport | undefined {
  const last = parseStored(LastImport, text)
  return last && Math.abs(now - last.time) < UNDOABLE ? last : undefined
}

/** What storage.local keeps of an import of these items, given its texts before. */
export function writeLastImport(
  local: Readonly<Record<string, string>>,
  items: Items,
  said: Pick<LastImport, 'time' | 'results' | 'games' | 'settings'>,
): string {
  const entries = Object.entries(items).map(([key, value]) => [
    key,
    [local[REPLICA_PREFIX + key] ?? null, crc32(value)],
  ])
  return JSON.stringify({ ...said, items: Object.fromEntries(entries) } satisfies LastImport)
}

/**
 * What tells that nothing is left of an item. The device was seen today: were it absorbed before the others
 * have heard of it, they would put back what they know.
 */
const emptyOf = (key: string, now: number): string =>
  parseKey(key)?.kind === 'device' ? writeJson({ name: '', day: dayOf(now) }) : ''

/**
 * What has to be written to and removed from storage.local so that an import was never there. What
 * storage.sync has already (`synced`), or a file of the sync folder, is replaced by a newer version, as other
 * devices may know it, too. Items that changed since stay.
 */
export function undoImport(
  local: Readonly<Record<string, string>>,
  synced: Readonly<Record<string, unknown>>,
  { items }: LastImport,
  now: number,
): { readonly set: Record<string, string>; readonly remove: readonly string[] } {
  const set: Record<string, string> = {}
  const remove = [LAST_IMPORT_KEY]
  const replicas = replicasIn(local)
  const shared = { ...learnedIn(local), ...synced }
  for (const [key, [before, checksum]] of Object.entries(items)) {
    const here = replicas[key]
    if (here === undefined || crc32(here) !== checksum) continue
    const came = readItem(key, here)
    const was = readItem(key, before)
    if (key in shared && came.ok) {
      const { epoch, seq } = came.value
      set[REPLICA_PREFIX + key] = writeItem(key, {
        epoch,
        seq: seq + 1,
        content: was.ok ? was.value.content : emptyOf(key, now),
      })
    } else if (before !== null) set[REPLICA_PREFIX + key] = before
    else remove.push(REPLICA_PREFIX + key)
  }
  return { set, remove }
}
