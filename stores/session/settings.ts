// What a person has chosen, for the components; the session holds it.
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { GameId } from '../../engine/index.ts'
import { useSession } from './session.ts'
import type { Entries } from '../settings/model.ts'
import type { SettingsValues } from '../settings/schema.ts'
import { autoplayFor, houseRulesFor } from '../settings/setting-values.ts'

/** What a person has chosen, as the session holds it. */
export const useSettings = defineStore('settings', () => {
  const session = useSession()
  const values = computed(() => session.state.settings.values)
  /** The languages that are wanted, as BCP 47 tags, the first one first. */
  const wantedLanguages = computed(() =>
    values.value.language === 'browser' ? navigator.languages : [values.value.language],
  )
  /** Whether a person wants something else of a new tab than the game. */
  const hasTabContent = computed(() => {
    const { showSearch, showShortcuts, showVisited, showClock } = values.value
    return showSearch || showShortcuts || showVisited || showClock
  })
  const change = (set: Partial<SettingsValues>) =>
    session.dispatch({ kind: 'changeSettings', change: { set } })
  /** Shows the table where the page is folded: a person wants to see a game. */
  const unfold = async (): Promise<void> => {
    if (values.value.isFolded) await change({ isFolded: false })
  }
  const add = (entry: Entries) => session.dispatch({ kind: 'changeSettings', change: { add: entry } })
  const remove = (entry: Entries) => session.dispatch({ kind: 'changeSettings', change: { remove: entry } })

  return {
    values,
    wantedLanguages,
    hasTabContent,
    /** Changes settings at once, and writes them. */
    change,
    unfold,
    /** Adds an entry to a list, or removes it, in the list as it is now. */
    add,
    remove,
    autoplayFor: (game: GameId) => autoplayFor(values.value, game),
    houseRulesFor: (game: GameId) => houseRulesFor(values.value, game),
  }
})
