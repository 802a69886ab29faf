// Event listeners that last as long as the scope that adds them.
import { onScopeDispose } from 'vue'

type Events = WindowEventMap & DocumentEventMap & HTMLElementEventMap

/** Listens to events of a target until the scope is disposed. `options` are those of `addEventListener`. */
export function listen<Name extends keyof Events>(
  target: EventTarget,
  names: Name | readonly Name[],
  listener: (event: Events[Name]) => unknown,
  options?: AddEventListenerOptions,
): void {
  const types = [names].flat()
  for (const type of types) target.addEventListener(type, listener as EventListener, options)
  onScopeDispose(() => {
    for (const type of types) target.removeEventListener(type, listener as EventListener, options)
  })
}
