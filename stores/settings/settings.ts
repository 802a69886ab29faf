// What a person has chosen: parsed field by field, applied at once, kept in storage.
import { defineStore } from 'pinia'
import { computed, inject, shallowRef } from 'vue'
import type { AutoplayMode, GameId, HouseRule } from '../../engine/index.ts'
import { gameById } from '../../engine/index.ts'
import type { SettingsValues } from './schema.ts'
import { parseValues } from './setting-values.ts'
import { platformKey } from '../platform/platform.ts'
import { choiceKey, choicesIn, lastChoiceIn, objectIn } from '../sync/pending-settings.ts'

const KEY = 'settings'

/** The settings in a stored text; `undefined` where the text is no object at all. */
export function parseSettings(text: string | undefined): SettingsValues | undefined {
  const stored = objectIn(text)
  return stored && parseValues(stored)
}

export const useSettings = defineStore('settings', () => {
  const { local } = inject(platformKey)!
  const values = shallowRef<SettingsValues>(parseValues({}))
  /** What was chosen here and does not stand in the stored settings yet. */
  const chosen = new Map<string, unknown>()
  /** When the last choice was made. */
  let last = 0

  /** Takes over what is stored; false where it cannot be read. */
  function open(texts: Readonly<Record<string, string>>): boolean {
    const stored = objectIn(texts[KEY])
    values.value = parseValues({ ...stored, ...choicesIn(texts) })
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
      values.value = parseValues(stored)
    }
    const choices = choicesIn(changes)
    last = Math.max(last, lastChoiceIn(changes))
    if (Object.keys(choices).length > 0) values.value = parseValues({ ...values.value, ...choices })
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
    values.value.automatic === 'game' ? gameById(game).automatic : values.value.automatic
  const houseRulesFor = (game: GameId): HouseRule[] =>
    gameById(game).houseRules.filter(rule => values.value.houseRules.includes(rule))

  /** The languages that are wanted, as BCP 47 tags, the first one first. */
  const wantedLanguages = computed(() =>
    values.value.language === 'browser' ? navigator.languages : [values.value.language],
  )

  return { values, wantedLanguages, open, hear, change, automaticFor, houseRulesFor, key: KEY }
})
