// What the browser lets the extension connect to: one origin, asked for when the person wants it, given back
// when they do not.
import type { Permissions } from 'webextension-polyfill'

/** The origins that the extension may connect to, as patterns: `https://cloud.example/*`. */
export interface Origins {
  isAllowed(pattern: string): Promise<boolean>
  /** Asks the person, by a gesture of theirs; whether they allowed it. */
  allow(pattern: string): Promise<boolean>
  giveBack(pattern: string): Promise<void>
  /** Tells when the person has taken back what they allowed, in the browser's own settings too. */
  onTakenBack(listener: () => void): void
}

/** Those of a browser's permissions. */
export const originsOf = (permissions: Permissions.Static): Origins => ({
  isAllowed: pattern => permissions.contains({ origins: [pattern] }),
  allow: pattern => permissions.request({ origins: [pattern] }),
  giveBack: async pattern => {
    await permissions.remove({ origins: [pattern] })
  },
  onTakenBack: listener => permissions.onRemoved.addListener(listener),
})
