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
  readonly onMessage = { addListener: (listener: Listener) => void this.messages.push(listener) }
  readonly onDisconnect = { addListener: (listener: Listener) => void this.ends.push(listener) }
  constructor(name: string) {
    this.name = name
  }
  postMessage(): void {
    if (!this.isOpen) throw new Error('Attempt to postMessage on disconnected port')
    queueMicrotask(() => this.other!.messages.forEach(listener => listener()))
  }
  disconnect(): void {
    this.isOpen = this.other!.isOpen = false
    queueMicrotask(() => this.other!.ends.forEach(listener => listener()))
  }
}

/** A model of the extension’s runtime, in which the background may not be running, and of the ports to it. */
function runtimeModel() {
  let background: ((port: End) => void) | undefined
  const ports: End[] = []
  const connect = ({ name }: { name: string }) => {
    const [pageEnd, backgroundEnd] = [new End(name), new End(name)]
    pageEnd.other = backgroundEnd
    backgroundEnd.other = pageEnd
    ports.push(pageEnd)
    queueMicrotask(() => (background ? background(backgroundEnd) : backgroundEnd.disconnect()))
    return pageEnd
  }
  const onConnect = {
    addListener(listener: (port: End) => void) {
      background = listener
    },
  }
  return { ports, connect, onConnect }
}

/** A model of one container’s Web Locks, with a single lock name. */
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

const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))
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
    const increment = async () => {
      const read = stored
      await nextTask()
      stored = read + 1
    }
    await Promise.all([
      lockedByBackground(runtime.connect, 'local', increment),
      lockedHere('local', increment),
      lockedByBackground(runtime.connect, 'local', increment),
      lockedHere('local', increment),
    ])
    expect(stored).toBe(4)
  })
  it('is released after the work, and the caller gets the result or error', async () => {
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
    await nextTask()
    const [first, second] = runtime.ports
    second.disconnect()
    first.disconnect()
    expect(await lockedHere('local', async () => 8)).toBe(8)
  })
  it('is replaced by a Web Lock of the page’s container if no background is running', async () => {
    expect(await lockedByBackground(runtime.connect, 'local', async () => 7)).toBe(7)
  })
})
