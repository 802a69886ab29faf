// When a page asks the background to look at the place: when it is shown, and while it is used.
import { expect, it } from 'vitest'
import { watchFolder } from '../../stores/account/folder-watch.ts'
import { memoryPlatform } from '../support/memory-platform.ts'

/** Lets everything come out that was asked. */
const settle = () => new Promise(done => setImmediate(done))

/**
 * A page that was shown, with a clock that is set by hand. `waits`: by how many milliseconds the background
 * calls a look too soon, one answer after the other.
 */
function page(texts: Record<string, string>, waits: number[] = []) {
  const platform = memoryPlatform(texts)
  const state = { now: 0, tick: () => undefined as void, use: () => undefined as void }
  const later: { due: number; work: () => void }[] = []
  platform.answer(async () => waits.shift() ?? 0)
  const stop = watchFolder({
    ...platform,
    now: () => state.now,
    after(milliseconds, work) {
      const entry = { due: state.now + milliseconds, work }
      later.push(entry)
      return () => void later.splice(later.indexOf(entry), 1)
    },
    every(_, work) {
      state.tick = work
      return () => {
        state.tick = () => undefined
      }
    },
    onUse(listener) {
      state.use = listener
      return () => undefined
    },
  })
  return {
    stop,
    use: () => state.use(),
    asked: () => platform.asked,
    async wait(milliseconds: number) {
      await settle()
      state.now += milliseconds
      for (const entry of later.filter(({ due }) => due <= state.now)) {
        later.splice(later.indexOf(entry), 1)
        entry.work()
      }
      await settle()
    },
    async pass(minutes: number) {
      for (let i = 0; i < minutes; i++) {
        state.now += 60_000
        state.tick()
        await settle()
      }
    },
  }
}

it('a tab that is shown looks at once, and once a minute for five minutes after it was used', async () => {
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

it('a tab that is hidden, or that has no place, asks nothing', async () => {
  const hidden = page({ place: '{}' })
  hidden.stop()
  hidden.use()
  await hidden.pass(10)
  expect(hidden.asked()).toHaveLength(1)
  const without = page({})
  await without.pass(10)
  expect(without.asked()).toEqual([])
})

it('a tab that is shown too soon after the last look looks as soon as it may', async () => {
  const tab = page({ place: '{}' }, [7000])
  await tab.wait(6999)
  expect(tab.asked()).toHaveLength(1)
  await tab.wait(1)
  expect(tab.asked().map(request => 'why' in request && request.why)).toEqual(['shown', 'shown'])
  await tab.wait(60_000)
  expect(tab.asked()).toHaveLength(2)
})

it('a tab that is hidden before it may look does not look any more', async () => {
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
