// Handling of focus and keys outside the table. Loaded after the first paint.
import { keepOverlayKeys } from './overlay-keys'
import { useFocusTrail } from './useFocusTrail'

export function usePageFocus(): void {
  useFocusTrail()
  keepOverlayKeys()
}
