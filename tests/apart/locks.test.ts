// The lock of a game, which only one tab holds at a time, even though containers have separate Web Locks.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { takingOver } from '../../stores/platform/page-locks.ts'
import { memoryArea } from '../support/memory-platform.ts'

vi.mock('webextension-polyfill', () => ({
  default: { storage: { local: {}, sync: {} }, runtime: {}, permissions: {} },
}))

type Work = () => Promise<unknown>
interface Entry {
  readonly work: Work
  readonly reject: (error: Error) => void
  readonly signal?: AbortSignal
}

/** A model of Web Locks with a single lock name: one holder, a queue, and stealing. */
function lockModel() {
  let holder: Entry | undefined
  let queue: Entry[] = []
  const grant = (entry: Entry) => {
    holder = entry
    void entry.work()
  }
  return {
    get waiting() {
      return queue.length
    },
    release() {
      holder = undefined
      const next = queue.shift()
      if (next) grant(next)
    },
    request(_: string, options: LockOptions, work: Work) {
      return new Promise<unknown>((_resolve, reject) => {
        const entry = { work, reject, signal: options.signal }
        options.signal?.addEventListener('abort', () => {
          queue = queue.filter(other => other !== entry)
          reject(new Error('aborted'))
        })
        if (options.steal) {
          holder?.reject(new Error('stolen'))
          grant(entry)
        } else if (holder) queue.push(entry)
        else grant(entry)
      })
    },
  }
}

let locks: ReturnType<typeof lockModel>
beforeEach(() => {
  vi.resetModules()
  locks = lockModel()
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => vi.unstubAllGlobals())

/** A tab, with its own copy of the platform module. All tabs use the same locks. */
async function tab() {
  vi.resetModules()
  const { browserPlatform } = await import('../../stores/platform/platform.ts')
  const events: boolean[] = []
  return { events, take: () => browserPlatform.takeOver('game:x', isHolder => events.push(isHolder)) }
}
const timersDone = () => new Promise<void>(resolve => setTimeout(resolve))

describe('taking a lock', () => {
  it('that this tab already holds does not fire an event', async () => {
    const one = await tab()
    await one.take()
    await one.take()
    await Promise.all([one.take(), one.take()])
    await timersDone()
    expect(one.events).toEqual([true])
    expect(locks.waiting).toBe(0)
  })
  it('from another tab leaves only one queued request, however often the lock changes hands', async () => {
    const [one, two] = [await tab(), await tab()]
    for (let i = 0; i < 5; i++) {
      await one.take()
      await timersDone()
      await two.take()
      await timersDone()
    }
    expect(one.events).toEqual([true, false, true, false, true, false, true, false, true, false])
    expect(locks.waiting).toBe(1)
  })
  it('lasts until the holder closes, and then the previous tab gets the lock back', async () => {
    const [one, two] = [await tab(), await tab()]
    await one.take()
    await two.take()
    await timersDone()
    locks.release()
    await timersDone()
    expect(one.events).toEqual([true, false, true])
    expect(locks.waiting).toBe(0)
  })
})

describe('a browser that rejects lock requests', () => {
  /** Rejects the first requests, and returns the times of all requests. */
  function rejectRequests(times: number) {
    const requestTimes: number[] = []
    locks.request = (_name, _options, work) => {
      // Ends a failing test after this many requests.
      if (requestTimes.push(Date.now()) > 1000) return new Promise(() => undefined)
      if (requestTimes.length > times) return work()
      return Promise.reject(new DOMException('Locks are not available here', 'SecurityError'))
    }
    return requestTimes
  }
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  it('gets further requests after pauses of up to a minute, and the tab does not wait for them', async () => {
    const requestTimes = rejectRequests(Infinity)
    const one = await tab()
    await one.take()
    await vi.advanceTimersByTimeAsync(0)
    expect(requestTimes).toEqual([0])
    await vi.advanceTimersByTimeAsync(600_000)
    const pauses = requestTimes.slice(1).map((time, i) => (time - requestTimes[i]) / 1000)
    expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(requestTimes.length).toBeLessThan(20)
    expect(one.events).toEqual([])
  })
  it('gets only one request, even if the tab takes the lock for every move', async () => {
    const requestTimes = rejectRequests(Infinity)
    const one = await tab()
    for (let i = 0; i < 100; i++) await one.take()
    expect(requestTimes).toHaveLength(1)
  })
  it('gets requests until it grants the lock, and then the tab is notified', async () => {
    const requestTimes = rejectRequests(4)
    const one = await tab()
    await one.take()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(requestTimes).toHaveLength(5)
    expect(one.events).toEqual([true])
  })
})

describe('tabs in several containers', () => {
  /** Tabs with their container’s locks, and the storage.session that all tabs share. */
  function browser() {
    const session = memoryArea()
    const events: Record<string, boolean[]> = {}
    const closed = new Set<string>()
    const hidden = new Set<string>()
    const closing: Record<string, PromiseWithResolvers<void>> = {}
    const open = (name: string, container: string, webLocks: ReturnType<typeof lockModel>) => {
      closing[name] = Promise.withResolvers()
      const takeOver = takingOver(
        session,
        { locks: webLocks as never, isVisible: () => !hidden.has(name), id: () => container },
        () => ({ current: async () => name, closed: tab => closing[tab].promise }),
      )
      events[name] = []
      return (game = 'x') => takeOver(`game:${game}`, isHolder => game === 'x' && events[name].push(isHolder))
    }
    const close = async (name: string, webLocks: ReturnType<typeof lockModel>) => {
      closed.add(name)
      closing[name].resolve()
      webLocks.release()
      await timersDone()
    }
    const holders = () => Object.keys(events).filter(name => events[name].at(-1) && !closed.has(name))
    return { session, events, open, close, holders, hidden }
  }

  it('never hold a game’s lock at the same time: the last tab to take it holds it', async () => {
    const { open, holders, events } = browser()
    const [home, work] = [lockModel(), lockModel()]
    const one = open('one', 'home', home)
    const two = open('two', 'work', work)
    const three = open('three', 'work', work)
    for (const [take, name] of [
      [one, 'one'],
      [two, 'two'],
      [one, 'one'],
      [three, 'three'],
      [two, 'two'],
      [one, 'one'],
    ] as const) {
      await take()
      await timersDone()
      expect(holders()).toEqual([name])
    }
    expect(events.one).toEqual([true, false, true, false, true])
  })
  it('pass the lock of a closed tab only to a tab that shows the same game', async () => {
    const { open, close, holders } = browser()
    const [home, work, third] = [lockModel(), lockModel(), lockModel()]
    const [moved, playing, waiting] = [
      open('moved', 'home', home),
      open('playing', 'work', work),
      open('waiting', 'third', third),
    ]
    for (const take of [moved, waiting, playing]) {
      await take()
      await timersDone()
    }
    await moved('y')
    await timersDone()
    expect(holders()).toEqual(['playing'])
    await close('playing', work)
    expect(holders()).toEqual(['waiting'])
  })
  it.each([true, false])(
    'agree on one holder if they take a lock at the same time, with slow writes to storage.session: %s',
    async isLate => {
      const { open, session, holders } = browser()
      const { set } = session
      if (isLate)
        session.set = async items => {
          await set(items)
          await timersDone()
        }
      const takes = ['home', 'work', 'bank'].map(name => open(name, name, lockModel()))
      await Promise.all(takes.map(take => take()))
      await timersDone()
      expect(holders().map(name => `${name} ${name}`)).toEqual([await session.get('holder:game:x')])
    },
  )
  it('get a lock when the holder in another container closes, unless they are hidden', async () => {
    const { open, close, holders, hidden } = browser()
    const [home, work, bank] = [lockModel(), lockModel(), lockModel()]
    await open('one', 'home', home)()
    await open('two', 'bank', bank)()
    await open('three', 'work', work)()
    hidden.add('two')
    await close('three', work)
    expect(holders()).toEqual(['one'])
  })
  it('get no lock when a tab that had already lost it closes in another container', async () => {
    const { open, close, holders, events } = browser()
    const [home, work, bank] = [lockModel(), lockModel(), lockModel()]
    await open('one', 'home', home)()
    await open('two', 'work', work)()
    await open('three', 'bank', bank)()
    await close('two', work)
    expect([holders(), events.one]).toEqual([['three'], [true, false]])
  })
  it('get a lock back when a holder in their container closes, unless another container has it', async () => {
    const { open, close, holders } = browser()
    const [home, work] = [lockModel(), lockModel()]
    const one = open('one', 'home', home)
    await one()
    const two = open('two', 'home', home)
    await two()
    await close('two', home)
    expect(holders()).toEqual(['one'])
    await open('three', 'work', work)()
    expect(holders()).toEqual(['three'])
    await open('four', 'home', home)()
    await open('five', 'work', work)()
    expect(holders()).toEqual(['five'])
    await close('four', home)
    expect(holders()).toEqual(['five'])
    await one()
    await timersDone()
    expect(holders()).toEqual(['one'])
  })
  it('get a lock even if storage.session cannot be written', async () => {
    const { open, session, events } = browser()
    session.set = () => Promise.reject(new Error('no room'))
    await open('one', 'home', lockModel())()
    expect(events.one).toEqual([true])
  })
})
