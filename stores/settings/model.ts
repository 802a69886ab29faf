// Reads and changes settings: the merged settings, overlaid with choices that are not merged yet. Pure.
import type { Texts } from '../platform/area.ts'
import { SETTINGS_KEY } from '../platform/storage-keys.ts'
import {
  pendingSettingKey,
  pendingSettingsIn,
  isPendingSetting,
  lastPendingSettingIn,
  objectIn,
  withoutSuperseded,
} from '../sync/pending-settings.ts'
import type { SettingsValues } from './schema.ts'
import { parseValues } from './setting-values.ts'

/** The list settings that are changed one entry at a time. */
type ListSetting = 'favourites' | 'goals' | 'shortcuts' | 'houseRules' | 'moreRules' | 'keysOff'
/** At most one entry for each list. */
export type Entries = { readonly [K in ListSetting]?: SettingsValues[K][number] }

/** A change of settings: new values, or one entry added to or removed from the current list. */
export type SettingsChange =
  | { readonly set: Partial<SettingsValues> }
  | { readonly add: Entries }
  | { readonly remove: Entries }

/** The settings as a page knows them. */
export interface SettingsState {
  readonly values: SettingsValues
  /** The merged settings as stored. */
  readonly stored: Readonly<Record<string, unknown>>
  /** Choices stored separately until the next local round merges them, by key. */
  readonly pending: Texts
  /** The time of the last choice, in milliseconds since 1970. */
  readonly lastChoice: number
}

const stateOf = (stored: SettingsState['stored'], pending: Texts, lastChoice: number): SettingsState => ({
  values: parseValues({ ...stored, ...pendingSettingsIn(pending) }),
  stored,
  pending,
  lastChoice: Math.max(lastChoice, lastPendingSettingIn(pending)),
})

/** The default settings, before anything is read. */
export const defaultSettings: SettingsState = stateOf({}, {}, 0)

/** The settings in the texts of storage.local; `isBroken` if the merged ones are unreadable. */
export function readSettings(texts: Texts, lastChoice = 0): { state: SettingsState; isBroken: boolean } {
  const stored = objectIn(texts[SETTINGS_KEY])
  const pending = Object.fromEntries(Object.entries(texts).filter(([key]) => isPendingSetting(key)))
  return { state: stateOf(stored ?? {}, pending, lastChoice), isBroken: stored === undefined }
}

/** The settings after changes to storage.local; the same object if none is relevant. */
export function applyStoredSettings(
  state: SettingsState,
  changes: Readonly<Record<string, string | undefined>>,
): SettingsState {
  const choices = Object.entries(changes).filter(([key]) => isPendingSetting(key))
  const isStored = SETTINGS_KEY in changes
  if (choices.length === 0 && !isStored) return state
  const pending = { ...state.pending }
  for (const [key, choice] of choices) {
    if (choice === undefined) Reflect.deleteProperty(pending, key)
    else pending[key] = choice
  }
  const stored = isStored ? (objectIn(changes[SETTINGS_KEY]) ?? state.stored) : state.stored
  return stateOf(stored, withoutSuperseded(pending, Object.keys(pending)), state.lastChoice)
}

function changedValues(values: SettingsValues, change: SettingsChange): Partial<SettingsValues> {
  if ('set' in change) return change.set
  const isAdding = 'add' in change
  const entries = isAdding ? change.add : change.remove
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const list: readonly unknown[] = values[name as 'favourites']
      const others = list.filter(other => JSON.stringify(other) !== JSON.stringify(entry))
      const isFront = name === 'favourites'
      return [name, isAdding ? (isFront ? [entry, ...others] : [...others, entry]) : others]
    }),
  )
}

/**
 * The settings after a local change, and the texts to write: one per setting, because a round may be writing
 * the merged settings at the same time.
 */
export function changeSettings(
  state: SettingsState,
  change: SettingsChange,
  now: number,
): { state: SettingsState; set: Texts } {
  const time = Math.max(now, state.lastChoice + 1)
  const changed = changedValues(state.values, change)
  const set = Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [pendingSettingKey(time, name), JSON.stringify(value)]),
  )
  return { state: stateOf(state.stored, { ...state.pending, ...set }, time), set }
}
