// Everything that the games other than the default one need: their declarations, and what follows a move in
// them.
import { followUp } from '../rules/follow-up.ts'
import { settled } from '../rules/settle.ts'
import { addDeclarations } from './catalogue.ts'
import { declarations } from './declarations.ts'

/** Makes every game known and playable. */
export function addAllGames(): void {
  followUp.of = settled
  addDeclarations(declarations)
}
