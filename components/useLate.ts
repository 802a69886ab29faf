// What a component does that is loaded after the first paint.
import { effectScope, getCurrentInstance, shallowRef, watch, type ShallowRef } from 'vue'

/**
 * Loads a composable while `isWanted` holds, runs it, and ends it with that or with the component. What it
 * returns is there from then on.
 */
export function useLate<T>(
  load: () => Promise<() => T>,
  isWanted: () => boolean = () => true,
): ShallowRef<T | undefined> {
  const { app } = getCurrentInstance()!.appContext
  const result = shallowRef<T>()
  watch(
    isWanted,
    (wanted, _, onCleanup) => {
      if (!wanted) return
      const scope = effectScope(true)
      onCleanup(() => {
        scope.stop()
        result.value = undefined
      })
      void load()
        .then(run => {
          if (scope.active) result.value = app.runWithContext(() => scope.run(run))
        })
        .catch((error: unknown) => {
          // A page that is closing loads nothing more.
          if (!document.hidden) throw error
        })
    },
    { immediate: true, flush: 'post' },
  )
  return result
}
