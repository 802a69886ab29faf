// The look that the next new tab applies before any style sheet (assets/first-frame/); a cache of settings.
import { watch } from 'vue'
import { useSettings } from '../stores/session/settings'
import { pageAttributes } from '../stores/settings/setting-values'

const KEY = 'look'

/** Saves the page's look for the next tab, until the scope is disposed. */
export function keepLook(): void {
  const settings = useSettings()
  watch(
    () => settings.values,
    values => {
      // The theme as chosen, not as resolved, because the system theme may change before the next tab opens.
      const root = { ...pageAttributes(values, false), theme: undefined }
      localStorage.setItem(KEY, JSON.stringify({ theme: values.theme, root }))
    },
    { immediate: true },
  )
}
