// Whether to show the light, which tells if the game can be won.
import { computed, type ComputedRef } from 'vue'
import { useGame } from '../session/game.ts'
import { useSettings } from '../session/settings.ts'

/** Whether the setting shows the light for this game; false when the game is won or stuck. */
export function useHasLight(): ComputedRef<boolean> {
  const game = useGame()
  const settings = useSettings()
  return computed(() => {
    const { light } = settings.values
    return game.state === 'playing' && (light === 'always' || (light === 'open' && game.game.open))
  })
}
