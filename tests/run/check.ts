// `npm run check`: what is quick enough to run before every commit. `npm test` proves the rest.
import { conclude, sources, step, together, vitest } from './steps.ts'

await conclude(step('wxt', 'prepare'), together(sources, vitest(['unit', 'component'])))
