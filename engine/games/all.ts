// All games: their declarations, the automatic consequences of moves, and the changes that house rules make.
import { houseWords } from '../rules/house-words.ts'
import { settled } from '../rules/settle.ts'
import type { LaterRules } from '../rules/types.ts'
import { addDeclarations } from './catalogue.ts'
import { declarations } from './declarations.ts'

/** Registers every game in the catalog. Without `illegalMove`, `IllegalMove.reason` is `unknownMove`. */
export function addAllGames(illegalMove?: LaterRules['illegalMove']): void {
  addDeclarations(declarations, { followUp: settled, illegalMove }, houseWords)
}
