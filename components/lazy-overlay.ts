// The open list of the bar, or the open panel, loaded when it is first shown.
import { forAnyGame, lazy } from './lazy'

export const LazyOverlay = lazy(() => import('./AnyOverlay.vue'), forAnyGame)
