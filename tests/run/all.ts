// `npm test`: proves everything, step by step, and closes with how much passed and failed in all.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowsers } from './browsers.ts'

interface Count {
  readonly passed: number
  readonly failed: number
}
type Step = () => Promise<Count>

const run = async (command: string, ...args: string[]): Promise<boolean> => {
  const start = performance.now()
  console.log(`\n▶ ${command} ${args.join(' ')}`)
  const [status] = await once(
    spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }),
    'close',
  ).catch(() => [1])
  console.log(`  ${command} ${args[0] ?? ''} took ${((performance.now() - start) / 1000).toFixed(0)} s`)
  return status === 0
}

const step =
  (command: string, ...args: string[]): Step =>
  async () =>
    (await run(command, ...args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

const add = (a: Count, b: Count): Count => ({ passed: a.passed + b.passed, failed: a.failed + b.failed })
const NONE: Count = { passed: 0, failed: 0 }

const inTurn =
  (...steps: Step[]): Step =>
  async () => {
    let total = NONE
    for (const one of steps) total = add(total, await one())
    return total
  }

/** Steps that keep one core busy each, side by side. */
const together =
  (...steps: Step[]): Step =>
  async () =>
    (await Promise.all(steps.map(one => one()))).reduce(add, NONE)

/** Runs vitest projects and reads its own count; a run that breaks off counts as one failure more. */
const vitest =
  (projects: readonly string[], ...options: string[]): Step =>
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quickhand-report-'))
    const file = join(folder, 'report.json')
    const isGreen = await run(
      'vitest',
      'run',
      ...projects.flatMap(project => ['--project', project]),
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    )
    try {
      const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(file, 'utf8'))
      return { passed, failed: isGreen ? failed : Math.max(1, failed) }
    } catch {
      return { passed: 0, failed: 1 }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

const browsers: Step = async () => {
  try {
    ensureBrowsers('chromium', 'firefox-esr')
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.error(String(error))
    return { passed: 0, failed: 1 }
  }
}

const { passed, failed } = await inTurn(
  step('wxt', 'prepare'),
  together(step('vue-tsc', '--noEmit'), step('eslint', '.')),
  vitest(['unit', 'component'], '--coverage'),
  together(
    step('node', 'tests/simulation/run.ts', '--faults', '--histories', '10000'),
    inTurn(
      step('node', 'tests/simulation/run.ts', '--histories', '2000'),
      step('node', 'tests/fuzz/run.ts', '--inputs', '50000'),
      step('wxt', 'build', '-b', 'chrome', '--mv3'),
      step('wxt', 'build', '-b', 'firefox', '--mv3'),
      step('node', 'tests/run/reproduce.ts'),
      step('node', 'tests/run/audit.ts'),
      step('web-ext', 'lint', '--source-dir', '.output/firefox-mv3', '--no-config-discovery'),
    ),
  ),
  browsers,
  vitest(['e2e']),
)()
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
