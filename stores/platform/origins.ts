// What the browser lets the extension connect to: the origins of a folder, asked for when the person wants
// it, given back when they do not.
import type { Permissions } from 'webextension-polyfill'

/** The origins that the extension may connect to, as patterns: `https://cloud.example/*`. */
export interface Origins {
  isAllowed(patterns: readonly string[]): Promise<boolean>
  /** Asks the person, by a gesture of theirs; whether they allowed it. */
  allow(patterns: readonly string[]): Promise<boolean>
  giveBack(patterns: readonly string[]): Promise<void>
  /** Called when a permission is revoked, including in the browser's settings. */
  onTakenBack(listener: () => void): void
}

/** Those of a browser's permissions. */
export const originsOf = (permissions: Permissions.Static): Origins => ({
  isAllowed: patterns => permissions.contains({ origins: [...patterns] }),
  allow: patterns => permissions.request({ origins: [...patterns] }),
  giveBack: async patterns => {
    await permissions.remove({ origins: [...patterns] })
  },
  onTakenBack: listener => permissions.onRemoved.addListener(listener),
})
