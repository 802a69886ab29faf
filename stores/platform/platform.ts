// The browser's services, as the stores use them.
import { inject, type InjectionKey } from 'vue'
import browser, { type Storage } from 'webextension-polyfill'
import type { Asking } from '../account/requests.ts'
import { NEWER_TEXT, type Area } from './area.ts'
import type { Origins } from './origins.ts'
import type { TakeOver } from './page-locks.ts'
import type { visitedSites, webSearch } from './permitted.ts'

/** The services of the browser for pages and the background. */
export interface Platform extends Asking {
  readonly local: Area
  readonly sync: Area
  /** Shared by all tabs and the background until the browser closes; never written to disk. */
  readonly session: Area
  readonly version: string
  /** Web search, loaded on demand; so are the most visited sites. */
  search(): Promise<ReturnType<typeof webSearch>>
  visited(): Promise<ReturnType<typeof visitedSites>>
  /** The origins that the extension may connect to; loaded on demand. */
  origins(): Promise<Origins>
  /** Runs work while holding a lock across all pages and the background. */
  locked<T>(name: string, work: () => Promise<T>): Promise<T>
  readonly takeOver: TakeOver
}

/** The injection key of the platform. */
export const platformKey: InjectionKey<Platform> = Symbol('platform')

/** The page's platform, which the app provides. */
export const usePlatform = (): Platform => inject(platformKey)!

const textOf = (key: string, value: unknown): string | null =>
  typeof value === 'string' ? value : /^(game|previous):/.test(key) ? NEWER_TEXT : null

const textsOf = (items: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(items).flatMap(([key, value]) => {
      // For an identity or settings, `onChanged` reports null, but a round must find that they exist.
      const text = textOf(key, value) ?? (/^(device|settings)$/.test(key) ? NEWER_TEXT : null)
      return text === null ? [] : [[key, text]]
    }),
  )

const areaOf = (area: Storage.StorageArea): Area => ({
  all: async () => textsOf(await area.get(null)),
  get: async key => textsOf(await area.get(key))[key],
  set: items => area.set(items),
  remove: keys => area.remove([...keys]),
  onChanged(listener) {
    const handler = (changes: Storage.StorageAreaOnChangedChangesType) =>
      listener(
        Object.fromEntries(
          Object.entries(changes).map(([key, change]) => {
            const { newValue } = change as Storage.StorageChange
            return [key, newValue === undefined ? undefined : textOf(key, newValue)]
          }),
        ),
      )
    area.onChanged.addListener(handler)
    return () => area.onChanged.removeListener(handler)
  },
})

const session = areaOf(browser.storage.session)
let takeOver: TakeOver | undefined

/** The platform of a real browser. */
export const browserPlatform: Platform = {
  local: areaOf(browser.storage.local),
  sync: areaOf(browser.storage.sync),
  session,
  get version() {
    return browser.runtime.getManifest().version
  },
  search: async () => (await import('./permitted.ts')).webSearch(),
  visited: async () => (await import('./permitted.ts')).visitedSites(),
  origins: async () => (await import('./origins.ts')).origins,
  async ask(request) {
    const answer: unknown = await browser.runtime.sendMessage(request)
    // Another tab received the message, but the background did not.
    if (answer === undefined) throw new Error('No answer from the background')
    return (answer ?? undefined) as never
  },
  locked: async (name, work) =>
    (await import('./lent-locks.ts')).lockedByBackground(browser.runtime.connect, name, work),
  async takeOver(name, changed) {
    const { takingOver } = await import('./page-locks.ts')
    return (takeOver ??= takingOver(session))(name, changed)
  },
}
