// @vitest-environment happy-dom
// Startup of a new tab when a part of it fails.
import { expect, it, vi } from 'vitest'
import { eventually } from '../support/eventually'

vi.mock('../../entrypoints/newtab/late-work', () => ({
  startLateWork: () => Promise.reject(new Error('out of order')),
  stopLateWork: () => undefined,
}))
vi.mock('../../stores/platform/platform', async original => {
  const { memoryPlatform } = await import('../support/memory-platform')
  return { ...(await original<object>()), browserPlatform: memoryPlatform() }
})
vi.mock('../../engine/worker.ts?worker&url', () => ({ default: '' }))

it('reports a failure of background work like any other', async () => {
  await import('../support/mount')
  document.body.innerHTML = '<div id="app"></div>'
  await import('../../entrypoints/newtab/main')
  await eventually(() => expect(document.body.textContent).toContain('out of order'))
})
