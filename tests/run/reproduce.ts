// `.build/run node tests/run/reproduce.ts [chrome]` checks that builds are reproducible. A build in a copy of
// the project must have the same files as the last build in `.output/`.
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
/** The browsers to build for: both, or the browser that the command line names. */
const BUILDS = process.argv[2] ? [process.argv[2]] : ['chrome', 'firefox']

/** The SHA-256 of every file in a folder, by path. */
function hashesIn(folder: string): Map<string, string> {
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
// The build orders modules by path, so the copy needs packages at the same relative path.
if (spawnSync('cp', ['-al', 'node_modules', copy], { stdio: 'inherit' }).status !== 0)
  throw new Error('The packages could not be copied')
let differing = 0
for (const browser of BUILDS) {
  const built = spawnSync('wxt', ['build', '-b', browser, '--mv3'], {
    cwd: copy,
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`The copy could not be built: ${built.stderr}`)
  const [original, rebuilt] = ['.', copy].map(home => hashesIn(join(home, '.output', `${browser}-mv3`)))
  const names = [...new Set([...original.keys(), ...rebuilt.keys()])].filter(
    name => original.get(name) !== rebuilt.get(name),
  )
  names.forEach(name => console.log(`differs: ${browser} ${name}`))
  differing += names.length
  console.log(`${browser}: ${original.size} files, ${names.length} differ from the build in a copy`)
}
rmSync(copy, { recursive: true, force: true })
process.exitCode = differing > 0 ? 1 : 0
