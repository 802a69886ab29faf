// Lazy loading of the games other than the default one.
import { areAllKnown } from './catalogue.ts'

/** Registers every game, if that has not been done yet. Rejects if they cannot be loaded. */
export async function loadGames(): Promise<void> {
  if (!areAllKnown()) (await import('./all.ts')).addAllGames()
}
