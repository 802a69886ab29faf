// Numbers as base64url digits, most significant first.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** The values of the digits by character code, which is faster than by character. */
const VALUES = Object.fromEntries([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]))

/** Whether a string consists only of base64url digits; true if it is empty. */
export const isBase64 = (text: string): boolean => /^[\w-]*$/.test(text)

/**
 * Writes a number with a fixed number of digits. Throws RangeError unless it is an integer from 0 to
 * 64^digits − 1; anything else could not be read back.
 */
export function writeNumber(value: number, digits: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 64 ** digits)
    throw new RangeError(`${value} cannot be written as ${digits} base64 digits`)
  let text = ''
  for (let rest = value, i = 0; i < digits; i++, rest = Math.floor(rest / 64)) text = DIGITS[rest % 64] + text
  return text
}

/** Reads numbers and substrings from a string of digits, from left to right. */
export class Reader {
  readonly #text: string
  #at: number
  /** @param at the index of the first character to read */
  constructor(text: string, at = 0) {
    this.#text = text
    this.#at = at
  }

  /** The number of unread characters. */
  get left(): number {
    return this.#text.length - this.#at
  }

  /** The number in the next `digits` characters; NaN if fewer are left or one of them is not a digit. */
  number(digits: number): number {
    let value = 0
    // For anything but a digit, the value is undefined, which makes the sum NaN.
    for (let i = 0; i < digits; i++) value = value * 64 + VALUES[this.#text.charCodeAt(this.#at++)]!
    return value
  }

  /** The next `length` characters, or as many as are left. */
  text(length: number): string {
    const start = this.#at
    this.#at += length
    return this.#text.slice(start, this.#at)
  }
}
