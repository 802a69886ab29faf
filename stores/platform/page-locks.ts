// Decides which page plays a game: within a Firefox container, the one that holds a Web Lock. Containers
// share no Web Locks, so storage.session names the container and the tab that took the lock last.
import browser from 'webextension-polyfill'
import type { Area } from './area.ts'

/** This page, and the resources shared by the pages of one container; replaced in tests. */
const containerHere = () => ({
  locks: navigator.locks as Pick<LockManager, 'request'>,
  isVisible: () => !document.hidden,
  /** The container's id. Throws if it cannot be stored. */
  id: () => (localStorage.container ??= crypto.randomUUID()) as string,
})
type Container = ReturnType<typeof containerHere>

const CLOSED = 'closed'
/** The answer to `CLOSED`. It never settles, so the request fails once the page that received it is gone. */
const never = new Promise<never>(() => undefined)

/** This tab and those of other containers; replaced in tests. */
function tabsHere() {
  browser.runtime.onMessage.addListener((message: unknown) => (message === CLOSED ? never : undefined))
  return {
    /** The id of this tab. */
    current: async () => String((await browser.tabs.getCurrent())!.id),
    /** Resolves when the page in a tab is closed or left. */
    closed: (id: string): Promise<unknown> =>
      browser.tabs.sendMessage(Number(id), CLOSED).catch(() => undefined),
  }
}
type Tabs = ReturnType<typeof tabsHere>

/**
 * Takes a lock from its holder; resolves when it is held, or when the browser refused it and the request will
 * be repeated. Of all callbacks for a lock, only the first is called when it is gained or lost.
 */
export type TakeOver = (name: string, changed: (isHolder: boolean) => void) => Promise<void>

/** A lock that this page has requested. */
interface Lock {
  readonly name: string
  readonly changed: (isHolder: boolean) => void
  /** Whether this page holds the Web Lock. */
  isHere: boolean
  /** The tab that took the lock last, as stored; undefined if it is in this container. */
  elsewhere?: string | undefined
  /** The last value passed to `changed`. */
  lastNotified?: boolean
  taking?: Promise<void> | undefined
  /** Aborts waiting for the Web Lock. */
  waiting?: AbortController
  /** Whether the request was refused and will be repeated. */
  isPausing: boolean
}

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000

function notify(lock: Lock): void {
  const isHolder = lock.isHere && lock.elsewhere === undefined
  if (isHolder !== lock.lastNotified) lock.changed((lock.lastNotified = isHolder))
}

/**
 * Requests the Web Lock; resolves when it is held or was refused. When another page steals it, this page
 * requests it again. After a refusal this page retries with growing pauses.
 */
function request(locks: Container['locks'], lock: Lock, options: LockOptions, refusals = 0): Promise<void> {
  return new Promise(resolve => {
    let wasHere = false
    const granted = () => {
      wasHere = lock.isHere = true
      resolve()
      if (!options.steal) notify(lock)
      return new Promise<never>(() => undefined)
    }
    const requestLock = async () => locks.request(lock.name, options, granted)
    requestLock().catch(() => {
      resolve()
      // Aborted by a later request of this page.
      if (options.signal?.aborted) return
      const { signal } = (lock.waiting = new AbortController())
      const again = (count: number) => {
        lock.isPausing = false
        if (!signal.aborted) void request(locks, lock, { signal }, count)
      }
      if (wasHere) {
        lock.isHere = false
        notify(lock)
        again(0)
      } else {
        lock.isPausing = true
        setTimeout(again, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** refusals), refusals + 1)
      }
    })
  })
}

/** `Platform.takeOver` of a page. */
export function takingOver(
  session: Pick<Area, 'set' | 'onChanged'>,
  { locks, isVisible, id } = containerHere(),
  tabsOf = tabsHere,
): TakeOver {
  const known = new Map<string, Lock>()
  /** The lock that this page requested last. */
  let wanted: Lock | undefined
  const keyOf = ({ name }: Lock) => `holder:${name}`
  /** This page's container and tab, as stored; undefined if other containers cannot be notified. */
  let here: Promise<string> | undefined

  /** Follows other containers, unless the id of this container cannot be stored. */
  function listen(): void {
    try {
      const container = id()
      const tabs = tabsOf()
      here = tabs.current().then(tab => `${container} ${tab}`)
      // `take` handles a failure, but only after it has waited for the lock.
      here.catch(() => undefined)
      session.onChanged(changes => {
        for (const lock of known.values()) {
          const last = changes[keyOf(lock)]
          if (last) followLast(lock, last, container, tabs)
        }
      })
    } catch {
      here = undefined
    }
  }

  /** The tab `last` has taken the lock. When it closes, visible pages of other containers take the lock. */
  function followLast(lock: Lock, last: string, container: string, tabs: Tabs): void {
    const [there, tab = ''] = last.split(' ')
    lock.elsewhere = there === container ? undefined : last
    notify(lock)
    if (lock.elsewhere)
      void tabs.closed(tab).then(() => {
        if (lock === wanted && lock.elsewhere === last && isVisible()) void start(lock)
      })
  }

  async function take(lock: Lock): Promise<void> {
    if (!lock.isHere) {
      lock.waiting?.abort()
      await request(locks, lock, { steal: true })
    }
    if (!lock.isHere) return
    // Cleared before the write: if two containers take the lock at the same time, the later change sets it.
    lock.elsewhere = undefined
    // If other containers cannot be notified, the user can still play.
    await here?.then(holder => session.set({ [keyOf(lock)]: holder })).catch(() => undefined)
    notify(lock)
  }

  function start(lock: Lock): Promise<void> {
    if (lock.lastNotified || lock.isPausing) return Promise.resolve()
    return (lock.taking ??= take(lock).finally(() => (lock.taking = undefined)))
  }

  return (name, changed) => {
    if (known.size === 0) listen()
    const lock = known.get(name) ?? { name, changed, isHere: false, isPausing: false }
    known.set(name, lock)
    wanted = lock
    return start(lock)
  }
}
