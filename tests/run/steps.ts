// The steps of `npm run check` and `npm test`. Each step runs a command, and counts passes and failures.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Count {
  readonly passed: number
  readonly failed: number
}
export type Step = () => Promise<Count>

/**
 * The failed commands with the end of their output, and the failed tests with the start of their messages.
 */
const failedSteps: { readonly name: string; readonly output: string }[] = []
const NONE: Count = { passed: 0, failed: 0 }
const add = (a: Count, b: Count): Count => ({ passed: a.passed + b.passed, failed: a.failed + b.failed })

/** The number of characters from the end of a failed command's output that are printed again. */
const REPEATED_CHARACTERS = 3000

/** Runs a command, and prints its output and its duration. */
async function run(command: string, ...args: string[]): Promise<{ isGreen: boolean; output: string }> {
  const start = performance.now()
  console.log(`\n▶ ${command} ${args.join(' ')}`)
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...color },
  })
  let output = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (text: Buffer) => {
      to.write(text)
      output = (output + text.toString()).slice(-REPEATED_CHARACTERS)
    })
  const [status] = await once(child, 'close').catch((error: unknown) => [(output = String(error))])
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  console.log(`  ${[command, ...args].join(' ').slice(0, 70)} took ${seconds} s`)
  return { isGreen: status === 0, output: output.trim() }
}

/** A command that counts as one pass if it exits with status 0, and otherwise as one failure. */
export const step =
  (command: string, ...args: string[]): Step =>
  async () => {
    const { isGreen, output } = await run(command, ...args)
    if (isGreen) return { passed: 1, failed: 0 }
    failedSteps.push({ name: `${command} ${args.join(' ')}`, output })
    return { passed: 0, failed: 1 }
  }

/** Runs steps one after another, even if one fails. */
export const inTurn =
  (...steps: Step[]): Step =>
  async () => {
    let total = NONE
    for (const runStep of steps) total = add(total, await runStep())
    return total
  }

/** Runs steps in parallel. */
export const together =
  (...steps: Step[]): Step =>
  async () =>
    (await Promise.all(steps.map(runStep => runStep()))).reduce(add, NONE)

interface TestFile {
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages: readonly string[]
  }[]
}

/** The names of the failed tests, each with the first 1,000 characters of its message. */
const failures = (files: readonly TestFile[]): typeof failedSteps =>
  files.flatMap(file =>
    file.assertionResults
      .filter(test => test.status === 'failed')
      .map(test => ({ name: test.fullName, output: test.failureMessages.join('\n').slice(0, 1000) })),
  )

/** Runs vitest projects and reads their counts. An error outside the tests counts as one failure. */
export const vitest =
  (projects: readonly string[], ...options: string[]): Step =>
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quickhand-report-'))
    const file = join(folder, 'report.json')
    const { isGreen, output } = await run(
      'vitest',
      'run',
      ...projects.flatMap(project => ['--project', project]),
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    )
    try {
      const {
        numPassedTests: passed,
        numFailedTests: failed,
        testResults,
      } = JSON.parse(readFileSync(file, 'utf8'))
      const failing = failures(testResults)
      failedSteps.push(...failing)
      // An error happened outside the tests.
      if (!isGreen && failing.length === 0) failedSteps.push({ name: 'vitest', output })
      return { passed, failed: isGreen ? failed : Math.max(1, failed) }
    } catch {
      failedSteps.push({ name: 'vitest', output })
      return { passed: 0, failed: 1 }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

/** Types, lint and formatting. */
export const sources = inTurn(
  step('node', 'tests/run/types.ts'),
  step('eslint', '--max-warnings=0', '--cache', '--cache-location=.wxt/eslint', '--cache-strategy=content'),
  step('oxlint'),
  step('oxfmt', '--check'),
)

/** The import graph and unused code. */
export const imports = inTurn(
  step(
    'depcruise',
    '--config',
    '.build/import-rules.js',
    'engine',
    'stores',
    'components',
    'entrypoints',
    'tests',
  ),
  step('knip', '--config', '.build/knip.json'),
)

/** Runs all steps, prints the counts, and sets the exit code. */
export async function conclude(...steps: Step[]): Promise<void> {
  const start = performance.now()
  const { passed, failed } = await inTurn(...steps)()
  console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s in total`)
  for (const { name, output } of failedSteps) console.log(`\n✖ ${name}\n${output}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
