// The declarations of all games, folder by folder. `npm run new-game` writes this file.
import { declarations as doubleDot } from './double-dot/rules.ts'
import { declarations as doubleKlondike } from './double-klondike/rules.ts'
import { declarations as doubleSeaTowers } from './double-sea-towers/rules.ts'
import { declarations as freecell } from './freecell/rules.ts'
import { declarations as klondike } from './klondike/rules.ts'
import { declarations as seaTowers } from './sea-towers/rules.ts'
import type { Declarations } from '../rules/types.ts'

/** What every game declares, by its id. */
export const declarations: Declarations = {
  ...doubleDot,
  ...doubleKlondike,
  ...doubleSeaTowers,
  ...freecell,
  ...klondike,
  ...seaTowers,
}
