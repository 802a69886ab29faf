// The WebDAV dialect: its requests, and how it handles responses.
import { describe, expect, it, test, vi } from 'vitest'
import { readMultistatus } from '../../stores/sync/remotes/multistatus.ts'
import { isSettled, MAX_FILE_BYTES } from '../../stores/sync/remotes/remote.ts'
import { webdav, webdavDialect } from '../../stores/sync/remotes/webdav.ts'
import { listedFile, multistatuses } from '../support/multistatus.ts'

const account = { address: 'https://cloud.example/dav/', user: 'änn', password: 'p:w' }

/** A server that gives these answers one after another, and records the requests. */
function server(...answers: (Response | Error)[]) {
  const asked: { url: string; init: RequestInit }[] = []
  const remote = webdav(account, {
    fetch: async (url, init) => {
      asked.push({ url, init })
      const answer = answers.shift() ?? new Response(null, { status: 500 })
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { remote, asked, methods: () => asked.map(({ init }) => init.method) }
}
const answer = (status: number, body: BodyInit | null = null, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers })

describe('listing the folder', () => {
  test.each(Object.entries(multistatuses))('accepts the format of %s', async (_, xml) => {
    const { remote } = server(answer(207, xml))
    const listed = await remote.list()
    expect(listed).toMatchObject({ ok: true, value: [{ name: listedFile, size: 3072 }] })
  })

  it('identifies versions of files by tag and size, and treats weak tags like strong ones', async () => {
    const weak = multistatuses.apache
    const strong = weak.replace('W/"c00', '"c00')
    const [a, b, c] = await Promise.all(
      [weak, strong, strong.replace('>3072<', '>3073<')].map(xml => server(answer(207, xml)).remote.list()),
    )
    expect(a).toEqual(b)
    expect(a).not.toEqual(c)
  })

  test.each<[string, Response | Error, string]>([
    ['a login page', answer(200, '<html><body>Sign in</body></html>'), 'foreign'],
    ['half of a list', answer(207, multistatuses.apache.slice(0, 900)), 'foreign'],
    ['no response', new TypeError('Failed to fetch'), 'unreachable'],
    ['status 401 (wrong password)', answer(401), 'signIn'],
    ['status 403 (access denied)', answer(403), 'forbidden'],
    ['status 404 (missing folder)', answer(404), 'missing'],
    ['status 405 (method not allowed)', answer(405), 'unfit'],
    ['status 501 (method not implemented)', answer(501), 'unfit'],
    ['a redirect', answer(302), 'moved'],
    ['status 500 (server error)', answer(500), 'failed'],
  ])('fails with a specific problem if the server returns %s', async (_, given, code) => {
    expect(await server(given).remote.list()).toMatchObject({ ok: false, problem: { code } })
  })
})

/** A multistatus with these addresses; folders end with a slash. */
const listing = (...hrefs: string[]) =>
  answer(
    207,
    `<multistatus>${hrefs
      .map(href => {
        const type = /(\/|%2F)$/.test(href) ? '<collection/>' : ''
        const prop = `<prop><resourcetype>${type}</resourcetype></prop>`
        return `<response><href>${href}</href><propstat>${prop}</propstat></response>`
      })
      .join('')}</multistatus>`,
  )

describe('a file of the folder is recognized in a list', () => {
  test.each([
    ['with encoded slashes', '/dav/', ['/dav%2Fquickhand%2F', '/dav%2Fquickhand%2Fabc']],
    ['with a bare number sign', '/dav/C%23%20x/', ['/dav/C# x/quickhand/', '/dav/C# x/quickhand/abc']],
    ['with a bare question mark', '/why%3F/', ['/why?/quickhand/', '/why?/quickhand/abc']],
    ['with a bare percent sign', '/100%25/', ['/100%/quickhand/', '/100%/quickhand/abc']],
    ['with hex digits in a different case', '/a%c3%a4/', ['/a%C3%A4/quickhand/', '/aä/quickhand/abc']],
    ['if the server is behind a proxy', '/nas/dav/', ['/dav/quickhand/', '/dav/quickhand/abc']],
    ['if the server does not list the folder itself', '/dav/', ['http://10.0.0.2/dav/quickhand/abc']],
    [
      'beside other addresses',
      '/dav/',
      ['/dav/quickhand/', '/dav/quickhand/abc', '/dav/quickhand/a/b', '/other/c'],
    ],
  ])('%s', async (_, path, hrefs) => {
    const remote = webdav(
      { ...account, address: `https://cloud.example${path}` },
      { fetch: async () => listing(...hrefs) },
    )
    const listed = await remote.list()
    expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['abc'])
  })
})

describe('a response', () => {
  it('does not identify the version of a file that was modified less than two seconds before', async () => {
    const tagAt = async (date: string) => {
      const { remote } = server(answer(207, multistatuses.apache, date === '' ? {} : { date }))
      const listed = await remote.list()
      return listed.ok && listed.value[0].tag
    }
    const old = await tagAt('Sat, 21 Nov 2026 10:00:02 GMT')
    const recent = await tagAt('Sat, 21 Nov 2026 10:00:01 GMT')
    expect(old && isSettled(old)).toBe(true)
    expect(recent && isSettled(recent)).toBe(false)
    for (const date of ['', 'today']) expect(await tagAt(date)).toBe(old)
  })

  it('of 403 for a missing folder makes the client create the folder and list it again', async () => {
    const { remote, methods } = server(answer(403), answer(201), listing('/dav/quickhand/'), answer(201))
    expect(await remote.list()).toEqual({ ok: true, value: [] })
    expect(await remote.write('abc', new Uint8Array([1]))).toEqual({ ok: true, value: undefined })
    expect(methods()).toEqual(['PROPFIND', 'MKCOL', 'PROPFIND', 'PUT'])
  })

  it('of 403 for an existing folder means that access is denied', async () => {
    const { remote, methods } = server(answer(403), answer(405))
    expect(await remote.list()).toEqual({ ok: false, problem: { code: 'forbidden' } })
    expect(methods()).toEqual(['PROPFIND', 'MKCOL'])
  })

  it('of 403 for a file in a missing folder makes the client create the folder', async () => {
    const { remote, methods } = server(answer(403), answer(201), answer(201))
    expect(await remote.write('abc', new Uint8Array([1]))).toEqual({ ok: true, value: undefined })
    expect(methods()).toEqual(['PUT', 'MKCOL', 'PUT'])
  })

  test.each([
    ['Digest realm="files", nonce="x", qop="auth", stale=false', 'Digest'],
    ['Digest realm="a, Basic b", nonce="x", Digest realm="files", nonce="y", algorithm=SHA-256', 'Digest'],
    ['Bearer', 'Bearer'],
    ['Negotiate, NTLM', 'Negotiate, NTLM'],
    ['Bearer realm="OpenCloud", error="invalid_token"', 'Bearer'],
  ])('of 401 that offers only %s is reported with the names of the schemes', async (offered, schemes) => {
    const { remote } = server(answer(401, null, { 'www-authenticate': offered }))
    expect(await remote.list()).toEqual({ ok: false, problem: { code: 'noBasic', schemes } })
  })

  test.each(['Digest nonce="x", Basic realm="files"', 'Basic realm="Digest"', 'DummyBasic realm="x"', ''])(
    'of 401 that offers “%s” means that the name or password is wrong',
    async offered => {
      const { remote } = server(answer(401, null, { 'www-authenticate': offered }))
      expect(await remote.list()).toEqual({ ok: false, problem: { code: 'signIn' } })
    },
  )
})

it('requests time out later than a throttled sign-in ends, and before browsers abort them', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await server(answer(404)).remote.list()
  const [[waited]] = timeout.mock.calls
  expect(waited).toBeGreaterThan(25_000)
  expect(waited).toBeLessThan(30_000)
  timeout.mockRestore()
})

describe('a server that is busy', () => {
  test.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': '999999' }, 3_600_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 10:05:00 GMT', 'date': 'Sat, 21 Nov 2026 10:00:00 GMT' }, 300_000],
    [{ 'retry-after': 'soon' }, undefined],
  ])('says how long to wait, by its own clock: %j', async (headers, waitMs) => {
    for (const status of [429, 503])
      expect(await server(answer(status, null, headers)).remote.list()).toEqual({
        ok: false,
        problem: { code: 'busy', ...(waitMs !== undefined && { waitMs }) },
      })
  })
})

describe('a request', () => {
  it('sends the user name and password, and uses no cookies, redirects or cache', async () => {
    const { remote, asked } = server(answer(200, new Uint8Array([1, 2])))
    expect(await remote.read('abc')).toEqual({ ok: true, value: new Uint8Array([1, 2]) })
    const [{ url, init }] = asked
    expect(url).toBe('https://cloud.example/dav/quickhand/abc')
    expect(init).toMatchObject({ credentials: 'omit', redirect: 'manual', cache: 'no-store' })
    const { authorization } = init.headers as Record<string, string>
    expect(
      new TextDecoder().decode(Uint8Array.from(atob(authorization.slice(6)), c => c.charCodeAt(0))),
    ).toBe('änn:p:w')
    expect(init.signal).toBeInstanceOf(AbortSignal)
  })

  it('for a list has a body of fewer than 250 characters', async () => {
    const { remote, asked } = server(answer(207, multistatuses.nginx))
    await remote.list()
    expect(String(asked[0].init.body).length).toBeLessThan(250)
  })
})

describe('a file', () => {
  it('is written after a missing folder has been created', async () => {
    const { remote, methods } = server(answer(404), answer(201), answer(201))
    await remote.list()
    expect(await remote.write('abc', new Uint8Array([1]))).toEqual({ ok: true, value: undefined })
    expect(methods()).toEqual(['PROPFIND', 'MKCOL', 'PUT'])
  })

  it('is written again after a folder that disappeared in the meantime has been created', async () => {
    const { remote, methods } = server(answer(409), answer(405), answer(204))
    expect(await remote.write('abc', new Uint8Array([1]))).toEqual({ ok: true, value: undefined })
    expect(methods()).toEqual(['PUT', 'MKCOL', 'PUT'])
  })

  test.each([
    [413, 'full'],
    [507, 'full'],
    [423, 'locked'],
    [500, 'failed'],
    [401, 'signIn'],
  ])('whose write gets the response %i is reported with the problem “%s”', async (status, code) => {
    expect(await server(answer(status)).remote.write('a', new Uint8Array())).toMatchObject({
      problem: { code },
    })
  })

  it('that is too large is not read, whatever size the server reports', async () => {
    const large = new Uint8Array(MAX_FILE_BYTES + 1)
    expect(await server(answer(200, large)).remote.read('a')).toEqual({
      ok: false,
      problem: { code: 'large' },
    })
    const announced = answer(200, new Uint8Array(9), { 'content-length': '99999999' })
    expect(await server(announced).remote.read('a')).toEqual({ ok: false, problem: { code: 'large' } })
  })

  it('that is missing counts as deleted', async () => {
    for (const status of [204, 404]) expect((await server(answer(status)).remote.remove('a')).ok).toBe(true)
    expect(await server(answer(403)).remote.remove('a')).toMatchObject({ problem: { code: 'forbidden' } })
  })

  it('is reported as unreachable if the response is interrupted', async () => {
    const body = new ReadableStream({
      pull: controller => controller.error(new Error('reset')),
    })
    expect(await server(answer(200, body)).remote.read('a')).toMatchObject({
      problem: { code: 'unreachable' },
    })
  })
})

describe('an app password', () => {
  const folder = { kind: 'webdav', ...account, key: 'k'.repeat(43) } as const
  const revoked = async (given: Parameters<typeof webdavDialect.revoke>[0], reply = answer(200)) => {
    const asked: { url: string; init: RequestInit }[] = []
    const ports = { fetch: async (url: string, init: RequestInit) => (asked.push({ url, init }), reply) }
    return { asked, isGone: await webdavDialect.revoke(given, ports) }
  }

  it('is revoked if a login flow created it, but not if the user typed it', async () => {
    const address = 'https://cloud.example/nc/remote.php/webdav/'
    const { asked, isGone } = await revoked({ ...folder, address, isGranted: true })
    const [{ url, init }] = asked
    expect(isGone).toBe(true)
    expect(url).toBe('https://cloud.example/nc/ocs/v2.php/core/apppassword')
    expect(init).toMatchObject({ method: 'DELETE', credentials: 'omit', redirect: 'manual' })
    expect(init.headers).toMatchObject({ 'ocs-apirequest': 'true' })
    expect(await revoked(folder)).toEqual({ asked: [], isGone: true })
  })

  it.each([
    [200, true],
    [401, true],
    [500, false],
    [302, false],
    [404, false],
  ])('counts as revoked after status %d: %s', async (status, isGone) => {
    expect(await revoked({ ...folder, isGranted: true }, answer(status))).toMatchObject({ isGone })
  })
})

it('invalid multistatus responses are rejected without an exception', () => {
  for (const xml of [
    '',
    '<',
    '<multistatus>',
    '<multistatus></response>',
    '<html></html>',
    '<multistatus/><more/>',
    '<a>'.repeat(100),
    '<!-- ',
  ])
    expect(readMultistatus(xml)).toBeUndefined()
  expect(readMultistatus('<multistatus/>')).toEqual([])
  expect(readMultistatus('\n\n<?xml version="1.0"?><multistatus/>')).toEqual([])
  const bad = '<multistatus><response><href>/%ZZ%c3%28</href></response></multistatus>'
  expect(readMultistatus(bad)).toMatchObject([{ path: '/%ZZ%c3%28' }])
  const status = '<status>HTTP/1.1 404 Not Found</status>'
  const gone = `<multistatus><response><href>/a</href>${status}</response></multistatus>`
  expect(readMultistatus(gone)).toEqual([])
})
