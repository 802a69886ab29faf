// Modules that a component loads after its first paint, usually with a composable.
import { effectScope, getCurrentInstance, shallowRef, watch, type ShallowRef } from 'vue'
import { useSession } from '../stores/session/session'

/**
 * Loads a module once `isWanted` holds, and runs `run` in a scope that lasts until `isWanted` no longer holds
 * or the component is unmounted. Returns the result of `run`; undefined while there is no such scope.
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
