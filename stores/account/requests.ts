// Requests from a page to the background, and their answers. None contains a password or a key: both sides
// read those from storage.
import * as v from 'valibot'
import type { Result } from '../../engine/index.ts'
import { eraseScope, parsed } from '../platform/stored-json.ts'
import type { LoginProblem, LoginState } from '../sync/remotes/login-flow.ts'
import type { ConnectResult, Unrevoked } from '../sync/remotes/folder-status.ts'
import { FILE_NAME } from '../sync/remotes/remote.ts'

const lookReason = v.picklist(['shown', 'used', 'wanted'])
/** Why the folder is looked at: a tab is shown, a visible tab is in use, or the user asks. */
export type LookReason = v.InferOutput<typeof lookReason>

/** `sync-now`: publish immediately. `erase`: erase here, and on other devices when they sync. */
const publishRequests = [
  v.strictObject({ kind: v.literal('sync-now') }),
  v.strictObject({ kind: v.literal('erase'), scope: eraseScope }),
] as const

/**
 * `folder-connect`: check the folder of the draft in storage.session (FOLDER_DRAFT_KEY), connect it if all
 * steps succeed, and remove the draft. `folder-check`: the same check of the connected folder.
 * `folder-disconnect`: forget the folder; its files stay. `folder-paired`: record that another browser has
 * the password. `folder-look`: read changed files, unless the last look is too recent; `wanted` always reads
 * them. `folder-forget`: delete a file of another device and all other files of that device.
 * `folder-change-key`: encrypt with a new key; other browsers must be paired again.
 */
const folderRequests = [
  v.strictObject({
    kind: v.picklist([
      'folder-connect',
      'folder-check',
      'folder-disconnect',
      'folder-paired',
      'folder-change-key',
    ]),
  }),
  v.strictObject({ kind: v.literal('folder-look'), why: lookReason }),
  v.strictObject({ kind: v.literal('folder-forget'), file: v.pipe(v.string(), v.regex(FILE_NAME)) }),
] as const

/**
 * `folder-sign-in`: start a login on the server of the draft, in a tab. `folder-signed-in`: report whether it
 * was granted; if so, store a complete draft. `folder-give-up`: end the attempt to connect a folder. This
 * cancels a login, revokes access to a folder that is not connected, and releases unneeded permissions.
 */
const loginRequests = [
  v.strictObject({ kind: v.literal('folder-sign-in') }),
  v.strictObject({ kind: v.literal('folder-signed-in') }),
  v.strictObject({ kind: v.literal('folder-give-up') }),
] as const

/**
 * `picture`: a picture behind the table by name, as a data URL. `keep-picture`: store and show a picture;
 * with a name, only store it under that name, to migrate a picture of version 1.0 from a container.
 */
const pictureRequests = [
  v.strictObject({ kind: v.literal('picture'), name: v.string() }),
  v.strictObject({
    kind: v.literal('keep-picture'),
    picture: v.pipe(v.string(), v.regex(/^data:image\/(webp|png);base64,[\w+/]+=*$/)),
    name: v.optional(v.string()),
  }),
] as const

const request = v.variant('kind', [
  ...publishRequests,
  ...folderRequests,
  ...loginRequests,
  ...pictureRequests,
])

/** Requests for the publisher. */
export type PublishRequest = v.InferOutput<(typeof publishRequests)[number]>
/** Requests for the folder schedule. */
export type FolderRequest = v.InferOutput<(typeof folderRequests)[number]>
/** Requests for the picture behind the table. */
export type PictureRequest = v.InferOutput<(typeof pictureRequests)[number]>
/** Any request. */
export type Request = v.InferOutput<typeof request>

/** The answers to requests. Requests that are not listed have none. */
interface Answers {
  'folder-connect': ConnectResult
  'folder-check': ConnectResult
  /** The milliseconds until a look is allowed; 0 if one took place or no folder is connected. */
  'folder-look': number
  /** Access that may still be valid. */
  'erase': Unrevoked | undefined
  'folder-disconnect': Unrevoked | undefined
  'folder-give-up': Unrevoked | undefined
  'folder-sign-in': Result<LoginState, LoginProblem>
  'folder-signed-in': Result<LoginState, LoginProblem>
  'picture': string | undefined
}
type Answer<K extends Request['kind']> = K extends keyof Answers ? Answers[K] : void

/** `Platform.ask` with typed requests and answers. */
export interface Asking {
  ask<R extends Request>(request: R): Promise<Answer<R['kind']>>
}

/** Parses a message; undefined if it is not exactly a request. */
export const parseRequest = (message: unknown): Request | undefined => parsed(request, message)
