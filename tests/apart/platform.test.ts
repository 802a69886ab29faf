// The platform of a page: code that is loaded on demand.
import { expect, it, vi } from 'vitest'
import { browserPlatform } from '../../stores/platform/platform.ts'

vi.mock('webextension-polyfill', () => ({ default: { storage: { local: {}, sync: {}, session: {} } } }))
const pageLocks = vi.hoisted(() => ({ loads: 0, taken: [] as string[] }))
vi.mock('../../stores/platform/page-locks.ts', () => {
  if (pageLocks.loads++ === 0) throw new Error('The file could not be loaded')
  return { takingOver: () => async (name: string) => void pageLocks.taken.push(name) }
})

it('a page can take a lock even if the code for locks could not be loaded before', async () => {
  const take = () => browserPlatform.takeOver('game:golf', () => undefined)
  await expect(take()).rejects.toThrow()
  await take()
  expect(pageLocks.taken).toEqual(['game:golf'])
})
