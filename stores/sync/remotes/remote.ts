// The interface of a sync folder: a list of files, each read and written as a whole. `webdav.ts` and
// `dropbox-api.ts` implement it.
import * as v from 'valibot'
import { amount } from '../../platform/stored-json.ts'

/**
 * `unreachable`: no complete response in time (offline, certificate, permission for the local network).
 * `signIn`: user name, password, token or code refused. `absent`: this build does not support this kind of
 * folder. `noBasic`: the server accepts only schemes other than Basic; `schemes` has the first ones, such as
 * Digest. `forbidden`: signed in, but not allowed there. `missing`: no such file or folder. `moved`: a
 * redirect. `unfit`: the server does not speak this protocol. `foreign`: an unexpected response, such as a
 * login page. `locked`: another client is writing. `full`: no space, or the file is too large for the server.
 * `large`: the file is larger than `MAX_FILE_BYTES`. `busy`: retry later, after `waitMs` if given. `failed`:
 * anything else, with the HTTP status.
 */
const remoteProblems = [
  v.object({
    code: v.picklist([
      'unreachable',
      'signIn',
      'absent',
      'forbidden',
      'missing',
      'moved',
      'unfit',
      'foreign',
      'locked',
      'full',
      'large',
    ]),
  }),
  v.object({ code: v.literal('busy'), waitMs: v.optional(amount) }),
  v.object({ code: v.literal('noBasic'), schemes: v.pipe(v.string(), v.maxLength(100)) }),
  v.object({ code: v.literal('failed'), status: amount }),
] as const
/** Why a request to a folder failed. */
export type RemoteProblem = v.InferOutput<(typeof remoteProblems)[number]>

/**
 * Why syncing is waiting or was refused. In addition to the problems of a folder: `notAllowed`: the browser
 * does not let the extension connect to it. `unreadable`: some files cannot be opened, because they have
 * another key, are damaged or are too large. `newer`: a later version wrote all of those files. `unkept`: the
 * folder does not keep what is written to it.
 */
export const FolderProblem = v.variant('code', [
  ...remoteProblems,
  v.object({ code: v.picklist(['notAllowed', 'unreadable', 'newer', 'unkept']) }),
])
/** Why syncing is waiting or was refused. */
export type FolderProblem = v.InferOutput<typeof FolderProblem>

/** The result of a request: a value, or the problem. */
export type RemoteResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: RemoteProblem }

/** A result without a value. */
export const done = { ok: true, value: undefined } as const
/** A result that is a problem. */
export const failed = (problem: RemoteProblem) => ({ ok: false, problem }) as const

/** The names of our files; everything else in the folder is left alone. */
export const FILE_NAME = /^[\da-f]{32}$/

/** A file as listed. */
export interface RemoteFile {
  readonly name: string
  /**
   * Changes when the server notices a change of the file; only to be compared with earlier tags. Marked by
   * `asUnsettled` if the file could change without a change of the tag; then every look reads it, unless it
   * cannot be opened.
   */
  readonly tag: string
  /** Bytes, according to the server; 0 if it reports none. */
  readonly size: number
}

const UNSETTLED = '~'
/** Marks a tag that may stay the same if the file changes again. */
export const asUnsettled = (tag: string): string => UNSETTLED + tag
/** Whether any further change of the file also changes its tag. */
export const isSettled = (tag: string): boolean => tag !== '' && !tag.startsWith(UNSETTLED)

/** A folder. Its methods never reject, and their results are untrusted input. */
export interface Remote {
  /** The files in it, without subfolders. `missing` if the folder does not exist. */
  list(): Promise<RemoteResult<readonly RemoteFile[]>>
  read(name: string): Promise<RemoteResult<Uint8Array<ArrayBuffer>>>
  /**
   * Writes a whole file, creating the folder if needed. After a problem, the file may still have been
   * written.
   */
  write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<RemoteResult<undefined>>
  /** Removes a file; succeeds if it does not exist. */
  remove(name: string): Promise<RemoteResult<undefined>>
}

/** The maximum size of a file, sealed or opened, in bytes. Larger files are neither read nor written. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024
