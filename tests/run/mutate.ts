// `npm run mutate -- --part merge`: changes the code in a thousand small ways and looks whether a test
// notices (Stryker). Parts: merge, place, session, rules, solver. Stryker is no dependency, as nobody else
// needs its two hundred packages: it is installed into a copy, where the changes are made too.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

/** Where the whole report is left, mutant by mutant. */
const REPORT = join(tmpdir(), 'quickhand-mutants.json')
const STRYKER = '10.1.1'
/** A part of the product that is changed, and the tests that must notice. */
interface Part {
  /** Patterns of files. Later ones begin with `!` and leave files out. */
  readonly files: readonly string[]
  /** The quickest first, as the first that fails ends the search. */
  readonly tests: readonly string[]
}

const PARTS: Readonly<Record<string, Part>> = {
  merge: {
    files: [
      'stores/sync/**/*.ts',
      // What runs these rules, and what is tested with a page, is no part of the merge.
      ...['syncer', 'backup', 'transfer', 'statistics', 'remote-games-store'].map(
        name => `!stores/sync/${name}.ts`,
      ),
      // The places of the person's own: how texts come and go there, not what is made of them.
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
      'unit/import-gate',
      'unit/sync-publisher',
      'unit/lost-games',
      'unit/continuation',
      'unit/sync-erase',
      'unit/sync-transfer',
      'unit/devices-here',
      'simulation/mutants',
    ],
  },
  place: {
    files: ['stores/sync/remotes/*.ts'],
    tests: [
      'unit/pairing',
      'unit/place-seal',
      'unit/place-watch',
      'unit/place',
      'unit/place-webdav',
      'unit/place-folder',
    ],
  },
  session: {
    // What makes a Pinia store of it is tested with a page.
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
      'unit/gestures',
      'unit/session',
      'unit/session-runner',
      'unit/lost-games',
      'simulation/mutants',
    ],
  },
  rules: {
    // The sentences are texts, and types leave nothing behind to be changed.
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
      // What only says where to look first can change a lot and be right.
      ...['kernel/beam', 'kernel/evaluate', 'kernel/schedule', 'worker', 'worker-protocol', 'types'].map(
        name => `!engine/solver/${name}.ts`,
      ),
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
if (!part) throw new Error(`There is no part “${values.part}”: ${Object.keys(PARTS).join(', ')}`)

const copy = mkdtempSync(join(tmpdir(), 'quickhand-mutants-'))
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: copy, stdio: 'inherit' }).status === 0
for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)) {
  mkdirSync(join(copy, dirname(file)), { recursive: true })
  cpSync(file, join(copy, file))
}
// Long tests run a part of themselves, as they run once for every mutant that the others let live.
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
// `related` would leave out tests that do not import what is changed, such as the simulator, which loads it
// by itself.
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
