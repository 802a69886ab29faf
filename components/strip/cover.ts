// Reserves the space of a strip at the bottom edge of the table, so that columns end above it.
import { useResizeObserver } from '@vueuse/core'
import { onBeforeUnmount, type Ref } from 'vue'
import { useOverlays } from '../../stores/overlays/overlays'
import { leave } from '../exits'

const MARGIN_PX = 14

/** Reserves the space until the strip is unmounted; then the strip fades. `least`: its minimum in pixels. */
export function useCover(
  name: 'notice' | 'welcome',
  strip: Readonly<Ref<HTMLElement | null>>,
  least = (): number => 0,
): void {
  const { covered } = useOverlays()
  useResizeObserver(strip, () => {
    const height = strip.value!.offsetHeight
    covered[name] = Math.max(least(), height > 0 ? height + MARGIN_PX : 0)
  })
  onBeforeUnmount(() => {
    leave(strip.value, 'sinks')
    covered[name] = 0
  })
}
