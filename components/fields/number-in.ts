// Parses typed numbers.

/** The number in typed text; undefined if it is not an integer from 1 to `most`. */
export function numberIn(text: string, most: number): number | undefined {
  // Input methods may produce full-width digits.
  const typed = text.normalize('NFKC').trim()
  const number = /^\d+$/.test(typed) ? Number(typed) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** Whether typed text needs correction. An empty field needs no explanation. */
export const isWrongNumber = (text: string, most: number): boolean =>
  text !== '' && numberIn(text, most) === undefined
