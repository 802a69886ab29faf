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

/** "Sea Towers #17". */
export const dealTitle = (game: GameId, deal: number): string => `${t(`game.${game}`)} #${deal}`

/** "Sea Towers, deal of the day, November 25". */
export const dayTitle = (game: GameId, day: number): string =>
  t('deal.ofDay', { game: t(`game.${game}`), date: longDayText(day) })

/** The title of a play, with its date if it is a deal of the day. */
export function playTitle({ position, playId }: Pick<Ended, 'position' | 'playId'>): string {
  const day = dayOfPlay(playId)
  const { id } = position.game
  return day === undefined ? dealTitle(id, position.dealNumber) : dayTitle(id, day)
}

/** "Quickhand Sea Towers #17: 4:12, 89 moves"; for a game that was given up, only the title. */
export const shareText = (ended: Ended): string =>
  ended.isWon
    ? t('won.shared', {
        deal: playTitle(ended),
        time: clockText(ended.seconds),
        moves: tCount('bar.moves', ended.moves),
      })
    : playTitle(ended)
