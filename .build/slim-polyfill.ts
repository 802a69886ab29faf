// Keeps only the parts of the polyfill that Quickhand needs. The functions of a browser return promises in
// every version that Quickhand runs in, so what is left is how a message is answered, and only the background
// listens to messages. The result is an ES module, so that the new tab loads no helpers for CommonJS.

/** Parts of the polyfill, and what stands there instead. */
type Cuts = readonly (readonly [part: RegExp, instead: string])[]

const EVERYWHERE: Cuts = [
  // How it finds out what kind of module it is.
  [/\(function \(global, factory\) .*?function \(module\) \{/s, '(module => {'],
  [/\}\);\n(?=\/\/# source)/, '})(module);\n'],
  // The table of functions that take callbacks, and how they are made to return promises.
  [/(const apiMetadata = )\{\n.*?\n {6}\};\n/s, '$1{};\n'],
  [/if \(Object\.keys\(apiMetadata\)\.length === 0\) \{.*?\n {6}\}\n/s, ''],
  [/const makeCallback = .*?(?=const wrapMethod = )/s, ''],
  [/ else if \(hasOwnProperty\(metadata, prop\)\) \{[^}]*wrapAsyncFunction.*?\}/s, ''],
  // The number of arguments, which the types hold.
  [/if \(args\.length < metadata\.minArgs\) \{.*?\}\n(?= *return new Promise)/s, ''],
  // Parts of the browser that Quickhand never speaks to.
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
 * The polyfill's code as an ES module whose default is the browser's interface. Throws where a part is not
 * found, as after an update that has another shape. `isHearing`: for a script that hears messages.
 */
export function slimPolyfill(code: string, isHearing: boolean): string {
  let slim = code
  for (const [part, instead] of isHearing ? EVERYWHERE : [...EVERYWHERE, ...IN_PAGES]) {
    if (!part.test(slim)) throw new Error(`${String(part)} was not found in webextension-polyfill`)
    slim = slim.replace(part, instead)
  }
  return `const module = {};\n${slim}\nexport default module.exports;\n`
}

/** The Vite plugin that does so. */
export const slimPolyfillFor = (isHearing: boolean) => ({
  name: 'slim-polyfill',
  transform: (code: string, id: string): string | undefined =>
    /webextension-polyfill\/dist\/browser-polyfill(\.min)?\.js$/.test(id)
      ? slimPolyfill(code, isHearing)
      : undefined,
})
