// `npm run mutate -- --part merge`: changes the code in a thousand small ways and looks whether a test notices (Stryker). Parts: merge, rules.
// Stryker is no dependency, as nobody else needs its two hundred packages: it is installed into a copy, where the changes are made too.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const STRYKER = '10.1.1'
/** What is changed, and the tests that must notice. */
const PARTS: Readonly<Record<string, { readonly files: readonly string[], readonly tests: string }>> = {
  merge: {
    files: ['fold', 'totals', 'clone', 'retire', 'vector', 'wishes', 'rows', 'items'].map(name => `stores/sync/${name}.ts`),
    tests: 'tests/unit/sync-*.test.ts',
  },
  rules: {
    files: ['rules', 'legal', 'play', 'automatic', 'supermove', 'history', 'notation', 'record', 'action-codes', 'deal', 'shuffle', 'stock', 'vocabulary'].map(name => `engine/${name}.ts`),
    tests: 'tests/unit/{automatic,history,notation,record,rules}.test.ts',
  },
}

const { values } = parseArgs({ options: { part: { type: 'string', default: 'merge' }, file: { type: 'string' } } })
const part = PARTS[values.part]
if (!part) throw new Error(`There is no part “${values.part}”: ${Object.keys(PARTS).join(', ')}`)

const copy = mkdtempSync(join(tmpdir(), 'quickhand-mutants-'))
const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: copy, stdio: 'inherit' }).status === 0
for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)) {
  mkdirSync(join(copy, dirname(file)), { recursive: true })
  cpSync(file, join(copy, file))
}
writeFileSync(join(copy, 'vitest.mutants.config.ts'), `export default { test: { include: ['${part.tests}'], environment: 'node' } }\n`)
writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify({
  testRunner: 'vitest', vitest: { configFile: 'vitest.mutants.config.ts' }, mutate: values.file ? [values.file] : part.files, coverageAnalysis: 'perTest', concurrency: 2,
  reporters: ['clear-text'], clearTextReporter: { allowColor: false, reportTests: false }, disableTypeChecks: true, timeoutMS: 20_000, thresholds: { high: 95, low: 85, break: 85 },
}))
const isGreen = run('npm', 'ci')
  && run('npm', 'install', '--no-save', `@stryker-mutator/core@${STRYKER}`, `@stryker-mutator/vitest-runner@${STRYKER}`)
  && run('npx', 'wxt', 'prepare')
  && run('npx', 'stryker', 'run')
rmSync(copy, { recursive: true, force: true })
process.exitCode = isGreen ? 0 : 1
