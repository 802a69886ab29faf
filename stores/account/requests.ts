// What a page asks of the background, and what it answers. No request and no answer carries a password or a
// key: those are in storage, where both sides read them.
import * as v from 'valibot'
import type { Result } from '../../engine/index.ts'
import { eraseScope } from '../platform/stored-json.ts'
import type { LoginProblem, LoginState } from '../sync/remotes/login-flow.ts'
import type { ConnectResult, Unrevoked } from '../sync/remotes/folder-status.ts'
import { FILE_NAME } from '../sync/remotes/remote.ts'

/** Why the folder is looked at: a tab is shown, a shown tab is in use, or the user wants it now. */
const lookReason = v.picklist(['shown', 'used', 'wanted'])
/** Why the folder is looked at. */
export type LookReason = v.InferOutput<typeof lookReason>

/** `sync-now`: publish at once. `erase`: erase here, and on the other devices when they hear of it. */
const publishRequests = [
  v.strictObject({ kind: v.literal('sync-now') }),
  v.strictObject({ kind: v.literal('erase'), scope: eraseScope }),
] as const

/**
 * `folder-connect`: check the folder whose draft is in storage.session (FOLDER_DRAFT_KEY), connect it if all
 * steps succeed, and remove the draft. `folder-check`: the same check of the connected folder.
 * `folder-disconnect`: forget the folder; its files stay. `folder-paired`: another browser is given the
 * password. `folder-look`: read what is new there, unless that was done just now; `wanted` does not wait.
 * `folder-forget`: remove a file of a device that is gone. `folder-change-key`: seal with a new key; the
 * other browsers have to be paired again.
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
 * `folder-sign-in`: begin a login at the server of the draft, in a tab. `folder-signed-in`: whether it was
 * granted, so that the draft is complete.
 */
const loginRequests = [
  v.strictObject({ kind: v.literal('folder-sign-in') }),
  v.strictObject({ kind: v.literal('folder-signed-in') }),
] as const

/**
 * `picture`: the picture of that name under the cards, as a data URL. `keep-picture`: show it from now on;
 * with a name, only keep it, as version 1.0 kept it under that name in a container.
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

/** What the publisher does. */
export type PublishRequest = v.InferOutput<(typeof publishRequests)[number]>
/** What the folder schedule does. */
export type FolderRequest = v.InferOutput<(typeof folderRequests)[number]>
/** What concerns the picture under the cards. */
export type PictureRequest = v.InferOutput<(typeof pictureRequests)[number]>
/** Everything that a page can ask of the background. */
export type Request = v.InferOutput<typeof request>

/**
 * How connecting went, what may still be valid after disconnecting, the state of a login, or how many
 * milliseconds too soon a look was, 0 where the folder was looked at; a picture, if there is one; nothing for
 * other requests.
 */
export type Answer<R extends Request> = R['kind'] extends 'folder-connect' | 'folder-check'
  ? ConnectResult
  : R['kind'] extends 'folder-look'
    ? number
    : R['kind'] extends 'folder-disconnect'
      ? Unrevoked | undefined
      : R['kind'] extends v.InferOutput<(typeof loginRequests)[number]>['kind']
        ? Result<LoginState, LoginProblem>
        : R['kind'] extends 'picture'
          ? string | undefined
          : void

/** `Platform.ask`, typed by what can be asked. */
export interface Asking {
  ask<R extends Request>(request: R): Promise<Answer<R>>
}

/** The request in a message; undefined if the message is not exactly one. */
export function parseRequest(message: unknown): Request | undefined {
  const parsed = v.safeParse(request, message)
  return parsed.success ? parsed.output : undefined
}
