// The simulated folder with Dropbox's API. The product's client signs in with access tokens that expire.
import type { Fetch } from '../../stores/sync/remotes/http.ts'
import type { RemoteProblem, RemoteResult } from '../../stores/sync/remotes/remote.ts'
import type { FolderRemote } from './folder.ts'

/** The time for which an access token is valid. */
const LIFETIME_MS = 4 * 3_600_000

const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers })
const conflict = (...tags: string[]) =>
  json({ error: tags.reduceRight<object>((reason, tag) => ({ '.tag': tag, reason }), {}) }, 409)

/** The response for a problem. Throws like `fetch` if there is no response. */
function answerWith(problem: RemoteProblem): Response {
  switch (problem.code) {
    case 'signIn':
      return json({ error: { '.tag': 'invalid_access_token' } }, 401)
    case 'forbidden':
      return json({}, 403)
    case 'missing':
      return conflict('path', 'not_found')
    case 'moved':
      return new Response(null, { status: 302 })
    case 'foreign':
      return new Response('<html>Sign in to the network</html>')
    case 'locked':
      return conflict('path', 'too_many_write_operations')
    case 'full':
      return conflict('path', 'insufficient_space')
    case 'busy':
      return json({}, 429, problem.waitMs ? { 'retry-after': String(problem.waitMs / 1000) } : {})
    case 'failed':
      return json({}, problem.status)
    default:
      throw new TypeError('Failed to fetch')
  }
}

/** The `fetch` of one browser, with responses like Dropbox's. `now`: milliseconds since 1970. */
export function dropboxOver(remote: FolderRemote, now: () => number): Fetch {
  let tokens = 0
  let valid = { token: '', until: 0 }
  const newToken = () => {
    valid = { token: `t${++tokens}`, until: now() + LIFETIME_MS }
    return valid.token
  }
  const given = <T>(result: RemoteResult<T>, answer: (value: T) => Response) =>
    result.ok ? answer(result.value) : answerWith(result.problem)

  return async (url, init) => {
    const route = new URL(url).pathname
    const headers = init.headers as Record<string, string>
    if (route === '/oauth2/token')
      return given(await remote.token(newToken), token => json({ access_token: token }))
    const what = route.endsWith('/upload') ? 'write' : route.endsWith('/download') ? 'read' : 'list'
    if (headers.authorization !== `Bearer ${valid.token}` || now() > valid.until)
      return given(await remote.refuse(what, { code: 'signIn' }), () => json({}))
    const { path } = JSON.parse(headers['dropbox-api-arg'] ?? String(init.body)) as { path: string }
    const name = path.slice(1)
    if (what === 'write')
      return given(await remote.write(name, init.body as Uint8Array<ArrayBuffer>), () => json({}))
    if (what === 'read') return given(await remote.read(name), bytes => new Response(bytes))
    if (route.endsWith('/delete_v2')) return given(await remote.remove(name), () => json({}))
    const listed = await remote.list()
    // The app's folder always exists.
    if (!listed.ok && listed.problem.code === 'missing')
      return json({ entries: [], cursor: '', has_more: false })
    return given(listed, files =>
      json({
        entries: files.map(({ name: file, tag, size }) => ({
          '.tag': 'file',
          'name': file,
          'rev': tag,
          size,
        })),
        cursor: '',
        has_more: false,
      }),
    )
  }
}
