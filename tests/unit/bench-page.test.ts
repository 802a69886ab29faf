// The bench page is up to date with the engine, and every figure was measured. No test depends on timing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { engineHash, faultsOf, filesOfFigures, misses, OF_THE_ENGINE } from '../bench/targets.ts'

describe('the bench page', () => {
  const page = readFileSync('tests/bench/README.md', 'utf8')
  it('describes the current engine, and contains only measured figures', () => {
    expect(faultsOf(page)).toEqual([])
  })
  it('marks exactly the figures that miss their target', () => {
    const rows = page.split('\n').filter(line => /^\| (?!what)/.test(line))
    expect(rows.length).toBeGreaterThan(50)
    for (const row of rows) {
      const [, value, targetText] = row.slice(2, -2).split(' | ')
      const target = (targetText ?? '').replace('*missed*', '').trim()
      expect(row.includes('*missed*'), row).toBe(misses(value, target))
    }
  })
  it('is rejected if a section is from a different engine, or has a figure that is NaN or 0 MB', () => {
    const section = (name: string, engine: string, value: string) =>
      `## ${name}\n\n2026-01-01, a machine, engine ${engine}.\n\n| x | ${value} |  |\n`
    const pageOf = (engine: string, value: string) =>
      OF_THE_ENGINE.map(name => section(name, engine, value)).join('\n')
    expect(faultsOf(pageOf('abc', '1 ms'), 'abc')).toEqual([])
    expect(faultsOf(pageOf('abc', '1 ms'), 'abd')).toHaveLength(OF_THE_ENGINE.length)
    expect(faultsOf(pageOf('abc', 'median NaN moves'), 'abc')).toHaveLength(OF_THE_ENGINE.length)
    expect(faultsOf(pageOf('abc', '0 MB'), 'abc')).toHaveLength(OF_THE_ENGINE.length)
    expect(engineHash()).toMatch(/^[0-9a-f]{12}$/)
  })
  it('does not depend on history.ts, intents.ts and score.ts, which no engine benchmark uses', () => {
    for (const file of filesOfFigures())
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/from '.*\/(history|intents|score)\.ts'/)
  })
  it.each([
    ['63.9 KiB', '≤ 64 KiB', false],
    ['65.9 KiB', '≤ 64 KiB', true],
    ['44,634', '≤ 60,000', false],
    ['175,508 positions a second', '≥ 300,000', true],
    ['1.23 ×', '≤ 1.1', true],
    ['0', '0', false],
    ['2', '0', true],
    ['NaN ms', '≤ 1 ms', true],
    ['anything', '', false],
  ])('compares the figure %s with the target “%s”', (value, targetText, isMissed) =>
    expect(misses(value, targetText)).toBe(isMissed),
  )
})

it.each([
  ['no verdict contradicts', '90,10,', '| 100 | 0 of 0 open | none | none |', 0],
  ['lists an open deal that can be decided now', '89,10,1', '| 100 | 1 of 1 open | none | none |', 0],
  ['a verdict contradicts', '100,0,', '| 100 | 0 of 0 open | none | 10 lost instead of at most 0 |', 1],
])('verifying the odds reports the result for a row that %s', (_, totals, report, status) => {
  const folder = mkdtempSync(join(tmpdir(), 'quickhand-odds-'))
  const table = join(folder, 'odds.csv')
  writeFileSync(table, `game,from,to,states,won,lost,open\nsea-towers,1,100,100000,${totals}\n`)
  const options = ['--verify', '--sample', '100', '--table', table]
  const run = spawnSync(process.execPath, ['tests/bench/odds.ts', ...options], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([run.stdout, run.status]).toEqual([expect.stringContaining(report), status])
})
