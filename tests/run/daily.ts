// `node tests/run/daily.ts --to 2028-12`: publishes the deals of the days of more months, which are added to
// engine/games/daily-choices.ts. What stands there already is never decided again.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DAILY_STATES, dailyCandidates, games, solve, type GameId } from '../../engine/index.ts'
import { PUBLISHED_TRIES } from '../../engine/games/daily.ts'
import { DAILY_CHOICES, type DailyChoices } from '../../engine/games/daily-choices.ts'

const FIRST_MONTH = '2026-11'
const { values } = parseArgs({ options: { to: { type: 'string' } } })
const last = values.to ?? FIRST_MONTH

/** How many candidates are passed over on a day, as a digit in base 36. */
function digitOf(game: GameId, date: string): string {
  const skipped = [...dailyCandidates(game, date, PUBLISHED_TRIES)].findIndex(
    position => solve(position, { maxStates: DAILY_STATES }).verdict === 'won',
  )
  return Math.max(0, skipped).toString(36)
}

function monthsUpTo(end: string): string[] {
  const months: string[] = []
  for (const date = new Date(`${FIRST_MONTH}-01`); date.toISOString().slice(0, 7) <= end;) {
    months.push(date.toISOString().slice(0, 7))
    date.setUTCMonth(date.getUTCMonth() + 1)
  }
  return months
}

function digitsOf(game: GameId, month: string): string {
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  return Array.from({ length: days }, (_, i) =>
    digitOf(game, `${month}-${String(i + 1).padStart(2, '0')}`),
  ).join('')
}

const choices: DailyChoices = Object.fromEntries(
  games.map(({ id }) => {
    const known = DAILY_CHOICES[id] ?? {}
    const months = [...new Set([...Object.keys(known), ...monthsUpTo(last)])].toSorted()
    return [id, Object.fromEntries(months.map(month => [month, known[month] ?? digitsOf(id, month)]))]
  }),
) as DailyChoices

const lines = games.flatMap(({ id }) => [
  `  '${id}': {`,
  ...Object.entries(choices[id] ?? {}).map(([month, digits]) => `    '${month}': '${digits}',`),
  '  },',
])
writeFileSync(
  'engine/games/daily-choices.ts',
  [
    '// The deals of the days that have been published, made by tests/run/daily.ts: months are added, and',
    '// none that stands here is ever changed.',
    "import type { GameId } from '../rules/types.ts'",
    '',
    '/**',
    ' * For each game and month a digit in base 36 for each day: how many of the candidates of that day are',
    ' * passed over.',
    ' */',
    'export type DailyChoices = Readonly<Partial<Record<GameId, Readonly<Record<string, string>>>>>',
    '',
    '/** How many candidates are passed over on each published day. */',
    'export const DAILY_CHOICES: DailyChoices = {',
    ...lines,
    '}',
    '',
  ].join('\n'),
)
