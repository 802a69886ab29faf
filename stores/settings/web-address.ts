// Addresses of web pages.

/** An address of the web that is written in full, as it is stored; undefined for anything else. */
export function fullAddress(text: string): string | undefined {
  const address = URL.parse(text)?.href ?? ''
  return /^https?:/.test(address) ? address : undefined
}
