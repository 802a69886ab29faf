// What a component shows lies over the table as long as it is there.
import { watch } from 'vue'
import { useOverlays } from '../stores/overlays/overlays'

/** Tells the store of overlays from now until the component goes, while `isShown` holds. */
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
