// Optional host permissions: requested when a folder is connected, removed when it is disconnected.
import browser from 'webextension-polyfill'

/** The origins that the extension may connect to, as match patterns: `https://cloud.example/*`. */
export const origins = {
  isAllowed: (patterns: readonly string[]): Promise<boolean> =>
    browser.permissions.contains({ origins: [...patterns] }),
  /** Asks the user; call it in a click handler. Resolves to whether they agreed. */
  allow: (patterns: readonly string[]): Promise<boolean> =>
    browser.permissions.request({ origins: [...patterns] }),
  async revoke(patterns: readonly string[]): Promise<void> {
    await browser.permissions.remove({ origins: [...patterns] })
  },
  /** Calls `listener` when any permission is revoked, including in the browser's settings. */
  onTakenBack: (listener: () => void): void => browser.permissions.onRemoved.addListener(listener),
}
/** The origins that the extension may connect to. */
export type Origins = typeof origins
