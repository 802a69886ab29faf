// What can be chosen: every setting with its options, and how a stored value becomes one of them.
import type { AutoplayMode, GameId, HouseRule } from '../../engine/index.ts'
import { gameById, parseDealNumber, parseGame } from '../../engine/index.ts'
import { objectIn } from '../sync/pending-settings.ts'
import { languages } from './languages.ts'

export const languageChoices = ['browser', ...languages] as const
export const themes = ['system', 'light', 'dark'] as const
export const felts = ['green', 'midnight', 'charcoal', 'walnut', 'burgundy', 'paper'] as const
export const decks = ['own', 'classic', 'large'] as const
export const backs = ['blue', 'red', 'green', 'violet', 'plain'] as const
export const clickings = ['best', 'select', 'drag'] as const
export const lights = ['open', 'always', 'never'] as const
export const automatics = ['game', 'off', 'safe', 'all'] as const
const houseRules = ['move-runs', 'shuffle-on-recycle', 'take-back'] as const satisfies readonly HouseRule[]

/** What a stored value becomes: itself where it is allowed, else the usual one. */
type Field<T> = (value: unknown) => T

const choice =
  <const T extends readonly string[]>(options: T): Field<T[number]> =>
  value =>
    options.find(option => option === value) ?? options[0]
const toggle =
  (usual: boolean): Field<boolean> =>
  value =>
    typeof value === 'boolean' ? value : usual
const someOf =
  <const T extends readonly string[]>(options: T): Field<T[number][]> =>
  value =>
    Array.isArray(value) ? options.filter(option => value.includes(option)) : []

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
/** Deals by game and number, `sea-towers:17`; at most so many. */
const dealsIn: Field<string[]> = value =>
  Array.isArray(value)
    ? value.filter((text): text is string => typeof text === 'string' && isDeal(text)).slice(0, 50)
    : []
const isDeal = (text: string): boolean => {
  const [game, number, ...more] = text.split(':')
  return more.length === 0 && parseGame(game).ok && parseDealNumber(number ?? '').ok
}
export interface Shortcut {
  readonly name: string
  readonly url: string
}
/** An address of the web as it is written in full; undefined for anything else. A bare host gets https. */
export function webAddress(text: string): string | undefined {
  try {
    const { protocol, href } = new URL(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)
    return /^https?:$/.test(protocol) ? href : undefined
  } catch {
    return undefined
  }
}
/** Pages of one's own, at most so many. */
const shortcutsIn: Field<Shortcut[]> = value =>
  Array.isArray(value)
    ? value
        .map(objectOf)
        .flatMap(one => {
          const { name, url } = one as { name?: unknown; url?: unknown }
          const address = typeof url === 'string' ? webAddress(url) : undefined
          return typeof name === 'string' && address ? [{ name: name.slice(0, 40), url: address }] : []
        })
        .slice(0, 24)
    : []
/** For each game the minute (see rows.ts) from which on its results count. */
const minutesIn: Field<Partial<Record<GameId, number>>> = value =>
  Object.fromEntries(
    Object.entries(objectOf(value)).filter(
      ([game, minute]) => parseGame(game).ok && Number.isSafeInteger(minute) && (minute as number) >= 0,
    ),
  )

/**
 * Field by field, so that a wrong one costs nothing but itself. A schema library would be a tenth of what is
 * loaded before the first paint.
 */
const FIELDS = {
  /** `browser`: the one that the browser asks for. */
  language: choice(languageChoices),
  theme: choice(themes),
  felt: choice(felts),
  /**
   * `own`: pips and quiet courts. `classic`: pips and court pictures. `large`: a large index and one large
   * pip.
   */
  deck: choice(decks),
  back: choice(backs),
  fourColours: toggle(false),
  sound: toggle(false),
  leftHanded: toggle(false),
  click: choice(clickings),
  /** `game`: what is usual in each game. */
  automatic: choice(automatics),
  /**
   * The light that says whether the game can still be won: where every card is in sight, in all games, or in
   * none.
   */
  light: choice(lights),
  winnableOnly: toggle(true),
  letterKeys: toggle(true),
  showTime: toggle(true),
  houseRules: someOf(houseRules),
  favourites: dealsIn,
  showSearch: toggle(false),
  showShortcuts: toggle(false),
  showClock: toggle(false),
  shortcuts: shortcutsIn,
  /** Whether the table is folded away. */
  isFolded: toggle(false),
  since: minutesIn,
}

export type SettingsValues = { readonly [K in keyof typeof FIELDS]: ReturnType<(typeof FIELDS)[K]> }

/** Stored values as settings, field by field: a wrong one becomes its default and costs nothing but itself. */
export const parseValues = (stored: Readonly<Record<string, unknown>>): SettingsValues =>
  Object.fromEntries(
    Object.entries(FIELDS).map(([name, field]) => [
      name,
      field(Object.hasOwn(stored, name) ? stored[name] : undefined),
    ]),
  ) as SettingsValues

/** The settings in a stored text; `undefined` where the text is no object at all. */
export function parseSettings(text: string | undefined): SettingsValues | undefined {
  const stored = objectIn(text)
  return stored && parseValues(stored)
}

/** What plays itself in a game, by the settings or as is usual in it. */
export const autoplayFor = (values: SettingsValues, game: GameId): AutoplayMode =>
  values.automatic === 'game' ? gameById(game).autoplay : values.automatic

/** The house rules chosen that a game knows. */
export const houseRulesFor = (values: SettingsValues, game: GameId): HouseRule[] =>
  gameById(game).houseRules.filter(rule => values.houseRules.includes(rule))
