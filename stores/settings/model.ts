// The settings as stored texts make them: the merged settings, and over them the choices that wait to be
// merged. Pure.
import type { Texts } from '../platform/platform.ts'
import {
  pendingSettingKey,
  pendingSettingsIn,
  isPendingSetting,
  lastPendingSettingIn,
  objectIn,
  withoutPassed,
} from '../sync/pending-settings.ts'
import type { SettingsValues } from './schema.ts'
import { parseValues } from './setting-values.ts'

/** The settings that are lists to which entries are added. */
type ListSetting = 'favourites' | 'goals' | 'shortcuts' | 'houseRules' | 'moreRules'
/** Entries by the list that they belong to. */
export type Entries = { readonly [K in ListSetting]?: SettingsValues[K][number] }

/** A change of settings: values as they shall be, or one entry more or less in a list as it is by then. */
export type SettingsChange =
  { readonly set: Partial<SettingsValues> } | { readonly add: Entries } | { readonly remove: Entries }

/** Where the merged settings are stored. */
export const SETTINGS_KEY = 'settings'

/** The settings as a page knows them. */
export interface SettingsState {
  readonly values: SettingsValues
  /** The merged settings as they are stored. */
  readonly stored: Readonly<Record<string, unknown>>
  /** Choices that are stored beside them until the next local round merges them, as texts by their key. */
  readonly pending: Texts
  /** When the last choice was made, in milliseconds since 1970. */
  readonly lastChoice: number
}

const stateOf = (stored: SettingsState['stored'], pending: Texts, lastChoice: number): SettingsState => ({
  values: parseValues({ ...stored, ...pendingSettingsIn(pending) }),
  stored,
  pending,
  lastChoice: Math.max(lastChoice, lastPendingSettingIn(pending)),
})

/** The settings before anything was read: the default ones. */
export const defaultSettings: SettingsState = stateOf({}, {}, 0)

/** The settings in the texts of storage.local; `isBroken` where the merged ones cannot be read. */
export function readSettings(texts: Texts, lastChoice = 0): { state: SettingsState; isBroken: boolean } {
  const stored = objectIn(texts[SETTINGS_KEY])
  const pending = Object.fromEntries(Object.entries(texts).filter(([key]) => isPendingSetting(key)))
  return { state: stateOf(stored ?? {}, pending, lastChoice), isBroken: stored === undefined }
}

/**
 * The settings after texts in storage.local were written or removed; the same object where none concerns
 * them.
 */
export function hearSettings(
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
  return stateOf(stored, withoutPassed(pending, Object.keys(pending)), state.lastChoice)
}

/** The values that a change leads to; only those that it names. */
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
 * The settings after a change made here, and the texts to be written: each choice for itself, as somebody
 * else may be writing the merged settings just now. What was never chosen is not stored.
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
