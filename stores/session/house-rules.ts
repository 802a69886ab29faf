// Applies the chosen house rules to games.
import { gameById, playAll, positionAt, type Position } from '../../engine/index.ts'
import { houseRulesFor } from '../settings/setting-values.ts'
import type { TransitionBuilder } from './draft.ts'
import { isPlaying } from './saving.ts'
import type { GameInMemory } from './state.ts'

/**
 * A game under the chosen house rules, if this tab plays and every step of the game so far, including those
 * that can be redone, is legal under them and leads to the same piles. Otherwise the game unchanged: the
 * rules apply from the next deal on, or once this tab plays.
 */
export function underChosenRules({ state }: TransitionBuilder, game: GameInMemory): GameInMemory {
  const { history, position } = game
  const { id } = position.game
  const house = houseRulesFor(state.settings.values, id)
  if (!isPlaying(state) || String(house) === String(position.house)) return game
  const start: Position = { ...history.start, game: gameById(id, house), house }
  const changed = { ...history, start }
  let [a, b] = [history.start, start]
  try {
    const isSame = history.gestures.every(moves => {
      a = playAll(a, moves)
      b = playAll(b, moves)
      return JSON.stringify(a.piles) === JSON.stringify(b.piles)
    })
    return isSame ? { ...game, history: changed, position: positionAt(changed) } : game
  } catch {
    return game
  }
}
