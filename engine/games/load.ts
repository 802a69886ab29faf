// Loading the games other than the default one.
import { areAllKnown } from './catalogue.ts'

/** Makes every game known, where they are not yet. Rejects where they cannot be loaded. */
export async function loadGames(): Promise<void> {
  if (!areAllKnown()) (await import('./all.ts')).addAllGames()
}
