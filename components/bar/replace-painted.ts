// Removes the painted copies of the bar's late parts (painted-bar.ts).
import { getCurrentInstance, onMounted, watch } from 'vue'
import { useGame } from '../../stores/session/game'

/** Removes the painted copy of this late part once the part is ready or the position has changed. */
export function replacePainted(isReady: () => boolean): void {
  const { proxy } = getCurrentInstance()!
  const game = useGame()
  const first = game.change
  onMounted(() =>
    watch(
      () => isReady() || game.change !== first,
      isDue => isDue && (proxy!.$el as Node).parentElement?.querySelector('.late')?.remove(),
      { immediate: true, flush: 'post' },
    ),
  )
}
