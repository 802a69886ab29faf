// Scores of this device's games: the chosen scoring, the best score, the running total. Pure.
import {
  GAMES,
  scoreOf,
  scoringsOf,
  type Game,
  type GameId,
  type HouseRule,
  type Position,
  type Scoring,
} from '../../engine/index.ts'
import type { PastGame } from '../sync/past-games.ts'

/** The ways to score games. `cumulative`: `vegas`, including earlier games. */
export const SCORE_CHOICES = ['off', 'standard', 'timed', 'vegas', 'cumulative'] as const
/** The chosen way. */
export type ScoreChoice = (typeof SCORE_CHOICES)[number]

/** Parses a stored choice; `off` if there is none. */
export const parseChoice = (text: string | undefined): ScoreChoice =>
  SCORE_CHOICES.find(choice => choice === text) ?? 'off'

/** The scoring of a game for a choice; undefined if the game is not scored. Spider has only one. */
export function scoringFor(choice: ScoreChoice, game: Game): Scoring | undefined {
  if (choice === 'off') return undefined
  const wanted = choice === 'cumulative' ? 'vegas' : choice
  return scoringsOf(game).find(scoring => scoring === wanted || scoring === 'spider')
}

/** The scores of past games of this kind with the same house rules, except one play. */
export const scoresLike = (
  past: readonly PastGame[],
  { game, house }: Position,
  scoring: Scoring,
  without: string,
): number[] =>
  past
    .map(({ opened }) => opened)
    .filter(({ position, playId }) => position.game.id === game.id && playId !== without)
    .filter(({ position }) => String(position.house) === String(house))
    .flatMap(opened => scoreOf(opened, scoring) ?? [])

/** The best score of a game under some house rules. */
export interface BestScore {
  readonly game: GameId
  readonly house: readonly HouseRule[]
  readonly scoring: Scoring
  readonly score: number
}

/** The best score of each game and set of house rules among past games, in the order of the games. */
export function bestScores(past: readonly PastGame[], choice: ScoreChoice): BestScore[] {
  const best = new Map<string, BestScore>()
  for (const { opened } of past) {
    const { game, house } = opened.position
    const scoring = scoringFor(choice, game)
    const score = scoring && scoreOf(opened, scoring)
    const key = [game.id, ...house].join('+')
    if (scoring && score !== undefined && score > (best.get(key)?.score ?? -Infinity))
      best.set(key, { game: game.id, house, scoring, score })
  }
  return [...best.values()].toSorted((a, b) => GAMES.indexOf(a.game) - GAMES.indexOf(b.game))
}
