// Locks across pages in several Firefox containers and the background.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lendLocks, lockedByBackground, lockedHere, type Port } from '../../stores/platform/lent-locks.ts'

type Listener = () => void

/** One end of a port; messages reach the other end in a microtask. */
class End implements Port {
  readonly name: string
  readonly messages: Listener[] = []
  readonly ends: Listener[] = []
  other?: End
  isOpen = true
  readonly onMessage = { addListener: (one: Listener) => void this.messages.push(one) }
  readonly onDisconnect = { addListener: (one: Listener) => void this.ends.push(one) }
  constructor(name: string) {
    this.name = name
  }
  postMessage(): void {
    if (!this.isOpen) throw new Error('Attempt to postMessage on disconnected port')
    queueMicrotask(() => this.other!.messages.forEach(one => one()))
  }
  disconnect(): void {
    this.isOpen = this.other!.isOpen = false
    queueMicrotask(() => this.other!.ends.forEach(one => one()))
  }
}

/** The runtime of an extension whose background may have ended, and the ports that pages have opened. */
function runtimeModel() {
  let background: ((port: End) => void) | undefined
  const ports: End[] = []
  const connect = ({ name }: { name: string }) => {
    const [page, there] = [new End(name), new End(name)]
    page.other = there
    there.other = page
    ports.push(page)
    queueMicrotask(() => (background ? background(there) : there.disconnect()))
    return page
  }
  const onConnect = {
    addListener(listener: (port: End) => void) {
      background = listener
    },
  }
  return { ports, connect, onConnect }
}

/** Web Locks of one container, for one name. */
function lockModel() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request<T>(_: string, work: () => Promise<T>): Promise<T> {
      const next = last.then(work)
      last = next.catch(() => undefined)
      return next
    },
  }
}

const turn = () => new Promise<void>(resolve => setTimeout(resolve))
let runtime: ReturnType<typeof runtimeModel>
beforeEach(() => {
  runtime = runtimeModel()
  vi.stubGlobal('navigator', { locks: lockModel() })
})
afterEach(() => vi.unstubAllGlobals())

describe('a lock that the background holds for pages', () => {
  it('is held by only one page or the background at a time, across all containers', async () => {
    lendLocks(runtime.onConnect)
    let stored = 0
    const grow = async () => {
      const read = stored
      await turn()
      stored = read + 1
    }
    await Promise.all([
      lockedByBackground(runtime.connect, 'local', grow),
      lockedHere('local', grow),
      lockedByBackground(runtime.connect, 'local', grow),
      lockedHere('local', grow),
    ])
    expect(stored).toBe(4)
  })
  it('passes on the result or error of the work, and is then released', async () => {
    lendLocks(runtime.onConnect)
    expect(await lockedByBackground(runtime.connect, 'local', async () => 7)).toBe(7)
    const failing = lockedByBackground(runtime.connect, 'local', () => Promise.reject(new Error('disk full')))
    await expect(failing).rejects.toThrow('disk full')
    expect(await lockedHere('local', async () => 8)).toBe(8)
  })
  it('is released if a page closes while holding or waiting for it', async () => {
    lendLocks(runtime.onConnect)
    const never = () => new Promise<never>(() => undefined)
    void lockedByBackground(runtime.connect, 'local', never)
    void lockedByBackground(runtime.connect, 'local', never)
    await turn()
    const [first, second] = runtime.ports
    second.disconnect()
    first.disconnect()
    expect(await lockedHere('local', async () => 8)).toBe(8)
  })
  it('is a lock of the page’s container if there is no background', async () => {
    expect(await lockedByBackground(runtime.connect, 'local', async () => 7)).toBe(7)
  })
})
