// Complete web addresses.

/** A complete http or https address in the form in which it is stored; undefined for anything else. */
export function fullAddress(text: string): string | undefined {
  const address = URL.parse(text)?.href ?? ''
  return /^https?:/.test(address) ? address : undefined
}
