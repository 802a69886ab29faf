// @vitest-environment happy-dom
// A new tab that cannot open the game.
import { expect, it, vi } from 'vitest'
import { eventually } from '../support/eventually'

vi.mock('../../stores/session/restore', () => ({
  fromOwnReplica: () => {
    throw new Error('part not loaded')
  },
}))
vi.mock('../../stores/platform/platform', async original => {
  const { memoryPlatform } = await import('../support/memory-platform')
  const texts = { current: 'freecell', device: 'd' }
  return { ...(await original<object>()), browserPlatform: memoryPlatform(texts) }
})
vi.mock('../../engine/worker.ts?worker&url', () => ({ default: '' }))

it('a tab that cannot open the game shows the error, but reports no problem with its storage', async () => {
  await import('../support/mount')
  document.body.innerHTML = '<div id="app"></div>'
  await import('../../entrypoints/newtab/main')
  const rescue = () => document.querySelector('.rescue p')?.textContent
  await eventually(() =>
    expect(rescue()).toBe('Quickhand could not open your game. Nothing was changed. (part not loaded)'),
  )
})
