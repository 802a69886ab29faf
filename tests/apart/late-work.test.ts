// @vitest-environment happy-dom
// The late work of a new tab: everything that starts after the first paint.
import { setActivePinia } from 'pinia'
import { expect, it, vi } from 'vitest'
import { startLateWork } from '../../entrypoints/newtab/late-work'
import { memoryPlatform } from '../support/memory-platform'
import { openTab } from '../support/mount'

vi.mock('../../stores/platform/platform', async original => {
  const { memoryPlatform } = await import('../support/memory-platform')
  return { ...(await original<object>()), browserPlatform: memoryPlatform() }
})

it('late work listens to storage once, however often it starts, until the tab is hidden', async () => {
  const platform = memoryPlatform()
  const { onChanged } = platform.local
  let listeners = 0
  platform.local.onChanged = listener => {
    listeners++
    const stop = onChanged(listener)
    return () => {
      listeners--
      stop()
    }
  }
  const { pinia } = await openTab(platform)
  setActivePinia(pinia)
  const before = listeners
  await startLateWork('')
  const once = listeners
  expect(once).toBeGreaterThan(before)
  await startLateWork('')
  expect(listeners).toBe(once)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(listeners).toBe(before)
})
