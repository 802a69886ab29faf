// How a login to a Nextcloud server starts, waits for the user, and ends. No response can redirect it to
// another server.
import { describe, expect, it, vi } from 'vitest'
import { LoginFlow } from '../../stores/sync/remotes/login-flow.ts'
import { parseDraft, writeSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { serverOf } from '../../stores/sync/remotes/webdav-address.ts'
import { memoryArea } from '../support/memory-platform'

const HOUR = 3_600_000
const address = 'https://cloud.example/remote.php/dav/files/ann/'
const started = {
  poll: { token: 'to/ken', endpoint: 'https://cloud.example/index.php/login/v2/poll' },
  login: 'https://cloud.example/index.php/login/v2/flow/abc',
}
const granted = { server: 'https://cloud.example', loginName: 'ann@example.com', appPassword: 'app-secret' }

/** A login to a server that gives these answers one after another. */
function login(...answers: (Response | Error)[]) {
  const session = memoryArea({
    'place-draft': writeSyncFolder({ kind: 'webdav', address, user: '', password: '' }),
  })
  const asked: { url: string; init: RequestInit }[] = []
  const opened: string[] = []
  const closed: number[] = []
  const revoked: unknown[] = []
  const clock = { now: 0 }
  const server = { isRevoking: true }
  /** What happens while the server answers. */
  let meanwhile = async () => undefined as unknown
  const flow = new LoginFlow({
    session,
    fetch: async (url, init) => {
      asked.push({ url, init })
      await meanwhile()
      const answer = answers.shift()!
      if (answer instanceof Error) throw answer
      return answer
    },
    open: async url => opened.push(url),
    close: async tab => void closed.push(tab),
    async giveUp(unused) {
      if (!unused) return undefined
      await session.remove(['place-draft'])
      revoked.push(unused)
      return server.isRevoking ? undefined : { kind: 'webdav', host: 'cloud.example' }
    },
    now: () => clock.now,
  })
  const during = (work: () => Promise<unknown>) => void (meanwhile = work)
  return { flow, session, asked, opened, closed, revoked, server, clock, during }
}
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })
const notYet = () => json([], 404)

describe('a login', () => {
  it('opens a page, waits for the user, closes the page, and stores the folder as a draft', async () => {
    const { flow, session, asked, opened, closed, revoked } = login(json(started), notYet(), json(granted))
    expect(await flow.begin()).toEqual({ ok: true, value: 'waiting' })
    expect(opened).toEqual([started.login])
    expect(await flow.ask()).toEqual({ ok: true, value: 'waiting' })
    expect(await session.get('place-draft')).toBeUndefined()
    expect(closed).toEqual([])
    expect(await flow.ask()).toEqual({ ok: true, value: 'granted' })
    expect(parseDraft(await session.get('place-draft'))).toEqual({
      kind: 'webdav',
      address: 'https://cloud.example/remote.php/webdav/',
      user: 'ann@example.com',
      password: 'app-secret',
      isGranted: true,
    })
    expect(await session.get('place-login')).toBeUndefined()
    expect(closed).toEqual([1])
    expect(revoked).toEqual([])
    expect(asked.map(({ url }) => url)).toEqual([
      'https://cloud.example/index.php/login/v2',
      started.poll.endpoint,
      started.poll.endpoint,
    ])
    expect(asked[1].init.body).toBe('token=to%2Fken')
    for (const { init } of asked)
      expect(init).toMatchObject({ method: 'POST', credentials: 'omit', redirect: 'manual' })
  })

  it('continues after the background is terminated and restarted', async () => {
    const { flow, session } = login(json(started))
    await flow.begin()
    const again = new LoginFlow({
      session,
      fetch: async () => json(granted),
      open: async () => undefined,
      close: async () => undefined,
      giveUp: async () => undefined,
      now: () => HOUR / 4,
    })
    expect(await again.ask()).toEqual({ ok: true, value: 'granted' })
  })

  it('stays on the server that the user entered, whatever the answers say', async () => {
    const elsewhere = {
      poll: { token: 't', endpoint: 'http://evil.example/poll' },
      login: 'https://evil.example/login?x=1',
    }
    const { flow, session, asked, opened } = login(
      json(elsewhere),
      json({ ...granted, server: 'https://evil.example/cloud/' }),
    )
    await flow.begin()
    expect(opened).toEqual(['https://cloud.example/login?x=1'])
    await flow.ask()
    expect(asked[1].url).toBe('https://cloud.example/poll')
    expect(parseDraft(await session.get('place-draft'))).toHaveProperty(
      'address',
      'https://cloud.example/cloud/remote.php/webdav/',
    )
  })

  it.each([
    ['an opaque path', 'x:@evil.example:8443/path'],
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a path that begins with two slashes', 'https://cloud.example//evil.example/path'],
    ['backslashes', '\\\\evil.example\\path'],
    ['another user and port', 'https://a:b@evil.example:8443/path'],
  ])(
    'never leads to another server: %s as its page, its poll address or the granted server',
    async (_, named) => {
      const asPage = login(json({ ...started, login: named }))
      await asPage.flow.begin()
      const asPoll = login(json({ ...started, poll: { token: 't', endpoint: named } }), notYet())
      await asPoll.flow.begin()
      await asPoll.flow.ask()
      const asGrant = login(json(started), json({ ...granted, server: named }))
      await asGrant.flow.begin()
      await asGrant.flow.ask()
      const draft = parseDraft(await asGrant.session.get('place-draft'))
      const visited = [
        ...asPage.opened,
        ...asPoll.asked.map(({ url }) => url),
        ...(draft?.kind === 'webdav' ? [draft.address] : []),
      ]
      for (const url of visited) expect(new URL(url).origin).toBe('https://cloud.example')
    },
  )

  it.each([
    ['does not answer', new TypeError('network'), 'unreachable'],
    ['answers with a web page', new Response('<!doctype html>Hotel'), 'noLogin'],
    ['answers with an invalid token', json({ poll: { token: 5 }, login: started.login }), 'noLogin'],
    ['has no login page', json({ message: 'not found' }, 404), 'noLogin'],
    ['sends an answer that is too long', new Response('x'.repeat(30_000)), 'unreachable'],
  ])('fails if the server %s', async (_, answer, reason) => {
    const { flow, session, opened } = login(answer)
    expect(await flow.begin()).toEqual({ ok: false, reason: { key: reason } })
    expect(opened).toEqual([])
    expect(await session.all()).toEqual({})
  })

  it('keeps waiting if the server is temporarily busy or unreachable', async () => {
    const { flow } = login(json(started), json({}, 503), new TypeError('network'), json(granted))
    await flow.begin()
    expect([await flow.ask(), await flow.ask()].map(({ ok }) => ok)).toEqual([true, true])
    expect(await flow.ask()).toEqual({ ok: true, value: 'granted' })
  })

  it('expires after twenty minutes, and leaves no token behind', async () => {
    const { flow, session, asked, clock } = login(json(started))
    await flow.begin()
    clock.now = HOUR / 3
    expect(await flow.ask()).toEqual({ ok: false, reason: { key: 'late' } })
    expect(await session.all()).toEqual({})
    expect(asked).toHaveLength(1)
  })

  it('ends if its state was erased', async () => {
    const { flow, session } = login(json(started), json(granted), json(started))
    await flow.begin()
    await session.remove(['place-login'])
    expect(await flow.ask()).toEqual({ ok: false, reason: { key: 'late' } })
  })

  const password = expect.objectContaining({ user: granted.loginName, password: granted.appPassword })

  it('revokes its app password if its state is erased while the server grants it', async () => {
    const { flow, session, revoked, during } = login(json(started), json(granted))
    await flow.begin()
    during(() => session.remove(['place-login']))
    expect(await flow.ask()).toEqual({ ok: false, reason: { key: 'late' } })
    expect(revoked).toEqual([password])
    expect(await session.all()).toEqual({})
  })

  it.each([
    ['before', 0],
    ['just after', 1],
    ['one poll after', 2],
  ])('revokes its app password if it is granted %s it is canceled', async (_, when) => {
    const answers = [json(started), ...(when === 2 ? [notYet()] : []), json(granted)]
    const { flow, session, opened, closed, revoked } = login(...answers)
    await flow.begin()
    const asking = when === 1 ? undefined : flow.ask()
    expect(await flow.cancel()).toBeUndefined()
    await asking
    expect(new Set(closed)).toEqual(new Set([opened.length]))
    expect(revoked).toEqual([password])
    expect(await session.all()).toEqual({})
  })

  it('that is canceled reports access that may still be valid', async () => {
    const { flow, server } = login(json(started), json(granted))
    await flow.begin()
    server.isRevoking = false
    expect(await flow.cancel()).toEqual({ kind: 'webdav', host: 'cloud.example' })
  })

  it('that is ended before the user signs in closes its page, and soon gives up on the server', async () => {
    const { flow, session, asked, closed } = login(json(started), notYet())
    await flow.begin()
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    timeout.mockImplementation(ms => (ms <= 5000 ? AbortSignal.abort() : new AbortController().signal))
    expect(await flow.end()).toBeUndefined()
    timeout.mockRestore()
    expect([closed, asked.length, asked[1].init.signal?.aborted]).toEqual([[1], 2, true])
    expect(await session.all()).toEqual({})
  })

  it.each(['cancel', 'end'] as const)(
    'opens no page after “%s”, but the next login opens one',
    async what => {
      const { flow, session, opened } = login(json(started), json(started), json(granted))
      const first = flow.begin()
      const canceling = flow[what]()
      expect(await first).toEqual({ ok: false, reason: { key: 'late' } })
      expect(await canceling).toBeUndefined()
      expect(opened).toEqual([])
      await session.set({
        'place-draft': writeSyncFolder({ kind: 'webdav', address, user: '', password: '' }),
      })
      expect(await flow.begin()).toEqual({ ok: true, value: 'waiting' })
      expect(opened).toHaveLength(1)
      expect(await flow.ask()).toEqual({ ok: true, value: 'granted' })
    },
  )

  it('that is begun again revokes the app password of the earlier one, and closes its page', async () => {
    const { flow, session, opened, closed, revoked } = login(json(started), json(granted), json(started))
    await flow.begin()
    await session.set({ 'place-draft': writeSyncFolder({ kind: 'webdav', address, user: '', password: '' }) })
    expect(await flow.begin()).toEqual({ ok: true, value: 'waiting' })
    expect(revoked).toEqual([password])
    expect([opened.length, new Set(closed)]).toEqual([2, new Set([1])])
  })

  it('stores the folder even if the background ends while it removes the login', async () => {
    const { flow, session } = login(json(started), json(granted))
    await flow.begin()
    session.remove = () => Promise.reject(new Error('ended'))
    await flow.ask().catch(() => undefined)
    expect(parseDraft(await session.get('place-draft'))).toEqual(password)
  })

  it('fails if the granted answer is unreadable, and leaves no draft', async () => {
    const { flow, session } = login(
      json(started),
      json({ server: 'https://cloud.example', loginName: 'ann' }),
    )
    await flow.begin()
    expect(await flow.ask()).toEqual({ ok: false, reason: { key: 'noLogin' } })
    expect(await session.all()).toEqual({})
  })
})

it.each([
  [address, 'https://cloud.example/'],
  ['https://cloud.example/', 'https://cloud.example/'],
  ['https://example.com/nextcloud/', 'https://example.com/nextcloud/'],
  ['https://example.com/nextcloud/index.php/apps/files/', 'https://example.com/nextcloud/'],
  ['https://example.com/nextcloud/apps/files/', 'https://example.com/nextcloud/'],
  ['https://example.com/nextcloud/settings/user/', 'https://example.com/nextcloud/'],
  ['https://example.com/nextcloud/apps/deck/board/3/', 'https://example.com/nextcloud/'],
  ['https://cloud.example/apps/memories/', 'https://cloud.example/'],
  ['https://cloud.example/f/1234/', 'https://cloud.example/'],
  ['https://cloud.example/call/x8kq2/', 'https://cloud.example/'],
  ['https://cloud.example/s/Ab3dE/', 'https://cloud.example/'],
  ['https://cloud.example/u/ann/', 'https://cloud.example/'],
  ['https://nas.example/s/', 'https://nas.example/s/'],
  ['https://apps/files/', 'https://apps/files/'],
  ['https://remote.php/cloud/', 'https://remote.php/cloud/'],
])('the server of %s is %s', (from, server) => {
  expect(serverOf(from)).toBe(server)
})
