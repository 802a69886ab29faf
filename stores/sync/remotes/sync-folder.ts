// A sync folder: its address, the sign-in, and the key that seals its files. It is stored in storage.local
// and is never part of a message. To connect, a page leaves a draft in storage.session.
import * as v from 'valibot'
import { parseStored } from '../../platform/stored-json.ts'
import type { Dialect, Draft } from './dialect.ts'
import type { DropboxFolder } from './dropbox-api.ts'
import { dropboxDialect } from './dropbox.ts'
import { webdavDialect, type WebdavFolder } from './webdav.ts'

/** A folder. `key`: 32 random bytes as base64url. */
export type SyncFolder = WebdavFolder | DropboxFolder

/** A folder to connect, which may lack its key. */
export type SyncFolderDraft = Draft<SyncFolder>

/** All dialects. */
export const dialects: readonly Dialect<SyncFolder>[] = [webdavDialect, dropboxDialect]

/** The dialect of a folder. */
export const dialectOf = ({ kind }: Pick<SyncFolder, 'kind'>): Dialect<SyncFolder> =>
  dialects.find(dialect => dialect.kind === kind)!

/** The draft in a stored text; undefined if there is no valid one. */
export function parseDraft(stored: string | undefined): SyncFolderDraft | undefined {
  const json = parseStored(v.looseObject({ kind: v.string() }), stored)
  return dialects.find(({ kind }) => kind === json?.kind)?.parse(json)
}

/** The folder in a stored text; undefined if there is no valid one with a key. */
export function parseSyncFolder(stored: string | undefined): SyncFolder | undefined {
  const draft = parseDraft(stored)
  return draft?.key === undefined ? undefined : { ...draft, key: draft.key }
}

/** Serializes a folder or a draft. */
export const writeSyncFolder = (folder: SyncFolderDraft): string => JSON.stringify(folder)

/** Whether two folders can use the same key; those of different dialects cannot. */
export const mayShareKey = (one: SyncFolderDraft, other: SyncFolderDraft): boolean =>
  one.kind === other.kind && dialectOf(one).mayShareKey(one, other)

const secretOf = (folder: SyncFolderDraft): string =>
  folder.kind === 'dropbox' ? folder.token : folder.password

/** Whether revoking access to one folder ends access to the other: they have the same password or token. */
export const haveSameAccess = (one: SyncFolderDraft, other: SyncFolderDraft): boolean =>
  one.kind === other.kind && secretOf(one) === secretOf(other)
