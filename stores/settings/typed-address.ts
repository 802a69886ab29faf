// Web addresses as users type them.
import { fullAddress } from './web-address.ts'

/** The scheme of a typed address. */
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
/** Hosts that are unlikely to have a certificate: single words, IP addresses, `.local` and `.localhost`. */
const LOCAL = /^[^.]+$|[\d\]]$|\.local(host)?$/

/**
 * A complete web address; undefined for anything else, and for an address with a user name or password, which
 * would be synced in plain text. Input without a scheme gets `https://`, or `http://` if its host is local
 * (`localhost:8080` is a host with a port), and is rejected if it has spaces.
 */
export function webAddress(text: string): string | undefined {
  const isComplete = SCHEME.test(text)
  // Chromium treats spaces as part of the host.
  if (!isComplete && /\s/.test(text)) return undefined
  const address = fullAddress(isComplete ? text : `https://${text}`)
  if (!address) return undefined
  const { username, password, hostname } = new URL(address)
  // A host such as `..` or `a..b` has an empty part.
  if (username || password || /^\.|\.\./.test(hostname)) return undefined
  return !isComplete && LOCAL.test(hostname) ? fullAddress(`http://${text}`) : address
}

/**
 * The host and port of a typed address, in lowercase. They are taken from the text, because a parsed address
 * has `münchen.de` as ASCII. As in parsed addresses, extra slashes are ignored, and a backslash is a slash.
 */
export const typedHost = (text: string): string =>
  text
    .replace(SCHEME, '')
    .replace(/^[/\\]*/, '')
    .replace(/[/\\?#].*$/s, '')
    .toLowerCase()
