// Combines the modules of each loading step of a new tab into one chunk. Many small files would need one
// request each, and 5% more bytes in total.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Vite's helper for dynamic imports with dependencies. */
const PRELOAD = '\0vite/preload-helper.js'

/**
 * The groups for `codeSplitting`: each chunk contains the static imports of its entries, and modules shared
 * by two chunks go into the earlier one. `entriesOf` lists each chunk's entries as paths from the project
 * root. Throws if one does not exist.
 */
export const groupsOf = (entriesOf: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(entriesOf).map(([name, files]) => {
    const entries = files.map(file => realpathSync(file))
    return { name, test: (id: string) => entries.includes(id) }
  })

/**
 * Replaces Vite's helper. Writes the modules of the chunk `start` and their uncompressed sizes in bytes to
 * the file `report` as JSON.
 */
export const chunksPlugin = (report: string): Plugin => ({
  name: 'chunks',
  enforce: 'pre',
  load: id => (id === PRELOAD ? readFileSync('.build/preload.js', 'utf8') : undefined),
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.name !== 'start') continue
      const sizes = Object.entries(chunk.modules)
        .map(([id, { renderedLength }]) => [relative('.', id), renderedLength] as const)
        .filter(([, bytes]) => bytes > 0)
      mkdirSync(dirname(report), { recursive: true })
      writeFileSync(report, JSON.stringify(Object.fromEntries(sizes), undefined, 2) + '\n')
    }
  },
})
