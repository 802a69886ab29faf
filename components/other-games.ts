// What the games other than the default one need before one is shown: declarations, names, shapes.
import { loadGames } from '../engine/index.ts'
import { loadTexts } from './i18n'

/** Loads all of it. Rejects where a part cannot be loaded. */
export async function loadOtherGames(): Promise<void> {
  const [{ useShapes }] = await Promise.all([import('./table/place-shapes'), loadTexts('games'), loadGames()])
  useShapes()
}
