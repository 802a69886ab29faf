// FreeCell: one deck, all in sight, eight columns that alternate, four cells; deal numbers as Microsoft's, so
// that #11982 is the famous one.
import { cells, decks, defineGame, downAlternating, foundations, tableau } from '../rules/vocabulary.ts'

export const freeCell = defineGame('freecell', {
  deck: decks(1),
  shuffle: 'microsoft',
  foundations: foundations(4, { first: 'A', step: 1, homes: 'SHCD' }),
  tableau: tableau(8, { dealt: 'all', build: downAlternating }),
  cells: cells(4, { from: ['tableau', 'cell'] }),
  supermove: 'through-spaces',
  safe: 'both-copies-and-other-colour-below',
  automatic: 'safe',
  houseRules: [],
  open: true,
})
