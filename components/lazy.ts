// Components that load when first shown, together with the panel texts.
import { h, shallowRef, type Component, type FunctionalComponent } from 'vue'
import { loadTexts } from './i18n'
import { loadOtherGames } from './other-games'
import PanelBoundary, { loadFailureNotice } from './panels/PanelBoundary'

/**
 * A component behind a dynamic import. If it cannot be loaded or throws, a message with actions is shown
 * instead; closing the message emits the component's `close`.
 */
export function lazy<T extends Component>(load: () => Promise<{ default: T }>): T {
  const content = shallowRef<Component>()
  async function loadAll(): Promise<void> {
    if (content.value) return
    const [component] = await Promise.all([
      load(),
      loadFailureNotice(),
      loadTexts('panels'),
      loadOtherGames(),
    ])
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
