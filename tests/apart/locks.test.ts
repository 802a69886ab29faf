// The lock of a tab: who holds it does nothing more, who lost it stands in line once.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('webextension-polyfill', () => ({
  default: { storage: { local: {}, sync: {} }, runtime: {}, permissions: {} },
}))

type Work = () => Promise<unknown>
interface Entry {
  readonly work: Work
  readonly reject: (error: Error) => void
  readonly signal?: AbortSignal
}

/** Web Locks as the browsers have them, for one name: one holder, a line, stealing. */
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

/** A tab: its own copy of the platform, on the locks that all tabs share. */
async function tab() {
  vi.resetModules()
  const { browserPlatform } = await import('../../stores/platform/platform.ts')
  const told: boolean[] = []
  return { told, take: () => browserPlatform.takeOver('game:x', isHolder => told.push(isHolder)) }
}
const timersDone = () => new Promise<void>(resolve => setTimeout(resolve))

describe('taking a lock over', () => {
  it('that this tab holds already tells nobody anything', async () => {
    const one = await tab()
    await one.take()
    await one.take()
    await Promise.all([one.take(), one.take()])
    await timersDone()
    expect(one.told).toEqual([true])
    expect(locks.waiting).toBe(0)
  })
  it('from another tab leaves one request in line, however often it goes to and fro', async () => {
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
  it('comes back to the tab that lost it when its holder closes', async () => {
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
