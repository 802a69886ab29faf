// The first frame of the new tab: classic scripts, which are only minified, and a page with inlined styles
// that starts its module once the frame is painted.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'
import type { GeneratedFile } from './locales.ts'

/** The tag of the script that must run before any style applies. */
const SCRIPT = '<script src="/first-frame.js">'

/** Minifies the scripts of a folder; they go to the root of the package. */
export const firstFrameScripts = (folder: string): Promise<GeneratedFile[]> =>
  Promise.all(
    readdirSync(folder).map(async file => {
      const { code } = await minify(file, readFileSync(join(folder, file), 'utf8'), { module: false })
      return { relativeDest: file, contents: code }
    }),
  )

/**
 * Inlines the start chunk's style sheet into the page, and preloads the font of the cards. Replaces the
 * script of the start chunk with a module preload, which has the id `start`; `first-frame.js` starts it.
 */
export function firstFramePage(): Plugin {
  /** The file names of the module and of the inlined style sheet. */
  let [module, style] = ['', '']
  return {
    name: 'first-frame-page',
    transformIndexHtml: {
      order: 'post',
      handler: (page, { bundle = {} }) =>
        page
          .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, file: string, offset: number) => {
            if (!page.slice(0, offset).includes(SCRIPT))
              throw new Error('The page loads a style sheet before first-frame.js')
            const found = bundle[file]
            if (style || found?.type !== 'asset')
              throw new Error(`${file} is missing or a second style sheet`)
            style = file
            return `<style>${String(found.source).trim()}</style>`
          })
          .replace(/<script type="module" crossorigin src="\/([^"]+)"><\/script>/, (_, file: string) => {
            module = file
            return `<link rel="modulepreload" crossorigin href="/${file}" id="start">`
          })
          // The font loads at the same time as the script that waits for it.
          .replace(SCRIPT, '<link rel="preload" as="font" crossorigin href="/suits.woff2">$&'),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (!style) return
        // Later chunks list the style sheet as a dependency. It is inlined, so they list the module instead.
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && part.code.includes(style))
            part.code = part.code.replaceAll(style, module)
        Reflect.deleteProperty(bundle, style)
      },
    },
  }
}
