// Addresses of web pages, as somebody types them.

/**
 * An address of the web, written in full; undefined for anything else. A text without `://` gets `https://`,
 * so that `localhost:8080` is a host with a port; one with a user name, as `mailto:` has after that, is none.
 */
export function webAddress(text: string): string | undefined {
  const isBare = !text.includes('://')
  const address = isBare ? `https://${text}` : text
  if (!URL.canParse(address)) return undefined
  const { protocol, username, href } = new URL(address)
  return /^https?:$/.test(protocol) && !(isBare && username) ? href : undefined
}
