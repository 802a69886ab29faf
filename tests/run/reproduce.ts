// `.build/run node tests/run/reproduce.ts [chrome]`: checks that builds are reproducible. A build from a
// copy elsewhere must have the same files as the last build in `.output/`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'assets',
  'components',
  'engine',
  'entrypoints',
  'stores',
  '.build',
  'LICENSE',
  'package.json',
  'tsconfig.json',
  'wxt.config.ts',
]
/** Both browsers, or the given one. */
const BUILDS = process.argv[2] ? [process.argv[2]] : ['chrome', 'firefox']

/** The checksum of every file in a folder, by path. */
function sums(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (statSync(path).isFile())
      found.set(name, createHash('sha256').update(readFileSync(path)).digest('hex'))
  }
  return found
}

mkdirSync('.wxt', { recursive: true })
const copy = mkdtempSync(join('.wxt', 'again-'))
for (const name of SOURCES) cpSync(name, join(copy, name), { recursive: true })
// Modules are ordered by path, so the copy needs its own packages folder too.
if (spawnSync('cp', ['-al', 'node_modules', copy], { stdio: 'inherit' }).status !== 0)
  throw new Error('The packages could not be copied')
let differing = 0
for (const browser of BUILDS) {
  const built = spawnSync('wxt', ['build', '-b', browser, '--mv3'], {
    cwd: copy,
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`The copy could not be built: ${built.stderr}`)
  const [here, there] = ['.', copy].map(home => sums(join(home, '.output', `${browser}-mv3`)))
  const names = [...new Set([...here.keys(), ...there.keys()])].filter(
    name => here.get(name) !== there.get(name),
  )
  names.forEach(name => console.log(`differs: ${browser} ${name}`))
  differing += names.length
  console.log(`${browser}: ${here.size} files, ${names.length} differ from a build elsewhere`)
}
rmSync(copy, { recursive: true, force: true })
process.exitCode = differing > 0 ? 1 : 0
