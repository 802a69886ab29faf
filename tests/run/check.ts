// `npm run check`: everything quick enough to run before each commit. `npm test` runs everything.
import { conclude, imports, inTurn, sources, step, together, vitest } from './steps.ts'

/** The fraction of the iterations of long tests to run here; `PART=1 npm test` runs all. */
process.env.PART ??= '0.25'

await conclude(
  step('wxt', 'prepare'),
  together(inTurn(sources, imports), vitest(['unit', 'component', 'apart'])),
  step('wxt', 'build', '-b', 'chrome', '--mv3'),
  step('node', 'tests/run/size.ts', '--sum'),
)
