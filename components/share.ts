// A finished game as a line of text for sharing.
import type { GameId, Position } from '../engine/index.ts'
import { dayOfPlay } from '../stores/sync/ids.ts'
import { clockText, t, tCount } from './i18n'
import { longDayText } from './i18n-panels'

/** A finished game. */
export interface Ended {
  readonly position: Position
  readonly playId: string
  readonly isWon: boolean
  /** Whole seconds of play. */
  readonly seconds: number
  readonly moves: number
}

/** What the user can do with a finished game. */
export const ENDED_ACTIONS = {
  'watch-again': { icon: 'run', label: 'past.show' },
  'again': { icon: 'again', label: 'won.again' },
  'share': { icon: 'share', label: 'won.share' },
  'picture': { icon: 'picture', label: 'past.picture' },
} as const

/** "Sea Towers #17". */
export const dealTitle = (game: GameId, deal: number): string => `${t(`game.${game}`)} #${deal}`

const ofDay = (title: string, day: number): string => t('deal.ofDay', { game: title, date: longDayText(day) })

/** "Sea Towers, deal of the day, November 25". */
export const dayTitle = (game: GameId, day: number): string => ofDay(t(`game.${game}`), day)

/** The title of a play, with its date if it is a deal of the day. */
export function playTitle({ position, playId }: Pick<Ended, 'position' | 'playId'>): string {
  const day = dayOfPlay(playId)
  const { id } = position.game
  return day === undefined ? dealTitle(id, position.dealNumber) : dayTitle(id, day)
}

/**
 * "Quickhand Sea Towers #17: 4:12, 89 moves"; for a game that was given up, only the title. It always has the
 * deal number, so `readDeal` can read the deal.
 */
export function shareText({ position, playId, isWon, seconds, moves }: Ended): string {
  const day = dayOfPlay(playId)
  const title = dealTitle(position.game.id, position.dealNumber)
  const deal = day === undefined ? title : ofDay(title, day)
  return isWon ? t('won.shared', { deal, time: clockText(seconds), moves: tCount('bar.moves', moves) }) : deal
}
