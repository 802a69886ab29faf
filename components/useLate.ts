// Runs composables whose code is loaded on demand.
import { effectScope, getCurrentInstance, shallowRef, watch, type ShallowRef } from 'vue'
import { useSession } from '../stores/session/session'

/**
 * Loads a composable once `isWanted` is true, and runs it until `isWanted` is false or the component is
 * unmounted. Returns its result; undefined while it is not running.
 */
export function useLate<Composable, T>(
  load: () => Promise<Composable>,
  run: (composable: Composable) => T,
  isWanted: () => boolean = () => true,
): ShallowRef<T | undefined> {
  const { app } = getCurrentInstance()!.appContext
  const { reportLoad } = useSession()
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
        .then(composable => {
          if (scope.active) result.value = app.runWithContext(() => scope.run(() => run(composable)))
        })
        .catch(reportLoad)
    },
    { immediate: true, flush: 'post' },
  )
  return result
}
