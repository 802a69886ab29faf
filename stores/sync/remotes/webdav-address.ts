// The address of a WebDAV folder: parses typed addresses, and derives the server's root and the host
// permission.
import { fail, ok, type Result } from '../../../engine/index.ts'

/** Why an address cannot be used. */
export type AddressProblem =
  /** Not a web address, or too long. */
  | 'none'
  /** Unencrypted http outside the local network. */
  | 'insecure'
  /** Contains a user name or password, which have their own fields. */
  | 'secret'
  /** Contains `?` or `#`. Either it is the address of a web page, or the character must be encoded. */
  | 'query'

const MAX_LENGTH = 2000

/** Hosts on the local network, by name and by private address range. */
const PRIVATE_NAME =
  /((^|\.)localhost|\.local|\.localdomain|\.lan|\.home|\.home\.arpa|\.internal|(^|\.)fritz\.box|\.ts\.net)$/
const PRIVATE_IPV4 =
  /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+){2,3}$/
const PRIVATE_IPV6 = /^\[(::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/

/** A name without a dot, as on local networks. */
const ONE_LABEL = /^[a-z][a-z\d-]*$/

/** Whether a host is this machine or on the local network. Plain http is accepted only there. */
const isPrivateHost = (host: string): boolean =>
  [PRIVATE_NAME, PRIVATE_IPV4, PRIVATE_IPV6, ONE_LABEL].some(pattern => pattern.test(host))

/** Schemes that file managers use for WebDAV. */
const SCHEMES: Readonly<Record<string, string>> = {
  dav: 'http',
  webdav: 'http',
  davs: 'https',
  webdavs: 'https',
}

/**
 * Parses a typed address and normalizes it: ends it with one slash, encodes stray percent signs, and defaults
 * to https.
 */
export function readAddress(typed: string): Result<string, AddressProblem> {
  const [, scheme = 'https', rest] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(typed.trim())!
  const whole = `${SCHEMES[scheme.toLowerCase()] ?? scheme}://${rest}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  // Chromium encodes a space in a host name instead of rejecting it.
  if (!url || !/^https?:$/.test(url.protocol) || /^$|%/.test(url.hostname) || whole.length > MAX_LENGTH)
    return fail('none')
  if (url.username !== '' || url.password !== '') return fail('secret')
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) return fail('insecure')
  if (/[?#]/.test(rest!)) return fail('query')
  return ok(url.origin + url.pathname.replaceAll(/%(?![\da-f]{2})/gi, '%25').replace(/\/*$/, '/'))
}

/** The part of a path after the root of a Nextcloud server: a script, or a page. */
const SCRIPT = /(remote|index|public)\.php\/.*$/
const PAGE = /(?<=\/)((apps|call|f|s|u)\/[^/]+|settings|login)\/.*$/

/**
 * The root of the Nextcloud server with the folder or page at this address; other addresses are unchanged.
 */
export function serverOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(SCRIPT.test(pathname) ? SCRIPT : PAGE, '')
}

/** The host permission for an address. */
export function originOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${hostname}/*`
}

/** The host of an address, with its port; the address may lack a scheme. Empty if it is invalid. */
export function hostOf(typed: string): string {
  const address = readAddress(typed)
  return address.ok ? new URL(address.value).host : ''
}
