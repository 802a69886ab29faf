// The most visited sites, as the browser reports them. Needs an optional permission.
import browser, { type Permissions } from 'webextension-polyfill'

/** A site, and the address of its icon if the browser has one. */
export interface Site {
  readonly title: string
  readonly url: string
  readonly icon?: string | undefined
}

/** An optional permission. */
export interface Permission {
  isAllowed(): Promise<boolean>
  /** Asks the user; call it in a click handler. Resolves to whether they agreed. */
  allow(): Promise<boolean>
  revoke(): Promise<void>
}

/** The browser's data about sites, which requires a permission. */
export interface VisitedSites extends Permission {
  /** The most visited sites, most visited first. Rejects without permission. */
  list(): Promise<readonly Site[]>
  /** The address of any site's icon; undefined in Firefox. */
  iconOf(url: string): string | undefined
}

/** Chrome's API, which has an icon for every site. */
function inChrome(): VisitedSites {
  const iconOf = (url: string): string =>
    `${browser.runtime.getURL('_favicon/')}?pageUrl=${encodeURIComponent(url)}&size=32`
  const list = async (): Promise<Site[]> =>
    (await browser.topSites.get()).map(({ title, url }) => ({ title: title || url, url, icon: iconOf(url) }))
  return { ...permission(['topSites', 'favicon']), list, iconOf }
}

/** Firefox's API, which has icons only for the most visited sites. */
function inFirefox(): VisitedSites {
  const list = async (): Promise<Site[]> =>
    (await browser.topSites.get({ includeFavicon: true })).map(({ title, url, favicon }) => ({
      title: title || url,
      url,
      icon: favicon ?? undefined,
    }))
  return { ...permission(['topSites']), list, iconOf: () => undefined }
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

/** The API of this browser. */
export const visitedSites = (): VisitedSites =>
  browser.runtime.getURL('').startsWith('moz') ? inFirefox() : inChrome()
