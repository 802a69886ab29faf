// When a page asks the background to check the sync folder: when it is shown, and while it is in use.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { watchFolder } from '../../stores/account/folder-watch.ts'
import { memoryPlatform } from '../support/memory-platform.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Waits until all requests are answered. */
const settle = () => new Promise(done => setImmediate(done))

/** A visible page. `waits` are the background’s answers to it: how many milliseconds to wait. */
function openPage(texts: Record<string, string>, waits: number[] = []) {
  const platform = memoryPlatform(texts)
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  platform.answer(async () => waits.shift() ?? 0)
  const scope = effectScope(true)
  scope.run(() => watchFolder(platform))
  return {
    stop: () => scope.stop(),
    use: () => events.dispatchEvent(new Event('keydown')),
    asked: () => platform.asked,
    async wait(milliseconds: number) {
      await settle()
      vi.advanceTimersByTime(milliseconds)
      await settle()
    },
    async pass(minutes: number) {
      for (let i = 0; i < minutes; i++) {
        vi.advanceTimersByTime(60_000)
        await settle()
      }
    },
  }
}

it('a visible page asks immediately, then once a minute until idle for five minutes', async () => {
  const page = openPage({ place: '{}' })
  await page.pass(60)
  expect(page.asked().map(request => 'why' in request && request.why)).toEqual([
    'shown',
    'used',
    'used',
    'used',
    'used',
  ])
  page.use()
  await page.pass(60)
  expect(page.asked()).toHaveLength(9)
})

it('a hidden page stops asking, and a page without a sync folder never asks', async () => {
  const hidden = openPage({ place: '{}' })
  hidden.stop()
  hidden.use()
  await hidden.pass(10)
  expect(hidden.asked()).toHaveLength(1)
  const without = openPage({})
  await without.pass(10)
  expect(without.asked()).toEqual([])
})

it('a page that is shown too soon after the last check asks again after the required wait', async () => {
  const page = openPage({ place: '{}' }, [7000])
  await page.wait(6999)
  expect(page.asked()).toHaveLength(1)
  await page.wait(1)
  expect(page.asked().map(request => 'why' in request && request.why)).toEqual(['shown', 'shown'])
  await page.wait(50_000)
  expect(page.asked()).toHaveLength(2)
})

it('a page that is hidden while it waits does not ask again', async () => {
  const page = openPage({ place: '{}' }, [7000])
  await page.wait(1000)
  page.stop()
  await page.wait(60_000)
  expect(page.asked()).toHaveLength(1)
  const quick = openPage({ place: '{}' }, [7000])
  quick.stop()
  await quick.wait(60_000)
  expect(quick.asked()).toHaveLength(1)
})
