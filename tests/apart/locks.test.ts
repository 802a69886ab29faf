// The lock of a game. Taking a lock that this tab already holds does nothing; a tab that lost the lock queues
// once. Containers share no Web Locks, yet no two tabs hold the lock of a game at the same time.
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

/** Web Locks as in browsers, for one name: one holder, a queue, stealing. */
function lockModel() {
  let holder: Entry | undefined
  let line: Entry[] = []
  const grant = (entry: Entry) => {
    holder = entry
    void entry.work()
  }
  return {
    get waiting() {
      return line.length
    },
    release() {
      holder = undefined
      const next = line.shift()
      if (next) grant(next)
    },
    request(_: string, options: LockOptions, work: Work) {
      return new Promise<unknown>((_resolve, reject) => {
        const entry = { work, reject, signal: options.signal }
        options.signal?.addEventListener('abort', () => {
          line = line.filter(other => other !== entry)
          reject(new Error('aborted'))
        })
        if (options.steal) {
          holder?.reject(new Error('stolen'))
          grant(entry)
        } else if (holder) line.push(entry)
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

/** A tab: its own copy of the platform, on shared locks. */
async function tab() {
  vi.resetModules()
  const { browserPlatform } = await import('../../stores/platform/platform.ts')
  const told: boolean[] = []
  return { told, take: () => browserPlatform.takeOver('game:x', isHolder => told.push(isHolder)) }
}
const timersDone = () => new Promise<void>(resolve => setTimeout(resolve))

describe('taking a lock', () => {
  it('that this tab already holds does not fire an event', async () => {
    const one = await tab()
    await one.take()
    await one.take()
    await Promise.all([one.take(), one.take()])
    await timersDone()
    expect(one.told).toEqual([true])
    expect(locks.waiting).toBe(0)
  })
  it('from another tab leaves one queued request, no matter how often it goes back and forth', async () => {
    const [one, two] = [await tab(), await tab()]
    for (let i = 0; i < 5; i++) {
      await one.take()
      await timersDone()
      await two.take()
      await timersDone()
    }
    expect(one.told).toEqual([true, false, true, false, true, false, true, false, true, false])
    expect(locks.waiting).toBe(1)
  })
  it('gives the lock back to the previous tab when the new holder closes', async () => {
    const [one, two] = [await tab(), await tab()]
    await one.take()
    await two.take()
    await timersDone()
    locks.release()
    await timersDone()
    expect(one.told).toEqual([true, false, true])
    expect(locks.waiting).toBe(0)
  })
})

describe('a browser that refuses a lock', () => {
  /** Rejects the first requests, and records the time of each. */
  function refusing(times: number) {
    const asked: number[] = []
    locks.request = (_name, _options, work) => {
      // Ends a failing test after this many requests.
      if (asked.push(Date.now()) > 1000) return new Promise(() => undefined)
      if (asked.length > times) return work()
      return Promise.reject(new DOMException('Locks are not available here', 'SecurityError'))
    }
    return asked
  }
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  it('is asked again after pauses that grow to a minute, and play continues in the meantime', async () => {
    const asked = refusing(Infinity)
    const one = await tab()
    await one.take()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual([0])
    await vi.advanceTimersByTimeAsync(600_000)
    const pauses = asked.slice(1).map((time, i) => (time - asked[i]) / 1000)
    expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(asked.length).toBeLessThan(20)
    expect(one.told).toEqual([])
  })
  it('is not asked again for every move in the meantime', async () => {
    const asked = refusing(Infinity)
    const one = await tab()
    for (let i = 0; i < 100; i++) await one.take()
    expect(asked).toHaveLength(1)
  })
  it('is asked until it grants the lock, and the tab is notified', async () => {
    const asked = refusing(4)
    const one = await tab()
    await one.take()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(asked).toHaveLength(5)
    expect(one.told).toEqual([true])
  })
})

describe('tabs in several containers', () => {
  /** Tabs with the locks of their container and a shared storage.session. */
  function browser() {
    const session = memoryArea()
    const told: Record<string, boolean[]> = {}
    const closed = new Set<string>()
    const hidden = new Set<string>()
    const closing: Record<string, PromiseWithResolvers<void>> = {}
    const open = (name: string, container: string, line: ReturnType<typeof lockModel>) => {
      closing[name] = Promise.withResolvers()
      const takeOver = takingOver(
        session,
        { locks: line as never, isVisible: () => !hidden.has(name), id: () => container },
        () => ({ current: async () => name, closed: tab => closing[tab].promise }),
      )
      told[name] = []
      return (game = 'x') => takeOver(`game:${game}`, isHolder => game === 'x' && told[name].push(isHolder))
    }
    const close = async (name: string, line: ReturnType<typeof lockModel>) => {
      closed.add(name)
      closing[name].resolve()
      line.release()
      await timersDone()
    }
    const holders = () => Object.keys(told).filter(name => told[name].at(-1) && !closed.has(name))
    return { session, told, open, close, holders, hidden }
  }

  it('never hold a lock at the same time, and the last one to take it keeps it', async () => {
    const { open, holders, told } = browser()
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
    expect(told.one).toEqual([true, false, true, false, true])
  })
  it('give a game of a closed tab only to a tab that shows it', async () => {
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
    'agree on one holder if they take it at the same time, with delayed events: %s',
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
  it('get no lock when a tab in another container closes that had lost it', async () => {
    const { open, close, holders, told } = browser()
    const [home, work, bank] = [lockModel(), lockModel(), lockModel()]
    await open('one', 'home', home)()
    await open('two', 'work', work)()
    await open('three', 'bank', bank)()
    await close('two', work)
    expect([holders(), told.one]).toEqual([['three'], [true, false]])
  })
  it('get a lock back when the holder in their container closes, but not from another one', async () => {
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
  it('get the lock even if they cannot notify each other', async () => {
    const { open, session, told } = browser()
    session.set = () => Promise.reject(new Error('no room'))
    await open('one', 'home', lockModel())()
    expect(told.one).toEqual([true])
  })
})
