// Registers a component as an overlay over the table while `isShown` is true, until it is unmounted.
import { watch } from 'vue'
import { useOverlays } from '../stores/overlays/overlays'

export function useOverlay(
  kind: Parameters<ReturnType<typeof useOverlays>['show']>[0],
  isShown = () => true,
): void {
  const { show } = useOverlays()
  watch(isShown, (isThere, _, onCleanup) => isThere && onCleanup(show(kind)), {
    immediate: true,
    flush: 'sync',
  })
}
