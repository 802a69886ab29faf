// Optional host permissions: requested when a folder is connected, removed when it is disconnected.
import type { Permissions } from 'webextension-polyfill'

/** The origins that the extension may connect to, as match patterns: `https://cloud.example/*`. */
export interface Origins {
  isAllowed(patterns: readonly string[]): Promise<boolean>
  /** Asks the user; call it in a click handler. Resolves to whether they agreed. */
  allow(patterns: readonly string[]): Promise<boolean>
  revoke(patterns: readonly string[]): Promise<void>
  /** Calls `listener` when any permission is revoked, including in the browser's settings. */
  onTakenBack(listener: () => void): void
}

/** `Origins` through the browser's `permissions` API. */
export const originsOf = (permissions: Permissions.Static): Origins => ({
  isAllowed: patterns => permissions.contains({ origins: [...patterns] }),
  allow: patterns => permissions.request({ origins: [...patterns] }),
  revoke: async patterns => {
    await permissions.remove({ origins: [...patterns] })
  },
  onTakenBack: listener => permissions.onRemoved.addListener(listener),
})
