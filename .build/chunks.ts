// Combines the modules of each loading step of a new tab into one chunk. Many small files would need one
// request each, and 5% more bytes in total. A chunk contains the static imports of its entries.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The engine's index. An import from it needs only the file that defines the imported name. */
const INDEX = resolve('engine/index.ts')

/** Vite's helper for dynamic imports with dependencies. */
const PRELOAD = '\0vite/preload-helper.js'

/** The source file of each name that a module re-exports. */
function reexportsIn(file: string): Map<string, string> {
  const sources = new Map<string, string>()
  for (const [, names = '', source = ''] of readFileSync(file, 'utf8').matchAll(
    /^export \{([^}]*)\} from '([^']+)'/gm,
  )) {
    for (const name of names.split(',')) {
      sources.set(name.replace(/^.* as /s, '').trim(), resolve(dirname(file), source))
    }
  }
  return sources
}

/** The names that a module imports from the index. */
const namesFromIndex = (code: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["'][^"']*engine\/index\.ts["']/g)].flatMap(
    ([, names = '']) => names.split(',').map(name => name.replace(/ as .*$/s, '').trim()),
  )

/**
 * Puts all static imports of a chunk's entries into that chunk; modules shared by two chunks go into the
 * earlier one. `entriesOf` lists each chunk's entries as paths from the project root. The plugin must run in
 * the build whose `codeSplitting` has the returned `groups`. The plugin writes the modules of the first chunk
 * and their uncompressed sizes in bytes to the file `report` as JSON.
 */
export function chunksFrom(entriesOf: Readonly<Record<string, readonly string[]>>, report: string) {
  const chunks = Object.entries(entriesOf).map(
    ([name, files]) => [name, files.map(file => resolve(file))] as const,
  )
  const first = chunks[0]![1][0]!
  const chunkOf = new Map<string, string>()
  const plugin: Plugin = {
    name: 'chunks-from-entries',
    enforce: 'pre',
    load: id => (id === PRELOAD ? readFileSync('.build/preload.js', 'utf8') : undefined),
    buildEnd() {
      chunkOf.clear()
      const sourceOf = reexportsIn(INDEX)
      for (const [name, entries] of chunks) {
        const pending = [...entries]
        for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
          if (chunkOf.has(id)) continue
          chunkOf.set(id, name)
          const info = this.getModuleInfo(id)
          if (!info && entries.includes(id)) this.error(`${id} is an entry of ${name} but not a module`)
          const importedIds: readonly string[] = info?.importedIds ?? []
          pending.push(...importedIds.filter(imported => imported !== INDEX))
          if (importedIds.includes(INDEX))
            pending.push(...namesFromIndex(info?.code ?? '').flatMap(name => sourceOf.get(name) ?? []))
        }
      }
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.moduleIds.includes(first)) continue
        const sizes = Object.entries(chunk.modules)
          .map(([id, { renderedLength }]) => [relative('.', id), renderedLength] as const)
          .filter(([, bytes]) => bytes > 0)
        mkdirSync(dirname(report), { recursive: true })
        writeFileSync(report, JSON.stringify(Object.fromEntries(sizes), undefined, 2) + '\n')
      }
    },
  }
  return {
    plugin,
    groups: chunks.map(([name]) => ({ name, test: (id: string) => chunkOf.get(id) === name })),
  }
}
