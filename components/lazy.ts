// Components that are loaded when they are first shown, together with the texts of the panels.
import { defineAsyncComponent, type Component } from 'vue'
import { loadTexts } from './i18n'

/**
 * A component behind a dynamic import. Where it or its texts cannot be loaded, its parents capture the error.
 */
export const lazy = <T extends Component>(load: () => Promise<{ default: T }>) =>
  defineAsyncComponent<T>(async () => {
    const [component] = await Promise.all([load(), loadTexts('panels')])
    return component.default
  })
