// The deals of the day of all games, folder by folder. `npm run new-game` writes this file.
import bakersGame from './bakers-game/daily.json' with { type: 'json' }
import beleagueredCastle from './beleaguered-castle/daily.json' with { type: 'json' }
import blackHole from './black-hole/daily.json' with { type: 'json' }
import canfield from './canfield/daily.json' with { type: 'json' }
import doubleDot from './double-dot/daily.json' with { type: 'json' }
import doubleKlondike from './double-klondike/daily.json' with { type: 'json' }
import doubleSeaTowers from './double-sea-towers/daily.json' with { type: 'json' }
import easthaven from './easthaven/daily.json' with { type: 'json' }
import eightOff from './eight-off/daily.json' with { type: 'json' }
import fortyThieves from './forty-thieves/daily.json' with { type: 'json' }
import freecell from './freecell/daily.json' with { type: 'json' }
import golf from './golf/daily.json' with { type: 'json' }
import gypsy from './gypsy/daily.json' with { type: 'json' }
import klondike from './klondike/daily.json' with { type: 'json' }
import penguin from './penguin/daily.json' with { type: 'json' }
import pyramid from './pyramid/daily.json' with { type: 'json' }
import scorpion from './scorpion/daily.json' with { type: 'json' }
import seaTowers from './sea-towers/daily.json' with { type: 'json' }
import simpleSimon from './simple-simon/daily.json' with { type: 'json' }
import spider from './spider/daily.json' with { type: 'json' }
import spiderette from './spiderette/daily.json' with { type: 'json' }
import tripeaks from './tripeaks/daily.json' with { type: 'json' }
import yukon from './yukon/daily.json' with { type: 'json' }
import type { GameId } from '../rules/types.ts'

/** The list of each game, which `tests/run/daily.ts` makes. */
export const dailyLists: Readonly<Record<GameId, string>> = {
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
