// Whether motion is off, by the setting or by the system preference.
import { usePreferredReducedMotion } from '@vueuse/core'
import { computed } from 'vue'
import { useSettings } from '../stores/session/settings'

export function useIsStill() {
  const settings = useSettings()
  const preference = usePreferredReducedMotion()
  return computed(() => preference.value === 'reduce' || settings.values.motion === 'off')
}
