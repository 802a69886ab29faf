// Under which licences the parts of the package stand: read off what was really bundled, and shipped along as
// `licences.txt`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that may be shipped in a package under MIT. */
const ALLOWED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'MPL-2.0', 'CC0-1.0']

const ART =
  'The courts of the classic deck (courts/classic-…) are by Adrian Kennard, https://www.me.uk/cards/, ' +
  'in the public domain (CC0 1.0), cut to their frames, recoloured and\n' +
  'optimised. All other pictures and the sounds were made for Quickhand and stand under its licence.'

/**
 * Packages that ship no licence text of their own, and the package of the same repository, by the same
 * author, whose text holds for them, too.
 */
const SAME_TEXT: Readonly<Record<string, string>> = {
  'wxt': '@wxt-dev/module-vue',
  '@wxt-dev/browser': '@wxt-dev/module-vue',
}

const bundled = new Set<string>()

/** The Vite plugin that notes which packages each bundle is made of. */
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
 * The licence text of a package in `node_modules`. Throws where there is none: MIT and the others want it
 * shipped along.
 */
export function licenceTextOf(name: string): string {
  const home = join('node_modules', SAME_TEXT[name] ?? name)
  const file = readdirSync(home).find(one => /^licen[cs]e/i.test(one))
  const text = file ? readFileSync(join(home, file), 'utf8').trim() : ''
  if (text === '') throw new Error(`${name} has no licence text, which has to be shipped along`)
  return text
}

/**
 * Writes `licences.txt` into a built extension. Throws where a part stands under a licence that may not be
 * shipped, or has no licence text.
 */
export function writeLicences(folder: string): void {
  const parts = [...bundled].sort().map(name => {
    const home = join('node_modules', name)
    const {
      version,
      license,
      homepage = '',
    } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<string, string>
    if (!ALLOWED.includes(license))
      throw new Error(`${name} stands under “${license}”, which may not be shipped here`)
    return `${name} ${version} (${license}) ${homepage}\n\n${licenceTextOf(name)}`
  })
  const own = `Quickhand\n\n${readFileSync('LICENSE', 'utf8').trim()}`
  writeFileSync(join(folder, 'licences.txt'), [own, ART, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n')
}
