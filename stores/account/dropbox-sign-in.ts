// Signing in at Dropbox: the user opens its page, and pastes the code that it shows.
import type { Area } from '../platform/platform.ts'
import { authorizationOf } from '../sync/remotes/dropbox-api.ts'
import { newKey } from '../sync/remotes/seal.ts'

/** In storage.session, and apart from a sign-in at a Nextcloud, which holds a token and a key. */
const VERIFIER_KEY = 'dropbox-verifier'
/** 32 bytes as base64url. */
const VERIFIER = /^[\w-]{43}$/

/** A page that shows a code, and the verifier that turns the code into a token. */
export interface DropboxSignIn {
  readonly page: string
  readonly verifier: string
}

/**
 * A sign-in. Until a folder is connected the verifier stays the same, as the code may be pasted after the
 * panel was closed. Rejects where storage.session fails.
 */
export async function beginDropbox(session: Area, clientId: string): Promise<DropboxSignIn> {
  const known = (await session.get(VERIFIER_KEY)) ?? ''
  const verifier = VERIFIER.test(known) ? known : newKey()
  if (verifier !== known) await session.set({ [VERIFIER_KEY]: verifier })
  return { page: await authorizationOf(clientId, verifier), verifier }
}

/** Forgets the verifier, once its code was used. Rejects where storage.session fails. */
export const endDropbox = (session: Area): Promise<void> => session.remove([VERIFIER_KEY])
