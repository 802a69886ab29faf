// When a page asks the background to look at the folder: when it is shown, and while it is in use.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

/** A visible page. `waits` are the background's answers to its looks: how many milliseconds to wait. */
function page(texts: Record<string, string>, waits: number[] = []) {
  const platform = memoryPlatform(texts)
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  platform.answer(async () => waits.shift() ?? 0)
  const stop = watchFolder(platform)
  return {
    stop,
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

it('a tab that is shown looks immediately, then once a minute until idle for five minutes', async () => {
  const tab = page({ place: '{}' })
  await tab.pass(60)
  expect(tab.asked().map(request => 'why' in request && request.why)).toEqual([
    'shown',
    'used',
    'used',
    'used',
    'used',
  ])
  tab.use()
  await tab.pass(60)
  expect(tab.asked()).toHaveLength(9)
})

it('a tab that was hidden sends no more requests, and one without a sync folder sends none', async () => {
  const hidden = page({ place: '{}' })
  hidden.stop()
  hidden.use()
  await hidden.pass(10)
  expect(hidden.asked()).toHaveLength(1)
  const without = page({})
  await without.pass(10)
  expect(without.asked()).toEqual([])
})

it('a tab that is shown too soon after the last look waits until it may look again', async () => {
  const tab = page({ place: '{}' }, [7000])
  await tab.wait(6999)
  expect(tab.asked()).toHaveLength(1)
  await tab.wait(1)
  expect(tab.asked().map(request => 'why' in request && request.why)).toEqual(['shown', 'shown'])
  await tab.wait(50_000)
  expect(tab.asked()).toHaveLength(2)
})

it('a tab that is hidden while it waits to look again does not look', async () => {
  const tab = page({ place: '{}' }, [7000])
  await tab.wait(1000)
  tab.stop()
  await tab.wait(60_000)
  expect(tab.asked()).toHaveLength(1)
  const quick = page({ place: '{}' }, [7000])
  quick.stop()
  await quick.wait(60_000)
  expect(quick.asked()).toHaveLength(1)
})
