// Components that are loaded when they are first shown, together with the texts of the panels.
import { defineAsyncComponent, h, type Component, type FunctionalComponent } from 'vue'
import { loadTexts } from './i18n'
import { loadOtherGames } from './other-games'
import PanelBoundary, { loadFailureNotice } from './panels/PanelBoundary'

/**
 * A component behind a dynamic import. Where it cannot be loaded, or throws, a sentence is shown in its place
 * with ways on; closing that emits the component's `close`.
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
