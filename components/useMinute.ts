// The time, updated at the start of each minute while the tab is visible, and when the window gets the focus,
// because timers do not run while the computer sleeps. Loaded after the first paint.
import { useDocumentVisibility, useTimeoutFn } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { dayHere } from '../stores/calendar.ts'
import { MINUTE_MS } from '../stores/time.ts'
import { listen } from './listen'

/** The time in milliseconds since 1970. */
export function useMinute() {
  const now = shallowRef(Date.now())
  const nextMinute = useTimeoutFn(tick, () => MINUTE_MS - (now.value % MINUTE_MS), { immediate: false })
  function tick(): void {
    now.value = Date.now()
    nextMinute.start()
  }
  const visibility = useDocumentVisibility()
  watch(
    () => visibility.value === 'visible',
    isSeen => (isSeen ? tick() : nextMinute.stop()),
    { immediate: true },
  )
  listen(window, 'focus', tick)
  return now
}

/** Today, in days since 1970. */
export function useToday() {
  const now = useMinute()
  return computed(() => dayHere(new Date(now.value)))
}
