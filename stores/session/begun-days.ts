// The deals of the day that were begun and can be gone on with, for the calendar.
import { dayOfPlay } from '../sync/ids.ts'
import { readGame } from './game-in-memory.ts'
import { isGameInProgress } from './saving.ts'
import type { SessionState } from './state.ts'

/** Days since 1970 whose deal of the game on the table is in progress there or within reach. */
export function begunDays({ game, previousText }: SessionState): Set<number> {
  const { id } = game.position.game
  const left = (previousText?.split(' ') ?? []).flatMap(text => {
    const read = readGame(text, id)
    return read.ok ? [read.value] : []
  })
  const days = [game, ...left].filter(isGameInProgress).flatMap(({ playId }) => dayOfPlay(playId) ?? [])
  return new Set(days)
}
