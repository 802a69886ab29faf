// Web addresses as users type them.
import { fullAddress } from './web-address.ts'

/** Hosts that are unlikely to have a certificate: single words, IP addresses, `.local` and `.localhost`. */
const LOCAL = /^[^.]+$|[\d\]]$|\.local(host)?$/

/**
 * A complete web address; undefined for anything else. Input without `://` gets `https://`, or `http://` if
 * its host is local (`localhost:8080` is a host with a port), and is rejected if it has spaces or a user
 * name, as `mailto:` links do.
 */
export function webAddress(text: string): string | undefined {
  if (text.includes('://')) return fullAddress(text)
  // Chromium treats spaces as part of the host.
  if (/\s/.test(text)) return undefined
  const address = fullAddress(`https://${text}`)
  if (!address) return undefined
  const { username, hostname } = new URL(address)
  if (username) return undefined
  return LOCAL.test(hostname) ? fullAddress(`http://${text}`) : address
}
