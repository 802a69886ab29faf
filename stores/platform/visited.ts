// The sites that a person opens most often, as the browser knows them: asked for when they are wanted, given
// back when they are not.
import type { Browser, Permissions } from 'webextension-polyfill'

/** A site, and the address of its small picture, where the browser has one. */
export interface Site {
  readonly title: string
  readonly url: string
  readonly icon?: string | undefined
}

/** What the browser tells of sites, behind a permission. */
export interface VisitedSites {
  isAllowed(): Promise<boolean>
  /** Asks the person, by a gesture of theirs; whether they allowed it. */
  allow(): Promise<boolean>
  giveBack(): Promise<void>
  /** The sites opened most often, the most often opened first. Rejects where it is not allowed. */
  list(): Promise<readonly Site[]>
  /** The address of any site's small picture; undefined where this browser gives none. */
  iconOf(url: string): string | undefined
}

/** Those of Chrome, which draws the small picture of any site. */
function inChrome(browser: Browser): VisitedSites {
  const iconOf = (url: string): string =>
    `${browser.runtime.getURL('_favicon/')}?pageUrl=${encodeURIComponent(url)}&size=32`
  const list = async (): Promise<Site[]> =>
    (await browser.topSites.get()).map(({ title, url }) => ({ title: title || url, url, icon: iconOf(url) }))
  return { ...permission(browser, ['topSites', 'favicon']), list, iconOf }
}

/** Those of Firefox, which has pictures only of the most visited sites. */
function inFirefox(browser: Browser): VisitedSites {
  const list = async (): Promise<Site[]> =>
    (await browser.topSites.get({ includeFavicon: true })).map(({ title, url, favicon }) => ({
      title: title || url,
      url,
      icon: favicon ?? undefined,
    }))
  return { ...permission(browser, ['topSites']), list, iconOf: () => undefined }
}

function permission(
  browser: Browser,
  names: readonly string[],
): Pick<VisitedSites, 'isAllowed' | 'allow' | 'giveBack'> {
  // The types do not know Chrome's `favicon`.
  const wanted = { permissions: names } as Permissions.Permissions
  return {
    isAllowed: () => browser.permissions.contains(wanted),
    allow: () => browser.permissions.request(wanted),
    giveBack: async () => {
      await browser.permissions.remove(wanted)
    },
  }
}

/** Those of the browser that this runs in. */
export const visitedSites = (browser: Browser): VisitedSites =>
  (browser.runtime.getURL('').startsWith('moz') ? inFirefox : inChrome)(browser)
