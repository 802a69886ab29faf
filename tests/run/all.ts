// `npm test`: proves everything, step by step, and closes with how much passed and failed in all.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowsers } from './browsers.ts'

interface Count { passed: number, failed: number }
type Step = () => Promise<Count>

const run = async (command: string, ...args: string[]): Promise<boolean> => {
  const start = performance.now()
  console.log(`\n▶ ${command} ${args.join(' ')}`)
  const [status] = await once(spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'close').catch(() => [1])
  console.log(`  ${command} ${args[0] ?? ''} took ${((performance.now() - start) / 1000).toFixed(0)} s`)
  return status === 0
}

const step = (command: string, ...args: string[]): Step => async () => await run(command, ...args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** Steps that keep one core busy each, side by side. */
const together = (...steps: Step[]): Step => async () => {
  const counts = await Promise.all(steps.map(one => one()))
  return { passed: counts.reduce((sum, { passed }) => sum + passed, 0), failed: counts.reduce((sum, { failed }) => sum + failed, 0) }
}

/** Runs vitest projects and reads its own count; a run that breaks off counts as one failure more. */
const vitest = (projects: readonly string[], ...options: string[]): Step => async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quickhand-report-'))
  const file = join(folder, 'report.json')
  const isGreen = await run('vitest', 'run', ...projects.flatMap(project => ['--project', project]), ...options,
    '--reporter=default', '--reporter=json', `--outputFile.json=${file}`)
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

const total: Count = { passed: 0, failed: 0 }
for (const part of [
  step('wxt', 'prepare'),
  together(step('vue-tsc', '--noEmit'), step('eslint', '.')),
  vitest(['unit', 'component'], '--coverage'),
  step('node', 'tests/fuzz/run.ts', '--inputs', '50000'),
  together(
    step('node', 'tests/simulation/run.ts', '--histories', '2000'),
    step('node', 'tests/simulation/run.ts', '--faults', '--histories', '10000'),
  ),
  step('wxt', 'build', '-b', 'chrome', '--mv3'),
  step('wxt', 'build', '-b', 'firefox', '--mv3'),
  step('node', 'tests/run/reproduce.ts'),
  step('node', 'tests/run/audit.ts'),
  step('web-ext', 'lint', '--source-dir', '.output/firefox-mv3', '--no-config-discovery'),
  browsers,
  vitest(['e2e']),
]) {
  const { passed, failed } = await part()
  total.passed += passed
  total.failed += failed
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
