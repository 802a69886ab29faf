// The items that travel: each key has one owner, each value says which of the owner's versions it is. Pure;
// knows no browser.
import {
  crc32,
  fail,
  games,
  isBase64,
  ok,
  Reader,
  writeNumber,
  type GameId,
  type Result,
} from '../../engine/index.ts'
import { readBytes, writeBytes } from './base64url.ts'

/** Eight base64url characters, random, known to storage.local alone. */
export type DeviceId = string

/** What a key stands for. A device writes only keys that carry its own id. */
export type ItemKey =
  | { readonly kind: 'device' | 'results' | 'settings'; readonly device: DeviceId }
  | { readonly kind: 'log'; readonly device: DeviceId; readonly page: number }
  | { readonly kind: 'game'; readonly device: DeviceId; readonly game: GameId }

const SIMPLE = { d: 'device', r: 'results', s: 'settings' } as const
const SIMPLE_KEY = /^([drs]):([\w-]{8})$/
const LOG_KEY = /^l:([\w-]{8}):(0|[1-9]\d{0,4})$/
const GAME_KEY = /^g:([\w-]{8}):(.+)$/

/** The key of an item; undefined for keys that this version does not know, which are left alone. */
export function parseKey(key: string): ItemKey | undefined {
  const simple = SIMPLE_KEY.exec(key)
  if (simple) return { kind: SIMPLE[simple[1] as 'd'], device: simple[2] }
  const log = LOG_KEY.exec(key)
  if (log) return { kind: 'log', device: log[1], page: Number(log[2]) }
  const play = GAME_KEY.exec(key)
  const game = play && games.find(({ id }) => id === play[2])
  return play && game ? { kind: 'game', device: play[1], game: game.id } : undefined
}

export const keys = {
  device: (id: DeviceId) => `d:${id}`,
  results: (id: DeviceId) => `r:${id}`,
  settings: (id: DeviceId) => `s:${id}`,
  log: (id: DeviceId, page: number) => `l:${id}:${page}`,
  game: (id: DeviceId, game: GameId) => `g:${id}:${game}`,
}

/*
 * A value: format 1, era 2, sequence number 4, the content, and a CRC-32 of key and all before 6; base64url
 * digits throughout.
 * Every later format begins the same way, so that values of any format can be put in order.
 */
const FORMAT = '1'
const HEAD = 7
const CHECK = 6

export interface Item {
  /** How often everything had been erased when this was written. */
  readonly era: number
  /** Counts the owner's versions of this key. */
  readonly seq: number
  readonly content: string
}

export function writeItem(key: string, { era, seq, content }: Item): string {
  const text = FORMAT + writeNumber(era, 2) + writeNumber(seq, 4) + content
  return text + writeNumber(crc32(key + text), CHECK)
}

/** The item in a stored value, or why it cannot be used: it is newer, or damaged. */
export function readItem(key: string, value: unknown): Result<Item> {
  if (typeof value !== 'string') return fail('itemDamaged')
  if (/^[2-9][\w-]{6}/.test(value)) return fail('itemNewer')
  if (!value.startsWith(FORMAT) || value.length < HEAD + CHECK || !isBase64(value)) return fail('itemDamaged')
  const body = value.slice(0, -CHECK)
  if (new Reader(value.slice(-CHECK)).number(CHECK) !== crc32(key + body)) return fail('itemDamaged')
  const reader = new Reader(body, 1)
  return ok({ era: reader.number(2), seq: reader.number(4), content: reader.text(reader.left) })
}

/** The place of a value among the versions of its key; damaged ones come before all others. */
function rank(key: string, value: string): number {
  const item = readItem(key, value)
  if (!item.ok && item.reason.key === 'itemDamaged') return -1
  const reader = new Reader(value, 1)
  return reader.number(2) * 64 ** 4 + reader.number(4)
}

/**
 * Negative where `a` is older than `b`, positive where it is newer, 0 where both are the same version (which
 * only clones make differ).
 */
export const compareVersions = (key: string, a: string, b: string): number => rank(key, a) - rank(key, b)

/** Of two values of a key the newer; of two of the same version always the same one. */
function joinValues(key: string, a: string | undefined, b: string): string {
  if (a === undefined) return b
  return (compareVersions(key, a, b) || (a < b ? -1 : 1)) < 0 ? b : a
}

/** Two collections of items as one: pure, commutative, associative, idempotent. */
export function join(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): Record<string, string> {
  const joined = { ...a }
  for (const [key, value] of Object.entries(b))
    joined[key] = joinValues(key, Object.hasOwn(a, key) ? a[key] : undefined, value)
  return joined
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** JSON as base64url digits, which both browsers count as one byte each. */
export const writeJson = (value: unknown): string => writeBytes(encoder.encode(JSON.stringify(value)))

/** The value in such digits; undefined where they hold none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(decoder.decode(readBytes(text)))
  } catch {
    return undefined
  }
}

export type Items = Record<string, string>

/** The items in a collection of values by key; others are none of ours. */
export const itemsIn = (values: Readonly<Record<string, unknown>>): Items =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => parseKey(entry[0]) !== undefined && typeof entry[1] === 'string',
    ),
  )

/**
 * In storage.local a copy of every item ever seen, and of the own ones, lies under its key with this before
 * it.
 */
export const COPY = '~'

/** The copies in the texts of storage.local. */
export const copiesIn = (local: Readonly<Record<string, string>>): Items =>
  itemsIn(
    Object.fromEntries(
      Object.entries(local)
        .filter(([key]) => key.startsWith(COPY))
        .map(([key, text]) => [key.slice(COPY.length), text]),
    ),
  )
