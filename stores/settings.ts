// What a person has chosen: parsed field by field, applied at once, kept in storage.
import { defineStore } from 'pinia'
import * as v from 'valibot'
import { inject, shallowRef } from 'vue'
import type { Automatic, GameId, HouseRule } from '../engine/index.ts'
import { gameById } from '../engine/index.ts'
import { platformKey } from './platform'

const choice = <const T extends readonly string[]>(options: T, otherwise: T[number]) =>
  v.fallback(v.picklist(options), otherwise as never)
const toggle = (otherwise: boolean) => v.fallback(v.boolean(), otherwise)

export const themes = ['system', 'light', 'dark'] as const
export const felts = ['green', 'midnight', 'charcoal', 'walnut', 'burgundy', 'paper'] as const
export const clickings = ['best', 'select', 'drag'] as const
export const lights = ['open', 'always', 'never'] as const
export const automatics = ['game', 'off', 'safe', 'all'] as const
const houseRules = ['move-runs', 'shuffle-on-recycle', 'take-back'] as const satisfies readonly HouseRule[]

/** A field that is wrong or missing takes its default; the others stay. */
const Settings = v.object({
  theme: choice(themes, 'system'),
  felt: choice(felts, 'green'),
  fourColours: toggle(false),
  leftHanded: toggle(false),
  click: choice(clickings, 'best'),
  /** `game`: what is usual in each game. */
  automatic: choice(automatics, 'game'),
  /** The light that says whether the game can still be won: where every card is in sight, in all games, or in none. */
  light: choice(lights, 'open'),
  winnableOnly: toggle(true),
  letterKeys: toggle(true),
  showTime: toggle(true),
  houseRules: v.fallback(v.array(v.picklist(houseRules)), []),
})

export type SettingsValues = v.InferOutput<typeof Settings>

const KEY = 'settings'

/** The settings in a stored text; `undefined` where the text is no object at all. */
export function parseSettings(text: string | undefined): SettingsValues | undefined {
  if (text === undefined) return v.parse(Settings, {})
  try {
    const result = v.safeParse(Settings, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

export const useSettings = defineStore('settings', () => {
  const { local } = inject(platformKey)!
  const values = shallowRef<SettingsValues>(parseSettings(undefined)!)
  /** What is stored, so that fields of a newer version survive a change made here. */
  let stored: Record<string, unknown> = {}

  /** Takes over a stored text; false where it cannot be read. */
  function open(text: string | undefined): boolean {
    const parsed = parseSettings(text)
    if (!parsed) return false
    stored = text === undefined ? {} : JSON.parse(text)
    values.value = parsed
    return true
  }

  /** Changes some settings, at once; rejects where the browser cannot keep them. */
  async function change(changes: Partial<SettingsValues>): Promise<void> {
    values.value = { ...values.value, ...changes }
    stored = { ...stored, ...values.value }
    await local.set({ [KEY]: JSON.stringify(stored) })
  }

  const automaticFor = (game: GameId): Automatic =>
    values.value.automatic === 'game' ? gameById(game).automatic : values.value.automatic
  const houseRulesFor = (game: GameId): HouseRule[] =>
    gameById(game).houseRules.filter(rule => values.value.houseRules.includes(rule))

  return { values, open, change, automaticFor, houseRulesFor, key: KEY }
})
