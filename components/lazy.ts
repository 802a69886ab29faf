// Components that load when first shown, together with the panel texts.
import { defineAsyncComponent, h, type Component, type FunctionalComponent } from 'vue'
import { loadTexts } from './i18n'
import { loadOtherGames } from './other-games'
import PanelBoundary, { loadFailureNotice } from './panels/PanelBoundary'

/**
 * A component behind a dynamic import. If it cannot be loaded or throws, a message with possible actions is
 * shown instead; closing that emits the component's `close`.
 */
export function lazy<T extends Component>(load: () => Promise<{ default: T }>): T {
  const content = defineAsyncComponent(async () => {
    const [component] = await Promise.all([
      load(),
      loadFailureNotice(),
      loadTexts('panels'),
      loadOtherGames(),
    ])
    return component.default as Component
  })
  const bounded: FunctionalComponent<Record<string, unknown>> = props =>
    h(PanelBoundary, { onClose: props.onClose as () => void }, () => h(content, props))
  bounded.inheritAttrs = false
  return bounded as Component as T
}
