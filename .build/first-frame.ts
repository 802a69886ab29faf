// The classic scripts of the first frame: small files that run as they are, only shorter.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from 'terser'
import type { GeneratedFile } from './locales.ts'

/** Every script of a folder, shortened, for the top of the package. */
export const firstFrameScripts = (folder: string): Promise<GeneratedFile[]> =>
  Promise.all(
    readdirSync(folder).map(async file => {
      const { code = '' } = await minify(readFileSync(join(folder, file), 'utf8'), { ecma: 2020 })
      return { relativeDest: file, contents: code }
    }),
  )
