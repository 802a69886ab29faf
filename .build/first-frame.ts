// The first frame of the new tab: classic scripts that run as they are, only shorter, and the page that holds
// its style and starts its module when that frame is painted.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from 'terser'
import type { Plugin } from 'vite'
import type { GeneratedFile } from './locales.ts'

/** Every script of a folder, shortened, for the top of the package. */
export const firstFrameScripts = (folder: string): Promise<GeneratedFile[]> =>
  Promise.all(
    readdirSync(folder).map(async file => {
      const { code = '' } = await minify(readFileSync(join(folder, file), 'utf8'), { ecma: 2020 })
      return { relativeDest: file, contents: code }
    }),
  )

/**
 * Puts the style of the start chunk into the page, and hands its module to `paint-snapshot.js`, as a module
 * to preload with the id `start`.
 */
export function firstFramePage(): Plugin {
  /** The file of the module, and that of the style, which is in the page. */
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
        // Later parts name the style among what they need. The module stands in for it, as it is there.
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && part.code.includes(style))
            part.code = part.code.replaceAll(style, module)
        Reflect.deleteProperty(bundle, style)
      },
    },
  }
}
