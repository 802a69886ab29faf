// The look that the next new tab has before any style applies (assets/first-frame/look.js): a cache, never
// the truth.
import { watch } from 'vue'
import { useSettings } from '../stores/session/settings'
import { useTablePicture } from '../stores/settings/table-picture-store'

const KEY = 'look'

/** Keeps the look of this page for the next tab, until the function that is returned is called. */
export function keepLook(): () => void {
  const settings = useSettings()
  const own = useTablePicture()
  return watch(
    [() => settings.values, () => own.picture],
    () => {
      // The theme as it was chosen: the system may ask for another by then.
      const root = { ...document.documentElement.dataset, theme: undefined }
      localStorage.setItem(KEY, JSON.stringify({ theme: settings.values.theme, root }))
    },
    { flush: 'post', immediate: true },
  )
}
