// A sync folder: its address, who signs in, and the key that seals its files. It is kept in storage.local and
// never part of a message: a page that wants to connect leaves a draft in storage.session.
import * as v from 'valibot'
import { fail, ok, type Result } from '../../../engine/index.ts'
import { parseStored } from '../../platform/stored-json.ts'

/** Why an address cannot be used. */
export type AddressProblem =
  /** Not a web address. */
  | 'none'
  /** Unencrypted http outside of the local network. */
  | 'insecure'
  /** Contains a user name or password, which have their own fields. */
  | 'secret'

/** A folder. `key`: 32 random bytes as base64url. */
export interface SyncFolder {
  readonly kind: 'webdav'
  /** The folder that contains `quickhand/`; ends with a slash. */
  readonly address: string
  readonly user: string
  readonly password: string
  readonly key: string
}

/** A folder to connect; without a key it gets a new one. */
export type SyncFolderDraft = Omit<SyncFolder, 'key'> & { readonly key?: string }

const MAX_LENGTH = 2000
const text = v.pipe(v.string(), v.maxLength(MAX_LENGTH))
const StoredDraft = v.object({
  kind: v.literal('webdav'),
  address: v.pipe(
    text,
    v.check(address => {
      const read = readAddress(address)
      return read.ok && read.value === address
    }),
  ),
  user: text,
  password: text,
  key: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
})

/** The folder in a stored text; undefined where it has none. */
export function parseSyncFolder(stored: string | undefined): SyncFolder | undefined {
  const draft = parseDraft(stored)
  return draft?.key === undefined ? undefined : { ...draft, key: draft.key }
}

/** The draft in a stored text; undefined where it has none. */
export function parseDraft(stored: string | undefined): SyncFolderDraft | undefined {
  return parseStored(StoredDraft, stored)
}

/** A folder or a draft as it is stored. */
export const writeSyncFolder = ({ kind, address, user, password, key }: SyncFolderDraft): string =>
  JSON.stringify({ kind, address, user, password, key })

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
