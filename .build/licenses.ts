// Checks the licenses of the bundled packages, and writes their texts to `licenses.txt`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licenses that are compatible with distribution under MIT. */
const ALLOWED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'MPL-2.0', 'CC0-1.0']

const ART =
  'The court cards of the classic deck (courts/classic-…) are by Adrian Kennard, https://www.me.uk/cards/, ' +
  'in the public domain (CC0 1.0), cropped to their frames, recolored and optimized. ' +
  'All other pictures and the sounds were made for Quickhand and are under its license.'

/** For each package without a license text, a package of the same repository whose text covers both. */
const SAME_TEXT: Readonly<Record<string, string>> = {
  'wxt': '@wxt-dev/module-vue',
  '@wxt-dev/browser': '@wxt-dev/module-vue',
}

const bundled = new Set<string>()

/** A Vite plugin that records which packages the bundles contain. */
export const noteBundled = {
  name: 'note-bundled',
  generateBundle(_: unknown, bundle: Record<string, { type: string; moduleIds?: readonly string[] }>): void {
    for (const { moduleIds = [] } of Object.values(bundle))
      for (const id of moduleIds) {
        const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
        if (name) bundled.add(name)
      }
  },
}

/**
 * The license text of a package in `node_modules`. Throws if there is none, because MIT and other licenses
 * require it to be included.
 */
export function licenseTextOf(name: string): string {
  const home = join('node_modules', SAME_TEXT[name] ?? name)
  const file = readdirSync(home).find(one => /^licen[cs]e/i.test(one))
  const text = file ? readFileSync(join(home, file), 'utf8').trim() : ''
  if (text === '') throw new Error(`${name} has no license text, which must be shipped with it`)
  return text
}

/** Writes `licenses.txt` into a built extension. Throws if a license is not allowed or has no text. */
export function writeLicenses(folder: string): void {
  const parts = [...bundled].sort().map(name => {
    const home = join('node_modules', name)
    const {
      version,
      license = '',
      homepage = '',
    } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<string, string>
    if (!ALLOWED.includes(license))
      throw new Error(`${name} is licensed under “${license}”, which is not allowed`)
    return `${name} ${version} (${license}) ${homepage}\n\n${licenseTextOf(name)}`
  })
  const own = `Quickhand\n\n${readFileSync('LICENSE', 'utf8').trim()}`
  writeFileSync(join(folder, 'licenses.txt'), [own, ART, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n')
}
