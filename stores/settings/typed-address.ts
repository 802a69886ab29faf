// Addresses of web pages, as somebody types them.
import { fullAddress } from './web-address.ts'

/** Hosts that are unlikely to have a certificate: single words, IP addresses and `.local` names. */
const LOCAL = /^[^.]+$|[\d\]]$|\.local(host)?$/

/**
 * An address of the web, written in full; undefined for anything else. A text without `://` gets `https://`,
 * or `http://` where its host is local, so that `localhost:8080` is a host with a port; one with a user name,
 * as `mailto:` has after that, is none.
 */
export function webAddress(text: string): string | undefined {
  if (text.includes('://')) return fullAddress(text)
  const address = fullAddress(`https://${text}`)
  if (!address) return undefined
  const { username, hostname } = new URL(address)
  if (username) return undefined
  return LOCAL.test(hostname) ? fullAddress(`http://${text}`) : address
}
