// The acceptance suite of storage areas, in memory and in real browsers.
import { expect, it } from 'vitest'

export interface TestedArea {
  all(): Promise<Record<string, string>>
  set(items: Record<string, string>): Promise<unknown>
  remove(keys: string[]): Promise<unknown>
}

export function areaSuite(area: () => TestedArea): void {
  it('returns what was set, without what was removed', async () => {
    await area().set({ 'suite:a': '1', 'suite:b': 'ä "<\\ 🂡' })
    expect(await area().all()).toMatchObject({ 'suite:a': '1', 'suite:b': 'ä "<\\ 🂡' })
    await area().remove(['suite:b', 'suite:never'])
    expect(Object.keys(await area().all())).not.toContain('suite:b')
  })
  it('sets several texts in one call, and keeps the others', async () => {
    await area().set({ 'suite:a': '1', 'suite:b': '2' })
    await area().set({ 'suite:b': '3', 'suite:c': '4' })
    expect(await area().all()).toMatchObject({ 'suite:a': '1', 'suite:b': '3', 'suite:c': '4' })
  })
  it('keeps the last of many concurrent writes', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, i) => area().set({ 'suite:a': String(i) })))
    expect((await area().all())['suite:a']).toBe('49')
  })
}
