// What every game except the default one needs before it is shown: declaration, name and layout.
import { loadGames } from '../engine/index.ts'
import { loadTexts } from './i18n'

/** Loads the declarations, names and layouts of these games. Rejects if a part cannot be loaded. */
export async function loadOtherGames(): Promise<void> {
  const [{ useShapes }] = await Promise.all([import('./table/place-shapes'), loadTexts('games'), loadGames()])
  useShapes()
}
