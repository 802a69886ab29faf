// The sync folder panel: connecting, every state, pairing, disconnecting.
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import FolderPanel from '../../components/panels/FolderPanel.vue'
import { parseDraft, writeSyncFolder, type SyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { CONNECT_STEPS, type ConnectResult, type Unrevoked } from '../../stores/sync/remotes/folder-status.ts'
import type { FolderProblem } from '../../stores/sync/remotes/remote.ts'
import { writePairing } from '../../stores/sync/remotes/pairing.ts'
import { providers } from '../../stores/sync/remotes/providers.ts'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, show } from '../support/mount'

const place: SyncFolder = {
  kind: 'webdav',
  address: 'https://cloud.example/dav/',
  user: 'ann',
  password: 'correct horse',
  key: 'k'.repeat(43),
}

let panel: VueWrapper | undefined
afterEach(() => panel?.unmount())
const at = (mark: string) => panel!.find(`[data-place="${mark}"]`)
const said = () => panel!.get('header [role="status"]').text()

/** Opens the panel with this storage. The background answers checks and connection requests with `result`. */
async function opened(
  texts: Record<string, string> = {},
  result: ConnectResult = { done: CONNECT_STEPS },
  unrevoked?: Unrevoked,
) {
  const platform = memoryPlatform({ ...texts })
  const drafts: (string | undefined)[] = []
  platform.answer(async request => {
    if (request.kind === 'folder-disconnect') {
      await platform.local.remove(['place'])
      return unrevoked
    }
    if (request.kind !== 'folder-connect') return result
    const draft = await platform.session.get('place-draft')
    drafts.push(draft)
    await platform.session.remove(['place-draft'])
    if (!result.failed)
      await platform.local.set({ place: writeSyncFolder({ ...parseDraft(draft)!, key: place.key }) })
    return result
  })
  const tab = await openTab(platform)
  panel = show(FolderPanel, tab)
  await flushPromises()
  return { platform, drafts, tab }
}

async function typed(fields: Readonly<Record<string, string>>) {
  for (const [mark, text] of Object.entries(fields)) await at(mark).setValue(text)
}
async function pressed(mark: string) {
  const button = at(mark)
  await button.trigger(mark === 'connect' ? 'submit' : 'click')
  await flushPromises()
}
const stored = { place: writeSyncFolder(place) }
const withState = (state: object) => ({ ...stored, 'place-state': JSON.stringify(state) })
const fields = { address: place.address, user: place.user, password: place.password }

describe('connecting', () => {
  it('requests permission for one origin, sends the folder to the background, shows every step', async () => {
    const { platform, drafts } = await opened()
    expect(at('state').attributes('data-state')).toBe('off')
    await typed(fields)
    await pressed('connect')
    expect(await (await platform.origins()).isAllowed(['https://cloud.example/*'])).toBe(true)
    expect(parseDraft(drafts[0])).toEqual({ kind: 'webdav', ...fields })
    expect(panel!.findAll('[data-step][data-state="done"]')).toHaveLength(CONNECT_STEPS.length)
    expect(at('state').attributes('data-state')).toBe('checking')
    expect(said()).toContain('Connected.')
    expect(panel!.get('header [role="status"]').classes()).not.toContain('error')
  })

  it('shows the step that failed with a message, and changes nothing', async () => {
    const failed = { step: 'signedIn', problem: { code: 'signIn' } } as const
    await opened({}, { done: ['reached'], failed })
    await typed(fields)
    await pressed('connect')
    expect(panel!.find('[data-step="signedIn"]').attributes('data-state')).toBe('failed')
    expect(at('failure').text()).toContain('user name or password was refused')
    expect(at('failure').text()).not.toContain('tries again')
    expect(at('state').attributes('data-state')).toBe('off')
  })

  it('names the failed server by its host, even if no scheme was typed', async () => {
    await opened({}, { done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
    await typed({ ...fields, address: 'cloud.example/dav' })
    await pressed('connect')
    expect(at('failure').text()).toContain('cloud.example didn’t respond.')
  })

  it('scrolls the result into view', async () => {
    const brought: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      brought.push(this)
    })
    await opened({}, { done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
    expect(brought).toEqual([])
    await typed(fields)
    await pressed('connect')
    expect(brought.at(-1)?.textContent).toContain('cloud.example didn’t respond.')
  })

  it.each([
    ['a new folder', undefined],
    ['a folder whose sign-in failed', 'signIn'],
  ])('shows the result below the form, next to its last field: %s', async (_, code) => {
    const failed = { step: 'signedIn', problem: { code: 'signIn' } } as const
    await opened(code ? withState({ problem: { code } }) : {}, { done: ['reached'], failed })
    // Browsers send a `toggle` event when the form is opened.
    if (code) await at('anew').trigger('toggle')
    await typed(fields)
    await pressed('connect')
    const order = panel!.findAll('[data-place="password"], [data-place="failure"], [data-place="take"]')
    expect(order.map(one => one.attributes('data-place'))).toEqual(['password', 'failure', 'take'])
  })

  it('marks a running step and scrolls the steps into view while the server does not answer', async () => {
    const brought: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      brought.push(this)
    })
    const { platform } = await opened()
    const answered = Promise.withResolvers<ConnectResult>()
    platform.answer(() => answered.promise)
    await typed(fields)
    await pressed('connect')
    const states = () => panel!.findAll('[data-step]').map(step => step.attributes('data-state'))
    expect(states()).toEqual(['running', 'open', 'open', 'open', 'open'])
    expect(panel!.get('[data-step="reached"] [role="img"]').attributes('aria-label')).toBe('in progress')
    expect(brought.at(-1)?.contains(panel!.get('.steps').element)).toBe(true)
    answered.resolve({ done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
    await flushPromises()
    expect(states()).toEqual(['failed', 'open', 'open', 'open', 'open'])
  })

  it('to a server that does not answer can be canceled, and leaves nothing connected', async () => {
    const { platform } = await opened()
    const answered = Promise.withResolvers<ConnectResult>()
    const asked: string[] = []
    platform.answer(({ kind }) => {
      asked.push(kind)
      if (kind === 'folder-connect') return answered.promise
      // The background ends the request first.
      answered.resolve({ done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
      return Promise.resolve()
    })
    expect(at('stop').exists()).toBe(false)
    await typed(fields)
    await pressed('connect')
    await pressed('stop')
    expect(asked).toEqual(['folder-connect', 'folder-disconnect'])
    expect([at('stop'), at('failure'), panel!.find('.steps')].map(part => part.exists())).toEqual(
      Array(3).fill(false),
    )
    expect(at('connect').attributes('disabled')).toBeUndefined()
  })

  test.each([
    ['ftp://cloud.example/', 'isn’t a web address'],
    ['http://cloud.example/dav/', 'Use an address that starts with https'],
    ['https://ann:secret@cloud.example/', 'Leave the user name and password out'],
  ])('to “%s” is refused with a message, and leaves no draft', async (address, sentence) => {
    const { platform, drafts } = await opened()
    await typed({ ...fields, address })
    await pressed('connect')
    expect(said()).toContain(sentence)
    expect(panel!.get('header [role="status"]').classes()).toContain('error')
    expect([...drafts, await platform.session.get('place-draft')]).toEqual([undefined])
  })

  it('records its origins before the browser asks the user, so that the permission is kept', async () => {
    const { platform } = await opened()
    const origins = await platform.origins()
    let noted: string | undefined
    const allow = async () => {
      noted = await platform.session.get('place-asked')
      return false
    }
    platform.origins = async () => ({ ...origins, allow })
    panel!.unmount()
    panel = show(FolderPanel, await openTab(platform))
    await flushPromises()
    await typed(fields)
    await pressed('connect')
    expect(JSON.parse(noted!)).toEqual(['https://cloud.example/*'])
  })

  it.each(['the panel', 'the tab'])('is canceled by the background when %s is closed', async what => {
    const failed = { step: 'signedIn', problem: { code: 'signIn' } } as const
    const { platform } = await opened({}, { done: ['reached'], failed })
    const kinds = () => platform.asked.map(({ kind }) => kind)
    await typed(fields)
    await pressed('connect')
    expect(kinds()).toEqual(['folder-connect'])
    if (what === 'the tab') window.dispatchEvent(new Event('pagehide'))
    panel!.unmount()
    expect(kinds()).toEqual(['folder-connect', 'folder-give-up'])
  })

  it('revokes the granted access if the background stops, and says so if it may still be valid', async () => {
    const { platform } = await opened()
    platform.answer(async ({ kind }) => {
      if (kind === 'folder-connect') throw new Error('no background')
      return kind === 'folder-give-up' ? { kind: 'webdav', host: 'cloud.example' } : undefined
    })
    await typed(fields)
    await pressed('connect')
    expect(said()).toContain('no background')
    expect(at('unrevoked').text()).toContain('cloud.example didn’t confirm')
  })

  it('keeps neither password nor key in the form after it succeeds', async () => {
    const refused = JSON.stringify({ arrivedAt: 1, problem: { code: 'unreadable' } })
    const { drafts } = await opened({ 'place': writeSyncFolder(place), 'place-state': refused })
    await typed({ paste: writePairing({ ...place, key: 'q'.repeat(43) }, true) })
    await pressed('take')
    await pressed('connect')
    expect((at('password').element as HTMLInputElement).value).toBe('')
    await typed({ password: 'another' })
    await pressed('connect')
    expect(drafts.map(draft => parseDraft(draft)?.key)).toEqual(['q'.repeat(43), undefined])
  })

  it('does not show the time of a past retry', async () => {
    const notBefore = Date.now() - 7_200_000
    const late = { arrivedAt: 1, problem: { code: 'unreachable' }, failures: 1, notBefore }
    await opened({ 'place': writeSyncFolder(place), 'place-state': JSON.stringify(late) })
    expect(panel!.text()).not.toContain('Next try at')
  })

  it('no longer shows the steps of a check when the panel is reopened', async () => {
    const failed = { step: 'reached', problem: { code: 'unreachable' } } as const
    const { tab } = await opened({ place: writeSyncFolder(place) }, { done: [], failed })
    await pressed('check')
    expect(at('failure').exists()).toBe(true)
    panel!.unmount()
    panel = show(FolderPanel, tab)
    await flushPromises()
    expect(at('failure').exists()).toBe(false)
  })

  it('requires an address and a password', async () => {
    await opened()
    expect(at('connect').attributes('disabled')).toBeDefined()
    await typed({ ...fields, password: '' })
    expect(at('connect').attributes('disabled')).toBeDefined()
    await typed(fields)
    expect(at('connect').attributes('disabled')).toBeUndefined()
  })

  it('is refused without a user name, and for a host that the browser does not permit', async () => {
    const { platform, drafts } = await opened()
    await typed({ ...fields, user: ' ' })
    await pressed('connect')
    expect(said()).toContain('Enter the name you sign in with')
    const origins = await platform.origins()
    platform.origins = async () => ({ ...origins, allow: async () => false })
    panel!.unmount()
    panel = show(FolderPanel, await openTab(platform))
    await flushPromises()
    await typed({ ...fields, address: 'cloud.example/dav' })
    await pressed('connect')
    expect(said()).toContain('wasn’t allowed to reach cloud.example')
    expect(drafts).toEqual([])
  })

  it('shows the address that will be used if it differs from what was typed', async () => {
    await opened()
    await typed({ address: 'davs://cloud.example/100%' })
    expect(at('used').text()).toContain('https://cloud.example/100%25/')
    await typed({ address: 'https://cloud.example/dav/' })
    expect(at('used').exists()).toBe(false)
    await typed({ ...fields, address: 'https://cloud.example/C# x/' })
    await pressed('connect')
    expect(said()).toContain('%23')
  })

  it('warns about plain http on the local network', async () => {
    await opened()
    await typed({ address: 'http://192.168.1.2/dav/' })
    expect(panel!.text()).toContain('can read the password in transit')
  })

  it('clears the result of the previous attempt, even if the new one is refused immediately', async () => {
    await opened({}, { done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
    await typed(fields)
    for (const method of ['connect', 'sign-in']) {
      await typed({ address: fields.address })
      await pressed('connect')
      expect(at('failure').text()).toContain('cloud.example didn’t respond.')
      if (method === 'sign-in') await at('provider').setValue('nextcloud')
      await typed({ [method === 'sign-in' ? 'server' : 'address']: 'ftp://x/' })
      await pressed(method)
      expect(said()).toContain('isn’t a web address')
      expect([at('failure'), panel!.find('.steps')].map(part => part.exists())).toEqual([false, false])
    }
  })

  it('to a folder with other keys says that nothing is shared, and asks for the pairing text', async () => {
    const { platform } = await opened()
    const { set } = platform.local
    const unopenable = { ['a'.repeat(32)]: { tag: '1', times: 1, triedAt: 1 } }
    const state = JSON.stringify({ arrivedAt: Date.now(), closed: unopenable })
    platform.local.set = texts => set('place' in texts ? { ...texts, 'place-state': state } : texts)
    await typed(fields)
    await pressed('connect')
    expect(said()).toContain('another key')
    expect(said()).not.toContain('pair')
    expect(panel!.get('header [role="status"]').classes()).toContain('error')
    expect(at('state').text()).toContain('not shared')
    expect(at('other-key').text()).toContain('Paste that browser’s pairing text below')
    expect(at('anew').attributes('open')).toBeDefined()
    const [first] = at('anew').findAll('input, textarea, select')
    expect(first.attributes('data-place')).toBe('paste')
    await typed({ paste: writePairing({ ...place, key: 'q'.repeat(43) }, true) })
    await pressed('take')
    expect(said()).toContain('connect')
    expect(at('connect').attributes('disabled')).toBeUndefined()
  })

  it.each([
    ['locked', {}, 'Try again in a few minutes.'],
    ['failed', { status: 412 }, 'Try again in a few minutes.'],
    ['busy', { waitMs: 3_600_000 }, 'Try again after '],
  ])('says when to try again after the problem %s', async (code, more, advice) => {
    const problem = { code, ...more } as FolderProblem
    await opened({}, { done: [], failed: { step: 'reached', problem } })
    await typed(fields)
    await pressed('connect')
    expect(at('failure').text()).toContain(advice)
  })

  it('says to try again later if the server is too busy', async () => {
    await opened({}, { done: [], failed: { step: 'reached', problem: { code: 'busy' } } })
    await typed(fields)
    await pressed('connect')
    expect(at('failure').text()).toContain('Try again later')
  })
})

describe('a provider chosen by name', () => {
  test.each(providers.map(provider => [provider.id, provider] as const))(
    'is connected with at most four fields and two clicks: %s',
    async (id, { hasLogin }) => {
      const { drafts, platform } = await opened()
      let clicks = 1
      await typed({ provider: id })
      const fields = panel!.findAll<HTMLInputElement>('form input')
      const needed = id === 'nextcloud' ? fields.slice(0, 1) : fields
      expect(needed.length).toBeLessThanOrEqual(4)
      for (const field of needed) {
        expect(field.element.closest('label')!.textContent.trim()).not.toBe('')
        await field.setValue(field.attributes('inputmode') === 'url' ? 'https://cloud.example/' : 'ann')
      }
      clicks++
      await pressed(id === 'nextcloud' ? 'sign-in' : 'connect')
      expect(clicks).toBe(2)
      if (id === 'nextcloud') {
        expect(hasLogin).toBe(true)
        expect(platform.asked).toContainEqual({ kind: 'folder-sign-in' })
      } else expect(parseDraft(drafts[0])).toMatchObject({ kind: 'webdav', user: 'ann', password: 'ann' })
    },
  )

  it('needs only a name and a password if its address is known, and explains the setup', async () => {
    const { drafts } = await opened()
    await typed({ provider: 'koofr' })
    expect(at('address').exists()).toBe(false)
    expect(at('sign-in').exists()).toBe(false)
    expect(at('plan').text()).toContain('10 GB free')
    expect(at('password-page').attributes()).toMatchObject({
      href: 'https://app.koofr.net/app/admin/preferences/password',
      rel: 'noopener noreferrer',
    })
    expect(at('used').text()).toContain('https://app.koofr.net/dav/Koofr/')
    await typed({ user: 'ann@example.com', password: 'secret' })
    await pressed('connect')
    expect(parseDraft(drafts[0])).toMatchObject({
      address: 'https://app.koofr.net/dav/Koofr/',
      user: 'ann@example.com',
    })
  })

  it('asks for the parts of its address, and connects once they are filled in', async () => {
    const { drafts } = await opened()
    await typed({ provider: 'kdrive', drive: '123456', user: 'ann@example.com', password: 'secret' })
    expect(at('connect').attributes('disabled')).toBeDefined()
    await typed({ folder: 'Games' })
    await pressed('connect')
    expect(parseDraft(drafts[0])).toHaveProperty(
      'address',
      'https://123456.connect.kdrive.infomaniak.com/Games/',
    )
  })

  it('needs one field and one click to sign in, if it is Nextcloud', async () => {
    const { platform } = await opened()
    let left: string | undefined
    platform.answer(async ({ kind }) => {
      if (kind === 'folder-sign-in') left = await platform.session.get('place-draft')
      return { ok: false, reason: { key: 'late' } }
    })
    await typed({ provider: 'nextcloud', server: 'https://cloud.example/apps/files/files?dir=/Games' })
    await pressed('sign-in')
    expect(parseDraft(left)).toMatchObject({ address: 'https://cloud.example/apps/files/files/' })
  })

  it('that is too busy is reported, with a wrong password as another possible reason', async () => {
    await opened({}, { done: [], failed: { step: 'reached', problem: { code: 'busy' } } })
    await typed({ provider: 'koofr', user: 'ann@example.com', password: 'wrong' })
    await pressed('connect')
    expect(at('failure').text()).toContain('after a wrong password')
  })

  it('does not receive the key of a pairing text for another provider', async () => {
    const { drafts } = await opened()
    await typed({ paste: writePairing(place, true) })
    await pressed('take')
    await typed({ provider: 'gmx' })
    await typed({ password: place.password })
    await pressed('connect')
    expect(parseDraft(drafts[0])).not.toHaveProperty('key')
  })
})

it('the panel says that one browser per account is enough', async () => {
  await opened()
  expect(panel!.text()).toContain('connect just one of them')
})

describe('a pairing text', () => {
  it('fills in the form, shows its destination, and provides its key', async () => {
    const { drafts } = await opened()
    await typed({ paste: `Here: ${writePairing(place, false)}` })
    await pressed('take')
    expect(said()).toContain('cloud.example')
    expect(panel!.html()).not.toContain(place.key)
    expect((document.activeElement as HTMLElement).dataset.place).toBe('password')
    await typed({ password: place.password })
    await pressed('connect')
    expect(parseDraft(drafts[0])).toEqual(place)
  })

  it('does not apply its key to any other address', async () => {
    const { drafts } = await opened()
    await typed({ paste: writePairing(place, true) })
    await pressed('take')
    await typed({ address: 'https://other.example/' })
    await typed({ password: place.password })
    await pressed('connect')
    const draft = parseDraft(drafts[0])
    expect(draft).toHaveProperty('address', 'https://other.example/')
    expect(draft).not.toHaveProperty('key')
  })

  test.each([
    ['hello', 'No pairing text'],
    [writePairing(place, true).slice(0, 80), 'incomplete or was changed'],
    ['QHP7.whatever', 'newer version'],
    [writePairing({ kind: 'dropbox', token: '', account: '', key: place.key }, false), 'is for Dropbox'],
  ])('that is invalid is refused with a message: %s', async (text, sentence) => {
    await opened()
    await typed({ paste: text })
    await pressed('take')
    expect(said()).toContain(sentence)
  })
})

describe('signing in on a page of the server', () => {
  afterEach(() => void vi.useRealTimers())

  it('can be stopped and restarted immediately, and still connects a folder', async () => {
    const { platform } = await opened()
    vi.useFakeTimers()
    let isGranted = false
    const { session } = platform
    platform.answer(async ({ kind }) => {
      if (kind === 'folder-connect') return { done: CONNECT_STEPS }
      if (kind === 'folder-sign-in') {
        await new Promise(answered => setTimeout(answered, 1500))
        await session.set({ 'place-login': 'token' })
        return { ok: true, value: 'waiting' }
      }
      if ((await session.get('place-login')) === undefined) return { ok: false, reason: { key: 'late' } }
      if (!isGranted) return { ok: true, value: 'waiting' }
      await session.remove(['place-login'])
      await session.set({ 'place-draft': writeSyncFolder(place) })
      return { ok: true, value: 'granted' }
    })
    await typed({ address: place.address })
    await pressed('sign-in')
    await vi.advanceTimersByTimeAsync(2000)
    await pressed('stop-sign-in')
    await vi.advanceTimersByTimeAsync(700)
    await pressed('sign-in')
    await vi.advanceTimersByTimeAsync(3000)
    expect(said()).toBe('')
    isGranted = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(platform.asked.map(({ kind }) => kind)).toContain('folder-connect')
  })

  it('keeps the key of a pairing text', async () => {
    const { platform } = await opened()
    await typed({ paste: writePairing(place, false) })
    await pressed('take')
    let left: string | undefined
    platform.answer(async ({ kind }) => {
      if (kind !== 'folder-sign-in') return undefined
      left = await platform.session.get('place-draft')
      return { ok: false, reason: { key: 'late' } }
    })
    await pressed('sign-in')
    expect(parseDraft(left)?.key).toBe(place.key)
  })

  it('shows no result of an earlier check once it is stopped', async () => {
    const { platform } = await opened({ 'place': writeSyncFolder(place), 'place-state': '{"arrivedAt":1}' })
    await pressed('check')
    vi.useFakeTimers()
    platform.answer(async ({ kind }) =>
      kind === 'folder-give-up' ? undefined : { ok: true, value: 'waiting' },
    )
    await typed({ address: 'https://other.example/' })
    await pressed('sign-in')
    await pressed('stop-sign-in')
    await vi.advanceTimersByTimeAsync(2500)
    expect(said()).toBe('')
  })

  it.each(['is stopped', 'ends with the panel'])('is canceled by the background if it %s', async way => {
    const { platform } = await opened()
    vi.useFakeTimers()
    const answers: (() => void)[] = []
    platform.answer(async ({ kind }) => {
      if (kind === 'folder-sign-in') return { ok: true, value: 'waiting' }
      if (kind === 'folder-give-up') return { kind: 'webdav', host: 'cloud.example' }
      await new Promise<void>(answered => answers.push(answered))
      return { ok: true, value: 'granted' }
    })
    await typed({ address: place.address })
    await pressed('sign-in')
    await vi.advanceTimersByTimeAsync(2000)
    expect(answers).toHaveLength(1)
    if (way === 'is stopped') {
      await pressed('stop-sign-in')
      await flushPromises()
      expect(said()).toContain('cloud.example didn’t confirm')
    } else panel!.unmount()
    answers[0]()
    await flushPromises()
    const kinds = platform.asked.map(({ kind }) => kind)
    expect(kinds.slice(-1)).toEqual(['folder-give-up'])
    expect(kinds).not.toContain('folder-connect')
  })

  it('is canceled by the background if a request fails, and what was granted is revoked', async () => {
    const { platform } = await opened()
    vi.useFakeTimers()
    platform.answer(async ({ kind }) => {
      if (kind === 'folder-signed-in') throw new Error('The message port closed')
      if (kind === 'folder-give-up') return { kind: 'webdav', host: 'cloud.example' }
      return { ok: true, value: 'waiting' }
    })
    await typed({ address: place.address })
    await pressed('sign-in')
    await vi.advanceTimersByTimeAsync(2500)
    expect(platform.asked.map(({ kind }) => kind).slice(-1)).toEqual(['folder-give-up'])
    expect(at('sign-in').exists()).toBe(true)
    expect(said()).toContain('The message port closed')
    expect(at('unrevoked').text()).toContain('cloud.example didn’t confirm')
  })
})

describe('a connected folder', () => {
  it('shows neither password nor key until the pairing text is requested', async () => {
    await opened(stored)
    for (const secret of [place.password, place.key]) expect(panel!.html()).not.toContain(secret)
    await pressed('pair')
    await flushPromises()
    const text = () => (at('text').element as HTMLTextAreaElement).value
    expect(text()).toBe(writePairing(place, false))
    await at('with-password').setValue(true)
    expect(at('text').exists()).toBe(false)
    await pressed('pair')
    expect(text()).toBe(writePairing(place, true))
  })

  it('tells the background before another browser is given the password, and stores nothing', async () => {
    const { platform } = await opened(stored)
    const isToldBefore = () => platform.asked.some(({ kind }) => kind === 'folder-paired')
    await pressed('pair')
    expect(isToldBefore()).toBe(false)
    await at('with-password').setValue(true)
    await pressed('pair')
    expect(isToldBefore()).toBe(true)
    expect(await platform.local.get('place')).toBe(stored.place)
    platform.answer(() => Promise.reject(new Error('no background')))
    await pressed('hide')
    await pressed('pair')
    expect(at('text').exists()).toBe(false)
  })

  it('hides a pairing text whose key or password is no longer valid', async () => {
    const { platform } = await opened(stored)
    await pressed('pair')
    await platform.local.set({ 'place-state': '{"arrivedAt":1}' })
    await flushPromises()
    expect(at('text').exists()).toBe(true)
    await platform.local.set({ place: writeSyncFolder({ ...place, key: 'q'.repeat(43) }) })
    await flushPromises()
    expect(at('text').exists()).toBe(false)
  })

  it.each([
    ['webdav', 'Devices & sessions'],
    ['dropbox', 'connected apps'],
  ] as const)('of kind %s says where to revoke access that may still be valid', async (kind, where) => {
    const unrevoked = { kind, host: 'cloud.example' }
    await opened(stored, { done: CONNECT_STEPS, unrevoked }, unrevoked)
    await typed({ password: 'another' })
    await pressed('connect')
    expect(at('unrevoked').text()).toContain(where)
    await pressed('disconnect')
    await pressed('disconnect')
    expect(said()).toContain('Disconnected.')
    expect(said()).toContain(where)
  })

  it('says what has arrived and what is waiting', async () => {
    const now = Date.now()
    await opened(withState({ arrivedAt: now, lookedAt: now }))
    expect(at('state').attributes('data-state')).toBe('arrived')
    expect(at('state').text()).toContain('was saved to cloud.example')
    panel!.unmount()
    await opened(withState({ arrivedAt: now, waitingSince: now }))
    expect(at('state').attributes('data-state')).toBe('waiting')
    panel!.unmount()
    await opened(withState({ arrivedAt: now, problem: { code: 'unreachable' } }))
    expect(at('state').text()).toContain('was saved to cloud.example')
    expect(at('problem').text()).toContain('cloud.example didn’t respond.')
  })

  it('says that only this browser’s games were saved while items of other devices are waiting', async () => {
    const now = Date.now()
    await opened(withState({ arrivedAt: now, carryAt: now + 60_000 }))
    expect(at('state').attributes('data-state')).toBe('waiting')
    expect(at('state').text()).toContain('This browser’s games were saved to cloud.example')
    expect(at('state').text()).toContain('Data from other devices')
  })

  it('says that not everything is shared while files have another key, and who wrote these', async () => {
    const name = 'a'.repeat(32)
    const closed = { [name]: { tag: '1', times: 3, triedAt: 1 } }
    const state = { arrivedAt: Date.now(), problem: { code: 'unreadable' }, closed }
    await opened(withState(state))
    expect(at('state').text()).toContain('not shared')
    expect(at('other-key').text()).toContain('files from another browser')
    expect(panel!.text()).not.toContain('they use another key or a newer version')
    expect(panel!.get('[data-file]').text()).toContain('A file that can’t be opened here')
    panel!.unmount()
    await opened(withState({ ...state, written: { [name]: { device: 'selfAAAA', epoch: 0 } } }))
    expect(at('other-key').text()).toContain('files that this browser saved with an earlier key')
    expect(panel!.get('[data-file]').text()).toContain('A file this browser saved with an earlier key')
    expect(at('forget').exists()).toBe(true)
  })

  it('shows no message of the last attempt once the user starts a check or tries again', async () => {
    const failed = { step: 'folder', problem: { code: 'forbidden' } } as const
    await opened(stored, { done: ['reached', 'signedIn'], failed })
    for (const next of ['check', 'look']) {
      await typed({ paste: 'no pairing text' })
      await pressed('take')
      expect(said()).toContain('No pairing text')
      await pressed(next)
      expect(said()).toBe('')
      expect(at('failure').exists()).toBe(next === 'check')
    }
  })

  it('brings the QR code of the pairing text into view', async () => {
    const brought: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      brought.push(this)
    })
    await opened(stored)
    await pressed('pair')
    await vi.waitFor(() => expect(brought.at(-1)).toBe(at('qr').element))
  })

  it('says that a newer version wrote a file, and does not ask for another key', async () => {
    const closed = { ['a'.repeat(32)]: { tag: '1', times: 3, isNewer: true } }
    await opened(withState({ problem: { code: 'unreadable' }, closed }))
    expect(panel!.text()).toContain('Update Quickhand in this browser')
    expect(at('anew').attributes('open')).toBeUndefined()
  })

  it('shows no time for a file whose modification time is unknown', async () => {
    await opened(withState({ closed: { ['a'.repeat(32)]: { tag: '1', times: 3 } } }))
    const row = panel!.get('[data-file]').text()
    expect(row).toContain('A file that can’t be opened here')
    expect(row).not.toContain('ago')
  })

  it('accepts a new password or the pairing text of another browser', async () => {
    const { drafts } = await opened(withState({ arrivedAt: 1, problem: { code: 'signIn' }, isStopped: true }))
    expect(at('anew').attributes('open')).toBeDefined()
    expect((at('address').element as HTMLInputElement).value).toBe(place.address)
    expect((at('user').element as HTMLInputElement).value).toBe(place.user)
    await typed({ password: 'battery staple' })
    await pressed('connect')
    expect(parseDraft(drafts[0])).toEqual({ kind: 'webdav', ...fields, password: 'battery staple' })
    await typed({ paste: writePairing({ ...place, key: 'q'.repeat(43) }, true) })
    await pressed('take')
    await pressed('connect')
    expect(parseDraft(drafts[1])?.key).toBe('q'.repeat(43))
  })

  it('hides the reconnect fields while they are not needed', async () => {
    await opened(withState({ arrivedAt: Date.now() }))
    expect(at('anew').attributes('open')).toBeUndefined()
  })

  test.each<FolderProblem>([
    ...(['unreachable', 'forbidden', 'missing', 'moved', 'unfit', 'foreign', 'locked', 'full'] as const).map(
      code => ({ code }),
    ),
    ...(['large', 'notAllowed', 'unreadable', 'unkept', 'signIn', 'busy'] as const).map(code => ({ code })),
    { code: 'failed', status: 500 },
    { code: 'noBasic', schemes: 'Digest' },
  ])('shows a message and a way to proceed for $code', async problem => {
    await opened(withState({ arrivedAt: 1, problem, failures: 1, notBefore: Date.now() + 60_000 }))
    expect(at('problem').text()).not.toBe('')
    expect(at('problem').classes(), 'looks like an error').toContain('error')
    expect(panel!.text()).not.toMatch(/place\.|\{|undefined/)
    expect(['waiting', 'refused']).toContain(at('state').attributes('data-state'))
    expect(at('look').exists()).toBe(true)
    expect(at('allow').exists()).toBe(problem.code === 'notAllowed')
  })

  it('is disconnected by a second click, after a note that reconnecting needs the pairing text', async () => {
    const { platform } = await opened(stored)
    await pressed('disconnect')
    expect(at('leaving').text()).toContain('you need the pairing text')
    expect(platform.asked).not.toContainEqual({ kind: 'folder-disconnect' })
    await pressed('disconnect')
    expect(platform.asked).toContainEqual({ kind: 'folder-disconnect' })
    expect(said()).toBe('Disconnected.')
  })

  it('gets a new key only after confirmation', async () => {
    const { platform } = await opened(stored)
    expect(at('change-key').attributes('disabled')).toBeDefined()
    await at('sure').setValue(true)
    await pressed('change-key')
    expect(platform.asked).toContainEqual({ kind: 'folder-change-key' })
  })
})
