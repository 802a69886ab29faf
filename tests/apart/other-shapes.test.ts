// Stored values that are not strings come from a later version. They do not count as removed, and this
// version never overwrites them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Area, Changes } from '../../stores/platform/area.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { browserOn, SimulatedPage } from '../support/simulated-page.ts'
import { row } from '../support/sync-words.ts'

type BrowserChanges = Record<string, { oldValue?: unknown; newValue?: unknown }>

/** `storage.local` as in a browser: any value, with a browser's change events. */
const browserArea = vi.hoisted(() => {
  let values: Record<string, unknown> = {}
  const listeners = new Set<(changes: BrowserChanges) => void>()
  const notify = (changes: BrowserChanges) => listeners.forEach(listener => listener(changes))
  return {
    get values() {
      return values
    },
    clear() {
      values = {}
      listeners.clear()
    },
    get: async (key: string | null) => (key === null ? { ...values } : { [key]: values[key] }),
    async set(items: Record<string, unknown>) {
      const changes = Object.fromEntries(
        Object.entries(items).map(([key, newValue]) => [key, { oldValue: values[key], newValue }]),
      )
      Object.assign(values, items)
      notify(changes)
    },
    async remove(keys: string[]) {
      const changes = Object.fromEntries(keys.map(key => [key, { oldValue: values[key] }]))
      for (const key of keys) Reflect.deleteProperty(values, key)
      notify(changes)
    },
    onChanged: {
      addListener: (listener: (changes: BrowserChanges) => void) => void listeners.add(listener),
      removeListener: (listener: (changes: BrowserChanges) => void) => void listeners.delete(listener),
    },
  }
})
vi.mock('webextension-polyfill', () => ({
  default: { storage: { local: browserArea, sync: {}, session: {} }, runtime: {}, permissions: {} },
}))

const NEWER = { format: 2, cards: ['7S'] }
let local: Area
beforeEach(async () => {
  browserArea.clear()
  vi.stubGlobal('navigator', {})
  local = (await import('../../stores/platform/platform.ts')).browserPlatform.local
})
afterEach(() => vi.unstubAllGlobals())

const syncerOn = (area: Area) =>
  new Syncer({
    local: area,
    sync: memoryArea(),
    now: () => Date.UTC(2026, 0, 5),
    newId: () => 'newIdAAA',
    browser: 'Test',
    random: () => 0,
    locked: work => work(),
  })

describe('an identity that a later version has written', () => {
  it('keeps its unknown fields', async () => {
    await local.set({ device: '{"id":"ownIdAAA","era":3,"color":"red"}' })
    await syncerOn(local).round({ publish: true })
    expect(JSON.parse(String(browserArea.values.device))).toMatchObject({ id: 'ownIdAAA', color: 'red' })
  })
  it.each(['{"ids":["ownIdAAA"]}', '{"id":{"own":"ownIdAAA"},"era":3}'])(
    'stops rounds if this version cannot read it (%s), so it is not replaced',
    async device => {
      await local.set({ device })
      await expect(syncerOn(local).round({ publish: true })).rejects.toThrow('later version')
      expect(browserArea.values).toEqual({ device })
    },
  )
})

it('a truncated identity is replaced by a new one', async () => {
  await local.set({ device: '{"id":"ownIdA' })
  await syncerOn(local).round({ publish: true })
  expect(JSON.parse(String(browserArea.values.device))).toMatchObject({ id: 'newIdAAA' })
})

describe('a value that is not a string', () => {
  it('is reported as null, not as removed', async () => {
    const reported: Changes[] = []
    local.onChanged(changes => reported.push(changes))
    await browserArea.set({ a: 'text', b: NEWER, c: null })
    await browserArea.remove(['a'])
    expect(reported).toEqual([{ a: 'text', b: null, c: null }, { a: undefined }])
  })
  it('under the key of the current game is never overwritten, even by a page that opens later', async () => {
    const page = await new SimulatedPage(browserOn(local)).open('?game=sea-towers&deal=17')
    await page.newDeal(18)
    await browserArea.set({ 'game:sea-towers': NEWER, 'previous:sea-towers': NEWER })
    await page.runner.idle()
    expect(page.state.notices.map(({ key }) => key)).not.toContain('erasedElsewhere')
    expect(page.state.game.position.dealNumber).toBe(18)
    await page.newDeal(19)
    await page.hide()
    await page.show()
    await page.newDeal(20)
    await page.runner.idle()
    expect(page.state.game.position.dealNumber).toBe(20)
    page.close()
    const again = await new SimulatedPage(browserOn(local)).open()
    await again.newDeal(21)
    await again.runner.idle()
    expect(browserArea.values).toMatchObject({ 'game:sea-towers': NEWER, 'previous:sea-towers': NEWER })
    const third = await new SimulatedPage(browserOn(local)).open()
    expect(third.state.game.position.dealNumber).toBe(21)
  })
  it.each([
    ['of the identity', 'device'],
    ['of the settings', 'settings'],
  ])('under the key %s stops rounds and erasures, so it is not replaced', async (_, key) => {
    const syncer = syncerOn(local)
    await syncer.round({ publish: true })
    await local.set({ 'result:playAAAA:000000012': writeResult(row('playAAAA')) })
    await browserArea.set({ [key]: NEWER })
    const before = browserArea.values
    await expect(syncer.round({ publish: true })).rejects.toThrow('later version')
    await expect(syncer.erase('everything')).rejects.toThrow('later version')
    expect(browserArea.values).toEqual(before)
  })
  it('under the key of the settings or of a pending setting changes no setting that is in use', async () => {
    await local.set({ 'settings': '{"felt":"walnut"}', 'setting:0000000000000001:deck': '"classic"' })
    const page = await new SimulatedPage(browserOn(local)).open('?game=sea-towers&deal=17')
    const before = page.state.settings.values
    await browserArea.set({ 'settings': NEWER, 'setting:0000000000000001:deck': NEWER })
    await page.runner.idle()
    expect(page.state.settings.values).toEqual(before)
  })
})
