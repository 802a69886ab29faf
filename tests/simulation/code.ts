// The code that is simulated: the real one, or a copy with a fault planted.
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Code } from './device.ts'

export interface Change {
  readonly file: string
  /** The place that is changed: it must be in the file exactly once. */
  readonly find: string
  readonly replace: string
}

const HOME = resolve(import.meta.dirname, '../../stores/sync')

let copies = 0

async function load(folder: string): Promise<Code> {
  const names = [
    'items',
    'json',
    'syncer',
    'saved',
    'devices',
    'fold',
    'self',
    'room',
    'rows',
    'vector',
  ] as const
  const modules = await Promise.all(
    names.map(name => import(pathToFileURL(join(folder, `${name}.ts`)).href) as Promise<unknown>),
  )
  return Object.fromEntries(names.map((name, i) => [name, modules[i]])) as unknown as Code
}

export const loadCode = (changes: readonly Change[] = []): Promise<Code> =>
  changes.length === 0 ? load(HOME) : loadChanged('changed', changes)

/** The real code with little room and short pages, so that pages are summed up all the time. */
export const loadCramped = (changes: readonly Change[] = []): Promise<Code> =>
  loadChanged('cramped', [
    { file: 'rows.ts', find: 'const PAGE_ROWS = 64', replace: 'const PAGE_ROWS = 2' },
    { file: 'room.ts', find: 'CEILING = 90_000', replace: 'CEILING = 1800' },
    ...changes,
  ])

/** A copy of the code in which some places were changed. Throws where one is not there exactly once. */
async function loadChanged(name: string, changes: readonly Change[]): Promise<Code> {
  const folder = resolve(import.meta.dirname, '../../.output/changed', `${process.pid}-${++copies}-${name}`)
  await cp(HOME, folder, { recursive: true })
  for (const { file, find, replace } of changes) {
    const path = join(folder, file)
    const source = await readFile(path, 'utf8')
    if (source.split(find).length !== 2) throw new Error(`“${name}”: “${find}” is not once in ${file}`)
    await writeFile(
      path,
      source.replace(find, () => replace),
    )
  }
  for (const file of await readdir(folder)) {
    const path = join(folder, file)
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replaceAll(
        '../../engine/index.ts',
        resolve(HOME, '../../engine/index.ts'),
      ),
    )
  }
  const code = await load(folder)
  await rm(folder, { recursive: true })
  return code
}
