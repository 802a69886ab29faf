// Locks across all pages and the background. Firefox containers share no Web Locks, so the background holds
// the lock for a page, and releases it when the page is done or closed.

/** The part of a browser port that both sides use. */
export interface Port {
  readonly name: string
  readonly onMessage: { addListener(listener: () => void): void }
  readonly onDisconnect: { addListener(listener: () => void): void }
  postMessage(message: unknown): void
  disconnect(): void
}

const PORT = 'lock:'
/** The number of attempts; the first may reach a background script that is about to end. */
const TRIES = 2

/** `Platform.locked` of the background. */
export const lockedHere = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(name, work) as Promise<T>

/** Holds locks for pages, in the background. A lock is held while the page's port is open. */
export function lendLocks(onConnect: { addListener(listener: (port: Port) => void): void }): void {
  onConnect.addListener(port => {
    if (!port.name.startsWith(PORT)) return
    const closed = new Promise<void>(resolve => port.onDisconnect.addListener(() => resolve()))
    void lockedHere(port.name.slice(PORT.length), async () => {
      port.postMessage('yours')
      await closed
    }).catch(() => undefined)
  })
}

/** `Platform.locked` of a page. Without a background script, no rounds run, so a page's lock suffices. */
export async function lockedByBackground<T>(
  connect: (options: { name: string }) => Port,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let i = 0; i < TRIES; i++) {
    const port = connect({ name: PORT + name })
    const isOurs = await new Promise<boolean>(resolve => {
      port.onMessage.addListener(() => resolve(true))
      port.onDisconnect.addListener(() => resolve(false))
    })
    if (!isOurs) continue
    try {
      return await work()
    } finally {
      port.disconnect()
    }
  }
  return lockedHere(name, work)
}
