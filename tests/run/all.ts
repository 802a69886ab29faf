// `npm test`: runs everything, step by step, and ends with the counts of passed and failed.
import { conclude, inTurn, sources, step, together, vitest } from './steps.ts'

/** The fraction of tests over many deals or games to run here; `PART=1 npm test` runs all. */
process.env.PART ??= '0.1'

/** A step with the lowest priority, for processor time that would be idle. */
const idle = (command: string, ...args: string[]) => step('nice', '-n', '19', command, ...args)

await conclude(
  step('wxt', 'prepare'),
  together(
    inTurn(
      sources,
      step('wxt', 'build', '-b', 'chrome', '--mv3'),
      step('wxt', 'build', '-b', 'firefox', '--mv3'),
      step('node', 'tests/run/size.ts'),
    ),
    vitest(['unit', 'component', 'apart']),
    step('node', 'tests/run/install.ts'),
  ),
  together(
    // The browsers often wait.
    vitest(['e2e']),
    inTurn(
      idle('node', 'tests/simulation/run.ts', '--faults', '--histories', '5000'),
      idle('node', 'tests/simulation/run.ts', '--histories', '200'),
      idle('node', 'tests/simulation/folder-run.ts', '--histories', '60'),
      idle('node', 'tests/simulation/folder-run.ts', '--faults', '--histories', '400'),
      idle('node', 'tests/simulation/explore.ts', '--depth', '3', '--agree', '10'),
      idle('node', 'tests/simulation/explore.ts', '--faults', '--depth', '5'),
      idle('node', 'tests/fuzz/run.ts', '--inputs', '10000'),
      idle('node', 'tests/run/reproduce.ts', 'chrome'),
      idle('node', 'tests/run/audit.ts'),
      idle('web-ext', 'lint', '--source-dir', '.output/firefox-mv3', '--no-config-discovery'),
    ),
  ),
)
