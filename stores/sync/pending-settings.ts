// Settings in storage.local: the merged ones, and choices that are not merged yet.
import { PENDING_SETTING_PREFIX } from '../platform/storage-keys.ts'

/** Parses a JSON object; an empty one if there is no text, undefined for anything else. */
export function objectIn(text: string | undefined): Record<string, unknown> | undefined {
  const value = valueIn(text ?? '{}')
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** Parses JSON; undefined if it is invalid. */
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const PENDING_SETTING = new RegExp(`^${PENDING_SETTING_PREFIX}(\\d{16}):(\\w+)$`)

/** The key of a pending choice of the setting `name`, made at `time` (milliseconds since 1970). */
export const pendingSettingKey = (time: number, name: string): string =>
  `${PENDING_SETTING_PREFIX}${String(time).padStart(16, '0')}:${name}`

/** The setting of a pending choice's key; undefined for other keys. */
const settingOf = (key: string): string | undefined => PENDING_SETTING.exec(key)?.[2]

/** Whether a key of storage.local belongs to a pending choice. */
export const isPendingSetting = (key: string): boolean => settingOf(key) !== undefined

/** The texts, without pending choices that are replaced by later choices of the same setting among `keys`. */
export const withoutSuperseded = (
  texts: Readonly<Record<string, string>>,
  keys: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).filter(([key]) => {
      const setting = settingOf(key)
      return !setting || !keys.some(other => other > key && settingOf(other) === setting)
    }),
  )

/** The time of the last pending choice, or 0; the next one must be later. */
export const lastPendingSettingIn = (texts: Readonly<Record<string, string | undefined>>): number =>
  Math.max(0, ...Object.keys(texts).map(key => Number(PENDING_SETTING.exec(key)?.[1] ?? 0)))

/** The last pending choice of each setting; choices with invalid JSON are left out. */
export function pendingSettingsIn(
  texts: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const choices: Record<string, unknown> = {}
  for (const key of Object.keys(texts).filter(isPendingSetting).sort()) {
    const value = valueIn(texts[key] ?? '')
    if (value !== undefined) choices[settingOf(key)!] = value
  }
  return choices
}
