// Whether to show the light, which tells if the game can be won.
import { computed, type ComputedRef } from 'vue'
import { useGame } from '../session/game.ts'
import { useSettings } from '../session/settings.ts'

/** True if all cards are visible, or if the user always wants the light; never after the end of a game. */
export function useHasLight(): ComputedRef<boolean> {
  const game = useGame()
  const settings = useSettings()
  return computed(() => {
    const { light } = settings.values
    return game.state === 'playing' && (light === 'always' || (light === 'open' && game.game.open))
  })
}
