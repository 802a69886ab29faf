// `s:` the settings that a device chose, each with the time of the choice.
import type { Texts } from '../../platform/area.ts'
import { SETTINGS_KEY } from '../../platform/storage-keys.ts'
import { settingsOf } from '../device.ts'
import { MAX_CONTENT, readJson, writeJson } from '../items.ts'
import {
  laterChoices,
  mergeRegisters,
  parseRegister,
  recordChanges,
  resolve,
  type SettingsRegister,
} from '../lww-settings.ts'
import {
  isPendingSetting,
  lastPendingSettingIn,
  objectIn,
  pendingSettingKey,
  pendingSettingsIn,
} from '../pending-settings.ts'
import { onePerDevice, type KindKey, type SyncedKind } from './kind.ts'

const keyed = onePerDevice('settings', 's:')

/** The choices that fit into an item. If they are too long, the longest stay on this device only. */
export function syncedChoices(choices: SettingsRegister): SettingsRegister {
  const byLength = Object.entries(choices).sort(([, a], [, b]) => writeJson(a).length - writeJson(b).length)
  while (writeJson(Object.fromEntries(byLength)).length > MAX_CONTENT) byLength.pop()
  const fits = new Set(byLength.map(([field]) => field))
  return Object.fromEntries(Object.entries(choices).filter(([field]) => fits.has(field)))
}

/**
 * The pending choices, and those among them that an earlier round has merged but that did not fit into the
 * item (`unsynced`): they are not in the merged settings of all items (`held`).
 */
function pendingIn(local: Texts, held: Readonly<Record<string, unknown>>, now: number) {
  const pending = pendingSettingsIn(local)
  const merged = objectIn(local[SETTINGS_KEY]) ?? {}
  const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const unsynced: SettingsRegister = {}
  for (const [field, value] of Object.entries(pending)) {
    if (!isEqual(value, merged[field]) || isEqual(value, held[field])) continue
    const keys = Object.keys(local).filter(key => isPendingSetting(key) && key.endsWith(`:${field}`))
    const last = keys.sort().pop()!
    const before = Object.fromEntries(keys.map(key => [key, local[key]!]))
    // A page may make a choice while a round stores an unsynced one with a later time.
    const later = Object.values(before).includes(local[last]!) ? undefined : pendingSettingsIn(before)[field]
    if (later !== undefined) pending[field] = later
    unsynced[field] = { value, stamp: [lastPendingSettingIn({ [last]: '' }), 0] }
  }
  return { pending, unsynced: parseRegister(unsynced, now) ?? {} }
}

/** Settings. */
export const settingsKind: SyncedKind<KindKey<'settings'>> & typeof keyed = {
  ...keyed,
  priority: 2,
  read(device, _, content, now) {
    device.settings = parseRegister(readJson(content), now)
  },
  /** Records the choices made here since the last round, and merges the settings of all devices. */
  collect(round) {
    const { input, identity, carriedSettings } = round
    const texts = Object.entries(input.local).filter(([name]) => !round.erasedKeys.has(name))
    const local = Object.fromEntries(texts)
    const known = settingsOf(round.devices())
    const { pending, unsynced } = pendingIn(local, round.heldSettings, input.now)
    const own = mergeRegisters(mergeRegisters(carriedSettings, known[identity.id] ?? {}), unsynced)
    const all = { ...known, ...(Object.keys(own).length > 0 && { [identity.id]: own }) }
    const [holding, held] = [resolve(all), { ...round.heldSettings, ...resolve({ [identity.id]: unsynced }) }]
    // A setting of the last merge that no device has anymore was erased.
    const text = Object.entries(objectIn(local[SETTINGS_KEY]) ?? {})
    const stored = text.filter(([field]) => field in holding || !(field in held))
    const current = { ...Object.fromEntries(stored), ...pending }
    const mine = recordChanges(all, identity.id, { current, held }, input.now)
    const synced = syncedChoices(mine)
    if (Object.keys(mine).length > 0) round.put(keyed.key(identity.id), writeJson(synced))
    const left = laterChoices(mine, [synced, ...Object.values({ ...known, [identity.id]: {} })])
    const merged = { ...current, ...resolve({ ...all, [identity.id]: mine }) }
    // A replaced choice is first overwritten, because the process may end before its removal.
    for (const [field, { stamp }] of Object.entries({ ...unsynced, ...left }))
      round.unsynced[pendingSettingKey(stamp[0] + Math.sign(stamp[1]), field)] = JSON.stringify(merged[field])
    const isAny = Object.keys(merged).length > 0 || stored.length < text.length
    round.settings = isAny ? JSON.stringify(merged) : undefined
  },
}
