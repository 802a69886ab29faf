// The files that a new tab loads before its first paint, as the built page lists them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The limit for scripts and styles before the first paint, in gzipped bytes. */
export const START_UP_BUDGET = 64 * 1024

/**
 * Every script and style sheet that `newtab.html` of a built extension references, and its inlined styles,
 * each with its gzipped size. The build lists all static imports there as module preloads.
 */
export function startUpFiles(folder: string): Map<string, number> {
  const page = readFileSync(join(folder, 'newtab.html'), 'utf8')
  const files = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file)
  const style = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text).join('')
  const size = (text: string | Buffer): number => gzipSync(text, { level: 9 }).length
  return new Map([
    ...files.map(file => [file, size(readFileSync(join(folder, file)))] as const),
    ['inline style', size(style)],
  ])
}
