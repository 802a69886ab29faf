// A dialect is everything that differs between kinds of servers. `sync-folder.ts` lists the dialects.
import * as v from 'valibot'
import type { RemotePorts } from './http.ts'
import type { Remote, RemoteResult } from './remote.ts'

/** The key of a folder: 32 random bytes as base64url. */
export const folderKey = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/**
 * A folder that may lack its key. A draft from a pairing text has one; otherwise the key of an earlier
 * connection or attempt is used if `mayShareKey` allows it, or a new one is made.
 */
export type Draft<F extends { readonly key: string }> = F extends unknown
  ? Omit<F, 'key'> & { readonly key?: string }
  : never

/** How the folder is described to users. */
export interface FolderWords {
  /** The host, for use in sentences: `cloud.example`, or `Dropbox`. */
  readonly host: string
  /** The whole address, or `Dropbox`. */
  readonly address: string
  /** The user name; empty if there is none. */
  readonly user: string
}

/** A kind of server. */
export interface Dialect<F extends { readonly kind: string; readonly key: string }> {
  readonly kind: F['kind']
  /** Parses a stored folder or draft; undefined if anything is invalid. */
  parse(stored: unknown): Draft<F> | undefined
  /** The host permissions for all of its requests. */
  origins(folder: Draft<F>): readonly string[]
  /** Whether two folders can use the same key: those on one server, or in the same Dropbox account. */
  mayShareKey(one: Draft<F>, other: Draft<F>): boolean
  remote(folder: Draft<F>, ports: RemotePorts): Remote
  /** Completes a draft, e.g. exchanges a pasted code for a token. */
  complete(draft: Draft<F>, ports: RemotePorts): Promise<RemoteResult<Draft<F>>>
  /** Revokes access that only this browser was granted. Resolves to false if it may still be valid. */
  revoke(folder: Draft<F>, ports: RemotePorts): Promise<boolean>
  /** The content of a pairing text besides the key: its prefix and its lines. */
  readonly pairing: {
    readonly head: string
    /** Whether there are lines; otherwise the text has only prefix and key. */
    readonly hasLines: boolean
    write(folder: F, withPassword: boolean): readonly string[]
    /** An unchecked draft, to be passed to `parse`; anything else for invalid lines. */
    read(lines: readonly string[], key: string): unknown
    /** The folder after another browser was given its password. Disconnecting then no longer revokes it. */
    shared(folder: F): F
  }
  words(folder: Draft<F>): FolderWords
}
