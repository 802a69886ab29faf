// Runs composables whose code is loaded on demand.
import { effectScope, getCurrentInstance, shallowRef, watch, type ShallowRef } from 'vue'
import { useSession } from '../stores/session/session'

/**
 * Loads a module once `isWanted` is true, and runs its composable until `isWanted` is false or the component
 * is unmounted. Returns the composable's result; undefined while it is not running.
 */
export function useLate<Module, T>(
  load: () => Promise<Module>,
  run: (module: Module) => T,
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
        .then(module => {
          if (scope.active) result.value = app.runWithContext(() => scope.run(() => run(module)))
        })
        .catch(reportLoad)
    },
    { immediate: true, flush: 'post' },
  )
  return result
}
