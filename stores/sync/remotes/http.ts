// Requests to a server that a person named: they carry nothing that the browser knows of it, follow it
// nowhere, and read no more than was expected.

/** Firefox ends a background that has waited for 30 seconds, and the request with it. */
const TIMEOUT_MS = 20_000

/** The browser's fetch. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** What every request is made with; `left` ends it before its time. */
export const requestInit = (left?: AbortSignal): RequestInit => ({
  credentials: 'omit',
  redirect: 'manual',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
  signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(left ? [left] : [])]),
})

/** The whole body; undefined where it has more than `most` bytes. Rejects where it breaks off. */
export async function bodyOf(response: Response, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(response.headers.get('content-length') ?? 0) > most) {
    await response.body?.cancel()
    return undefined
  }
  const reader = response.body?.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let size = 0; reader;) {
    const { done: isDone, value } = await reader.read()
    if (isDone) break
    parts.push(value as Uint8Array<ArrayBuffer>)
    if ((size += value.length) <= most) continue
    await reader.cancel()
    return undefined
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
