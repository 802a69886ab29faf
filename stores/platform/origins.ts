// Optional host permissions: requested when a folder is connected, and released when no longer needed.
import browser from 'webextension-polyfill'

/** A match pattern for one host, as pages request it. The browser's settings can also allow all hosts. */
const OF_ONE_HOST = /^https?:\/\/[^*/]+\/\*$/

/** The origins that the extension may connect to, as match patterns: `https://cloud.example/*`. */
export const origins = {
  isAllowed: (patterns: readonly string[]): Promise<boolean> =>
    browser.permissions.contains({ origins: [...patterns] }),
  /** Asks the user; call it in a click handler. Resolves to whether they agreed. */
  allow: (patterns: readonly string[]): Promise<boolean> =>
    browser.permissions.request({ origins: [...patterns] }),
  /** Releases the permissions for other single hosts. A permission for all hosts stays. */
  async keepOnly(patterns: readonly string[]): Promise<void> {
    const { origins: held = [] } = await browser.permissions.getAll()
    const unneeded = held.filter(one => OF_ONE_HOST.test(one) && !patterns.includes(one))
    if (unneeded.length > 0) await browser.permissions.remove({ origins: unneeded })
  },
  /** Calls `listener` when any permission is revoked, including in the browser's settings. */
  onRevoked: (listener: () => void): void => browser.permissions.onRemoved.addListener(listener),
}
/** The origins that the extension may connect to. */
export type Origins = typeof origins
