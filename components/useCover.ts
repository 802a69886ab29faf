// While a panel, the list of games or a replay is there nobody plays, so the clock stands.
import { onBeforeUnmount, onMounted } from 'vue'
import { useGame } from '../stores/session/game'

/** Covers the table from when the component is mounted until it goes. */
export function useCover(): void {
  const game = useGame()
  onMounted(game.cover)
  onBeforeUnmount(game.uncover)
}
