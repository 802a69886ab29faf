// Leaves out of the polyfill what it knows of parts of the browser that Quickhand never speaks to: a third of
// it, and all of it is loaded before the first paint. It also makes an ES module of it, so that the new tab
// loads no helpers for CommonJS.
import { readFileSync } from 'node:fs'

/** Used by the background alone, which takes no answer from them: they work as the browser has them. */
const PLAIN: readonly string[] = ['alarms']

/** The parts of the browser's interface that a source names: `storage` in `browser.storage.local`. */
const partsNamedIn = (source: string): Set<string> =>
  new Set(
    [...source.matchAll(/\bbrowser\.(\w+)/g)].flatMap(([, part]) => (PLAIN.includes(part) ? [] : [part])),
  )

/**
 * The polyfill's code as an ES module whose default is the browser's interface, without the functions of
 * other parts of the browser than `parts`. Throws where its table of functions is not found, as after an
 * update that has another shape.
 */
export function slimPolyfill(code: string, parts: ReadonlySet<string>): string {
  const table = /(const apiMetadata = )(\{\n.*?\n {6}\})(;\n)/s.exec(code)
  if (!table) throw new Error('The table of functions was not found in webextension-polyfill')
  const all = JSON.parse(table[2]) as Record<string, unknown>
  const kept = Object.fromEntries(Object.entries(all).filter(([part]) => parts.has(part)))
  const slim = code
    .replace(table[0], () => table[1] + JSON.stringify(kept) + table[3])
    // Checks of the table, and of numbers of arguments, which the types hold.
    .replace(/if \(Object\.keys\(apiMetadata\)\.length === 0\) \{.*?\}\n/s, '')
    .replaceAll(/if \(args\.length [<>] metadata\.(?:min|max)Args\) \{\n.*?\}\n/gs, '')
  return `const module = { exports: {} }, { exports } = module;\n${slim}\nexport default module.exports;\n`
}

/** The Vite plugin that does so for what the files of `stores/platform/` say that speak to the browser. */
export const slimPolyfillFor = (...names: readonly string[]) => ({
  name: 'slim-polyfill',
  transform(code: string, id: string): string | undefined {
    if (!/webextension-polyfill\/dist\/browser-polyfill(\.min)?\.js$/.test(id)) return undefined
    const sources = names.map(name => readFileSync(`stores/platform/${name}.ts`, 'utf8'))
    return slimPolyfill(code, partsNamedIn(sources.join('\n')))
  },
})
