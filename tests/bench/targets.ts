// Checks the bench page: which figures miss their target, were not measured, or are of an earlier engine.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** The benches whose sections must be of the current engine. */
export const OF_THE_ENGINE: readonly string[] = ['engine', 'solve', 'memory']

const numberIn = (text: string): number => Number(/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', ''))

/**
 * Whether the first number of a figure misses a target such as `≤ 64 KiB`, `≥ 300,000` or `0`. False if there
 * is no target.
 */
export function misses(value: string, target: string): boolean {
  if (target === '') return false
  const found = numberIn(value)
  const limit = numberIn(target)
  if (target.startsWith('≤')) return !(found <= limit)
  return target.startsWith('≥') ? !(found >= limit) : found !== limit
}

/** Whether a figure contains a value that was not measured. */
export const isUnmeasured = (value: string): boolean => /\b(NaN|Infinity|undefined)\b|^0 MB$/.test(value)

/** The files of the rules that these benches do not run. */
const NOT_RUN = /rules.(history|intents|score|sentences)\.ts$/

/** The files of rules, games and solvers that affect figures. */
export const filesOfFigures = (): string[] =>
  globSync(['engine/{rules,solver}/**/*.ts', 'engine/games/{declarations,default-game}.ts'])
    .filter(name => !NOT_RUN.test(name))
    .sort()

/** A short hash of the code that affects figures, without comments and types. */
export function engineHash(): string {
  const hash = createHash('sha256')
  for (const file of filesOfFigures()) {
    const compilerOptions = { removeComments: true, target: ts.ScriptTarget.ESNext }
    hash.update(ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions }).outputText)
  }
  return hash.digest('hex').slice(0, 12)
}

/** The faults of a page: figures that were not measured, and sections of an earlier engine. */
export function faultsOf(page: string, engine = engineHash()): string[] {
  const cells = page
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line => line.split(' | '))
  const empty = cells
    .filter(([, value]) => isUnmeasured(value.trim()))
    .map(([what]) => `${what.slice(2)} was not measured`)
  const stale = OF_THE_ENGINE.filter(name => !new RegExp(`^## ${name}\n+.*engine ${engine}`, 'm').test(page))
  return [
    ...empty,
    ...stale.map(
      name =>
        `section “${name}” is from before a change of rules, games or solvers: npm run bench -- ${name}`,
    ),
  ]
}
