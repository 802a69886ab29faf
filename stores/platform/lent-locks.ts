// A lock over all pages and the background. Firefox containers share no Web Locks, so the background takes it
// for a page, and frees it when the page is done or gone.

/** What both sides need of a port of the browser. */
export interface Port {
  readonly name: string
  readonly onMessage: { addListener(listener: () => void): void }
  readonly onDisconnect: { addListener(listener: () => void): void }
  postMessage(message: unknown): void
  disconnect(): void
}

const PORT = 'lock:'
/** How often the background is asked: the first try may meet one that is just ending. */
const TRIES = 2

/** `Platform.locked` of the background. */
export const lockedHere = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(name, work) as Promise<T>

/** Takes locks for pages, in the background; a page has one as long as its port is open. */
export function lendLocks(onConnect: { addListener(listener: (port: Port) => void): void }): void {
  onConnect.addListener(port => {
    if (!port.name.startsWith(PORT)) return
    const isDone = new Promise<void>(resolve => port.onDisconnect.addListener(() => resolve()))
    void lockedHere(port.name.slice(PORT.length), async () => {
      port.postMessage('yours')
      await isDone
    }).catch(() => undefined)
  })
}

/** `Platform.locked` of a page. Without a background nobody else writes, and the page's own lock will do. */
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
