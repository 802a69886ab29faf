// The address of a WebDAV folder: what a person may type, where its server is, and what the browser has to
// allow.
import { fail, ok, type Result } from '../../../engine/index.ts'

/** Why an address cannot be used. */
export type AddressProblem =
  /** Not a web address. */
  | 'none'
  /** Unencrypted http outside of the local network. */
  | 'insecure'
  /** Contains a user name or password, which have their own fields. */
  | 'secret'

const MAX_LENGTH = 2000

/** Hosts in the local network: by name, and by private address ranges. */
const PRIVATE_NAME =
  /(^localhost|\.localhost|\.local|\.lan|\.home\.arpa|\.internal|\.fritz\.box|^fritz\.box)$/
const PRIVATE_IPV4 = /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+){2,3}$/
const PRIVATE_IPV6 = /^\[(::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/

/** A name without a dot, as in local networks. */
const ONE_LABEL = /^[a-z][a-z\d-]*$/

/** Whether a host is in the local network or this machine, where http is acceptable. */
const isPrivateHost = (host: string): boolean =>
  [PRIVATE_NAME, PRIVATE_IPV4, PRIVATE_IPV6, ONE_LABEL].some(pattern => pattern.test(host))

/**
 * The address as it is stored: with a trailing slash, without query or fragment. https is the default scheme.
 */
export function readAddress(typed: string): Result<string, AddressProblem> {
  const trimmed = typed.trim()
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || whole.length > MAX_LENGTH)
    return fail('none')
  if (url.username !== '' || url.password !== '') return fail('secret')
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) return fail('insecure')
  return ok(url.origin + url.pathname.replace(/\/*$/, '/'))
}

/** What follows the root of a Nextcloud in paths of its scripts and pages. */
const SCRIPT = /(remote|index|public)\.php\/.*$/
const PAGE =
  /(?<=\/)(apps\/(files|dashboard|photos|activity|mail|calendar|contacts|notes)|settings|login)\/.*$/

/** The root of the server of a folder’s or a page’s address; ends with a slash. */
export function serverOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(SCRIPT, '').replace(PAGE, '')
}

/** The host permission for an address. */
export function originOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${hostname}/*`
}

/** The host of an address, which may lack a scheme; empty if invalid. */
export function hostOf(typed: string): string {
  const address = readAddress(typed)
  return address.ok ? new URL(address.value).host : ''
}
