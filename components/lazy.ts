// Components that load when first shown, together with the texts they need.
import { h, shallowRef, type Component, type FunctionalComponent } from 'vue'
import { loadTexts } from './i18n'
import { loadOtherGames } from './other-games'
import PanelBoundary, { loadFailureNotice } from './panels/PanelBoundary'

/** Loads what a component needs to show any game. */
export const forAnyGame = () => Promise.all([loadTexts('panels'), loadOtherGames()])

/**
 * A component behind a dynamic import. `needs` loads what it needs besides its code. If it cannot be loaded
 * or throws, a message with actions is shown instead; closing the message emits the component's `close`.
 */
export function lazy<T extends Component>(
  load: () => Promise<{ default: T }>,
  needs: () => Promise<unknown> = () => loadTexts('panels'),
): T {
  const content = shallowRef<Component>()
  async function loadAll(): Promise<void> {
    if (content.value) return
    const [component] = await Promise.all([load(), loadFailureNotice(), needs()])
    content.value = component.default
  }
  const bounded: FunctionalComponent<Record<string, unknown>> = props =>
    h(
      PanelBoundary,
      { load: loadAll, onClose: props.onClose as () => void },
      () => content.value && h(content.value, props),
    )
  bounded.inheritAttrs = false
  return bounded as Component as T
}
