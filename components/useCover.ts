// What lies over most of the table: nobody plays, so the clock stands while it is there.
import { onBeforeUnmount, onMounted } from 'vue'
import { useGame } from '../stores/session/game'

/** Covers the table from when the component is mounted until it goes. */
export function useCover(): void {
  const game = useGame()
  onMounted(game.cover)
  onBeforeUnmount(game.uncover)
}
