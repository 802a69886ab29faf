// What is loaded before the first paint: script and style of the new tab, compressed as a store package
// compresses them.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { figure } from './report.ts'

const folder = '.output/chrome-mv3'

export function benchSize(): void {
  const seen = new Map<string, number>()
  const add = (file: string): void => {
    if (seen.has(file)) return
    const text = readFileSync(join(folder, file))
    seen.set(file, gzipSync(text, { level: 9 }).length)
    if (file.endsWith('.js'))
      for (const [, next] of text
        .toString()
        .matchAll(/^import[^;]*?["']\.\/([\w.-]+\.js)["']|(?<=[;}])import[^;]*?["']\.\/([\w.-]+\.js)["']/g))
        if (next) add(join(dirname(file), next))
  }
  const page = readFileSync(join(folder, 'newtab.html'), 'utf8')
  for (const [, file] of page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)) add(file)
  const total = [...seen.values()].reduce((sum, size) => sum + size, 0)
  figure('script and style before the first paint, gzip', `${(total / 1024).toFixed(1)} KiB`, '≤ 64 KiB')
  console.log('\nStart-up script and style, gzip (asked: ≤ 64 KiB)')
  for (const [file, size] of seen)
    console.log(`  ${file.padEnd(44)} ${size.toLocaleString('en').padStart(7)} bytes`)
  console.log(
    `  ${'in all'.padEnd(44)} ${total.toLocaleString('en').padStart(7)} bytes = ${(total / 1024).toFixed(1)} KiB`,
  )
}
