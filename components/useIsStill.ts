// Whether motion is off, by the setting or by the system preference.
import { useSettings } from '../stores/session/settings'

const preference = matchMedia('(prefers-reduced-motion: reduce)')

export function useIsStill(): () => boolean {
  const settings = useSettings()
  return () => preference.matches || settings.values.motion === 'off'
}
