// All settings. A new setting needs a descriptor here and texts in the locales.
import { parseDealNumber, type GameId, type HouseRule } from '../../engine/index.ts'
import { LAST_MINUTE } from '../time.ts'
import { custom, languageTag, oneOf, range, several, toggle, type ValuesOf } from './setting-kinds.ts'
import { SINGLE_KEYS } from './single-keys.ts'
import { fullAddress } from './web-address.ts'

/** A shortcut to a web page, shown on the new tab. */
export interface Shortcut {
  readonly name: string
  /** A complete web address. */
  readonly url: string
}

const HOUSE_RULES = ['move-runs', 'shuffle-on-recycle', 'take-back'] as const satisfies readonly HouseRule[]
/** A separate list, because released versions would drop these rules when they change `houseRules`. */
const MORE_RULES = ['round-corner', 'deal-over-spaces'] as const satisfies readonly HouseRule[]

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** The pattern of game ids; those of later versions are kept. */
const GAME = /^[a-z][a-z\d-]{0,39}$/
const isDeal = (text: unknown): text is string => {
  if (typeof text !== 'string') return false
  const [game = '', number = '', ...more] = text.split(':')
  return more.length === 0 && GAME.test(game) && parseDealNumber(number).ok
}
/** The maximum number of favorite deals. */
export const MAX_FAVORITES = 50
const dealsIn = (value: unknown): string[] => itemsOf(value).filter(isDeal).slice(0, MAX_FAVORITES)

/** The maximum number of shortcuts. */
export const MAX_SHORTCUTS = 24

function shortcutsIn(value: unknown): Shortcut[] {
  const shortcuts = itemsOf(value).flatMap(item => {
    const { name, url } = objectOf(item) as { name?: unknown; url?: unknown }
    const address = typeof url === 'string' ? fullAddress(url) : undefined
    return typeof name === 'string' && address ? [{ name: name.slice(0, 40), url: address }] : []
  })
  return shortcuts.slice(0, MAX_SHORTCUTS)
}

/** The maximum number of goals. */
export const MAX_GOALS = 8
/** The pattern of goals; those of later versions are kept. */
const GOAL = /^[a-z][a-z\d:-]{0,63}$/
/** The first minute in which results count toward a stored goal, `row:3:sea-towers:3627000`. */
export const goalSince = (goal: string): number => Number(goal.split(':')[3])
const goalsIn = (value: unknown): string[] =>
  [...new Set(itemsOf(value))]
    .filter((text): text is string => typeof text === 'string' && GOAL.test(text))
    .slice(0, MAX_GOALS)

const isMinute = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LAST_MINUTE
/** Parses the setting `since`: for each game that was reset, the minute from which its results count. */
export const sinceIn = (value: unknown): Partial<Record<GameId, number>> =>
  Object.fromEntries(
    Object.entries(objectOf(value)).filter(([game, minute]) => GAME.test(game) && isMinute(minute)),
  )

/** The design of the card backs. `red` is a former name of `plain`. */
const BACKS = oneOf(['blue', 'teal', 'green', 'gold', 'violet', 'plain'], {
  group: 'looks',
  page: { name: 'back' },
})

/**
 * The settings in panel order. They are parsed one by one, so that an invalid one does not affect the others;
 * a schema library would take up a tenth of the start chunk.
 */
export const SETTINGS = {
  theme: oneOf(['system', 'light', 'dark'], {
    group: 'looks',
    page: {
      name: 'theme',
      text: (theme, isDark) => (theme === 'system' ? (isDark ? 'dark' : 'light') : theme),
    },
  }),
  felt: oneOf(['green', 'midnight', 'charcoal', 'walnut', 'burgundy', 'paper'], {
    group: 'looks',
    page: { name: 'felt' },
  }),
  /** `own`: pips and plain court cards. `classic`: pictures of court cards. `large`: one large pip. */
  deck: oneOf(['own', 'classic', 'large'], { group: 'looks', page: { name: 'deck' } }),
  back: { ...BACKS, parse: back => BACKS.parse(back === 'red' ? 'plain' : back) } as typeof BACKS,
  /** The letters on court cards. */
  indices: oneOf(['english', 'french', 'german', 'dutch'], { group: 'looks', page: { name: 'indices' } }),
  motion: oneOf(['calm', 'quick', 'off'], { group: 'looks', page: { name: 'motion' } }),
  /** In percent of the usual width. */
  cardSize: range(100, { least: 80, most: 130, step: 5, group: 'looks' }),
  fourColours: toggle(false, {
    group: 'looks',
    page: { name: 'colours', text: isOn => (isOn ? 'four' : 'two') },
  }),
  leftHanded: toggle(false, { group: 'looks' }),
  showTime: toggle(true, { group: 'looks' }),
  /** The effect of clicking a card: moves it to the best place, selects it, or does nothing (drag only). */
  click: oneOf(['best', 'select', 'drag'], { group: 'play' }),
  /** Autoplay to the foundations; `game` is each game's default. */
  automatic: oneOf(['game', 'off', 'safe', 'all'], { group: 'play' }),
  winnableOnly: toggle(true, { group: 'play' }),
  /** When the bar shows whether the game can be won: with all cards visible, always, or never. */
  light: oneOf(['open', 'always', 'never'], { group: 'play' }),
  sound: toggle(false, { group: 'play' }),
  /** In percent. */
  volume: range(60, { least: 10, most: 100, step: 10, group: 'play', needs: 'sound' }),
  /** Whether single keys are commands. */
  letterKeys: toggle(true, { group: 'play' }),
  /** The commands whose single key is turned off. */
  keysOff: several(SINGLE_KEYS, { group: 'play', needs: 'letterKeys', isOffList: true }),
  houseRules: several(HOUSE_RULES, { group: 'play' }),
  moreRules: several(MORE_RULES, { group: 'play', isHouseRule: true }),
  /** The passes through the stock, fewest first. The game's number is the default; others are house rules. */
  klondikePasses: oneOf(['one-pass', 'three-passes', 'endless'], {
    default: 'endless',
    group: 'play',
    isHouseRule: true,
  }),
  pyramidPasses: oneOf(['one-pass', 'three', 'endless-passes'], {
    default: 'three',
    group: 'play',
    isHouseRule: true,
  }),
  showSearch: toggle(false, { group: 'tab', permission: 'search' }),
  showShortcuts: toggle(false, { group: 'tab' }),
  showVisited: toggle(false, { group: 'tab', permission: 'topSites' }),
  showClock: toggle(false, { group: 'tab' }),
  /** A 12-hour or 24-hour clock; `system`: as usual for the page's language in the browser's region. */
  hours: oneOf(['system', '12', '24'], { group: 'tab' }),
  /** `browser`: the first of the browser's languages that has a locale. */
  language: languageTag({ group: 'looks' }),
  /** Favorite deals by game and number, `sea-towers:17`; at most 50. */
  favourites: custom(dealsIn),
  /** Practice goals, as `goals.ts` writes them; at most 8. */
  goals: custom(goalsIn),
  shortcuts: custom(shortcutsIn),
  /** Whether the table is hidden, leaving a plain new tab. */
  isFolded: toggle(false, { page: { name: 'table', text: isOn => (isOn ? 'folded' : 'open') } }),
  /** For each game, the minute (counted from 2020) from which its results count. */
  since: custom(sinceIn),
}

/** The value of every setting. */
export type SettingsValues = ValuesOf<typeof SETTINGS>

/** The settings with a title in the panel; `moreRules` is within the list of house rules. */
export type ShownSetting = Exclude<
  {
    [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends { readonly group: string } ? K : never
  }[keyof typeof SETTINGS],
  'moreRules'
>
