// `npm run check`: what is quick enough to run before every commit. `npm test` proves the rest.
import { conclude, inTurn, sources, step, together, vitest } from './steps.ts'

/** How much of a test over many deals or games is run here; `npm test` runs more. */
process.env.PART ??= '0.25'

await conclude(
  step('wxt', 'prepare'),
  inTurn(
    together(sources, vitest(['unit', 'component', 'apart'])),
    step('wxt', 'build', '-b', 'chrome', '--mv3'),
    step('node', 'tests/run/size.ts', '--sum'),
  ),
)
