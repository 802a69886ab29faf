// What differs between the ways of speaking to a server. `sync-folder.ts` lists the dialects.
import * as v from 'valibot'
import type { Fetch } from './http.ts'
import type { Remote, RemoteResult } from './remote.ts'

/** The key of a folder: 32 random bytes as base64url. */
export const folderKey = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** What a dialect speaks with. */
export interface RemotePorts {
  readonly fetch: Fetch
  /** Aborts all requests. */
  readonly left?: AbortSignal
}

/** A folder without its key, which is a new one where no other browser has connected the folder. */
export type Draft<F extends { readonly key: string }> = F extends unknown
  ? Omit<F, 'key'> & { readonly key?: string }
  : never

/** How a folder is named to the user. */
export interface FolderWords {
  /** Where it is, for sentences: `cloud.example`. */
  readonly host: string
  /** Its whole address. */
  readonly address: string
  /** Who signs in. */
  readonly user: string
}

/** A way of speaking to a server. */
export interface Dialect<F extends { readonly kind: string; readonly key: string }> {
  readonly kind: F['kind']
  /** The folder or draft in stored JSON; undefined where anything is not as it is written. */
  parse(stored: unknown): Draft<F> | undefined
  /** The host permissions for everything that is requested. */
  origins(folder: Draft<F>): readonly string[]
  /** Whether the key of one goes on for the other. */
  sameAccount(one: Draft<F>, other: Draft<F>): boolean
  remote(folder: Draft<F>, ports: RemotePorts): Remote
  /** Completes a draft, e.g. exchanges a pasted code for a token. */
  complete(draft: Draft<F>, ports: RemotePorts): Promise<RemoteResult<Draft<F>>>
  /** Revokes what signing in granted to this browser only. Failures are ignored. */
  revoke(folder: F, ports: RemotePorts): Promise<void>
  /** What a pairing text carries beside the key: lines, and the head that tells the dialect. */
  readonly pairing: {
    readonly head: string
    /** Whether there are lines; without them the text is only head and key. */
    readonly hasLines: boolean
    write(folder: F, withPassword: boolean): readonly string[]
    /** Undefined for lines that no version writes. */
    read(lines: readonly string[], key: string): unknown
  }
  words(folder: Draft<F>): FolderWords
}
