// The platform's twin in memory passes the suite that the real storage passes in the browsers.
import { describe, expect, it } from 'vitest'
import { memoryArea } from '../support/memory-platform'
import { areaSuite } from '../support/area-suite'

describe('storage in memory', () => {
  const shared = memoryArea()
  areaSuite(() => shared)
  it('tells every listener, the writing tab too, of what was written and removed', async () => {
    const area = memoryArea()
    const told: object[] = []
    area.onChanged(change => told.push(change))
    await area.set({ a: '1' })
    await area.remove(['a', 'b'])
    expect(told).toEqual([{ a: '1' }, { a: undefined }])
  })
})
