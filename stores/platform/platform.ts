// Storage, messages and locks of the browser, as the stores see them in a page.
import { inject, type InjectionKey } from 'vue'
import browser, { type Storage } from 'webextension-polyfill'
import type { Origins } from './origins.ts'
import type { VisitedSites } from './visited.ts'

/** Texts by their keys in storage. */
export type Texts = Readonly<Record<string, string>>

/**
 * What lies under a key since a change: a text, nothing (undefined), or what another version stored in
 * another shape (null), which is left alone.
 */
export type Changes = Readonly<Record<string, string | undefined | null>>

/** A storage area that holds texts by key. */
export interface Area {
  /**
   * All texts; what another version stored in another shape is left out. A game in another shape reads as a
   * record of a newer format.
   */
  all(): Promise<Record<string, string>>
  get(key: string): Promise<string | undefined>
  /** Rejects with the browser's error where it does not keep them, e.g. when it is full. */
  set(items: Record<string, string>): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Tells of what changes, by this tab too, until the returned function is called. */
  onChanged(listener: (changes: Changes) => void): () => void
}

/** What a page or the background can ask of the browser. */
export interface Platform {
  readonly local: Area
  readonly sync: Area
  /** What all tabs and the background share until the browser ends; it is never written to the disk. */
  readonly session: Area
  readonly version: string
  /** The browser's default search engine, behind a permission that is asked for when it is wanted. */
  readonly search: {
    isAllowed(): Promise<boolean>
    /** Asks the person, by a gesture of theirs; whether they allowed it. */
    allow(): Promise<boolean>
    giveBack(): Promise<void>
    /** Shows what the engine finds, in this tab. */
    find(words: string): Promise<void>
  }
  /** The sites opened most often; loaded when they are wanted. */
  visited(): Promise<VisitedSites>
  /** What the browser lets the extension connect to; loaded when it is wanted. */
  origins(): Promise<Origins>
  /** Asks the background; resolves to its answer when it has done so. `Asking` says what it can be asked. */
  ask<A>(request: never): Promise<A>
  /** Runs work while no page and not the background holds the lock of this name. */
  locked<T>(name: string, work: () => Promise<T>): Promise<T>
  /**
   * Takes a lock away from whoever has it; resolves when it is here, at once where this tab has it already.
   * Later it may be taken away in turn, and come back when its holder closes: `changed` tells.
   */
  takeOver(name: string, changed: (isHolder: boolean) => void): Promise<void>
}

/** The key under which an app provides its platform. */
export const platformKey: InjectionKey<Platform> = Symbol('platform')

/** The platform that the page was given. Throws outside an app that provides one. */
export function usePlatform(): Platform {
  const platform = inject(platformKey)
  if (!platform) throw new Error('No platform was provided to this app')
  return platform
}

/** Reads as a record of a newer format, which every version leaves alone. */
const NEWER_RECORD = '9'

const textOf = (key: string, value: unknown): string | null =>
  typeof value === 'string' ? value : /^(game|previous):/.test(key) ? NEWER_RECORD : null

const textsOf = (items: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(items).flatMap(([key, value]) => {
      const text = textOf(key, value)
      return text === null ? [] : [[key, text]]
    }),
  )

const areaOf = (area: Storage.StorageArea): Area => ({
  all: async () => textsOf(await area.get(null)),
  get: async key => textsOf(await area.get(key))[key],
  set: items => area.set(items),
  remove: keys => area.remove([...keys]),
  onChanged(listener) {
    const heard = (changes: Storage.StorageAreaOnChangedChangesType) =>
      listener(
        Object.fromEntries(
          Object.entries(changes).map(([key, change]) => {
            const { newValue } = change as Storage.StorageChange
            return [key, newValue === undefined ? undefined : textOf(key, newValue)]
          }),
        ),
      )
    area.onChanged.addListener(heard)
    return () => area.onChanged.removeListener(heard)
  },
})

const SEARCH = { permissions: ['search' as const] }

const session = areaOf(browser.storage.session)
let takeOver: Promise<Platform['takeOver']> | undefined

/** The real browser. */
export const browserPlatform: Platform = {
  local: areaOf(browser.storage.local),
  sync: areaOf(browser.storage.sync),
  session,
  get version() {
    return browser.runtime.getManifest().version
  },
  search: {
    isAllowed: () => browser.permissions.contains(SEARCH),
    allow: () => browser.permissions.request(SEARCH),
    giveBack: async () => {
      await browser.permissions.remove(SEARCH)
    },
    find: words => browser.search.query({ text: words, disposition: 'CURRENT_TAB' }),
  },
  visited: async () => (await import('./visited.ts')).visitedSites(browser),
  origins: async () => (await import('./origins.ts')).originsOf(browser.permissions),
  ask: request => browser.runtime.sendMessage(request),
  locked: async (name, work) =>
    (await import('./lent-locks.ts')).lockedByBackground(browser.runtime.connect, name, work),
  async takeOver(name, changed) {
    takeOver ??= import('./page-locks.ts').then(({ takingOver }) => takingOver(session))
    return (await takeOver)(name, changed)
  },
}
