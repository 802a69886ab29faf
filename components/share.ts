// What is told of a game that has ended, in one line of text.
import type { Position } from '../engine/index.ts'
import { clockText, t } from './i18n'

/** A game that can be told of. */
export interface Ended {
  readonly position: Position
  readonly isWon: boolean
  /** Whole seconds of play. */
  readonly seconds: number
  readonly moves: number
}

/** "Sea Towers #17". */
export const dealTitle = ({ game, dealNumber }: Position): string => `${t(`game.${game.id}`)} #${dealNumber}`

/** "Quickhand Sea Towers #17: 4:12, 89 moves"; of a game that was given up only the deal. */
export const shareText = ({ position, isWon, seconds, moves }: Ended): string =>
  isWon
    ? t('won.shared', { deal: dealTitle(position), time: clockText(seconds), moves })
    : dealTitle(position)
