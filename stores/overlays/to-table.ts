// Shows the table after the user has chosen a game. Loaded after the first paint.
import { useOverlays } from './overlays.ts'

/** Closes the list and the panel that cover the table, and focuses the table. */
export function toTable(): void {
  const overlays = useOverlays()
  overlays.list = undefined
  overlays.panel = undefined
  overlays.table?.focusCursor()
}
