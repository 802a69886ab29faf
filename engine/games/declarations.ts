// The declarations of all games, folder by folder. `npm run new-game` writes this file.
import { declarations as bakersGame } from './bakers-game/rules.ts'
import { declarations as beleagueredCastle } from './beleaguered-castle/rules.ts'
import { declarations as blackHole } from './black-hole/rules.ts'
import { declarations as canfield } from './canfield/rules.ts'
import { declarations as doubleDot } from './double-dot/rules.ts'
import { declarations as doubleKlondike } from './double-klondike/rules.ts'
import { declarations as doubleSeaTowers } from './double-sea-towers/rules.ts'
import { declarations as easthaven } from './easthaven/rules.ts'
import { declarations as eightOff } from './eight-off/rules.ts'
import { declarations as fortyThieves } from './forty-thieves/rules.ts'
import { declarations as freecell } from './freecell/rules.ts'
import { declarations as golf } from './golf/rules.ts'
import { declarations as gypsy } from './gypsy/rules.ts'
import { declarations as klondike } from './klondike/rules.ts'
import { declarations as penguin } from './penguin/rules.ts'
import { declarations as pyramid } from './pyramid/rules.ts'
import { declarations as scorpion } from './scorpion/rules.ts'
import { declarations as seaTowers } from './sea-towers/rules.ts'
import { declarations as simpleSimon } from './simple-simon/rules.ts'
import { declarations as spider } from './spider/rules.ts'
import { declarations as spiderette } from './spiderette/rules.ts'
import { declarations as tripeaks } from './tripeaks/rules.ts'
import { declarations as yukon } from './yukon/rules.ts'
import type { Declarations } from '../rules/types.ts'

/** What every game declares, by its id. */
export const declarations: Declarations = {
  ...bakersGame,
  ...beleagueredCastle,
  ...blackHole,
  ...canfield,
  ...doubleDot,
  ...doubleKlondike,
  ...doubleSeaTowers,
  ...easthaven,
  ...eightOff,
  ...fortyThieves,
  ...freecell,
  ...golf,
  ...gypsy,
  ...klondike,
  ...penguin,
  ...pyramid,
  ...scorpion,
  ...seaTowers,
  ...simpleSimon,
  ...spider,
  ...spiderette,
  ...tripeaks,
  ...yukon,
}
