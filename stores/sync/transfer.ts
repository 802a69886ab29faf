// Between browsers: everything as a readable file, or items as a code that can be pasted anywhere. What comes
// in is only shown to have arrived as it was sent: `import-plan.ts` judges what it says.
import * as v from 'valibot'
import {
  crc32,
  fail,
  GAMES,
  ok,
  parseDealNumber,
  parseGame,
  Reader,
  writeNumber,
  type GameId,
  type ReasonKey,
  type Result,
} from '../../engine/index.ts'
import { readBytes, writeBytes } from './base64url.ts'
import { familyName } from '../game-names.ts'
import { timeOf } from '../time.ts'
import { resultsOf } from './device.ts'
import { devicesOf } from './devices.ts'
import { MAX_ITEMS } from './import-bounds.ts'
import { isDamaged } from './items.ts'
import { parseKey } from './kinds/index.ts'
import type { SyncReasonKey, SyncResult } from './reasons.ts'
import { replicasIn } from './replicas.ts'
import { counts } from './game-results.ts'
import { inTime } from './summary.ts'

type Items = Readonly<Record<string, string>>

/**
 * The largest text that is looked at, in characters, and the largest it may unfold to, in bytes: a file of as
 * many items as an import takes, with a line for each of their results, is shorter.
 */
export const LARGEST = 12_000_000

const FORMAT = 1
const ExportedFile = v.object({ quickhand: v.number(), items: v.record(v.string(), v.string()) })

/**
 * The items that a backup holds: all replicas, with the settings where they are wanted. Where they are more
 * than an import takes, the oldest pages stay out whose results are in their device's sums.
 */
export function backupItems(local: Items, withSettings: boolean): Items {
  const replicas = replicasIn(local)
  const devices = devicesOf(replicas)
  const wanted = Object.keys(replicas).filter(key => withSettings || parseKey(key)!.kind !== 'settings')
  const summedUp = wanted.filter(name => {
    const key = parseKey(name)!
    return key.kind === 'log' && key.page < (devices.get(key.device)?.summary.compactedPages ?? 0)
  })
  const left = new Set(summedUp.slice(0, Math.max(0, wanted.length - MAX_ITEMS)))
  return Object.fromEntries(wanted.filter(key => !left.has(key)).map(key => [key, replicas[key]]))
}

/** Everything that is known here as a file: the items for the program, and what they say for people. */
export function exportFile(local: Items, time: Date, withSettings = false): string {
  const items = backupItems(local, withSettings)
  const results = [...devicesOf(replicasIn(local)).values()].flatMap(device =>
    inTime(resultsOf(device).filter(counts)).map(({ game, outcome, minute, seconds, moves }) => ({
      device: device.header?.name ?? device.id,
      game,
      outcome,
      time: new Date(timeOf(minute)).toISOString(),
      seconds,
      moves,
    })),
  )
  const isSetting = (key: string) => /:~?(s:[\w-]{8}|settings?(:.*)?)$/.test(key)
  const aside = Object.fromEntries(
    Object.entries(local).filter(([key]) => key.startsWith('aside:') && (withSettings || !isSetting(key))),
  )
  const parts = { quickhand: FORMAT, exported: time.toISOString(), results: [], items, quarantine: aside }
  const lines = results.map(result => `\n  ${JSON.stringify(result)}`)
  return JSON.stringify(parts, null, 1).replace('"results": []', () => `"results": [${lines.join(',')}]`)
}

/** Items from outside whose checksums fit, and how many entries had keys that this version does not know. */
export interface OutsideItems {
  readonly items: Items
  readonly unknown: number
}

/** Items that arrived as they were sent; what they say is for `planImport` to judge. */
function arrived(items: Items): SyncResult<OutsideItems> {
  const known = Object.entries(items).filter(([key]) => parseKey(key))
  if (known.length === 0) return fail('transferEmpty')
  if (known.length > MAX_ITEMS) return fail('transferLarge')
  for (const [key, value] of known) if (isDamaged(key, value)) return fail('transferDamaged')
  return ok({ items: Object.fromEntries(known), unknown: Object.keys(items).length - known.length })
}

function readFile(text: string): SyncResult<OutsideItems> {
  const unreadable = fail(/"quickhand"\s*:/.test(text) ? 'transferDamaged' : 'transferUnknown')
  try {
    const json: unknown = JSON.parse(text)
    const format = v.safeParse(v.object({ quickhand: v.number() }), json)
    if (format.success && format.output.quickhand > FORMAT) return fail('transferNewer')
    const parsed = v.safeParse(ExportedFile, json)
    return parsed.success ? arrived(parsed.output.items) : unreadable
  } catch {
    return unreadable
  }
}

const throughStream = async (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of new Blob([bytes])
    .stream()
    .pipeThrough(stream) as unknown as AsyncIterable<Uint8Array>) {
    parts.push(part)
    if ((size += part.length) > most) return undefined
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}

const CODE = /QH(\d)\.([\w\s>-]+)\./
const CHECK = 6

/**
 * Items as one text that survives being pasted, quoted and broken into lines: `QH1.`, the digits, a checksum,
 * `.`.
 */
export async function writeCode(items: Items): Promise<string> {
  const bytes = await throughStream(
    new TextEncoder().encode(JSON.stringify(items)),
    new CompressionStream('deflate-raw'),
    LARGEST,
  )
  const digits = writeBytes(bytes!)
  return `QH${FORMAT}.${digits}${writeNumber(crc32(digits), CHECK)}.`
}

async function readCode([, format, spread]: RegExpExecArray): Promise<SyncResult<OutsideItems>> {
  if (Number(format) > FORMAT) return fail('transferNewer')
  const text = spread.replaceAll(/[\s>]/g, '')
  const digits = text.slice(0, -CHECK)
  if (new Reader(text.slice(-CHECK)).number(CHECK) !== crc32(digits)) return fail('transferDamaged')
  try {
    const unfolded = await throughStream(readBytes(digits), new DecompressionStream('deflate-raw'), LARGEST)
    if (!unfolded) return fail('transferLarge')
    const parsed = v.safeParse(
      v.record(v.string(), v.string()),
      JSON.parse(new TextDecoder().decode(unfolded)),
    )
    return parsed.success ? arrived(parsed.output) : fail('transferDamaged')
  } catch {
    return fail('transferDamaged')
  }
}

/** A deal of a game, as people tell each other. */
export interface SharedDeal {
  readonly game: GameId
  readonly deal: number
}

/** Texts as they are compared: full width as half width, whatever the case and the apostrophe. */
const comparable = (text: string): string => text.normalize('NFKC').replaceAll('’', "'").toLowerCase()

/** The names of the games in one language. */
export type GameNames = Readonly<Record<GameId, string>>

/**
 * A game and a deal number in words, `Sea Towers #17`, or as an address with `game=` and `deal=`; the names
 * are those of the languages in which the person may know them.
 */
export function readDeal(text: string, ...names: readonly GameNames[]): Result<SharedDeal> | undefined {
  const address = /[?&]game=([\w-]+)&deal=([^&\s#]+)/.exec(text)
  if (address) {
    const game = parseGame(address[1])
    const deal = parseDealNumber(address[2])
    return !game.ok ? game : deal.ok ? ok({ game: game.value, deal: deal.value }) : deal
  }
  const words = comparable(text)
  const number = /#\s*(\d+)/.exec(words)
  const all = names.flatMap(own => GAMES.map(id => ({ id, name: own[id] })))
  // The longest name first, as one may be part of another.
  const namedIn = (shorten: (name: string) => string): GameId | undefined =>
    all
      .map(({ id, name }) => ({ id, name: comparable(shorten(name)) }))
      .sort((a, b) => b.name.length - a.name.length)
      .find(({ name }) => words.includes(name))?.id
  // “Klondike” alone is the first of its family.
  const named = namedIn(name => name) ?? namedIn(familyName)
  if (!number || !named) return undefined
  const deal = parseDealNumber(number[1])
  return deal.ok ? ok({ game: named, deal: deal.value }) : deal
}

/** What was found, or a reason of sync or of the engine why nothing was. */
export type TransferResult = Result<Found, SyncReasonKey | ReasonKey>

/** What a text from outside holds: items of an account, or one deal. */
export type Found = ({ readonly kind: 'items' } & OutsideItems) | ({ readonly kind: 'deal' } & SharedDeal)

/**
 * What a pasted or opened text holds: an exported file, a transfer code anywhere in it, or a deal somebody
 * shares.
 */
export async function findIn(text: string, ...names: readonly GameNames[]): Promise<TransferResult> {
  if (text.length > LARGEST) return fail('transferLarge')
  const items = (found: SyncResult<OutsideItems>): TransferResult =>
    found.ok ? ok({ kind: 'items', ...found.value }) : found
  if (/^\s*\{/.test(text)) return items(readFile(text))
  const code = CODE.exec(text)
  if (code) return items(await readCode(code))
  const deal = readDeal(text, ...names)
  if (!deal) return fail('transferUnknown')
  return deal.ok ? ok({ kind: 'deal', ...deal.value }) : deal
}
