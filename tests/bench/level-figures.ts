// Evaluates the rows of `npm run levels`: the bounds of the levels, how reliable they are, and whether other
// players win harder levels less often.
import type { GameId } from '../../engine/index.ts'
import { LEAST_EASE } from '../../engine/levels/thresholds.ts'

/** A deal. If it was not found winnable, its row has only the number, the verdict and `solveMs`. */
export interface Row {
  readonly deal: number
  readonly verdict: string
  /** The values of the quick games, and of a second set of quick games with different seeds. */
  readonly values?: number[]
  readonly again?: number[]
  readonly scoreMs?: number
  readonly solveMs?: number
  /**
   * Results of other players: the naive player’s win rate and progress, and whether the strong player won.
   */
  readonly naive?: { won: number; progress: number }
  readonly strong?: boolean
}

type Won = Row & Required<Pick<Row, 'values' | 'scoreMs' | 'solveMs'>>
type Played = Won & Required<Pick<Row, 'again' | 'naive' | 'strong'>>

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** The rank of each value; equal values share a rank. */
function ranks(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return values.map(value => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2)
}

/** Spearman's rank correlation. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)]
  const [meanX, meanY] = [mean(x), mean(y)]
  const covariance = mean(x.map((value, i) => (value - meanX) * (y[i] - meanY)))
  const deviation = (list: number[], average: number) =>
    Math.sqrt(mean(list.map(value => (value - average) ** 2)))
  return covariance / (deviation(x, meanX) * deviation(y, meanY))
}

/**
 * The lower bounds of ease that divide the deals into this number of levels of equal size, easiest first. The
 * hardest level has no bound.
 */
function leastEase(eases: readonly number[], levels: number): number[] {
  const sorted = eases.toSorted((a, b) => b - a)
  return Array.from({ length: levels - 1 }, (_, i) => {
    const last = sorted[Math.ceil(((i + 1) * sorted.length) / levels) - 1]
    return Math.floor(last * 1e4) / 1e4
  })
}

const levelOf = (bounds: readonly number[], ease: number): number => {
  const index = bounds.findIndex(bound => ease >= bound)
  return index < 0 ? bounds.length : index
}

/** The win rate of each level, easiest first. */
function ratesOf(
  bounds: readonly number[],
  played: readonly Played[],
  winsOf: (row: Played) => number,
): number[] {
  return [...bounds, 0].map((_, level) =>
    mean(played.filter(({ values }) => levelOf(bounds, mean(values)) === level).map(winsOf)),
  )
}

const isFalling = (rates: readonly number[]): boolean =>
  rates.every((rate, i) => i === 0 || rate < rates[i - 1])

const digits = (values: readonly number[]): string => values.map(value => value.toFixed(2)).join(' ')

const COLUMNS = [
  'game',
  'winnable of tried',
  'least ease',
  'half → full',
  'again %',
  'ms',
  'naive wins',
  'strong wins',
  'deals',
  'ρ naive, strong',
]
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
export const HEADER = `${rowOf(COLUMNS)}\n${rowOf(COLUMNS.map(() => '---'))}`

/**
 * A row of the table, and a row of `thresholds.ts`. The table uses the levels of the game if it has any. The
 * row of `thresholds.ts` has four levels. If the strong player’s win rates do not fall from each level to the
 * next, it has two levels, or no levels if the same is true of two.
 */
export function describeLevels(id: GameId, rows: readonly Row[]): { row: string; least: string } {
  const won = rows.filter((row): row is Won => row.values !== undefined)
  const played = won.filter((row): row is Played => row.strong !== undefined)
  const eases = won.map(({ values }) => mean(values))
  const isNoticeable = (least: number[]) =>
    played.length === 0 || isFalling(ratesOf(least, played, ({ strong }) => Number(strong)))
  const estimated = [4, 2].map(levels => leastEase(eases, levels)).find(isNoticeable) ?? []
  const least = LEAST_EASE[id] ?? estimated
  const half = correlation(
    won.map(({ values }) => mean(values.filter((_, i) => i % 2 === 0))),
    won.map(({ values }) => mean(values.filter((_, i) => i % 2 === 1))),
  )
  const apart = played.map(({ values, again }) =>
    Math.abs(levelOf(least, mean(values)) - levelOf(least, mean(again))),
  )
  const percent = (is: (levels: number) => boolean) => (100 * mean(apart.map(n => Number(is(n))))).toFixed(0)
  const easesPlayed = played.map(({ values }) => mean(values))
  const rho = [
    correlation(
      easesPlayed,
      played.map(({ naive }) => naive.won + naive.progress / 2),
    ),
    correlation(
      easesPlayed,
      played.map(({ strong }) => Number(strong)),
    ),
  ]
  const cells = [
    id,
    `${won.length}/${rows.length}`,
    least.map(value => value.toFixed(2)).join(' / '),
    `${half.toFixed(2)} → ${((2 * half) / (1 + half)).toFixed(2)}`,
    `${percent(n => n === 0)} / ${percent(n => n <= 1)}`,
    [won.map(row => row.scoreMs), won.map(row => row.solveMs)].map(ms => mean(ms).toFixed(0)).join(' + '),
    digits(ratesOf(least, played, ({ naive }) => naive.won)),
    digits(ratesOf(least, played, ({ strong }) => Number(strong))),
    String(played.length),
    digits(rho),
  ]
  return { row: rowOf(cells), least: `  '${id}': [${estimated.join(', ')}],` }
}
