// The in-memory platform, which passes the same acceptance suite as the real one.
import type { Area } from '../../stores/platform/area.ts'
import type { Platform } from '../../stores/platform/platform'
import type { Request } from '../../stores/account/requests.ts'

type Changes = Record<string, string | undefined>

export function memoryArea(texts: Record<string, string> = {}): Area & { texts: Record<string, string> } {
  const listeners = new Set<(changes: Changes) => void>()
  const notify = (changes: Changes) => {
    if (Object.keys(changes).length > 0)
      queueMicrotask(() => listeners.forEach(listener => listener(changes)))
  }
  return {
    texts,
    all: async () => ({ ...texts }),
    get: async key => texts[key],
    async set(items) {
      const changed = Object.fromEntries(Object.entries(items).filter(([key, text]) => texts[key] !== text))
      Object.assign(texts, changed)
      notify(changed)
    },
    async remove(keys) {
      const removed = keys.filter(key => key in texts)
      for (const key of removed) Reflect.deleteProperty(texts, key)
      notify(Object.fromEntries(removed.map(key => [key, undefined])))
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The in-memory platform. It records requests to the background, and can answer them. */
export interface MemoryPlatform extends Platform {
  readonly asked: Request[]
  answer(respond: (request: Request) => Promise<unknown>): void
}

export function memoryPlatform(
  texts: Record<string, string> = {},
  synced: Record<string, string> = {},
): MemoryPlatform {
  const queues = new Map<string, Promise<unknown>>()
  const holders = new Map<string, (isHolder: boolean) => void>()
  let responder: ((request: Request) => Promise<unknown>) | undefined
  const asked: Request[] = []
  let isAllowed = false
  let isVisitedAllowed = false
  const origins = new Set<string>()
  const takenBack: (() => void)[] = []
  return {
    version: '0.0.0',
    search: async () => ({
      isAllowed: async () => isAllowed,
      allow: async () => (isAllowed = true),
      revoke: async () => {
        isAllowed = false
      },
      find: async () => undefined,
    }),
    visited: async () => ({
      isAllowed: async () => isVisitedAllowed,
      allow: async () => (isVisitedAllowed = true),
      revoke: async () => {
        isVisitedAllowed = false
      },
      list: async () => [
        { title: 'Example', url: 'https://example.org/', icon: 'data:image/png;base64,' },
        { title: 'No web page', url: 'chrome://settings' },
        { title: 'Beispiel', url: 'https://example.net/' },
      ],
      iconOf: () => undefined,
    }),
    origins: async () => ({
      isAllowed: async patterns => patterns.every(one => origins.has(one)),
      allow: async patterns => patterns.every(one => origins.add(one)),
      keepOnly: async patterns => {
        const unneeded = [...origins].filter(one => !patterns.includes(one))
        if (unneeded.filter(one => origins.delete(one)).length > 0) takenBack.forEach(listener => listener())
      },
      onRevoked: listener => void takenBack.push(listener),
    }),
    local: memoryArea(texts),
    sync: memoryArea(synced),
    session: memoryArea(),
    asked,
    async ask(request) {
      asked.push(request)
      return (await responder?.(request)) as never
    },
    answer(respond) {
      responder = respond
    },
    locked(name, work) {
      const done = (queues.get(name) ?? Promise.resolve()).then(work)
      queues.set(
        name,
        done.catch(() => undefined),
      )
      return done
    },
    async takeOver(name, changed) {
      holders.get(name)?.(false)
      holders.set(name, changed)
      changed(true)
    },
  }
}
