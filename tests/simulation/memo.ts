// Speeds up the simulation: histories read the same texts and reach the same positions thousands of times, so
// some pure functions of the product are memoized. Imported first; the product is imported dynamically after
// it. Results are shared, so objects and arrays are frozen: code that changed one would throw.
import { registerHooks } from 'node:module'

/**
 * The memoized functions by file, each with its number of arguments. Arguments are texts, numbers, or objects
 * that never change.
 */
const PURE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'engine/record/record.ts': { readRecord: 1 },
  'engine/rules/deal.ts': { deal: 3, dealGame: 3 },
  'engine/rules/legal.ts': { isLegal: 2 },
  'engine/rules/play.ts': { play: 2, playAll: 2 },
  'stores/platform/stored-json.ts': { parseStored: 2 },
  'stores/sync/base64url.ts': { readBytes: 1 },
  'stores/sync/game-envelope.ts': { isInProgress: 1, readSyncEnvelope: 1, splitLocalEnvelope: 1 },
  'stores/sync/items.ts': {
    readItem: 2,
    isDamaged: 2,
    isNewer: 1,
    compareVersions: 3,
    epochOf: 1,
    readJson: 1,
  },
  'stores/sync/kinds/header.ts': { erasuresIn: 2 },
  'stores/sync/kinds/index.ts': { parseKey: 1 },
  'stores/sync/log-page.ts': { readRows: 1 },
  'stores/sync/pending-settings.ts': { objectIn: 1 },
  'stores/sync/remotes/folder-state.ts': { parseFolderState: 1 },
  'stores/sync/remotes/sync-folder.ts': { parseDraft: 1, parseSyncFolder: 1 },
  'stores/sync/summary.ts': { parseSummary: 1, allDigestsOf: 1 },
  'stores/sync/sync-state.ts': { parseSyncState: 1 },
}

type Pure = (...given: readonly unknown[]) => unknown

/** The maximum number of results that are kept for a function. */
const MOST = 20_000

/** Freezes a value and everything in it, except games and typed arrays. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value) || 'autoplay' in value) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

/** An argument as a cache key; all empty arrays, such as no house rules, are equal. */
const keyOf = (given: unknown): unknown => (Array.isArray(given) && given.length === 0 ? '[]' : given)

/** A memoized version of a function. */
export function memoized(call: Pure, arguments_: number): Pure {
  const known = new Map<unknown, unknown>()
  const last = arguments_ - 1
  let count = 0
  return (...given) => {
    let results = known
    for (let at = 0; at < last; at++) {
      const key = keyOf(given[at])
      let next = results.get(key) as typeof known | undefined
      if (!next) results.set(key, (next = new Map()))
      results = next
    }
    const key = keyOf(given[last])
    const result = results.get(key)
    if (result !== undefined || results.has(key)) return result
    if (++count > MOST) {
      known.clear()
      count = 0
    }
    const fresh = frozen(call(...given))
    results.set(key, fresh)
    return fresh
  }
}

const root = new URL('../../', import.meta.url).href
const pureIn = (url: string) =>
  url.startsWith(root) ? (PURE[url.slice(root.length)] as (typeof PURE)[string] | undefined) : undefined

registerHooks({
  load(url, context, next) {
    const names = pureIn(url)
    if (!names) return next(url, context)
    const original = JSON.stringify(`${url}?original`)
    const lines = [
      `import { memoized } from ${JSON.stringify(import.meta.url)}`,
      `import * as original from ${original}`,
      `export * from ${original}`,
      ...Object.entries(names).map(
        ([name, count]) => `export const ${name} = memoized(original.${name}, ${count})`,
      ),
    ]
    return { format: 'module', source: lines.join('\n'), shortCircuit: true }
  },
})
