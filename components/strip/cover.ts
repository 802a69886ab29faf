// Reserves the space of a message at the bottom edge of the table, so that columns end above it.
import { useResizeObserver } from '@vueuse/core'
import { onBeforeUnmount, type Ref } from 'vue'
import { useOverlays } from '../../stores/overlays/overlays'
import { leave } from '../exits'

const MARGIN_PX = 14

/** Reserves space until the message is unmounted, then fades it out. `minSpace` is in pixels. */
export function useCover(
  name: 'notice' | 'welcome',
  message: Readonly<Ref<HTMLElement | null>>,
  minSpace = (): number => 0,
): void {
  const { covered } = useOverlays()
  useResizeObserver(message, () => {
    const height = message.value!.offsetHeight
    covered[name] = Math.max(minSpace(), height > 0 ? height + MARGIN_PX : 0)
  })
  onBeforeUnmount(() => {
    leave(message.value, 'sinks')
    covered[name] = 0
  })
}
