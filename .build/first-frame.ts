// The first frame of the new tab: classic scripts, minified only, and a page with inlined style that starts
// its module once that frame is painted.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from 'terser'
import type { Plugin } from 'vite'
import type { GeneratedFile } from './locales.ts'

/** Minifies every script of a folder into the root of the package. */
export const firstFrameScripts = (folder: string): Promise<GeneratedFile[]> =>
  Promise.all(
    readdirSync(folder).map(async file => {
      const { code = '' } = await minify(readFileSync(join(folder, file), 'utf8'), { ecma: 2020 })
      return { relativeDest: file, contents: code }
    }),
  )

/**
 * Inlines the style of the start chunk into the page, and gives its module to `paint-snapshot.js` as a module
 * preload with the id `start`.
 */
export function firstFramePage(): Plugin {
  /** The file of the module, and that of the inlined style. */
  let [module, style] = ['', '']
  return {
    name: 'first-frame-page',
    transformIndexHtml: {
      order: 'post',
      handler: (page, { bundle = {} }) =>
        page
          .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, file: string) => {
            const found = bundle[file]
            if (style || found?.type !== 'asset') throw new Error(`${file} is not the one style of the page`)
            style = file
            return `<style>${String(found.source).trim()}</style>`
          })
          .replace(/<script type="module" crossorigin src="\/([^"]+)"><\/script>/, (_, file: string) => {
            module = file
            return `<link rel="modulepreload" crossorigin href="/${file}" id="start">`
          }),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (!style) return
        // Later chunks list the style as a dependency. It is inlined, so the module replaces it.
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && part.code.includes(style))
            part.code = part.code.replaceAll(style, module)
        Reflect.deleteProperty(bundle, style)
      },
    },
  }
}
