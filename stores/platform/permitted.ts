// The features that need an optional permission: web search, and the most visited sites.
import browser, { type Permissions } from 'webextension-polyfill'

/** A site, and the address of its icon if the browser has one. */
export interface Site {
  readonly title: string
  readonly url: string
  readonly icon?: string | undefined
}

function permission(...names: readonly string[]) {
  // The types lack Chrome's `favicon` permission.
  const wanted = { permissions: names } as Permissions.Permissions
  return {
    /** Rejects in browsers that do not know the permission. */
    isAllowed: () => browser.permissions.contains(wanted),
    /** Asks the user; call it in a click handler. Resolves to whether they agreed. */
    allow: () => browser.permissions.request(wanted),
    revoke: (): Promise<unknown> => browser.permissions.remove(wanted),
  }
}
/** An optional permission. */
export type Permission = ReturnType<typeof permission>

/** The browser's default search engine. */
export const webSearch = () => ({
  ...permission('search'),
  /** Shows results in this tab. */
  find: (words: string) => browser.search.query({ text: words, disposition: 'CURRENT_TAB' }),
})

/** The most visited sites in this browser. Firefox has icons only for them, Chrome for every site. */
export function visitedSites() {
  const isFirefox = location.protocol === 'moz-extension:'
  const iconOf = (url: string): string | undefined =>
    isFirefox ? undefined : `/_favicon/?pageUrl=${encodeURIComponent(url)}&size=32`
  return {
    ...permission('topSites', ...(isFirefox ? [] : ['favicon'])),
    /** The most visited sites, most visited first. Rejects without permission. */
    async list(): Promise<readonly Site[]> {
      const sites = await browser.topSites.get(...(isFirefox ? [{ includeFavicon: true }] : []))
      return sites.map(({ title, url, favicon }) => ({
        title: title || url,
        url,
        icon: favicon ?? iconOf(url),
      }))
    },
    /** The address of any site's icon; undefined in Firefox. */
    iconOf,
  }
}
