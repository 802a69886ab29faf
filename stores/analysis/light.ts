// Whether the light shows that says if a game can be won.
import { computed, type ComputedRef } from 'vue'
import { useGame } from '../session/game.ts'
import { useSettings } from '../session/settings.ts'

/**
 * True where every card is in sight, or where the person wants the light everywhere; never after the end of a
 * game.
 */
export function useHasLight(): ComputedRef<boolean> {
  const game = useGame()
  const settings = useSettings()
  return computed(() => {
    const { light } = settings.values
    return game.state === 'playing' && (light === 'always' || (light === 'open' && game.game.open))
  })
}
