// Signs in to Dropbox: the user opens Dropbox's page and pastes the code that it shows.
import type { Area } from '../platform/platform.ts'
import { DROPBOX_LOGIN_KEY } from '../platform/storage-keys.ts'
import { authorizationOf } from '../sync/remotes/dropbox-api.ts'
import { newKey } from '../sync/remotes/seal.ts'

/** 32 bytes as base64url. */
const VERIFIER = /^[\w-]{43}$/

/** A page that shows a code, and the verifier that turns the code into a token. */
export interface DropboxSignIn {
  readonly page: string
  readonly verifier: string
}

/**
 * Starts a sign-in. The verifier stays the same until a folder is connected, because the user may paste the
 * code after closing the panel. Rejects if storage.session fails.
 */
export async function beginDropbox(session: Area, clientId: string): Promise<DropboxSignIn> {
  const known = (await session.get(DROPBOX_LOGIN_KEY)) ?? ''
  const verifier = VERIFIER.test(known) ? known : newKey()
  if (verifier !== known) await session.set({ [DROPBOX_LOGIN_KEY]: verifier })
  return { page: await authorizationOf(clientId, verifier), verifier }
}
