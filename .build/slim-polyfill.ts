// Strips unused code from webextension-polyfill. All supported browsers return promises, so the polyfill is
// needed only for messages. In the background, it lets a listener answer with a promise. In Chromium's pages,
// it rejects the promise of a message if the answer is an error. The result is an ES module, so the new tab
// needs no CommonJS helpers.

/** Parts to remove, and their replacements. */
type Cuts = readonly (readonly [part: RegExp, replacement: string])[]

const EVERYWHERE: Cuts = [
  // The code that detects the module format.
  [/\(function \(global, factory\) .*?function \(module\) \{/s, '(module => {'],
  [/\}\);\n(?=\/\/# source)/, '})(module);\n'],
  // The table of functions with callbacks, and their conversion to promises.
  [/(const apiMetadata = )\{\n.*?\n {6}\};\n/s, '$1{};\n'],
  [/if \(Object\.keys\(apiMetadata\)\.length === 0\) \{.*?\n {6}\}\n/s, ''],
  [/const makeCallback = .*?(?=const wrapMethod = )/s, ''],
  [/ else if \(hasOwnProperty\(metadata, prop\)\) \{[^}]*wrapAsyncFunction.*?\}/s, ''],
  // The check of the number of arguments, which the types replace.
  [/if \(args\.length < metadata\.minArgs\) \{.*?\}\n(?= *return new Promise)/s, ''],
  // Browser APIs that Quickhand never uses.
  [/const onRequestFinishedWrappers = .*?\n {6}\}\);\n/s, ''],
  [/devtools: \{.*?\n {8}\},\n/s, ''],
  [/,\n {8}tabs: \{.*?\n {8}\}(?=\n)/s, ''],
  [/onMessageExternal: .*?\n/, ''],
  [/const settingMetadata = .*?(?=return wrapObject)/s, ''],
]
const IN_PAGES: Cuts = [
  [/class DefaultWeakMap .*?\n {6}\}\n/s, ''],
  [/const wrapEvent = .*?\n {6}\}\);\n/s, ''],
  [/const onMessageWrappers = .*?\n {6}\}\);\n/s, ''],
  [/onMessage: .*?\n/, ''],
]

/**
 * The polyfill as an ES module whose default export is the browser API. Throws if a part is not found, for
 * example after an update. `listens`: whether the script listens for messages.
 */
export function slimPolyfill(code: string, listens: boolean): string {
  let slim = code
  for (const [part, replacement] of listens ? EVERYWHERE : [...EVERYWHERE, ...IN_PAGES]) {
    if (!part.test(slim)) throw new Error(`${String(part)} was not found in webextension-polyfill`)
    slim = slim.replace(part, replacement)
  }
  return `const module = {};\n${slim}\nexport default module.exports;\n`
}

/** The Vite plugin that strips the polyfill. */
export const slimPolyfillFor = (listens: boolean) => ({
  name: 'slim-polyfill',
  transform: (code: string, id: string): string | undefined =>
    /webextension-polyfill\/dist\/browser-polyfill(\.min)?\.js$/.test(id)
      ? slimPolyfill(code, listens)
      : undefined,
})
