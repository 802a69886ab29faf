// The sync folder panel: connecting, every state, pairing, disconnecting.
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import FolderPanel from '../../components/panels/FolderPanel.vue'
import { useBackup } from '../../stores/account/backup'
import { parseIdentity } from '../../stores/sync/device-identity.ts'
import { writeCopy } from '../../stores/sync/remotes/folder-copies.ts'
import { parseDraft, writeSyncFolder, type SyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { CONNECT_STEPS, type ConnectResult, type Unrevoked } from '../../stores/sync/remotes/folder-status.ts'
import type { FolderProblem } from '../../stores/sync/remotes/remote.ts'
import { writePairing } from '../../stores/sync/remotes/pairing.ts'
import { providers } from '../../stores/sync/remotes/providers.ts'
import { eventually } from '../support/eventually'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, show } from '../support/mount'
import { device } from '../support/synced-device'

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
const statusText = () => panel!.get('header [role="status"]').text()

/** Opens the panel with this storage; the background answers checks and requests to connect with `result`. */
async function openPanel(
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

async function fillIn(fields: Readonly<Record<string, string>>) {
  for (const [mark, text] of Object.entries(fields)) await at(mark).setValue(text)
}
async function press(mark: string) {
  const button = at(mark)
  await button.trigger(mark === 'connect' ? 'submit' : 'click')
  await flushPromises()
}
const connected = { place: writeSyncFolder(place) }
const withState = (state: object) => ({ ...connected, 'place-state': JSON.stringify(state) })
const fields = { address: place.address, user: place.user, password: place.password }

describe('connecting', () => {
  it('requests permission for one origin, notifies the background and shows all steps', async () => {
    const { platform, drafts } = await openPanel()
    expect(at('state').attributes('data-state')).toBe('off')
    await fillIn(fields)
    await press('connect')
    expect(await (await platform.origins()).isAllowed(['https://cloud.example/*'])).toBe(true)
    expect(parseDraft(drafts[0])).toEqual({ kind: 'webdav', ...fields })
    expect(panel!.findAll('[data-step][data-state="done"]')).toHaveLength(CONNECT_STEPS.length)
    expect(at('state').attributes('data-state')).toBe('checking')
    expect(statusText()).toContain('Connected.')
    expect(panel!.get('header [role="status"]').classes()).not.toContain('error')
  })

  it('shows which step failed and why, and leaves the folder disconnected', async () => {
    const failed = { step: 'signedIn', problem: { code: 'signIn' } } as const
    await openPanel({}, { done: ['reached'], failed })
    await fillIn(fields)
    await press('connect')
    expect(panel!.find('[data-step="signedIn"]').attributes('data-state')).toBe('failed')
    expect(at('failure').text()).toContain('user name or password was refused')
    expect(at('failure').text()).not.toContain('tries again')
    expect(at('state').attributes('data-state')).toBe('off')
  })

  it('names the host of a server that does not respond, even if the user typed no scheme', async () => {
    await openPanel({}, { done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
    await fillIn({ ...fields, address: 'cloud.example/dav' })
    await press('connect')
    expect(at('failure').text()).toContain('cloud.example didn’t respond.')
  })

  it('mentions the server’s certificate only if the connection is encrypted', async () => {
    const failed = { step: 'reached', problem: { code: 'unreachable' } } as const
    await openPanel({}, { done: [], failed })
    for (const [scheme, mentions] of [
      ['https', true],
      ['http', false],
    ] as const) {
      const address = `${scheme}://nas.local/dav/`
      await fillIn({ ...fields, address })
      await press('connect')
      expect(at('failure').text().includes('certificate'), address).toBe(mentions)
      panel!.unmount()
      await openPanel({
        ...withState({ problem: { code: 'unreachable' } }),
        place: writeSyncFolder({ ...place, address }),
      })
      expect(at('problem').text().includes('certificate'), address).toBe(mentions)
      panel!.unmount()
      await openPanel({}, { done: [], failed })
    }
  })

  it.each([
    ['a new folder', 'connect'],
    ['a folder whose permission was removed', 'allow'],
  ])('says that the browser is asking for permission until the user has answered: %s', async (_, button) => {
    const isNew = button === 'connect'
    const { platform } = await openPanel(isNew ? {} : withState({ problem: { code: 'notAllowed' } }))
    const origins = await platform.origins()
    const answered = Promise.withResolvers<boolean>()
    platform.origins = async () => ({ ...origins, allow: () => answered.promise })
    panel!.unmount()
    panel = show(FolderPanel, await openTab(platform))
    await flushPromises()
    if (isNew) await fillIn(fields)
    await press(button)
    expect(at('asking').text()).toContain('Allow access to cloud.example')
    expect(at(button).attributes('disabled')).toBeDefined()
    answered.resolve(false)
    await flushPromises()
    expect(at('asking').exists()).toBe(false)
    expect(at('failure').text()).toContain('wasn’t allowed to reach cloud.example')
    expect(at(button).attributes('disabled')).toBeUndefined()
  })

  it('scrolls the result into view', async () => {
    const scrolled: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this)
    })
    await openPanel({}, { done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
    expect(scrolled).toEqual([])
    await fillIn(fields)
    await press('connect')
    expect(scrolled.at(-1)?.textContent).toContain('cloud.example didn’t respond.')
  })

  it.each([
    ['a new folder', undefined],
    ['a folder whose sign-in failed', 'signIn'],
  ])('to %s shows the result below the password field', async (_, code) => {
    const failed = { step: 'signedIn', problem: { code: 'signIn' } } as const
    await openPanel(code ? withState({ problem: { code } }) : {}, { done: ['reached'], failed })
    // Browsers send a `toggle` event when the form is opened.
    if (code) await at('anew').trigger('toggle')
    await fillIn(fields)
    await press('connect')
    const order = panel!.findAll('[data-place="password"], [data-place="failure"], [data-place="take"]')
    expect(order.map(field => field.attributes('data-place'))).toEqual(['password', 'failure', 'take'])
  })

  it('marks the current step and scrolls the steps into view until the server responds', async () => {
    const scrolled: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this)
    })
    const { platform } = await openPanel()
    const answered = Promise.withResolvers<ConnectResult>()
    platform.answer(() => answered.promise)
    await fillIn(fields)
    await press('connect')
    const states = () => panel!.findAll('[data-step]').map(step => step.attributes('data-state'))
    expect(states()).toEqual(['running', 'open', 'open', 'open', 'open'])
    expect(panel!.get('[data-step="reached"] [role="img"]').attributes('aria-label')).toBe('in progress')
    expect(scrolled.at(-1)?.contains(panel!.get('.steps').element)).toBe(true)
    answered.resolve({ done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
    await flushPromises()
    expect(states()).toEqual(['failed', 'open', 'open', 'open', 'open'])
  })

  it('is shown with its address and steps if the panel is reopened before the server responds', async () => {
    const scrolled: Element[] = []
    const { platform, tab } = await openPanel()
    platform.answer(() => new Promise(() => undefined))
    await fillIn(fields)
    await press('connect')
    panel!.unmount()
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this)
    })
    panel = show(FolderPanel, tab)
    await flushPromises()
    const values = ['address', 'user', 'password'].map(mark => at(mark).element as HTMLInputElement)
    expect(values.map(({ value }) => value)).toEqual([fields.address, fields.user, ''])
    expect(scrolled.at(-1)?.contains(panel.get('[data-state="running"]').element)).toBe(true)
  })

  it('can be canceled until the server responds, and then leaves the folder disconnected', async () => {
    const { platform } = await openPanel()
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
    await fillIn(fields)
    await press('connect')
    await press('stop')
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
    const { platform, drafts } = await openPanel()
    await fillIn({ ...fields, address })
    await press('connect')
    expect([statusText(), at('failure').text()]).toEqual(['', expect.stringContaining(sentence)])
    expect([...drafts, await platform.session.get('place-draft')]).toEqual([undefined])
  })

  it('records the requested origins before the browser asks the user for permission', async () => {
    const { platform } = await openPanel()
    const origins = await platform.origins()
    let recorded: string | undefined
    const allow = async () => {
      recorded = await platform.session.get('place-asked')
      return false
    }
    platform.origins = async () => ({ ...origins, allow })
    panel!.unmount()
    panel = show(FolderPanel, await openTab(platform))
    await flushPromises()
    await fillIn(fields)
    await press('connect')
    expect(JSON.parse(recorded!)).toEqual(['https://cloud.example/*'])
  })

  it('waits for the code that requests permission if the user connects before it has loaded', async () => {
    const { platform, drafts } = await openPanel()
    const origins = await platform.origins()
    let load = (): void => undefined
    platform.origins = () => new Promise(resolve => (load = () => resolve(origins)))
    panel!.unmount()
    panel = show(FolderPanel, await openTab(platform))
    await fillIn(fields)
    await press('connect')
    expect(drafts).toEqual([])
    load()
    await eventually(() => expect(statusText()).toContain('Connected.'))
  })

  it.each(['the panel', 'the tab'])('revokes the access of a failed attempt when %s closes', async what => {
    const failed = { step: 'signedIn', problem: { code: 'signIn' } } as const
    const { platform } = await openPanel({}, { done: ['reached'], failed })
    const kinds = () => platform.asked.map(({ kind }) => kind)
    await fillIn(fields)
    await press('connect')
    expect(kinds()).toEqual(['folder-connect'])
    if (what === 'the tab') window.dispatchEvent(new Event('pagehide'))
    panel!.unmount()
    expect(kinds()).toEqual(['folder-connect', 'folder-give-up'])
  })

  it('revokes the new access if the background fails, and says so if it may still be valid', async () => {
    const { platform } = await openPanel()
    platform.answer(async ({ kind }) => {
      if (kind === 'folder-connect') throw new Error('no background')
      return kind === 'folder-give-up' ? { kind: 'webdav', host: 'cloud.example' } : undefined
    })
    await fillIn(fields)
    await press('connect')
    expect(statusText()).toContain('no background')
    expect(at('unrevoked').text()).toContain('cloud.example didn’t confirm')
  })

  it('clears the password and the key from the form after it succeeds', async () => {
    const refused = JSON.stringify({ arrivedAt: 1, problem: { code: 'unreadable' } })
    const { drafts } = await openPanel({ 'place': writeSyncFolder(place), 'place-state': refused })
    await fillIn({ paste: writePairing({ ...place, key: 'q'.repeat(43) }, true) })
    await press('take')
    await press('connect')
    expect((at('password').element as HTMLInputElement).value).toBe('')
    await fillIn({ password: 'another' })
    await press('connect')
    expect(drafts.map(draft => parseDraft(draft)?.key)).toEqual(['q'.repeat(43), undefined])
  })

  it('does not show the time of the next try once that time has passed', async () => {
    const notBefore = Date.now() - 7_200_000
    const late = { arrivedAt: 1, problem: { code: 'unreachable' }, failures: 1, notBefore }
    await openPanel({ 'place': writeSyncFolder(place), 'place-state': JSON.stringify(late) })
    expect(panel!.text()).not.toContain('Next try at')
  })

  it('does not show the steps of an earlier check after the panel is reopened', async () => {
    const failed = { step: 'reached', problem: { code: 'unreachable' } } as const
    const { tab } = await openPanel({ place: writeSyncFolder(place) }, { done: [], failed })
    await press('check')
    expect(at('failure').exists()).toBe(true)
    panel!.unmount()
    panel = show(FolderPanel, tab)
    await flushPromises()
    expect(at('failure').exists()).toBe(false)
  })

  it('begins with an empty form after another tab has disconnected the folder', async () => {
    const { platform } = await openPanel()
    await fillIn(fields)
    await press('connect')
    expect(at('state').attributes('data-state')).not.toBe('off')
    await platform.local.remove(['place'])
    await eventually(() => expect(at('state').attributes('data-state')).toBe('off'))
    const values = ['address', 'user'].map(mark => (at(mark).element as HTMLInputElement).value)
    expect([...values, panel!.find('.steps').exists()]).toEqual(['', '', false])
  })

  it('requires an address and a password', async () => {
    await openPanel()
    expect(at('connect').attributes('disabled')).toBeDefined()
    await fillIn({ ...fields, password: '' })
    expect(at('connect').attributes('disabled')).toBeDefined()
    await fillIn(fields)
    expect(at('connect').attributes('disabled')).toBeUndefined()
  })

  it('is refused without a user name, and for a host that the browser does not permit', async () => {
    const { platform, drafts } = await openPanel()
    await fillIn({ ...fields, user: ' ' })
    await press('connect')
    expect(at('failure').text()).toContain('Enter the name you sign in with')
    const origins = await platform.origins()
    platform.origins = async () => ({ ...origins, allow: async () => false })
    panel!.unmount()
    panel = show(FolderPanel, await openTab(platform))
    await flushPromises()
    await fillIn({ ...fields, address: 'cloud.example/dav' })
    await press('connect')
    expect(at('failure').text()).toContain('wasn’t allowed to reach cloud.example')
    expect(drafts).toEqual([])
  })

  it('shows the address that will be used if it differs from the typed address', async () => {
    await openPanel()
    await fillIn({ address: 'davs://cloud.example/100%' })
    expect(at('used').text()).toContain('https://cloud.example/100%25/')
    await fillIn({ address: 'https://cloud.example/dav/' })
    expect(at('used').exists()).toBe(false)
    await fillIn({ ...fields, address: 'https://cloud.example/C# x/' })
    await press('connect')
    expect(at('failure').text()).toContain('%23')
  })

  it('warns that plain http on the local network exposes the password', async () => {
    await openPanel()
    await fillIn({ address: 'http://192.168.1.2/dav/' })
    expect(panel!.text()).toContain('can read the password in transit')
  })

  it('clears the result of the previous attempt, even if the new one is refused immediately', async () => {
    await openPanel({}, { done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
    await fillIn(fields)
    for (const method of ['connect', 'sign-in']) {
      await fillIn({ address: fields.address })
      await press('connect')
      expect(at('failure').text()).toContain('cloud.example didn’t respond.')
      if (method === 'sign-in') await at('provider').setValue('nextcloud')
      await fillIn({ [method === 'sign-in' ? 'server' : 'address']: 'ftp://x/' })
      await press(method)
      expect(at('failure').text()).toContain('isn’t a web address')
      expect(panel!.find('.steps').exists()).toBe(false)
    }
  })

  it('to a folder with a different key says that nothing is shared and asks for a pairing text', async () => {
    const { platform } = await openPanel()
    const { set } = platform.local
    const unopenable = { ['a'.repeat(32)]: { tag: '1', times: 1, triedAt: 1 } }
    const state = JSON.stringify({ arrivedAt: Date.now(), closed: unopenable })
    platform.local.set = texts => set('place' in texts ? { ...texts, 'place-state': state } : texts)
    await fillIn(fields)
    await press('connect')
    expect(statusText()).toContain('another key')
    expect(statusText()).not.toContain('pair')
    expect(panel!.get('header [role="status"]').classes()).toContain('error')
    expect(at('state').text()).toContain('not shared')
    expect(at('other-key').text()).toContain('Paste that browser’s pairing text below')
    expect(at('anew').attributes('open')).toBeDefined()
    const [first] = at('anew').findAll('input, textarea, select')
    expect(first.attributes('data-place')).toBe('paste')
    await fillIn({ paste: writePairing({ ...place, key: 'q'.repeat(43) }, true) })
    await press('take')
    expect(statusText()).toContain('connect')
    expect(at('connect').attributes('disabled')).toBeUndefined()
  })

  it.each([
    ['locked', {}, 'Try again in a few minutes.'],
    ['failed', { status: 412 }, 'Try again in a few minutes.'],
    ['busy', { waitMs: 3_600_000 }, 'Try again after '],
  ])('says when to try again after the problem “%s”', async (code, more, advice) => {
    const problem = { code, ...more } as FolderProblem
    await openPanel({}, { done: ['reached'], failed: { step: 'signedIn', problem } })
    await fillIn(fields)
    await press('connect')
    expect(at('failure').text()).toContain(advice)
  })

  it('says to try again later if a busy server does not say when', async () => {
    await openPanel({}, { done: ['reached'], failed: { step: 'signedIn', problem: { code: 'busy' } } })
    await fillIn(fields)
    await press('connect')
    expect(at('failure').text()).toContain('Try again later')
  })
})

describe('a provider chosen by name', () => {
  test.each(providers.map(provider => [provider.id, provider] as const))(
    'is connected with at most four fields and two clicks: %s',
    async (id, { hasLogin }) => {
      const { drafts, platform } = await openPanel()
      let clicks = 1
      await fillIn({ provider: id })
      const fields = panel!.findAll<HTMLInputElement>('form input')
      const needed = id === 'nextcloud' ? fields.slice(0, 1) : fields
      expect(needed.length).toBeLessThanOrEqual(4)
      for (const field of needed) {
        expect(field.element.closest('label')!.textContent.trim()).not.toBe('')
        await field.setValue(field.attributes('inputmode') === 'url' ? 'https://cloud.example/' : 'ann')
      }
      clicks++
      await press(id === 'nextcloud' ? 'sign-in' : 'connect')
      expect(clicks).toBe(2)
      if (id === 'nextcloud') {
        expect(hasLogin).toBe(true)
        expect(platform.asked).toContainEqual({ kind: 'folder-sign-in' })
      } else expect(parseDraft(drafts[0])).toMatchObject({ kind: 'webdav', user: 'ann', password: 'ann' })
    },
  )

  it('needs only a name and password if its address is known, and links to its password page', async () => {
    const { drafts } = await openPanel()
    await fillIn({ provider: 'koofr' })
    expect(at('address').exists()).toBe(false)
    expect(at('sign-in').exists()).toBe(false)
    expect(at('plan').text()).toContain('10 GB free')
    expect(at('password-page').attributes()).toMatchObject({
      href: 'https://app.koofr.net/app/admin/preferences/password',
      rel: 'noopener noreferrer',
    })
    expect(at('used').text()).toContain('https://app.koofr.net/dav/Koofr/')
    await fillIn({ user: 'ann@example.com', password: 'secret' })
    await press('connect')
    expect(parseDraft(drafts[0])).toMatchObject({
      address: 'https://app.koofr.net/dav/Koofr/',
      user: 'ann@example.com',
    })
  })

  it('asks for the parts of its address, and connects once they are filled in', async () => {
    const { drafts } = await openPanel()
    await fillIn({ provider: 'kdrive', drive: '123456', user: 'ann@example.com', password: 'secret' })
    expect(at('connect').attributes('disabled')).toBeDefined()
    await fillIn({ folder: 'Games' })
    await press('connect')
    expect(parseDraft(drafts[0])).toHaveProperty(
      'address',
      'https://123456.connect.kdrive.infomaniak.com/Games/',
    )
  })

  it('needs one field and one click to sign in if it is Nextcloud', async () => {
    const { platform } = await openPanel()
    let storedDraft: string | undefined
    platform.answer(async ({ kind }) => {
      if (kind === 'folder-sign-in') storedDraft = await platform.session.get('place-draft')
      return { ok: false, reason: { key: 'late' } }
    })
    await fillIn({ provider: 'nextcloud', server: 'https://cloud.example/apps/files/files?dir=/Games' })
    await press('sign-in')
    expect(parseDraft(storedDraft)).toMatchObject({ address: 'https://cloud.example/apps/files/files/' })
  })

  it('shows a message that the password may be wrong if it reports that it is busy', async () => {
    await openPanel({}, { done: ['reached'], failed: { step: 'signedIn', problem: { code: 'busy' } } })
    await fillIn({ provider: 'koofr', user: 'ann@example.com', password: 'wrong' })
    await press('connect')
    expect(at('failure').text()).toContain('after a wrong password')
  })

  it('does not receive the key of a pairing text for another provider', async () => {
    const { drafts } = await openPanel()
    await fillIn({ paste: writePairing(place, true) })
    await press('take')
    await fillIn({ provider: 'gmx' })
    await fillIn({ password: place.password })
    await press('connect')
    expect(parseDraft(drafts[0])).not.toHaveProperty('key')
  })
})

it('the panel says to connect only one browser of each browser account', async () => {
  await openPanel()
  expect(panel!.text()).toContain('connect just one of them')
})

describe('a pairing text', () => {
  it('fills in the form, shows its host, and provides its key', async () => {
    const { drafts } = await openPanel()
    await fillIn({ paste: `Here: ${writePairing(place, false)}` })
    await press('take')
    expect(statusText()).toContain('cloud.example')
    expect(panel!.html()).not.toContain(place.key)
    expect((document.activeElement as HTMLElement).dataset.place).toBe('password')
    await fillIn({ password: place.password })
    await press('connect')
    expect(parseDraft(drafts[0])).toEqual(place)
  })

  it('does not provide its key once the user changes the address', async () => {
    const { drafts } = await openPanel()
    await fillIn({ paste: writePairing(place, true) })
    await press('take')
    await fillIn({ address: 'https://other.example/' })
    await fillIn({ password: place.password })
    await press('connect')
    const draft = parseDraft(drafts[0])
    expect(draft).toHaveProperty('address', 'https://other.example/')
    expect(draft).not.toHaveProperty('key')
  })

  test.each([
    ['hello', 'No pairing text'],
    [writePairing(place, true).slice(0, 80), 'incomplete or was changed'],
    ['QHP7.whatever', 'newer version'],
    [writePairing({ kind: 'dropbox', token: '', account: '', key: place.key }, false), 'is for Dropbox'],
  ])('that is invalid is refused with a message at its field only: “%s”', async (text, sentence) => {
    await openPanel({}, { done: [], failed: { step: 'reached', problem: { code: 'unreachable' } } })
    await fillIn(fields)
    await press('connect')
    expect(at('failure').exists()).toBe(true)
    const scroll = vi.fn()
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scroll)
    await fillIn({ paste: text })
    await press('take')
    expect(panel!.get(`#${at('paste').attributes('aria-describedby')}`).text()).toContain(sentence)
    expect(panel!.findAll('.error').filter(error => error.text())).toHaveLength(1)
    expect(panel!.find('[data-step]').exists()).toBe(false)
    expect(scroll).not.toHaveBeenCalled()
    await fillIn({ paste: `${text}.` })
    expect(panel!.findAll('.error').filter(error => error.text())).toHaveLength(0)
  })
})

describe('signing in on a page of the server', () => {
  afterEach(() => void vi.useRealTimers())

  it('can be stopped and restarted immediately, and then connects the folder', async () => {
    const { platform } = await openPanel()
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
    await fillIn({ address: place.address })
    await press('sign-in')
    await vi.advanceTimersByTimeAsync(2000)
    await press('stop-sign-in')
    await vi.advanceTimersByTimeAsync(700)
    await press('sign-in')
    await vi.advanceTimersByTimeAsync(3000)
    expect(statusText()).toBe('')
    isGranted = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(platform.asked.map(({ kind }) => kind)).toContain('folder-connect')
  })

  it('uses the key of a pairing text', async () => {
    const { platform } = await openPanel()
    await fillIn({ paste: writePairing(place, false) })
    await press('take')
    let storedDraft: string | undefined
    platform.answer(async ({ kind }) => {
      if (kind !== 'folder-sign-in') return undefined
      storedDraft = await platform.session.get('place-draft')
      return { ok: false, reason: { key: 'late' } }
    })
    await press('sign-in')
    expect(parseDraft(storedDraft)?.key).toBe(place.key)
  })

  it('shows no result of an earlier check after the user has stopped signing in', async () => {
    const { platform } = await openPanel({
      'place': writeSyncFolder(place),
      'place-state': '{"arrivedAt":1}',
    })
    await press('check')
    vi.useFakeTimers()
    platform.answer(async ({ kind }) =>
      kind === 'folder-give-up' ? undefined : { ok: true, value: 'waiting' },
    )
    await fillIn({ address: 'https://other.example/' })
    await press('sign-in')
    await press('stop-sign-in')
    await vi.advanceTimersByTimeAsync(2500)
    expect(statusText()).toBe('')
  })

  it.each(['stops it', 'closes the panel'])('is canceled in the background if the user %s', async action => {
    const { platform } = await openPanel()
    vi.useFakeTimers()
    const answers: (() => void)[] = []
    platform.answer(async ({ kind }) => {
      if (kind === 'folder-sign-in') return { ok: true, value: 'waiting' }
      if (kind === 'folder-give-up') return { kind: 'webdav', host: 'cloud.example' }
      await new Promise<void>(answered => answers.push(answered))
      return { ok: true, value: 'granted' }
    })
    await fillIn({ address: place.address })
    await press('sign-in')
    await vi.advanceTimersByTimeAsync(2000)
    expect(answers).toHaveLength(1)
    if (action === 'stops it') {
      await press('stop-sign-in')
      await flushPromises()
      expect(statusText()).toContain('cloud.example didn’t confirm')
    } else panel!.unmount()
    answers[0]()
    await flushPromises()
    const kinds = platform.asked.map(({ kind }) => kind)
    expect(kinds.slice(-1)).toEqual(['folder-give-up'])
    expect(kinds).not.toContain('folder-connect')
  })

  it('is canceled in the background if a request fails, and the granted access is revoked', async () => {
    const { platform } = await openPanel()
    vi.useFakeTimers()
    platform.answer(async ({ kind }) => {
      if (kind === 'folder-signed-in') throw new Error('The message port closed')
      if (kind === 'folder-give-up') return { kind: 'webdav', host: 'cloud.example' }
      return { ok: true, value: 'waiting' }
    })
    await fillIn({ address: place.address })
    await press('sign-in')
    await vi.advanceTimersByTimeAsync(2500)
    expect(platform.asked.map(({ kind }) => kind).slice(-1)).toEqual(['folder-give-up'])
    expect(at('sign-in').exists()).toBe(true)
    expect(statusText()).toContain('The message port closed')
    expect(at('unrevoked').text()).toContain('cloud.example didn’t confirm')
  })
})

describe('a connected folder', () => {
  it('shows the new name of a device that was renamed in another tab', async () => {
    const desk = await device({}, 'Desk')
    await desk.sync()
    const { id } = parseIdentity(await desk.platform.local.get('device'))!
    const copy = writeCopy({ tag: '1', device: id, part: '', bytes: 1, changedAt: 1, items: {} })
    await desk.platform.local.set({ ...connected, 'remote:file': copy })
    panel = show(FolderPanel, desk)
    await eventually(() => expect(panel!.get('[data-file]').text()).toContain('Desk'))
    await useBackup((await openTab(desk.platform)).pinia).name('Office')
    await eventually(() => expect(panel!.get('[data-file]').text()).toContain('Office'))
  })
  it('shows neither password nor key until the pairing text is requested', async () => {
    await openPanel(connected)
    for (const secret of [place.password, place.key]) expect(panel!.html()).not.toContain(secret)
    await press('pair')
    await flushPromises()
    const text = () => (at('text').element as HTMLTextAreaElement).value
    expect(text()).toBe(writePairing(place, false))
    await at('with-password').setValue(true)
    expect(at('text').exists()).toBe(false)
    await press('pair')
    expect(text()).toBe(writePairing(place, true))
  })

  it('tells the background before it shows the password for another browser', async () => {
    const { platform } = await openPanel(connected)
    const isTold = () => platform.asked.some(({ kind }) => kind === 'folder-paired')
    await press('pair')
    expect(isTold()).toBe(false)
    await at('with-password').setValue(true)
    await press('pair')
    expect(isTold()).toBe(true)
    expect(await platform.local.get('place')).toBe(connected.place)
    platform.answer(() => Promise.reject(new Error('no background')))
    await press('hide')
    await press('pair')
    expect(at('text').exists()).toBe(false)
  })

  it('shows no password if the user excludes it while the pairing text is being written', async () => {
    const { platform } = await openPanel(connected)
    await at('with-password').setValue(true)
    vi.spyOn(platform.local, 'get').mockImplementationOnce(async key => {
      await at('with-password').setValue(false)
      return (await platform.local.all())[key]
    })
    await press('pair')
    await flushPromises()
    expect(at('text').exists()).toBe(false)
  })

  it('says how long ago changes arrived, also while the panel stays open', async () => {
    vi.useFakeTimers()
    await openPanel(withState({ arrivedAt: Date.now() }))
    expect(at('state').text()).toContain('just now')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(at('state').text()).toMatch(/[12] minutes? ago/)
    vi.useRealTimers()
  })

  it('hides the pairing text once its key has changed', async () => {
    const { platform } = await openPanel(connected)
    await press('pair')
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
  ] as const)('of kind “%s” says where to revoke access that may still be valid', async (kind, where) => {
    const unrevoked = { kind, host: 'cloud.example' }
    await openPanel(connected, { done: CONNECT_STEPS, unrevoked }, unrevoked)
    await fillIn({ password: 'another' })
    await press('connect')
    expect(at('unrevoked').text()).toContain(where)
    await press('disconnect')
    await press('disconnect')
    expect(statusText()).toContain('Disconnected.')
    expect(statusText()).toContain(where)
  })

  it('says whether the games have been saved, are waiting, or could not be sent', async () => {
    const now = Date.now()
    await openPanel(withState({ arrivedAt: now, lookedAt: now }))
    expect(at('state').attributes('data-state')).toBe('arrived')
    expect(at('state').text()).toContain('was saved to cloud.example')
    panel!.unmount()
    await openPanel(withState({ arrivedAt: now, waitingSince: now }))
    expect(at('state').attributes('data-state')).toBe('waiting')
    panel!.unmount()
    await openPanel(withState({ arrivedAt: now, problem: { code: 'unreachable' } }))
    expect(at('state').text()).toContain('was saved to cloud.example')
    expect(at('problem').text()).toContain('cloud.example didn’t respond.')
  })

  it('says that only this browser’s games were saved while data of other devices is waiting', async () => {
    const now = Date.now()
    await openPanel(withState({ arrivedAt: now, carryAt: now + 60_000 }))
    expect(at('state').attributes('data-state')).toBe('waiting')
    expect(at('state').text()).toContain('This browser’s games were saved to cloud.example')
    expect(at('state').text()).toContain('Data from other devices')
  })

  it('says that not everything is shared if files have a different key, and who wrote them', async () => {
    const name = 'a'.repeat(32)
    const closed = { [name]: { tag: '1', times: 3, triedAt: 1 } }
    const state = { arrivedAt: Date.now(), problem: { code: 'unreadable' }, closed }
    await openPanel(withState(state))
    expect(at('state').text()).toContain('not shared')
    expect(at('other-key').text()).toContain('files from another browser')
    expect(panel!.text()).not.toContain('they use another key or a newer version')
    expect(panel!.get('[data-file]').text()).toContain('A file that can’t be opened here')
    panel!.unmount()
    await openPanel(withState({ ...state, written: { [name]: { device: 'selfAAAA', epoch: 0 } } }))
    expect(at('other-key').text()).toContain('files that this browser saved with an earlier key')
    expect(panel!.get('[data-file]').text()).toContain('A file this browser saved with an earlier key')
    expect(at('forget').exists()).toBe(true)
  })

  it('clears the last message when the user starts a check or tries again', async () => {
    const failed = { step: 'folder', problem: { code: 'forbidden' } } as const
    await openPanel(connected, { done: ['reached', 'signedIn'], failed })
    for (const next of ['check', 'look']) {
      await fillIn({ paste: writePairing(place, false) })
      await press('take')
      expect(statusText()).toContain('This connects to cloud.example')
      await press(next)
      expect(statusText()).toBe('')
      expect(at('failure').exists()).toBe(next === 'check')
    }
  })

  it('scrolls the QR code of the pairing text into view', async () => {
    const scrolled: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this)
    })
    await openPanel(connected)
    await press('pair')
    await eventually(() => expect(scrolled.at(-1)).toBe(at('qr').element))
  })

  it('says to update if a newer version wrote a file, and does not ask for another key', async () => {
    const closed = { ['a'.repeat(32)]: { tag: '1', times: 3, isNewer: true } }
    await openPanel(withState({ problem: { code: 'unreadable' }, closed }))
    expect(panel!.text()).toContain('Update Quickhand in this browser')
    expect(at('anew').attributes('open')).toBeUndefined()
  })

  it('says how long ago another device saved its file, also while the panel stays open', async () => {
    vi.useFakeTimers()
    const copy = writeCopy({ tag: '1', device: 'd', part: '', bytes: 1, changedAt: Date.now(), items: {} })
    await openPanel({ ...connected, 'remote:file': copy })
    expect(panel!.get('[data-file]').text()).toContain('just now')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(panel!.get('[data-file]').text()).toMatch(/[12] minutes? ago/)
    vi.useRealTimers()
  })

  it('shows no time for a file whose modification time is unknown', async () => {
    await openPanel(withState({ closed: { ['a'.repeat(32)]: { tag: '1', times: 3 } } }))
    const row = panel!.get('[data-file]').text()
    expect(row).toContain('A file that can’t be opened here')
    expect(row).not.toContain('ago')
  })

  it('accepts a new password or the pairing text of another browser', async () => {
    const { drafts } = await openPanel(
      withState({ arrivedAt: 1, problem: { code: 'signIn' }, isStopped: true }),
    )
    expect(at('anew').attributes('open')).toBeDefined()
    expect((at('address').element as HTMLInputElement).value).toBe(place.address)
    expect((at('user').element as HTMLInputElement).value).toBe(place.user)
    await fillIn({ password: 'battery staple' })
    await press('connect')
    expect(parseDraft(drafts[0])).toEqual({ kind: 'webdav', ...fields, password: 'battery staple' })
    await fillIn({ paste: writePairing({ ...place, key: 'q'.repeat(43) }, true) })
    await press('take')
    await press('connect')
    expect(parseDraft(drafts[1])?.key).toBe('q'.repeat(43))
  })

  it('hides the reconnect fields while they are not needed', async () => {
    await openPanel(withState({ arrivedAt: Date.now() }))
    expect(at('anew').attributes('open')).toBeUndefined()
  })

  test.each<FolderProblem>([
    ...(['unreachable', 'forbidden', 'missing', 'moved', 'unfit', 'foreign', 'locked', 'full'] as const).map(
      code => ({ code }),
    ),
    ...(['large', 'notAllowed', 'unreadable', 'unkept', 'signIn', 'busy'] as const).map(code => ({ code })),
    { code: 'failed', status: 500 },
    { code: 'noBasic', schemes: 'Digest' },
  ])('shows a message and a button to try again for the problem “$code”', async problem => {
    await openPanel(withState({ arrivedAt: 1, problem, failures: 1, notBefore: Date.now() + 60_000 }))
    expect(at('problem').text()).not.toBe('')
    expect(at('problem').classes(), 'looks like an error').toContain('error')
    expect(panel!.text()).not.toMatch(/place\.|\{|undefined/)
    expect(['waiting', 'refused']).toContain(at('state').attributes('data-state'))
    expect(at('look').exists()).toBe(true)
    expect(at('allow').exists()).toBe(problem.code === 'notAllowed')
  })

  it('is disconnected by a second click, after a note that reconnecting needs the pairing text', async () => {
    const { platform } = await openPanel(connected)
    await press('disconnect')
    expect(at('leaving').text()).toContain('you need the pairing text')
    expect(platform.asked).not.toContainEqual({ kind: 'folder-disconnect' })
    await press('disconnect')
    expect(platform.asked).toContainEqual({ kind: 'folder-disconnect' })
    expect(statusText()).toBe('Disconnected.')
  })

  it('gets a new key only after confirmation', async () => {
    const { platform } = await openPanel(connected)
    expect(at('change-key').attributes('disabled')).toBeDefined()
    await at('sure').setValue(true)
    await press('change-key')
    expect(platform.asked).toContainEqual({ kind: 'folder-change-key' })
  })
})
