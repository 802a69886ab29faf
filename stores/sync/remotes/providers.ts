// WebDAV providers: the form of their addresses, and where to create an app password. Collected from their
// help pages and from experience with other programs, in November 2026.
import { readAddress, serverOf } from './webdav-address.ts'

/**
 * A part of an address that only the user knows. `address`: the whole address. `server`: the address of a
 * Nextcloud server. `node`, `drive`: the first label of the host. `folder`: an existing folder, because none
 * can be created at the top level. `fullName`: the user's name in the account, also the name of their folder.
 */
export type AddressPart = 'address' | 'server' | 'node' | 'drive' | 'folder' | 'fullName'

interface Row {
  readonly id: string
  /** The brand name; undefined if the name is translated. */
  readonly name?: string
  /** The address, with placeholders for the parts that only the user knows; `{user}` is the user name. */
  readonly address: string
  /** The kind of name that the user signs in with. */
  readonly user: 'user' | 'email' | 'connection'
  /** The page where the user creates an app password, or that explains how. */
  readonly passwordPage?: string
  /** Whether the user can sign in on a page of the server. */
  readonly hasLogin?: true
  /** Whether the server responds to a wrong password with 429 or 503. */
  readonly isBusyAtWrongPassword?: true
}

const OTHER = { id: 'other', address: '{address}', user: 'user', hasLogin: true } as const

const rows = [
  { id: 'nextcloud', name: 'Nextcloud', address: '{server}', user: 'user', hasLogin: true },
  {
    id: 'koofr',
    name: 'Koofr',
    address: 'https://app.koofr.net/dav/Koofr/',
    user: 'email',
    passwordPage: 'https://app.koofr.net/app/admin/preferences/password',
    isBusyAtWrongPassword: true,
  },
  {
    id: 'infinicloud',
    name: 'InfiniCLOUD',
    address: 'https://{node}.teracloud.jp/dav/',
    user: 'connection',
    passwordPage: 'https://infini-cloud.net/en/support_account_mypagelogin.html',
  },
  {
    id: 'gmx',
    name: 'GMX',
    address: 'https://webdav.mc.gmx.net/',
    user: 'email',
    passwordPage: 'https://hilfe.gmx.net/sicherheit/2fa/anwendungsspezifisches-passwort.html',
  },
  { id: 'webde', name: 'WEB.DE', address: 'https://webdav.smartdrive.web.de/', user: 'email' },
  {
    id: 'magenta',
    name: 'MagentaCLOUD',
    address: 'https://magentacloud.de/remote.php/webdav/',
    user: 'email',
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    address: 'https://webdav.fastmail.com/{folder}/',
    user: 'email',
    passwordPage: 'https://www.fastmail.help/hc/en-us/articles/360058752854',
  },
  {
    id: 'mailbox',
    name: 'mailbox.org',
    address: 'https://dav.mailbox.org/servlet/webdav.infostore/Userstore/{fullName}/',
    user: 'email',
  },
  {
    id: 'kdrive',
    name: 'kDrive',
    address: 'https://{drive}.connect.kdrive.infomaniak.com/{folder}/',
    user: 'email',
    passwordPage: 'https://manager.infomaniak.com/v3/profile/application-password',
  },
  {
    id: 'strato',
    name: 'HiDrive (STRATO)',
    address: 'https://webdav.hidrive.strato.com/users/{user}/',
    user: 'user',
  },
  {
    id: 'ionos',
    name: 'HiDrive (IONOS)',
    address: 'https://webdav.hidrive.ionos.com/users/{user}/',
    user: 'user',
  },
  { id: 'nas', address: '{address}', user: 'user' },
  OTHER,
] as const satisfies readonly Row[]

/** A provider. The text `place.plan.<id>` describes what it requires. */
export type Provider = Row & { readonly id: (typeof rows)[number]['id'] }

/** All providers. */
export const providers: readonly Provider[] = rows

/** The provider with an id; `other` for unknown ids. */
export const providerById = (id: string): Provider => providers.find(provider => provider.id === id) ?? OTHER

/** The provider whose users all use this host; `other` if there is none. */
export const providerAt = (host: string): Provider =>
  providers.find(({ address }) => address.startsWith(`https://${host}/`)) ?? OTHER

/** The parts that the user is asked for. */
export const partsOf = ({ address }: Provider): AddressPart[] =>
  [...address.matchAll(/\{(\w+)\}/g)].flatMap(([, part]) => (part === 'user' ? [] : [part as AddressPart]))

/** The first label of a host that may have been typed in full. */
const labelIn = (typed: string): string => typed.replace(/^https?:\/\//i, '').replace(/[^a-z\d-].*$/is, '')

/**
 * The address of the user's folder on a Nextcloud server. Invalid addresses and addresses of folders stay
 * unchanged.
 */
function folderAt(server: string): string {
  const address = readAddress(server)
  return !address.ok || /\/remote\.php\//.test(address.value)
    ? server
    : `${serverOf(address.value)}remote.php/webdav/`
}

/** The address built from the parts; empty if one is missing. */
export function addressFrom(
  provider: Provider,
  typed: Readonly<Partial<Record<AddressPart | 'user', string>>>,
): string {
  let isWhole = true
  const address = provider.address.replace(/\{(\w+)\}/g, (_, name: AddressPart | 'user') => {
    const part = typed[name]?.trim() ?? ''
    if (part === '') isWhole = false
    if (name === 'address') return part
    if (name === 'server') return folderAt(part)
    return name === 'node' || name === 'drive'
      ? labelIn(part)
      : part.split('/').filter(Boolean).map(encodeURIComponent).join('/')
  })
  return isWhole ? address : ''
}
