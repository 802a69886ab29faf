// The in-memory platform passes the same suite as the real storage in browsers.
import { describe, expect, it } from 'vitest'
import { memoryArea } from '../support/memory-platform'
import { areaSuite } from '../support/area-suite'

describe('in-memory storage', () => {
  const shared = memoryArea()
  areaSuite(() => shared)
  it('notifies every listener, including the writing tab, of writes and removals', async () => {
    const area = memoryArea()
    const told: object[] = []
    area.onChanged(change => told.push(change))
    await area.set({ a: '1' })
    await area.remove(['a', 'b'])
    expect(told).toEqual([{ a: '1' }, { a: undefined }])
  })
})
