// The chunks that a new tab loads one after another, as one file each: many small ones take a twentieth more
// bytes, and a request each. What belongs to a chunk follows from the static imports of its entries.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The engine's face only hands on: whoever imports a name from it needs the file of that name alone. */
const FACE = resolve('engine/index.ts')

/** What Vite imports where a dynamic import needs more than its module. */
const PRELOAD = '\0vite/preload-helper.js'

/** The file of each name that a module hands on. */
function reexportsIn(file: string): Map<string, string> {
  const sources = new Map<string, string>()
  for (const [, names, source] of readFileSync(file, 'utf8').matchAll(
    /^export \{([^}]*)\} from '([^']+)'/gm,
  )) {
    for (const name of names.split(',')) {
      sources.set(name.replace(/^.* as /s, '').trim(), resolve(dirname(file), source))
    }
  }
  return sources
}

/** The names that a module's code imports from the face. */
const namesFromFace = (code: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["'][^"']*engine\/index\.ts["']/g)].flatMap(([, names]) =>
    names.split(',').map(name => name.replace(/ as .*$/s, '').trim()),
  )

/**
 * Puts everything that the entries of a chunk reach by static imports into that one chunk, and what two
 * chunks reach into the earlier one. `entriesOf` names the entries by their paths from the top folder. The
 * plugin has to run in the build of which `groups` are groups of `codeSplitting`. It writes the modules of
 * the first chunk and their bytes, before compression, to the file `report` as JSON.
 */
export function chunksFrom(entriesOf: Readonly<Record<string, readonly string[]>>, report: string) {
  const chunks = Object.entries(entriesOf).map(
    ([name, files]) => [name, files.map(file => resolve(file))] as const,
  )
  const [[, [first]]] = chunks
  const chunkOf = new Map<string, string>()
  const plugin: Plugin = {
    name: 'chunks-from-entries',
    enforce: 'pre',
    load: id => (id === PRELOAD ? readFileSync('.build/preload.js', 'utf8') : undefined),
    buildEnd() {
      chunkOf.clear()
      const sourceOf = reexportsIn(FACE)
      for (const [name, entries] of chunks) {
        const open = [...entries]
        for (let id = open.pop(); id !== undefined; id = open.pop()) {
          if (chunkOf.has(id)) continue
          chunkOf.set(id, name)
          const info = this.getModuleInfo(id)
          if (!info && entries.includes(id)) this.error(`${id} begins the chunk ${name}, and is no module`)
          const importedIds: readonly string[] = info?.importedIds ?? []
          open.push(...importedIds.filter(imported => imported !== FACE))
          if (importedIds.includes(FACE))
            open.push(...namesFromFace(info?.code ?? '').flatMap(imported => sourceOf.get(imported) ?? []))
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
