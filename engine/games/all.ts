// The games other than the default one: their declarations, and the forced moves that some of them make.
import { houseWords } from '../rules/house-words.ts'
import { settled } from '../rules/settle.ts'
import type { LaterRules } from '../rules/types.ts'
import { addDeclarations } from './catalogue.ts'
import { declarations } from './declarations.ts'

/** Registers every game in the catalog. */
export function addAllGames(illegalMove?: LaterRules['illegalMove']): void {
  addDeclarations(declarations, { followUp: settled, illegalMove }, houseWords)
}
