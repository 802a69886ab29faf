// `npm run mutate -- --part merge`: mutation testing with Stryker. The parts are merge, folder, session,
// rules and solver. Stryker is not a dependency of the project, because it has two hundred packages. It is
// installed in a copy of the project, and mutates that copy.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

/** The file of the full report. */
const REPORT = join(tmpdir(), 'quickhand-mutants.json')
const STRYKER = '10.1.1'
/** The files to mutate, and the tests that run for each mutant. */
interface Part {
  /** File patterns. A pattern that begins with `!` excludes files. */
  readonly files: readonly string[]
  /** The fastest tests come first, because the first failure ends the run of a mutant. */
  readonly tests: readonly string[]
}

const PARTS: Readonly<Record<string, Part>> = {
  merge: {
    files: [
      'stores/sync/**/*.ts',
      // These files run rounds, and export and import data. They do not merge items.
      ...['syncer', 'transfer'].map(name => `!stores/sync/${name}.ts`),
      // The sync folder exchanges files. It does not merge items.
      '!stores/sync/remotes/*.ts',
    ],
    tests: [
      'unit/sync-results',
      'unit/sync-items',
      'unit/sync-clones',
      'unit/sync-quota',
      'unit/statistics',
      'unit/pending-settings',
      'unit/sync-absorb',
      'unit/sync-round',
      'unit/sync-laws',
      'unit/sync-kinds',
      'unit/sync-bounds',
      'unit/sync-import',
      'unit/import-bounds',
      'unit/sync-publisher',
      'unit/lost-games',
      'unit/continuation',
      'unit/sync-erase',
      'unit/sync-transfer',
      'unit/devices-here',
      'simulation/mutants',
    ],
  },
  folder: {
    files: ['stores/sync/remotes/*.ts'],
    tests: [
      'unit/pairing',
      'unit/folder-state',
      'unit/folder-plan',
      'unit/folder-webdav',
      'unit/folder-seal',
      'unit/folder-waits',
      'unit/folder-watch',
      'unit/providers',
      'unit/login-flow',
      'unit/folder-trouble',
      'unit/folder-evidence',
      'unit/folder-sync',
      'unit/folder-ownership',
    ],
  },
  session: {
    // The Pinia stores of the session are covered by component tests.
    files: [
      'stores/session/*.ts',
      ...['clock', 'game', 'session', 'settings', 'storage-warning'].map(
        name => `!stores/session/${name}.ts`,
      ),
    ],
    tests: [
      'unit/session-step',
      'unit/session-opening',
      'unit/session-following',
      'apart/session-queue',
      'unit/session',
      'unit/session-runner',
      'unit/lost-games',
      'simulation/mutants',
    ],
  },
  rules: {
    // The sentences are plain strings, and types have no code to mutate.
    files: ['engine/{rules,record}/*.ts', '!engine/rules/sentences.ts', '!engine/rules/types.ts'],
    tests: [
      'unit/notation',
      'unit/words',
      'unit/intents',
      'unit/history',
      'unit/rules-later-games',
      'unit/rules',
      'unit/record',
      'unit/stock',
      'unit/autoplay',
      'unit/games',
    ],
  },
  solver: {
    files: [
      'engine/solver/**/*.ts',
      // The order of the search affects only its speed, so mutants of these files may survive. Types have no
      // code to mutate, and these tests send no messages to the worker.
      ...[
        'kernel/beam',
        'kernel/best-first',
        'kernel/evaluate',
        'kernel/schedule',
        'worker-protocol',
        'types',
      ].map(name => `!engine/solver/${name}.ts`),
    ],
    tests: ['unit/solver-sets', 'unit/solver-towers', 'unit/solver'],
  },
}

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'merge' },
    file: { type: 'string' },
    concurrency: { type: 'string', default: '2' },
  },
})
const part = PARTS[values.part]
if (!part) throw new Error(`Unknown part “${values.part}”: ${Object.keys(PARTS).join(', ')}`)

const copy = mkdtempSync(join(tmpdir(), 'quickhand-mutants-'))
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: copy, stdio: 'inherit' }).status === 0
for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)) {
  mkdirSync(join(copy, dirname(file)), { recursive: true })
  cpSync(file, join(copy, file))
}
// Long tests run a fraction of their iterations, because they run for every mutant that other tests miss.
writeFileSync(
  join(copy, 'vitest.mutants.config.ts'),
  `
  const files = ${JSON.stringify(part.tests.map(name => `tests/${name}.test.ts`))}
  const place = ({ moduleId }) => files.findIndex(file => moduleId.endsWith(file))
  class Sequencer { shard = specs => specs; sort = specs => specs.toSorted((a, b) => place(a) - place(b)) }
  const test = { include: files, environment: 'node', testTimeout: 60_000, env: { PART: '0.15' } }
  export default { test: { ...test, sequence: { sequencer: Sequencer } } }
`,
)
// `related` would omit tests that do not import the mutated file, such as the simulator, which loads it
// dynamically.
writeFileSync(
  join(copy, 'stryker.config.json'),
  JSON.stringify({
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutants.config.ts', related: false },
    mutate: values.file?.split(',') ?? part.files,
    coverageAnalysis: 'perTest',
    concurrency: Number(values.concurrency),
    disableTypeChecks: true,
    timeoutMS: 20_000,
    timeoutFactor: 1.3,
    thresholds: { high: 95, low: 85, break: 85 },
    reporters: ['clear-text', 'json'],
    clearTextReporter: { allowColor: false, reportTests: false },
    jsonReporter: { fileName: REPORT },
  }),
)
const isGreen =
  run('npm', 'ci') &&
  run(
    'npm',
    'install',
    '--no-save',
    `@stryker-mutator/core@${STRYKER}`,
    `@stryker-mutator/vitest-runner@${STRYKER}`,
  ) &&
  run('npx', 'wxt', 'prepare') &&
  run('npx', 'stryker', 'run')
rmSync(copy, { recursive: true, force: true })
process.exitCode = isGreen ? 0 : 1
