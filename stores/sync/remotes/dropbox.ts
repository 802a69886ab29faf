// Dropbox: the app's folder in the user's account. A build without an app key keeps a stored folder and shows
// its name, but sends no requests.
import { parsed } from '../../platform/stored-json.ts'
import type { Dialect, Draft } from './dialect.ts'
import { DropboxApi, StoredDropbox, type DropboxFolder } from './dropbox-api.ts'
import type { Remote } from './remote.ts'

/** The app key, from QUICKHAND_DROPBOX_KEY at build time; it is public. */
declare const __DROPBOX_KEY__: string | undefined

/** The app key; empty in a build without one. */
export const DROPBOX_KEY: string = typeof __DROPBOX_KEY__ === 'string' ? __DROPBOX_KEY__ : ''

type Api = Pick<Dialect<DropboxFolder>, 'remote' | 'complete' | 'revoke'>

const absent = async () => ({ ok: false, problem: { code: 'absent' } }) as const
const WITHOUT_KEY: Api = {
  remote: (): Remote => ({ list: absent, read: absent, write: absent, remove: absent }),
  complete: absent,
  revoke: async () => false,
}

/** The Dropbox dialect, using this API. */
export const dropboxWith = (api: Api): Dialect<DropboxFolder> => ({
  kind: 'dropbox',
  parse: stored => parsed(StoredDropbox, stored),
  origins: () => ['https://api.dropboxapi.com/*', 'https://content.dropboxapi.com/*'],
  // An unknown account may be the same.
  mayShareKey: (one, other) => [one.account, other.account].includes('') || one.account === other.account,
  remote: (folder, ports) => api.remote(folder, ports),
  complete: (draft, ports) => api.complete(draft, ports),
  revoke: (folder, ports) => api.revoke(folder, ports),
  pairing: {
    head: 'QHP2',
    hasLines: false,
    write: () => [],
    read: (_, key): Draft<DropboxFolder> => ({ kind: 'dropbox', token: '', account: '', key }),
    shared: folder => folder,
  },
  // The user name is not known.
  words: () => ({ host: 'Dropbox', address: 'Dropbox', user: '' }),
})

/** The Dropbox dialect. */
export const dropboxDialect = dropboxWith(
  typeof __DROPBOX_KEY__ === 'string' && __DROPBOX_KEY__ !== ''
    ? new DropboxApi(__DROPBOX_KEY__)
    : WITHOUT_KEY,
)
