// Stored wins of deals of the day.
import type { GameId } from '../../engine/index.ts'
import { isoDay } from '../../stores/calendar.ts'
import { pendingKey, playIdOf } from '../../stores/sync/ids.ts'
import { writePending } from '../../stores/sync/game-results.ts'
import { minuteOf } from '../../stores/time.ts'

/** For each of these games, the stored text of a win of its deal of `day`, at noon of the day `on`. */
export function wonDailies(day: number, games: readonly GameId[], on = day): Record<string, string> {
  const time = Date.parse(`${isoDay(on)}T12:00`)
  return Object.fromEntries(
    games.map(game => {
      const play = playIdOf(day)
      const result = { play, game, outcome: 'won', minute: minuteOf(time), seconds: 99, moves: 40 } as const
      return [pendingKey(play, 40, 'won'), writePending(result, time)]
    }),
  )
}
