// What a person has chosen: parsed field by field, applied at once, kept in storage.
import { defineStore } from 'pinia'
import { computed, inject, shallowRef } from 'vue'
import type { AutoplayMode, GameId, HouseRule } from '../../engine/index.ts'
import { gameById, parseDealNumber, parseGame } from '../../engine/index.ts'
import { languageOf, languages } from './languages'
import { platformKey } from '../platform/platform'
import { choiceKey, choicesIn, lastChoiceIn, objectIn } from '../sync/pending-settings.ts'

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

const KEY = 'settings'

const parse = (stored: Readonly<Record<string, unknown>>): SettingsValues =>
  Object.fromEntries(
    Object.entries(FIELDS).map(([name, field]) => [
      name,
      field(Object.hasOwn(stored, name) ? stored[name] : undefined),
    ]),
  ) as SettingsValues

/** The settings in a stored text; `undefined` where the text is no object at all. */
export function parseSettings(text: string | undefined): SettingsValues | undefined {
  const stored = objectIn(text)
  return stored && parse(stored)
}

export const useSettings = defineStore('settings', () => {
  const { local } = inject(platformKey)!
  const values = shallowRef<SettingsValues>(parse({}))
  /** What was chosen here and does not stand in the stored settings yet. */
  const chosen = new Map<string, unknown>()
  /** When the last choice was made. */
  let last = 0

  /** Takes over what is stored; false where it cannot be read. */
  function open(texts: Readonly<Record<string, string>>): boolean {
    const stored = objectIn(texts[KEY])
    values.value = parse({ ...stored, ...choicesIn(texts) })
    last = lastChoiceIn(texts)
    return stored !== undefined
  }

  /** Takes over what another tab or another device chose. */
  function hear(changes: Readonly<Record<string, string | undefined>>): void {
    const stored = objectIn(changes[KEY])
    if (changes[KEY] !== undefined && stored) {
      for (const [name, value] of chosen) {
        if (JSON.stringify(stored[name]) === JSON.stringify(value)) chosen.delete(name)
        else stored[name] = value
      }
      values.value = parse(stored)
    }
    const choices = choicesIn(changes)
    last = Math.max(last, lastChoiceIn(changes))
    if (Object.keys(choices).length > 0) values.value = parse({ ...values.value, ...choices })
  }

  /**
   * Changes some settings, at once; rejects where the browser cannot keep them. Each choice is written for
   * itself, as somebody else may be
   * writing the settings just now; what was never chosen is not stored.
   */
  async function change(changes: Partial<SettingsValues>): Promise<void> {
    values.value = { ...values.value, ...changes }
    last = Math.max(Date.now(), last + 1)
    const items: Record<string, string> = {}
    for (const [name, value] of Object.entries(changes)) {
      chosen.set(name, value)
      items[choiceKey(last, name)] = JSON.stringify(value)
    }
    await local.set(items)
  }

  const automaticFor = (game: GameId): AutoplayMode =>
    values.value.automatic === 'game' ? gameById(game).autoplay : values.value.automatic
  const houseRulesFor = (game: GameId): HouseRule[] =>
    gameById(game).houseRules.filter(rule => values.value.houseRules.includes(rule))

  const locale = computed(() =>
    values.value.language === 'browser' ? languageOf(navigator.languages) : values.value.language,
  )

  return { values, locale, open, hear, change, automaticFor, houseRulesFor, key: KEY }
})
