// The one file that says `browser.`: storage as the stores see it.
import type { InjectionKey } from 'vue'
import browser from 'webextension-polyfill'

/** A storage area that holds texts by key. */
export interface Area {
  /** All texts; what another version stored in another shape is left out, and left alone. */
  all(): Promise<Record<string, string>>
  get(key: string): Promise<string | undefined>
  /** Rejects with the browser's error where it does not keep them, e.g. when it is full. */
  set(items: Record<string, string>): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Tells of texts written or removed (undefined), by this tab too. */
  onChanged(listener: (changes: Record<string, string | undefined>) => void): void
}

export interface Platform {
  readonly local: Area
}

export const platformKey: InjectionKey<Platform> = Symbol('platform')

const textsOf = (items: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(items).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

const { local } = browser.storage

export const browserPlatform: Platform = {
  local: {
    all: async () => textsOf(await local.get(null)),
    get: async key => textsOf(await local.get(key))[key],
    set: items => local.set(items),
    remove: keys => local.remove([...keys]),
    onChanged: listener => local.onChanged.addListener((changes) => {
      listener(Object.fromEntries(Object.entries(changes).map(([key, { newValue }]) =>
        [key, typeof newValue === 'string' ? newValue : undefined])))
    }),
  },
}
