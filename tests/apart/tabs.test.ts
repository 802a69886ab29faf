// The tab in which a user signs in to a server is closed only while it shows that server or is loading.
import { expect, it, vi } from 'vitest'

const tabs = vi.hoisted(() => ({ get: vi.fn(), remove: vi.fn(async () => undefined) }))
vi.mock('webextension-polyfill', () => ({
  default: { tabs, alarms: { onAlarm: { addListener: () => undefined } } },
}))

it.each([
  ['at the server', { url: 'https://cloud.example/login/v2/flow/abc', status: 'complete' }, true],
  ['that is still loading', { status: 'loading' }, true],
  ['in which the user has opened another site', { status: 'complete' }, false],
  ['at another site whose address is visible', { url: 'https://other.example/', status: 'complete' }, false],
])('a tab %s: %o; closed: %s', async (_, tab, isClosed) => {
  const { closeTab } = await import('../../stores/platform/answering')
  tabs.remove.mockClear()
  tabs.get.mockResolvedValue(tab)
  await closeTab(7, 'https://cloud.example/poll')
  expect(tabs.remove).toHaveBeenCalledTimes(isClosed ? 1 : 0)
})

it('a tab that the user has closed causes no error', async () => {
  const { closeTab } = await import('../../stores/platform/answering')
  tabs.get.mockRejectedValue(new Error('No tab with id: 7'))
  await expect(closeTab(7, 'https://cloud.example/poll')).resolves.toBeUndefined()
})
