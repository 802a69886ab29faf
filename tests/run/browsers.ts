// Finds the browsers for the tests, and installs missing browsers from Debian if possible.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.ts'

export type BrowserPackage = 'chromium' | 'firefox-esr'

const NAMES: Readonly<Record<BrowserPackage, readonly string[]>> = {
  'chromium': ['chromium', 'chromium-browser', 'google-chrome'],
  'firefox-esr': ['firefox-esr', 'firefox'],
}

const pathOf = (name: BrowserPackage): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => NAMES[name].map(program => join(folder, program)))
    .find(existsSync)

/** The path of a browser. Throws an error that says what to install. */
export function findBrowser(name: BrowserPackage): string {
  const found = pathOf(name)
  if (!found) throw new Error(`${name} is required but not installed: apt-get install ${name}`)
  return found
}

/**
 * Installs missing browsers with apt, as root or with passwordless sudo. Throws an error that says what to
 * install if this is impossible.
 */
export function ensureBrowsers(...names: BrowserPackage[]): void {
  const missing = names.filter(name => !pathOf(name))
  if (missing.length === 0) return
  installFromDebian(...missing)
  for (const name of missing) findBrowser(name)
}
