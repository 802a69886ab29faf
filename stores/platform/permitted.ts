// The features that need an optional permission: web search, and the most visited sites.
import browser, { type Permissions } from 'webextension-polyfill'

/** A site, and the address of its icon if the browser has one. */
export interface Site {
  readonly title: string
  readonly url: string
  readonly icon?: string | undefined
}

/** An optional permission. */
export interface Permission {
  /** Rejects in browsers that do not know the permission. */
  isAllowed(): Promise<boolean>
  /** Asks the user; call it in a click handler. Resolves to whether they agreed. */
  allow(): Promise<boolean>
  revoke(): Promise<void>
}

/** The browser's default search engine. */
export interface WebSearch extends Permission {
  /** Shows results in this tab. */
  find(words: string): Promise<void>
}

/** The browser's data about sites, which requires a permission. */
export interface VisitedSites extends Permission {
  /** The most visited sites, most visited first. Rejects without permission. */
  list(): Promise<readonly Site[]>
  /** The address of any site's icon; undefined in Firefox. */
  iconOf(url: string): string | undefined
}

function permission(names: readonly string[]): Permission {
  // The types lack Chrome's `favicon` permission.
  const wanted = { permissions: names } as Permissions.Permissions
  return {
    isAllowed: () => browser.permissions.contains(wanted),
    allow: () => browser.permissions.request(wanted),
    revoke: async () => {
      await browser.permissions.remove(wanted)
    },
  }
}

/** Web search in this browser. */
export const webSearch = (): WebSearch => ({
  ...permission(['search']),
  find: words => browser.search.query({ text: words, disposition: 'CURRENT_TAB' }),
})

/** The most visited sites in this browser. Firefox has icons only for them, Chrome for every site. */
export function visitedSites(): VisitedSites {
  const isFirefox = browser.runtime.getURL('').startsWith('moz')
  const iconOf = (url: string): string | undefined =>
    isFirefox
      ? undefined
      : `${browser.runtime.getURL('_favicon/')}?pageUrl=${encodeURIComponent(url)}&size=32`
  return {
    ...permission(isFirefox ? ['topSites'] : ['topSites', 'favicon']),
    async list() {
      const sites = await browser.topSites.get(...(isFirefox ? [{ includeFavicon: true }] : []))
      return sites.map(({ title, url, favicon }) => ({
        title: title || url,
        url,
        icon: favicon ?? iconOf(url),
      }))
    },
    iconOf,
  }
}
