// Under which licences the parts of the package stand: read off what was really bundled, and shipped along as
// `licences.txt`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that may be shipped in a package under MIT. */
const ALLOWED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'MPL-2.0', 'CC0-1.0']

const ART =
  'The courts of the classic deck (courts/) are by Adrian Kennard, https://www.me.uk/cards/, in the public domain (CC0 1.0), cut to their frames, recoloured and\n' +
  'optimised. All other pictures and the sounds were made for Quickhand and stand under its licence.'

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
 * Writes `licences.txt` into a built extension. Throws where a part stands under a licence that may not be
 * shipped.
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
    const file = readdirSync(home).find(one => /^licen[cs]e/i.test(one))
    return `${name} ${version} (${license}) ${homepage}\n\n${file ? readFileSync(join(home, file), 'utf8').trim() : ''}`
  })
  const own = `Quickhand\n\n${readFileSync('LICENSE', 'utf8').trim()}`
  writeFileSync(join(folder, 'licences.txt'), [own, ART, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n')
}
