// The port to a sync folder, whatever keeps it: a list of files, each read and written whole.
// A dialect (webdav.ts is the first) is one file that speaks it.

/**
 * Why a folder could not do what was asked. `unreachable`: no answer (offline, certificate, a gate to the
 * local network, 20 seconds without an end). `signIn`: name or password refused. `forbidden`: signed in, and
 * not allowed there. `missing`: no such file or folder. `moved`: it leads to another address. `unfit`: the
 * server does not speak this dialect. `foreign`: an answer that is none of a folder, such as a login page.
 * `busy`: come back later, after `waitMs` milliseconds where it says so. `locked`: somebody else is writing.
 * `full`: no room, or the file is too large for it. `large`: a file larger than any of ours. `failed`:
 * anything else, with the status that was given.
 */
export type RemoteProblem =
  | {
      readonly code:
        | 'unreachable'
        | 'signIn'
        | 'forbidden'
        | 'missing'
        | 'moved'
        | 'unfit'
        | 'foreign'
        | 'locked'
        | 'full'
        | 'large'
    }
  | { readonly code: 'busy'; readonly waitMs?: number }
  | { readonly code: 'failed'; readonly status: number }

/**
 * Why something waits or was refused. Beside the problems of a folder: `notAllowed`: the browser does not let
 * the extension connect there (any more). `unreadable`: files lie there that do not open, as they were sealed
 * with another key or by a newer version. `unkept`: the folder does not keep what is sent to it.
 */
export type FolderProblem = RemoteProblem | { readonly code: 'notAllowed' | 'unreadable' | 'unkept' }

/** What a folder answers: a value, or why there is none. */
export type RemoteResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: RemoteProblem }

/** A file as the list tells of it. */
export interface RemoteFile {
  readonly name: string
  /**
   * Changes when the file changes, as far as the server can tell; a text to be compared with what the list
   * said before, and to be used for nothing else.
   */
  readonly tag: string
  /** Bytes, as the server says. */
  readonly size: number
}

/** A folder. None of its functions rejects; nothing that it answers is to be believed unseen. */
export interface Remote {
  /** The files in it; other folders are left out. `missing` where the folder is not there. */
  list(): Promise<RemoteResult<readonly RemoteFile[]>>
  read(name: string): Promise<RemoteResult<Uint8Array<ArrayBuffer>>>
  /**
   * Writes a file whole, and makes the folder where it is missing. A problem does not say that the file was
   * not written: an answer may be lost.
   */
  write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<RemoteResult<undefined>>
  /** Removes a file; one that is not there is removed. */
  remove(name: string): Promise<RemoteResult<undefined>>
}

/** The largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024
