// The start chunk: what the new tab needs before its first paint, as one file, because many small ones take a
// twentieth more bytes. What belongs to it follows from the static imports of the page, not from names.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The name of the chunk, and the start of its file's name. */
const NAME = 'start'

/** The engine's face only hands on: whoever imports a name from it needs the file of that name alone. */
const FACE = resolve('engine/index.ts')

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
 * Puts everything that `entry` reaches by static imports into one chunk. `entry` is the absolute path of the
 * page's first script. The plugin has to run in the build of which `group` is a group of `codeSplitting`. It
 * writes the modules of the chunk and their bytes, before compression, to the file `report` as JSON.
 */
export function startChunk(entry: string, report: string) {
  const reached = new Set<string>()
  const plugin: Plugin = {
    name: 'start-chunk',
    buildEnd() {
      reached.clear()
      const sourceOf = reexportsIn(FACE)
      const open = [entry]
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (reached.has(id)) continue
        reached.add(id)
        const info = this.getModuleInfo(id)
        const importedIds: readonly string[] = info?.importedIds ?? []
        const code = info?.code
        open.push(...importedIds.filter(imported => imported !== FACE))
        if (importedIds.includes(FACE))
          open.push(...namesFromFace(code ?? '').flatMap(name => sourceOf.get(name) ?? []))
      }
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.moduleIds.includes(entry)) continue
        const sizes = Object.entries(chunk.modules)
          .map(([id, { renderedLength }]) => [relative('.', id), renderedLength] as const)
          .filter(([, bytes]) => bytes > 0)
        mkdirSync(dirname(report), { recursive: true })
        writeFileSync(report, JSON.stringify(Object.fromEntries(sizes), undefined, 2) + '\n')
      }
    },
  }
  return { plugin, group: { name: NAME, test: (id: string) => reached.has(id) } }
}
