// The in-memory storage passes the tests that the browsers’ storage passes.
import { describe, expect, it } from 'vitest'
import { memoryArea } from '../support/memory-platform'
import { areaSuite } from '../support/area-suite'

describe('in-memory storage', () => {
  const shared = memoryArea()
  areaSuite(() => shared)
  it('notifies listeners of writes and removals, even in the tab that made them', async () => {
    const area = memoryArea()
    const changes: object[] = []
    area.onChanged(change => changes.push(change))
    await area.set({ a: '1' })
    await area.remove(['a', 'b'])
    expect(changes).toEqual([{ a: '1' }, { a: undefined }])
  })
})
