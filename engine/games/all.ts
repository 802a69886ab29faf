// Everything that the games other than the default one need: their declarations, and what follows a move in
// them.
import { houseWords } from '../rules/house-words.ts'
import { settled } from '../rules/settle.ts'
import type { LaterRules } from '../rules/types.ts'
import { addDeclarations } from './catalogue.ts'
import { declarations } from './declarations.ts'

/** Makes every game known and playable. */
export function addAllGames(illegalMove?: LaterRules['illegalMove']): void {
  addDeclarations(declarations, { followUp: settled, illegalMove }, houseWords)
}
