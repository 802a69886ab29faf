// @vitest-environment happy-dom
// A new tab that a link opens while the game is hidden, and whose late work fails.
import { beforeAll, expect, it, vi } from 'vitest'
import { browserPlatform } from '../../stores/platform/platform'
import { eventually } from '../support/eventually'

vi.mock('../../entrypoints/newtab/late-work', () => ({
  startLateWork: () => Promise.reject(new Error('out of order')),
}))
vi.mock('../../stores/platform/platform', async original => {
  const { memoryPlatform } = await import('../support/memory-platform')
  return { ...(await original<object>()), browserPlatform: memoryPlatform({ settings: '{"isFolded":true}' }) }
})
vi.mock('../../engine/worker.ts?worker&url', () => ({ default: '' }))

beforeAll(async () => {
  await import('../support/mount')
  document.body.innerHTML = '<div id="app"></div>'
  history.replaceState(null, '', '?game=golf')
  await import('../../entrypoints/newtab/main')
})

it('a new tab shows the game that its link requests, even if the user had hidden the game', async () => {
  await eventually(() => expect(document.querySelector('[data-game="golf"]')).not.toBeNull())
  await eventually(async () =>
    expect(JSON.stringify(await browserPlatform.local.all())).toMatch(/isFolded[^}]*false/),
  )
})
it('a new tab reports a failure of its late work', async () => {
  await eventually(() => expect(document.body.textContent).toContain('out of order'))
})
