// Speeds up the simulators. Histories read the same texts and reach the same positions thousands of times, so
// some pure functions of the product are memoized, even for calls within their own files. This file must be
// imported before the product, which is therefore imported dynamically. Results are shared, so objects and
// arrays are frozen, and code that changes them throws.
import { registerHooks } from 'node:module'

/**
 * The memoized functions by file, with their numbers of arguments. The arguments are strings, numbers or
 * objects that never change.
 */
const PURE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'engine/record/record.ts': { readRecord: 1 },
  'engine/rules/deal.ts': { deal: 3, dealGame: 3 },
  'engine/rules/legal.ts': { isLegal: 2 },
  'engine/rules/play.ts': { play: 2, playAll: 2 },
  'stores/platform/stored-json.ts': { parsed: 2, parseStored: 2 },
  'stores/sync/base64url.ts': { readBytes: 1 },
  'stores/sync/game-envelope.ts': { isInProgress: 1, readSyncEnvelope: 1, splitLocalEnvelope: 1 },
  'stores/sync/items.ts': {
    readItem: 2,
    isDamaged: 2,
    isNewer: 1,
    rank: 2,
    epochOf: 1,
    readJson: 1,
  },
  'stores/sync/kinds/game.ts': { localGameOf: 1 },
  'stores/sync/kinds/header.ts': { erasuresIn: 2, listedIn: 2 },
  'stores/sync/kinds/index.ts': { parseKey: 1 },
  'stores/sync/log-page.ts': { readRows: 1 },
  'stores/sync/pending-settings.ts': { objectIn: 1 },
  'stores/sync/remotes/folder-copies.ts': { copiesIn: 1, learnedIn: 1 },
  'stores/sync/remotes/folder-state.ts': { parseFolderState: 1 },
  'stores/sync/remotes/sync-folder.ts': { parseDraft: 1, parseSyncFolder: 1 },
  'stores/sync/replicas.ts': { replicasIn: 1 },
  'stores/sync/summary.ts': { parseSummary: 1, allDigestsOf: 1 },
  'stores/sync/sync-state.ts': { parseSyncState: 1 },
  'tests/simulation/folder.ts': { hex: 1 },
}

type Pure = (...given: readonly unknown[]) => unknown

/**
 * The maximum number of cached results of a function, which is about as many as a history needs. A larger
 * cache was slower.
 */
const MOST = 1500

/** Freezes a value and everything in it, except games and typed arrays. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value) || 'autoplay' in value) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

/** An argument as a cache key. All empty arrays, such as lists of no house rules, are equal. */
const keyOf = (given: unknown): unknown => (Array.isArray(given) && given.length === 0 ? '[]' : given)

/** The cached value for the result undefined. */
const NOTHING = Symbol('nothing')

export function memoized(call: Pure, arguments_: number): Pure {
  const known = new Map<unknown, unknown>()
  const ofObjects = new WeakMap<WeakKey, unknown>()
  let count = 0
  const keep = (results: Pick<typeof known, 'set'>, key: unknown, given: readonly unknown[]) => {
    if (++count > MOST) {
      known.clear()
      count = 0
    }
    const fresh = frozen(call(...given))
    results.set(key, fresh === undefined ? NOTHING : fresh)
    return fresh
  }
  const nextIn = (results: typeof known, key: unknown): typeof known => {
    const next = (results.get(key) as typeof known | undefined) ?? new Map<unknown, unknown>()
    results.set(key, next)
    return next
  }
  if (arguments_ === 1)
    return first => {
      const results = (typeof first === 'object' && first !== null ? ofObjects : known) as typeof known
      const result = results.get(first)
      if (result === undefined) return keep(results, first, [first])
      return result === NOTHING ? undefined : result
    }
  return (...given) => {
    let results = known
    const last = arguments_ - 1
    for (let at = 0; at < last; at++) {
      const key = keyOf(given[at])
      results = (results.get(key) as typeof known | undefined) ?? nextIn(results, key)
    }
    const key = keyOf(given[last])
    const result = results.get(key)
    if (result === undefined) return keep(results, key, given)
    return result === NOTHING ? undefined : result
  }
}

const root = new URL('../../', import.meta.url).href
const pureIn = (url: string) =>
  url.startsWith(root) ? (PURE[url.slice(root.length)] as (typeof PURE)[string] | undefined) : undefined

/** The source of a file in which these functions are memoized, even for its own calls. */
const withMemos = (source: string, names: (typeof PURE)[string]): string =>
  [
    source.replace(/^((?:export )?)const (?=(\w+))/gm, (all, before: string, name: string) =>
      Object.hasOwn(names, name) ? `${before}let ` : all,
    ),
    `import { memoized } from ${JSON.stringify(import.meta.url)}`,
    ...Object.entries(names).map(([name, count]) => `${name} = memoized(${name}, ${count})`),
  ].join('\n')

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const names = pureIn(url)
    return names ? { ...loaded, source: withMemos(String(loaded.source), names) } : loaded
  },
})
