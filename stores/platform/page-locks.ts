// Which page plays a game. Among the pages of a Firefox container a Web Lock says so. Containers share no Web
// Locks: storage.session, which all pages share, names the container that took the lock last.

/** What all pages share. */
interface Session {
  set(items: Record<string, string>): Promise<void>
  onChanged(listener: (changes: Readonly<Record<string, string | undefined | null>>) => void): unknown
}

/** What a page shares with those of its container; tests have others. */
interface Container {
  readonly locks: Pick<LockManager, 'request'>
  /** An id. Throws where the page can keep none. */
  id(): string
}

const containerHere = (): Container => ({
  locks: navigator.locks,
  id: () => (localStorage.container ??= crypto.randomUUID()) as string,
})

/** As the platform has it. */
type TakeOver = (name: string, changed: (isHolder: boolean) => void) => Promise<void>

/** A lock that this page has asked for. */
interface Lock {
  readonly name: string
  readonly changed: (isHolder: boolean) => void
  /** Whether the Web Lock is here. */
  isHere: boolean
  /** Whether no other container has taken it since this page did. */
  isOurs: boolean
  /** What `changed` was told last. */
  told?: boolean
  taking?: Promise<void> | undefined
  /** Ends the waiting for the Web Lock. */
  waiting?: AbortController
  /** Whether it was refused, and is asked for again later. */
  isPausing: boolean
}

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000

function tell(lock: Lock): void {
  const isHolder = lock.isHere && lock.isOurs
  if (isHolder !== lock.told) lock.changed((lock.told = isHolder))
}

/**
 * Asks for the Web Lock; resolves when it is here or was refused. When another page takes it, this page
 * stands in line. Where it was refused, it is asked for again after a pause that grows.
 */
function request(locks: Container['locks'], lock: Lock, options: LockOptions, refusals = 0): Promise<void> {
  return new Promise(resolve => {
    let wasHere = false
    const granted = () => {
      wasHere = lock.isHere = true
      resolve()
      if (!options.steal) tell(lock)
      return new Promise<never>(() => undefined)
    }
    const ended = async () => locks.request(lock.name, options, granted)
    ended().catch(() => {
      resolve()
      // Given up for a request of this page that takes it.
      if (options.signal?.aborted) return
      const { signal } = (lock.waiting = new AbortController())
      const again = (count: number) => {
        lock.isPausing = false
        if (!signal.aborted) void request(locks, lock, { signal }, count)
      }
      if (wasHere) {
        lock.isHere = false
        tell(lock)
        again(0)
      } else {
        lock.isPausing = true
        setTimeout(again, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** refusals), refusals + 1)
      }
    })
  })
}

/** `Platform.takeOver` of a page. */
export function takingOver(session: Session, { locks, id } = containerHere()): TakeOver {
  const known = new Map<string, Lock>()
  const keyOf = ({ name }: Lock) => `holder:${name}`
  let here: string | undefined

  /** Hears of other containers, where the browser has a way to. */
  function listen(): void {
    try {
      here = id()
      session.onChanged(changes => {
        for (const lock of known.values()) {
          const last = changes[keyOf(lock)]
          if (last === undefined) continue
          lock.isOurs = last === here
          tell(lock)
        }
      })
    } catch {
      here = undefined
    }
  }

  async function take(lock: Lock): Promise<void> {
    if (!lock.isHere) {
      lock.waiting?.abort()
      await request(locks, lock, { steal: true })
    }
    if (!lock.isHere) return
    // Of two containers that take it at once, every page hears the later one last.
    lock.isOurs = true
    // Nobody is kept from playing where the other containers cannot be told.
    if (here !== undefined) await session.set({ [keyOf(lock)]: here }).catch(() => undefined)
    tell(lock)
  }

  return (name, changed) => {
    if (known.size === 0) listen()
    const lock = known.get(name) ?? { name, changed, isHere: false, isOurs: true, isPausing: false }
    known.set(name, lock)
    if (lock.told || lock.isPausing) return Promise.resolve()
    return (lock.taking ??= take(lock).finally(() => (lock.taking = undefined)))
  }
}
