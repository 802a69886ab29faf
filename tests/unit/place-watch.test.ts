// When a page asks the background to look at the place: when it is shown, and while it is used.
import { expect, it } from 'vitest'
import { watchPlace } from '../../stores/account/place-watch.ts'
import { memoryPlatform } from '../support/memory-platform.ts'

/** A page that was shown, with a clock that is set by hand. */
function page(texts: Record<string, string>) {
  const platform = memoryPlatform(texts)
  const state = { now: 0, tick: () => undefined as void, use: () => undefined as void }
  const stop = watchPlace({
    ...platform,
    now: () => state.now,
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
    async pass(minutes: number) {
      for (let i = 0; i < minutes; i++) {
        state.now += 60_000
        state.tick()
        await Promise.resolve()
        await Promise.resolve()
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
