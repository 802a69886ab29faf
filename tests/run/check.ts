// `npm run check` runs the checks and tests that are fast enough to run before each commit.
import { conclude, imports, inTurn, sources, step, together, vitest } from './steps.ts'

/** The fraction of the iterations of long tests. `PART=1 npm run check` runs all iterations. */
process.env.PART ??= '0.25'

await conclude(
  step('wxt', 'prepare'),
  together(inTurn(sources, imports), vitest(['unit', 'component', 'apart'])),
  step('wxt', 'build', '-b', 'chrome', '--mv3'),
  step('node', 'tests/run/size.ts', '--sum'),
)
