// Transfers data between browsers: a readable file with everything, or items as a code that can be pasted
// anywhere. Input is only checked for damage here; `import-plan.ts` checks the contents.
import * as v from 'valibot'
import { crc32, fail, ok, Reader, writeNumber, type Result } from '../../engine/index.ts'
import { readBytes, writeBytes } from './base64url.ts'
import type { GameNames } from '../game-names.ts'
import { parsed } from '../platform/stored-json.ts'
import { readDeal } from '../shared-deal.ts'
import { timeOf } from '../time.ts'
import { resultsOf } from './device.ts'
import { devicesOf } from './devices.ts'
import { MAX_ITEMS } from './import-bounds.ts'
import { isDamaged, type Items } from './items.ts'
import { parseKey } from './kinds/index.ts'
import type { SyncReasonKey } from './reasons.ts'
import { replicasIn } from './replicas.ts'
import { counts } from './log-page.ts'
import { deflate, inflate } from './streams.ts'
import { inTime } from './summary.ts'

/**
 * The maximum size of text that is read, in characters and decompressed bytes. Every export is smaller: its
 * items are from storage.local, which has room for 10 MB, and a readable result has at most 250 bytes.
 */
export const LARGEST = 20_000_000
/** The maximum number of readable results in a file. */
const MAX_READABLE = 32_768
/** Released versions import at most this many items. */
const MAX_RELEASED = 512

const FORMAT = 1
const AnyFile = v.object({ quickhand: v.number() })
const Texts = v.record(v.string(), v.string())
const ExportedFile = v.object({ ...AnyFile.entries, items: Texts })

/** The items of a backup. If there are more than released versions import, compacted pages are left out. */
export function backupItems(local: Items, withSettings: boolean): Items {
  const replicas = replicasIn(local)
  const devices = devicesOf(replicas)
  const wanted = Object.keys(replicas).filter(key => withSettings || parseKey(key)!.kind !== 'settings')
  const summedUp = wanted.filter(name => {
    const key = parseKey(name)!
    return key.kind === 'log' && key.page < (devices.get(key.device)?.summary.compactedPages ?? 0)
  })
  const left = new Set(summedUp.slice(0, Math.max(0, wanted.length - MAX_RELEASED)))
  return Object.fromEntries(wanted.filter(key => !left.has(key)).map(key => [key, replicas[key]!]))
}

/** Everything as a file: the items, the latest of their results in readable form, and the quarantine. */
export function exportFile(local: Items, time: Date, withSettings = false): string {
  const items = backupItems(local, withSettings)
  const results = [...devicesOf(replicasIn(local)).values()].flatMap(device =>
    resultsOf(device)
      .filter(counts)
      .map(result => ({ ...result, device: device.header?.name ?? device.id })),
  )
  const lines = inTime(results)
    .slice(-MAX_READABLE)
    .map(({ device, game, outcome, minute, seconds, moves }) => {
      const time = new Date(timeOf(minute)).toISOString()
      return `\n  ${JSON.stringify({ device, game, outcome, time, seconds, moves })}`
    })
  const isSetting = (key: string) => /:~?(s:[\w-]{8}|settings?(:.*)?)$/.test(key)
  const aside = Object.fromEntries(
    Object.entries(local).filter(([key]) => key.startsWith('aside:') && (withSettings || !isSetting(key))),
  )
  const parts = { quickhand: FORMAT, exported: time.toISOString(), results: [], items, quarantine: aside }
  return JSON.stringify(parts, null, 1).replace('"results": []', () => `"results": [${lines.join(',')}]`)
}

/** Undamaged items, still to be checked by `planImport`, and the number of entries with unknown keys. */
type OutsideItems = Result<{ readonly items: Items; readonly unknown: number }, SyncReasonKey>

function checkedItems(items: Items): OutsideItems {
  const known = Object.entries(items).filter(([key]) => parseKey(key))
  if (known.length === 0) return fail('transferEmpty')
  if (known.length > MAX_ITEMS) return fail('transferLarge')
  for (const [key, value] of known) if (isDamaged(key, value)) return fail('transferDamaged')
  return ok({ items: Object.fromEntries(known), unknown: Object.keys(items).length - known.length })
}

function readFile(text: string): OutsideItems {
  const unreadable = fail(/"quickhand"\s*:/.test(text) ? 'transferDamaged' : 'transferUnknown')
  try {
    const json: unknown = JSON.parse(text.trim())
    if (v.is(AnyFile, json) && json.quickhand > FORMAT) return fail('transferNewer')
    const file = parsed(ExportedFile, json)
    return file ? checkedItems(file.items) : unreadable
  } catch {
    return unreadable
  }
}

const CODE = /QH(\d)\.([\w\s>-]+)\./
/** The start of a code of any version. */
const CODE_START = /\bQH\d\./
const CHECK = 6

/** Encodes items as a code that survives quoting and line breaks: `QH1.`, digits, a checksum, `.`. */
export async function writeCode(items: Items): Promise<string> {
  const bytes = await deflate(new TextEncoder().encode(JSON.stringify(items)), LARGEST)
  const digits = writeBytes(bytes!)
  return `QH${FORMAT}.${digits}${writeNumber(crc32(digits), CHECK)}.`
}

async function readCode([, format, spread]: RegExpExecArray): Promise<OutsideItems> {
  if (Number(format) > FORMAT) return fail('transferNewer')
  const text = spread!.replaceAll(/[\s>]/g, '')
  const digits = text.slice(0, -CHECK)
  if (new Reader(text.slice(-CHECK)).number(CHECK) !== crc32(digits)) return fail('transferDamaged')
  try {
    const inflated = await inflate(readBytes(digits), LARGEST)
    if (!inflated) return fail('transferLarge')
    const items = parsed(Texts, JSON.parse(new TextDecoder().decode(inflated)))
    return items ? checkedItems(items) : fail('transferDamaged')
  } catch {
    return fail('transferDamaged')
  }
}

/** Parses text: a file, a code anywhere in it, or a shared deal. */
export async function findIn(text: string, names: GameNames) {
  if (text.length > LARGEST) return fail('transferLarge')
  const isFile = /^\s*\{/.test(text)
  const code = isFile ? null : CODE.exec(text)
  if (isFile || code) {
    const found = isFile ? readFile(text) : await readCode(code!)
    return found.ok ? ok({ kind: 'items' as const, ...found.value }) : found
  }
  const deal = readDeal(text, names)
  if (!deal) return fail(CODE_START.test(text) ? 'transferDamaged' : 'transferUnknown')
  return deal.ok ? ok({ kind: 'deal' as const, ...deal.value }) : deal
}
