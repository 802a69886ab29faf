// Makes histories faster: they read the same texts and reach the same positions thousands of times, so some
// pure functions of the product are called once for the same arguments. Imported first; the product is
// imported dynamically after it. Results are shared, so objects and arrays are frozen: code that changed one
// would throw.
import { registerHooks } from 'node:module'

/** These functions by file, with what distinguishes their arguments: themselves, or a function below. */
const PURE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'engine/record/action-codes.ts': { writeActions: ['='] },
  'engine/record/record.ts': { readRecord: ['='], writeLayout: ['='] },
  'engine/rules/autoplay.ts': { autoplayMoves: ['=', '=', 'contents'] },
  'engine/rules/deal.ts': { deal: ['=', '=', 'contents'], dealGame: ['=', '=', 'contents'] },
  'engine/rules/history.ts': { positionAt: ['=', '='] },
  'engine/rules/legal.ts': { isLegal: ['=', '='] },
  'engine/rules/play.ts': { play: ['=', '='] },
  'stores/platform/stored-json.ts': { parseStored: ['=', '='] },
  'stores/sync/base64url.ts': { readBytes: ['='] },
  'stores/sync/device-identity.ts': { parseIdentity: ['='] },
  'stores/sync/game-envelope.ts': { isInProgress: ['='], readSyncEnvelope: ['='], splitLocalEnvelope: ['='] },
  'stores/sync/items.ts': { readItem: ['=', '='], rank: ['=', '='], epochOf: ['='], readJson: ['='] },
  'stores/sync/kinds/header.ts': { erasuresIn: ['=', '='], readHeader: ['=', 'day'] },
  'stores/sync/kinds/index.ts': { parseKey: ['='] },
  'stores/sync/log-page.ts': { readRows: ['='] },
  'stores/sync/lww-settings.ts': { registerIn: ['='] },
  'stores/sync/pending-settings.ts': { objectIn: ['='], settingOf: ['='] },
  'stores/sync/remotes/folder-state.ts': { parseFolderState: ['='] },
  'stores/sync/remotes/sync-folder.ts': { parseDraft: ['='], parseSyncFolder: ['='] },
  'stores/sync/summary.ts': { parseSummary: ['='], allDigestsOf: ['='] },
  'stores/sync/sync-state.ts': { parseSyncState: ['='] },
}

/** Empty arrays and sets are equal to none. */
export const contents = (given: { length?: number; size?: number } | undefined): unknown =>
  (given?.length ?? given?.size) === 0 ? undefined : given
/** The day of a time. */
export const day = (time: number): number => Math.floor(time / 86_400_000)

/** The maximum number of results that are kept for a function. */
const MOST = 20_000

/** A value that cannot be changed, with everything in it, except for games and their arrays of numbers. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (ArrayBuffer.isView(value) || 'autoplay' in value) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

/** The known results of a function. */
export class Results {
  first = new Map<unknown, unknown>()
  #count = 0

  /** Keeps a result under the last of some keys. */
  keep<T>(keys: Map<unknown, unknown>, key: unknown, result: T): T {
    if (++this.#count > MOST) {
      this.first.clear()
      this.#count = 0
    }
    keys.set(key, frozen(result))
    return result
  }
}

/** A function that calls `name$` once for the same arguments, as source text. */
function remembering(name: string, distinct: readonly string[]): string {
  const given = distinct.map((_, i) => `$${i}`)
  const keys = distinct.map((by, i) => (by === '=' ? given[i] : `${by}(${given[i]})`))
  const last = keys.pop()!
  const steps = keys.map(
    key => `key = ${key}; next = at.get(key); if (!next) at.set(key, next = new Map()); at = next;`,
  )
  return `const ${name}$results = new Results()
    export function ${name}(${given}) {
      let at = ${name}$results.first, next, key
      ${steps.join('\n')}
      key = ${last}
      const known = at.get(key)
      if (known !== undefined || at.has(key)) return known
      return ${name}$results.keep(at, key, ${name}$(${given}))
    }`
}

const root = new URL('../../', import.meta.url).href
const pureIn = (url: string) =>
  url.startsWith(root) ? (PURE[url.slice(root.length)] as (typeof PURE)[string] | undefined) : undefined

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const names = Object.entries(pureIn(url) ?? {})
    if (names.length === 0) return loaded
    let source = new TextDecoder().decode(loaded.source as Uint8Array)
    for (const [name, distinct] of names) {
      const renamed = source.replace(
        new RegExp(`^(?:export )?(function|const) ${name}\\b`, 'm'),
        `$1 ${name}$$`,
      )
      if (renamed === source) throw new Error(`there is no function ${name} in ${url}`)
      source = `${renamed}\n${remembering(name, distinct)}`
    }
    const more = `import { contents, day, Results } from ${JSON.stringify(import.meta.url)};`
    return { ...loaded, source: more + source }
  },
})
