// Numbers as base64url digits, most significant first, and the checksum that guards a text of them.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]))

export const isBase64 = (text: string): boolean => /^[\w-]*$/.test(text)

/** `value` (0 … 64^digits − 1) as that many digits. Throws a RangeError for any other value. */
export function writeNumber(value: number, digits: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 64 ** digits)
    throw new RangeError(`${value} does not fit into ${digits} digits`)
  let text = ''
  for (let rest = value, i = 0; i < digits; i++, rest = Math.floor(rest / 64)) text = DIGITS[rest % 64] + text
  return text
}

/** Reads numbers off a text from left to right; asking for more than is there gives NaN. */
export class Reader {
  readonly #text: string
  #at: number
  constructor(text: string, at = 0) {
    this.#text = text
    this.#at = at
  }

  get left(): number {
    return this.#text.length - this.#at
  }

  number(digits: number): number {
    let value = 0
    for (let i = 0; i < digits; i++) value = value * 64 + (VALUES.get(this.#text[this.#at++]) ?? Number.NaN)
    return value
  }

  text(length: number): string {
    return this.#text.slice(this.#at, (this.#at += length))
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** CRC-32 (ISO 3309, as in gzip) of an ASCII text. */
export function crc32(text: string): number {
  let crc = 0xffff_ffff
  for (let i = 0; i < text.length; i++) crc = CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ^ (crc >>> 8)
  return (crc ^ 0xffff_ffff) >>> 0
}
