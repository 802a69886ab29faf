// What a page asks of the background, how the background reads it, and what it answers. No request and no
// answer carries a password or a key: those lie in storage, where both sides read them.
import type { Result } from '../../engine/index.ts'
import type { LoginProblem, LoginState } from '../sync/remotes/login-flow.ts'
import type { ConnectResult } from '../sync/remotes/folder-status.ts'
import type { EraseScope } from '../platform/storage-table.ts'

/** Why the folder is looked at: a tab is shown, a shown tab is being used, or the person wants it now. */
export type LookReason = 'shown' | 'used' | 'wanted'

/** `sync-now`: publish at once. `erase`: erase here, and on the other devices when they hear of it. */
export type PublishRequest =
  { readonly kind: 'sync-now' } | { readonly kind: 'erase'; readonly scope: EraseScope }

/**
 * `folder-connect`: check the folder whose draft is in storage.session (FOLDER_DRAFT_KEY), connect it if all
 * is well, and remove the draft. `folder-check`: the same check of the connected folder. `folder-disconnect`:
 * forget the folder; its files stay there. `folder-look`: see what is new there, unless it was done just now;
 * `wanted` waits for nothing. `folder-forget`: remove a file of a device that is gone. `folder-change-key`:
 * seal with a new key from now on; the other browsers have to be paired again.
 */
export type FolderRequest =
  | { readonly kind: 'folder-connect' | 'folder-check' | 'folder-disconnect' | 'folder-change-key' }
  | { readonly kind: 'folder-look'; readonly why: LookReason }
  | { readonly kind: 'folder-forget'; readonly file: string }

/**
 * `folder-sign-in`: begin a login at the server of the draft, in a tab. `folder-signed-in`: whether it was
 * granted, so that the draft is whole.
 */
export type LoginRequest = { readonly kind: 'folder-sign-in' } | { readonly kind: 'folder-signed-in' }

/**
 * `picture`: the picture of that name under the cards, as an address of data. `keep-picture`: show it from
 * now on; with a name, only keep it, as version 1.0 kept it under that name in a container.
 */
export type PictureRequest =
  | { readonly kind: 'picture'; readonly name: string }
  | { readonly kind: 'keep-picture'; readonly picture: string; readonly name?: string }

/** Everything that a page can ask of the background. */
export type Request = PublishRequest | FolderRequest | LoginRequest | PictureRequest

/**
 * What the background answers: how connecting came out or a login stands, or how many milliseconds too soon a
 * look was, 0 where the folder was looked at; a picture, where there is one; nothing for other requests.
 */
export type Answer<R extends Request> = R['kind'] extends 'folder-connect' | 'folder-check'
  ? ConnectResult
  : R['kind'] extends 'folder-look'
    ? number
    : R extends LoginRequest
      ? Result<LoginState, LoginProblem>
      : R['kind'] extends 'picture'
        ? string | undefined
        : void

/** `Platform.ask`, typed by what can be asked. */
export interface Asking {
  ask<R extends Request>(request: R): Promise<Answer<R>>
}

/** A picture of the kinds that a browser makes of what was chosen. */
const PICTURE = /^data:image\/(webp|png);base64,[\w+/]+=*$/

/** The request for a picture in a message. */
function parsePictureRequest(message: object): PictureRequest | undefined {
  const { kind, name, picture, ...others } = message as Record<string, unknown>
  if (Object.keys(others).length > 0) return undefined
  if (kind === 'picture' && picture === undefined)
    return typeof name === 'string' ? { kind, name } : undefined
  if (kind !== 'keep-picture' || typeof picture !== 'string' || !PICTURE.test(picture)) return undefined
  if (name === undefined) return { kind, picture }
  return typeof name === 'string' ? { kind, picture, name } : undefined
}

const PLAIN = [
  'sync-now',
  'folder-connect',
  'folder-check',
  'folder-disconnect',
  'folder-change-key',
  'folder-sign-in',
  'folder-signed-in',
] as const

/** The request in a message; undefined where it is none: exactly these fields and values are one. */
export function parseRequest(message: unknown): Request | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  const { kind, ...fields } = message as { kind?: unknown }
  const names = Object.keys(fields).join()
  const { scope, why, file } = fields as { scope?: unknown; why?: unknown; file?: unknown }
  const plain = PLAIN.find(one => one === kind)
  if (plain) return names === '' ? { kind: plain } : undefined
  if (kind === 'erase' && names === 'scope')
    return scope === 'games' || scope === 'everything' ? { kind, scope } : undefined
  if (kind === 'folder-look' && names === 'why')
    return why === 'shown' || why === 'used' || why === 'wanted' ? { kind, why } : undefined
  if (kind === 'folder-forget' && names === 'file')
    return typeof file === 'string' && /^[\da-f]{32}$/.test(file) ? { kind, file } : undefined
  return parsePictureRequest(message)
}
