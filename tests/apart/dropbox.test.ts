// @vitest-environment happy-dom
// Dropbox in the sync folder panel, in a build with an app key.
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventuallyTrue } from '../support/eventually'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, show } from '../support/mount'

vi.hoisted(() => {
  ;(globalThis as { __DROPBOX_KEY__?: string }).__DROPBOX_KEY__ = 'app-key'
})
const { default: FolderPanel } = await import('../../components/panels/FolderPanel.vue')
const { CONNECT_STEPS } = await import('../../stores/sync/remotes/folder-status.ts')
const { writePairing } = await import('../../stores/sync/remotes/pairing.ts')
const { parseDraft, writeSyncFolder } = await import('../../stores/sync/remotes/sync-folder.ts')

const key = 'k'.repeat(43)
const folder = { kind: 'dropbox', token: 'refresh', account: 'dbid:ann', key } as const
let panel: VueWrapper | undefined
afterEach(() => panel?.unmount())
const statusText = () => panel!.get('header [role="status"]').text()
const at = (mark: string) => panel!.find(`[data-place="${mark}"]`)

async function opened(texts: Record<string, string> = {}, failed?: object) {
  const platform = memoryPlatform(texts)
  const drafts: (string | undefined)[] = []
  platform.answer(async ({ kind }) => {
    if (kind !== 'folder-connect') return undefined
    drafts.push(await platform.session.get('place-draft'))
    if (failed) return { done: [], failed }
    await platform.local.set({ place: writeSyncFolder(folder) })
    return { done: CONNECT_STEPS }
  })
  panel = show(FolderPanel, await openTab(platform))
  await flushPromises()
  return { platform, drafts }
}
async function pasted(code: string) {
  await eventuallyTrue(() => at('dropbox').attributes('href'))
  await at('code').setValue(code)
  await at('connect').trigger('click')
  await flushPromises()
}

describe('the sync folder panel with Dropbox', () => {
  it('connects after the user pastes the code from Dropbox’s page into a single field', async () => {
    const { platform, drafts } = await opened()
    await at('provider').setValue('dropbox')
    await eventuallyTrue(() => at('dropbox').exists())
    expect(at('address').exists()).toBe(false)
    const page = await eventuallyTrue(() => at('dropbox').attributes('href'))
    expect(new URL(page).host).toBe('www.dropbox.com')
    await pasted(' the-code ')
    expect(parseDraft(drafts[0])).toMatchObject({ kind: 'dropbox', token: '', code: 'the-code' })
    const origins = await platform.origins()
    expect(
      await origins.isAllowed(['https://api.dropboxapi.com/*', 'https://content.dropboxapi.com/*']),
    ).toBe(true)
    expect(statusText()).toContain('Connected.')
    expect(panel!.text()).toContain('Dropbox')
  })

  it('connects when the user presses Enter in the field of the code', async () => {
    const { drafts } = await opened()
    await at('provider').setValue('dropbox')
    await eventuallyTrue(() => at('dropbox').exists() && at('dropbox').attributes('href'))
    const enter = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, bubbles: true })
    await at('code').setValue('the-code')
    at('code').element.dispatchEvent(enter)
    expect(enter.defaultPrevented, 'the form for an address is not submitted').toBe(true)
    await eventuallyTrue(() => drafts.length > 0)
    expect(parseDraft(drafts[0])).toMatchObject({ kind: 'dropbox', code: 'the-code' })
  })

  it('says after a rejected code that each code works only once', async () => {
    await opened({}, { step: 'signedIn', problem: { code: 'signIn' } })
    await at('provider').setValue('dropbox')
    await eventuallyTrue(() => at('dropbox').exists())
    await pasted('wrong')
    expect(at('failure').text()).toContain('A code works once')
  })

  it('still requires signing in after a pairing text has provided the key', async () => {
    const { drafts } = await opened()
    await at('paste').setValue(writePairing(folder, true))
    await at('take').trigger('click')
    await eventuallyTrue(() => at('dropbox').exists())
    expect(statusText()).toContain('sign in to the same account')
    await pasted('code')
    expect(parseDraft(drafts[0])).toMatchObject({ kind: 'dropbox', key, code: 'code' })
  })

  it('never shows the token, the key or the account ID', async () => {
    await opened({ place: writeSyncFolder(folder) })
    for (const secret of [folder.token, key, folder.account]) expect(panel!.html()).not.toContain(secret)
    expect(at('with-password').exists()).toBe(false)
  })
})
