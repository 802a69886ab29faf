// Scores of this device's games: the chosen scoring, the best score, the running total. Pure.
import { scoreOf, scoringsOf, type Game, type Position, type Scoring } from '../../engine/index.ts'
import type { PastGame } from '../sync/past-games.ts'

/** The ways to score games. `cumulative`: `vegas`, with a running total. */
export const SCORE_CHOICES = ['off', 'standard', 'timed', 'vegas', 'cumulative'] as const
/** How the user's games are scored. */
export type ScoreChoice = (typeof SCORE_CHOICES)[number]

/** A choice as it is stored: `vegas`, or `cumulative` followed by the plays that the total excludes. */
export const writeChoice = ({ choice, earlier }: StoredChoice): string => [choice, ...earlier].join(' ')

/** Parses a stored choice; `off` if there is none. */
export function parseChoice(text = '') {
  const [name, ...plays] = text.split(' ')
  const choice: ScoreChoice = SCORE_CHOICES.find(one => one === name) ?? 'off'
  return { choice, earlier: new Set(plays) }
}

/** The choice, and for a running total the plays that had ended when it was chosen. */
export type StoredChoice = Readonly<ReturnType<typeof parseChoice>>

/** The scoring of a game for a choice; undefined if the game is not scored. Spider has only one scoring. */
export function scoringFor(choice: ScoreChoice, game: Game): Scoring | undefined {
  if (choice === 'off') return undefined
  const wanted = choice === 'cumulative' ? 'vegas' : choice
  return scoringsOf(game).find(scoring => scoring === wanted || scoring === 'spider')
}

/** The past games of the same kind with the same house rules, except one play. */
export const gamesLike = (
  past: readonly PastGame[],
  { game, house }: Position,
  without: string,
): readonly PastGame[] =>
  past.filter(
    ({ opened: { position, playId } }) =>
      position.game.id === game.id && String(position.house) === String(house) && playId !== without,
  )

/** The sum of the scores of past games, without the plays in `earlier`. */
export const totalOf = (past: readonly PastGame[], scoring: Scoring, earlier: ReadonlySet<string>): number =>
  past
    .filter(({ opened }) => !earlier.has(opened.playId))
    .reduce((sum, { opened }) => sum + (scoreOf(opened, scoring) ?? 0), 0)

/** The best score of the past games that were won; undefined if there is none. */
export function bestOf(past: readonly PastGame[], scoring: Scoring): number | undefined {
  const scores = past
    .filter(({ outcome }) => outcome === 'won')
    .flatMap(({ opened }) => scoreOf(opened, scoring) ?? [])
  return scores.length > 0 ? Math.max(...scores) : undefined
}

/** The best score for each game and set of house rules with a win. */
export const bestScores = (past: readonly PastGame[], choice: ScoreChoice) =>
  [
    ...Map.groupBy(past, ({ opened: { position } }) =>
      [position.game.id, ...position.house].join('+'),
    ).values(),
  ].flatMap(games => {
    const { game, house } = games[0]!.opened.position
    const scoring = scoringFor(choice, game)
    const score = scoring && bestOf(games, scoring)
    return scoring && score !== undefined ? [{ game: game.id, house, scoring, score }] : []
  })
