// The settings, for components. The session owns them.
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { GameId } from '../../engine/index.ts'
import { useSession } from './session.ts'
import type { Entries, SettingsChange } from '../settings/model.ts'
import type { SettingsValues } from '../settings/schema.ts'
import { houseRulesFor } from '../settings/setting-values.ts'

/** The user's settings. */
export const useSettings = defineStore('settings', () => {
  const session = useSession()
  const values = computed(() => session.state.settings.values)
  /** The preferred languages as BCP 47 tags, most preferred first. */
  const wantedLanguages = computed(() =>
    values.value.language === 'browser' ? navigator.languages : [values.value.language],
  )
  /** Whether the new tab shows anything besides the game. */
  const hasTabContent = computed(() => {
    const { showSearch, showShortcuts, showVisited, showClock } = values.value
    return showSearch || showShortcuts || showVisited || showClock
  })
  const apply = (change: SettingsChange) => session.dispatch({ kind: 'changeSettings', change })
  const change = (set: Partial<SettingsValues>) => apply({ set })
  /** Shows the table if it is hidden, because the user wants to see a game. */
  const unfold = async (): Promise<void> => {
    if (values.value.isFolded) await change({ isFolded: false })
  }

  return {
    values,
    wantedLanguages,
    hasTabContent,
    /** Changes settings immediately, and writes them. */
    change,
    unfold,
    /** Adds or removes an entry of a setting that is a list. */
    add: (entry: Entries) => apply({ add: entry }),
    remove: (entry: Entries) => apply({ remove: entry }),
    houseRulesFor: (game: GameId) => houseRulesFor(values.value, game),
  }
})
