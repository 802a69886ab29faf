// The last import, which can be undone exactly; games played since then stay.
import * as v from 'valibot'
import { crc32 } from '../../engine/index.ts'
import type { Area, Texts } from '../platform/area.ts'
import { LAST_IMPORT_KEY, REPLICA_PREFIX } from '../platform/storage-keys.ts'
import { parseStored } from '../platform/stored-json.ts'
import { DAY_MS, dayOf } from '../time.ts'
import type { ImportPlan } from './import-plan.ts'
import { readItem, writeItem, writeJson, type Items } from './items.ts'
import { parseKey } from './kinds/index.ts'
import type { LocalRoundPorts } from './local-round.ts'
import { learnedIn } from './remotes/folder-copies.ts'
import { asReplicas, replicasIn } from './replicas.ts'

/** The time for which an import can be undone, in milliseconds. */
const UNDOABLE = 7 * DAY_MS

const LastImport = v.object({
  /** Milliseconds since 1970. */
  time: v.number(),
  results: v.number(),
  games: v.number(),
  /** The checksum of each item's content; version 1.0 stored the checksum of the whole value. */
  items: v.record(v.string(), v.tuple([v.null(), v.number()])),
  /** The value before and after, for each changed setting. */
  settings: v.record(v.string(), v.tuple([v.unknown(), v.unknown()])),
})
/** An import that can still be undone. */
export type LastImport = v.InferOutput<typeof LastImport>

/** Parses the last import; undefined if it can no longer be undone. */
export function parseLastImport(text: string | undefined, now: number): LastImport | undefined {
  const last = parseStored(LastImport, text)
  return last && Math.abs(now - last.time) < UNDOABLE ? last : undefined
}

/** Serializes an import. */
export function writeLastImport(items: Items, rest: Omit<LastImport, 'items'>): string {
  const entries = Object.entries(items).flatMap(([key, value]) => {
    const item = readItem(key, value)
    return item ? [[key, [null, crc32(item.content)]]] : []
  })
  return JSON.stringify({ ...rest, items: Object.fromEntries(entries) } satisfies LastImport)
}

type ImportPorts = Pick<LocalRoundPorts, 'local' | 'locked' | 'now'>

/**
 * Stores the items of a planned import and the data for undoing it. If it changes nothing, stores nothing, so
 * that the previous import can still be undone. Rejects if storage.local cannot be read or written.
 */
export function storeImport(
  { local, locked, now }: ImportPorts,
  plan: (texts: Texts) => Pick<ImportPlan, 'items'> & Omit<LastImport, 'items' | 'time'>,
): Promise<LastImport> {
  return locked(async () => {
    const { items, results, games, settings } = plan(await local.all())
    const text = writeLastImport(items, { time: now(), results, games, settings })
    if (Object.keys({ ...items, ...settings }).length > 0)
      await local.set({ ...asReplicas(items), [LAST_IMPORT_KEY]: text })
    return parseLastImport(text, now())!
  })
}

/**
 * Undoes the last import. First calls `restore` with the settings that the import changed, because nothing is
 * left to undo once the items are gone. Rejects if storage.local cannot be read or written.
 */
export async function undoLastImport(
  { local, locked, now, sync }: ImportPorts & { readonly sync: Pick<Area, 'all'> },
  restore: (settings: LastImport['settings']) => Promise<void>,
): Promise<void> {
  const text = await local.get(LAST_IMPORT_KEY)
  const last = parseLastImport(text, now())
  if (!last) return
  await restore(last.settings)
  // If storage.sync cannot be read, it may have all of the items.
  const synced = await sync.all().catch(() => last.items)
  await locked(async () => {
    const texts = await local.all()
    if (texts[LAST_IMPORT_KEY] !== text) return
    const { set, remove } = undoImport(texts, synced, last, now())
    if (Object.keys(set).length > 0) await local.set(set)
    await local.remove(remove)
  })
}

/** The content of an undone item: empty, or a header with the current day, which prevents absorption. */
const emptyOf = (key: string, now: number): string =>
  parseKey(key)?.kind === 'device' ? writeJson({ name: '', day: dayOf(now) }) : ''

/**
 * The changes to storage.local that undo an import. Items that other devices may know from storage.sync
 * (`synced`) or the sync folder get a newer version. Items that have changed since then stay.
 */
export function undoImport(
  texts: Readonly<Record<string, string>>,
  synced: Readonly<Record<string, unknown>>,
  { items }: LastImport,
  now: number,
): { readonly set: Record<string, string>; readonly remove: readonly string[] } {
  const set: Record<string, string> = {}
  const remove = [LAST_IMPORT_KEY]
  const replicas = replicasIn(texts)
  const shared = { ...learnedIn(texts), ...synced }
  for (const [key, [, checksum]] of Object.entries(items)) {
    const imported = readItem(key, replicas[key])
    if (!imported) continue
    const { epoch, seq, content } = imported
    if (![crc32(content), crc32(replicas[key]!)].includes(checksum)) continue
    if (key in shared)
      set[REPLICA_PREFIX + key] = writeItem(key, { epoch, seq: seq + 1, content: emptyOf(key, now) })
    else remove.push(REPLICA_PREFIX + key)
  }
  return { set, remove }
}
