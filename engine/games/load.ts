// Lazy loading of the games other than the default one.
import { areAllKnown } from './catalogue.ts'

/** Registers every game that is not registered yet. Rejects if the declarations cannot be loaded. */
export async function loadGames(): Promise<void> {
  if (!areAllKnown()) (await import('./all.ts')).addAllGames()
}
