// The look that the next new tab has before any style applies (assets/first-frame/look.js): a cache, never
// the truth.
import { watch } from 'vue'
import { useSettings } from '../stores/session/settings'
import { pageAttributes } from '../stores/settings/setting-values'

const KEY = 'look'

/** Keeps the look of this page for the next tab, until the function that is returned is called. */
export function keepLook(): () => void {
  const settings = useSettings()
  return watch(
    () => settings.values,
    values => {
      // The theme as it was chosen: the system may ask for another by then.
      const root = { ...pageAttributes(values, false), theme: undefined }
      localStorage.setItem(KEY, JSON.stringify({ theme: values.theme, root }))
    },
    { immediate: true },
  )
}
