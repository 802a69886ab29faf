// `npm test` runs all checks and tests, and ends with the numbers of passes and failures.
import { conclude, imports, inTurn, sources, step, together, vitest } from './steps.ts'

/** The fraction of the iterations of long tests. `PART=1 npm test` runs all iterations. */
process.env.PART ??= '0.05'

/** Searches for planted faults. They take minutes, so they run only with `LONG=1`. */
const plantedFaults = process.env.LONG
  ? [
      step('node', 'tests/simulation/run.ts', '--faults', '--histories', '5000'),
      step('node', 'tests/simulation/folder-run.ts', '--faults', '--histories', '400'),
      step('node', 'tests/simulation/explore.ts', '--faults', '--depth', '5'),
    ]
  : []

await conclude(
  step('wxt', 'prepare'),
  // The installation mostly waits for the network and the disk, so it runs at the same time as tests.
  together(sources, vitest(['unit', 'component', 'apart']), step('node', 'tests/run/install.ts')),
  // Both sequences take about the same time.
  together(
    inTurn(
      step('wxt', 'build', '-b', 'chrome', '--mv3'),
      step('wxt', 'build', '-b', 'firefox', '--mv3'),
      step('node', 'tests/run/size.ts'),
      step('node', 'tests/run/reproduce.ts', 'chrome'),
      step('web-ext', 'lint', '--source-dir', '.output/firefox-mv3', '--no-config-discovery'),
    ),
    inTurn(
      step('node', 'tests/simulation/run.ts', '--histories', '100'),
      step('node', 'tests/simulation/folder-run.ts', '--histories', '30'),
      step('node', 'tests/simulation/explore.ts', '--depth', '3', '--agree', '10'),
      step('node', 'tests/run/audit.ts'),
      step('node', 'tests/fuzz/run.ts', '--inputs', '5000'),
      imports,
      ...plantedFaults,
    ),
  ),
  vitest(['e2e']),
)
