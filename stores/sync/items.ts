// The format of synced values. Each has an epoch and a sequence number.
import { crc32, isBase64, Reader, writeNumber } from '../../engine/index.ts'
import { readBytes, writeBytes } from './base64url.ts'

/** Eight base64url characters. */
export type DeviceId = string

/** Item values by key. */
export type Items = Record<string, string>

/*
 * A value, in base64url digits: 1 for the format, 2 for the epoch, 4 for the sequence number, the content,
 * and 6 for a CRC-32 of the key and everything before it. Every later format begins the same way, is also
 * base64url, and is not longer, so that values of any format can be ordered and bounded.
 */
const FORMAT = '1'
const HEAD_LENGTH = 7
const CHECKSUM_LENGTH = 6

/** The maximum length of a value, in characters. The browsers store no larger item. */
export const MAX_VALUE_LENGTH = 8192
/** The maximum length of the content of a value; the rest is for the key and the other parts of the value. */
export const MAX_CONTENT = MAX_VALUE_LENGTH - 32
/** The largest epoch that fits into a value. */
export const MAX_EPOCH = 64 ** 2 - 1
/** The largest sequence number that fits into a value. */
export const MAX_SEQ = 64 ** 4 - 1

/** The contents of a value of this format. */
export interface Item {
  /** The epoch in which it was written. */
  readonly epoch: number
  /** The sequence number, which counts the owner's versions of this key. */
  readonly seq: number
  readonly content: string
}

/** Serializes an item. Throws a RangeError if epoch or sequence number does not fit. */
export function writeItem(key: string, { epoch, seq, content }: Item): string {
  const text = FORMAT + writeNumber(epoch, 2) + writeNumber(seq, 4) + content
  return text + writeNumber(crc32(key + text), CHECKSUM_LENGTH)
}

/** Whether a value has the form that all formats share: base64url of a limited length. */
const isEncoded = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_VALUE_LENGTH && isBase64(value)

/** Whether a value was written by a newer version of Quickhand. */
export const isNewer = (value: unknown): boolean => isEncoded(value) && /^[2-9][\w-]{6}/.test(value)

/** Parses a value; undefined if it is of a newer format or damaged. */
export function readItem(key: string, value: unknown): Item | undefined {
  if (!isEncoded(value) || !value.startsWith(FORMAT) || value.length < HEAD_LENGTH + CHECKSUM_LENGTH)
    return undefined
  const body = value.slice(0, -CHECKSUM_LENGTH)
  if (new Reader(value.slice(-CHECKSUM_LENGTH)).number(CHECKSUM_LENGTH) !== crc32(key + body))
    return undefined
  const reader = new Reader(body, 1)
  return { epoch: reader.number(2), seq: reader.number(4), content: reader.text(reader.left) }
}

/** Whether a value is damaged. No version of Quickhand can read a damaged value. */
export const isDamaged = (key: string, value: unknown): boolean => !isNewer(value) && !readItem(key, value)

/** The epoch of an undamaged value of any format. */
export const epochOf = (value: string): number => new Reader(value, 1).number(2)

/** Moves an item to another epoch and changes its content; undefined if this version cannot read it. */
export function withEpoch(
  key: string,
  value: string,
  epoch: number,
  change = (content: string): string => content,
): string | undefined {
  const item = readItem(key, value)
  return item && writeItem(key, { ...item, epoch, content: change(item.content) })
}

/** The rank of a value among the versions of its key; damaged ones come first. */
function rank(key: string, value: string): number {
  if (isDamaged(key, value)) return -1
  const reader = new Reader(value, 1)
  return reader.number(2) * 64 ** 4 + reader.number(4)
}

/**
 * Compares versions: negative if `a` is older than `b`, 0 for the same version, whose texts differ only if a
 * profile was cloned.
 */
export const compareVersions = (key: string, a: string, b: string): number =>
  a === b ? 0 : rank(key, a) - rank(key, b)

/**
 * `compareVersions` as a total order: of two values with the same version, the greater one counts as later.
 */
export const compareItems = (key: string, a: string, b: string): number =>
  compareVersions(key, a, b) || (a === b ? 0 : a < b ? -1 : 1)

/** Whether an item is missing from `items` or newer than its version there. */
export const isNewTo = (items: Readonly<Items>, key: string, value: string): boolean =>
  !Object.hasOwn(items, key) || compareItems(key, items[key]!, value) < 0

/** Merges collections of items; commutative, associative and idempotent. */
export function join(first: Readonly<Items> = {}, ...more: readonly Readonly<Items>[]): Items {
  const joined = { ...first }
  for (const items of more)
    for (const [key, value] of Object.entries(items)) if (isNewTo(joined, key, value)) joined[key] = value
  return joined
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Encodes JSON as base64url. Both browsers count each of its characters as one byte. */
export const writeJson = (value: unknown): string => writeBytes(encoder.encode(JSON.stringify(value)))

/** Decodes what `writeJson` wrote; undefined if it is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(decoder.decode(readBytes(text)))
  } catch {
    return undefined
  }
}
