// Applies the chosen house rules to games.
import { gameById, playAll, positionAt, type History } from '../../engine/index.ts'
import { houseRulesFor } from '../settings/setting-values.ts'
import type { GameInMemory, SessionState } from './state.ts'

/**
 * A game under the chosen house rules, if every step of it so far, including those that can be redone, is
 * legal under them and leads to the same piles. Otherwise the same game; they apply from the next deal on.
 */
export function underChosenRules({ settings }: SessionState, game: GameInMemory): GameInMemory {
  const { history, position } = game
  const { id } = position.game
  const house = houseRulesFor(settings.values, id)
  if (String(house) === String(position.house)) return game
  const start = { ...history.start, game: gameById(id, house), house }
  const changed: History = { ...history, start }
  if (!haveSamePositions(history, changed)) return game
  return { ...game, history: changed, position: positionAt(changed) }
}

/** Whether two histories with the same gestures are legal and lead to the same piles at every step. */
function haveSamePositions(one: History, other: History): boolean {
  let [a, b] = [one.start, other.start]
  try {
    return one.gestures.every(moves => {
      a = playAll(a, moves)
      b = playAll(b, moves)
      return JSON.stringify(a.piles) === JSON.stringify(b.piles)
    })
  } catch {
    return false
  }
}
