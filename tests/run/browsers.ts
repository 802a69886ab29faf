// The real browsers: where they are, and getting them from Debian where they are missing and may be
// installed.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.ts'

export type BrowserPackage = 'chromium' | 'firefox-esr'

const NAMES: Readonly<Record<BrowserPackage, readonly string[]>> = {
  'chromium': ['chromium', 'chromium-browser', 'google-chrome'],
  'firefox-esr': ['firefox-esr', 'firefox'],
}

const look = (name: BrowserPackage): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => NAMES[name].map(program => join(folder, program)))
    .find(existsSync)

/** The path of a browser. Throws with a sentence that says what to install. */
export function findBrowser(name: BrowserPackage): string {
  const found = look(name)
  if (!found) throw new Error(`${name} is needed and not installed: apt-get install ${name}`)
  return found
}

/**
 * Installs what is missing with apt, as root or by sudo without a password; else throws with a sentence that
 * says what to install.
 */
export function ensureBrowsers(...names: BrowserPackage[]): void {
  const missing = names.filter(name => !look(name))
  if (missing.length === 0) return
  installFromDebian(...missing)
  for (const name of missing) findBrowser(name)
}
