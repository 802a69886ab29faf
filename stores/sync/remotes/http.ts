// Requests to the server of a sync folder: without cookies or redirects, and with a bounded response.
import { readStream } from '../streams.ts'
import { failed, type RemoteResult } from './remote.ts'

/**
 * Browsers stop a background script and its requests after 30 seconds of waiting. Nextcloud delays sign-ins
 * by up to 25 seconds.
 */
const TIMEOUT_MS = 29_000

/** The browser's fetch. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The ports of requests. */
export interface RemotePorts {
  readonly fetch: Fetch
  /** Aborts all requests, including later ones. */
  readonly left?: AbortSignal
}

/**
 * Sends a request. Resolves to the result of `answer`, or to `unreachable` if the request is aborted, there
 * is no response in time, or the response is interrupted.
 */
export async function send<T>(
  { fetch, left }: RemotePorts,
  url: string,
  init: RequestInit,
  answer: (response: Response) => Promise<RemoteResult<T>> | RemoteResult<T>,
): Promise<RemoteResult<T>> {
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(left ? [left] : [])]),
      ...init,
    })
    return await answer(response)
  } catch {
    return failed({ code: 'unreachable' })
  }
}

/** Whether a response redirects. Browsers hide the target and give the response the status 0. */
export const isRedirect = (status: number): boolean => status === 0 || (status >= 300 && status < 400)

/** Whether the server asks the client to retry later. */
export const isBusy = (status: number): boolean => status === 429 || status === 503

/** The whole body; undefined if it has more than `limit` bytes. Rejects if it is interrupted. */
export async function bodyOf(
  response: Response,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel()
    return undefined
  }
  return response.body ? readStream(response.body, limit) : new Uint8Array()
}

const MAX_WAIT_MS = 3_600_000

/**
 * The milliseconds that a server asks the client to wait, an hour at most; undefined if it names no valid
 * time. A date is compared with the server's clock.
 */
export function waitOf({ headers }: Response): number | undefined {
  const after = headers.get('retry-after')?.trim() ?? ''
  if (after === '') return undefined
  const here = Date.parse(headers.get('date') ?? '')
  const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - here
  return Number.isFinite(wait) ? Math.min(MAX_WAIT_MS, Math.max(0, wait)) : undefined
}
