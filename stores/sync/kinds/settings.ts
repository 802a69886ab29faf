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
import { lastPendingSettingIn, objectIn, pendingSettingKey, pendingSettingsIn } from '../pending-settings.ts'
import { onePerDevice, type KindKey, type SyncedKind } from './kind.ts'

const keyed = onePerDevice('settings', 's:')

/** The choices that fit into an item. If they are too long, the longest stay on this device only. */
export function syncedChoices(choices: SettingsRegister): SettingsRegister {
  const byLength = Object.entries(choices).sort(([, a], [, b]) => writeJson(a).length - writeJson(b).length)
  while (writeJson(Object.fromEntries(byLength)).length > MAX_CONTENT) byLength.pop()
  const fits = new Set(byLength.map(([field]) => field))
  return Object.fromEntries(Object.entries(choices).filter(([field]) => fits.has(field)))
}

/** The time of the last pending choice of a setting; 0 if there is none. */
const pendingTimeOf = (local: Texts, field: string): number =>
  lastPendingSettingIn(Object.fromEntries(Object.entries(local).filter(([key]) => key.endsWith(`:${field}`))))

/**
 * The choices of earlier rounds that did not fit into the item: pending choices that have been merged but are
 * not in the merged settings of all items (`held`). They were merged as later than those.
 */
function unsyncedIn(local: Texts, held: SettingsRegister, now: number): SettingsRegister {
  const merged = objectIn(local[SETTINGS_KEY]) ?? {}
  const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const choices = Object.entries(pendingSettingsIn(local))
    .filter(([field, value]) => isEqual(value, merged[field]) && !isEqual(value, held[field]?.value))
    .map(([field, value]) => [field, { value, stamp: [pendingTimeOf(local, field), 0] }] as const)
  const timed = Object.entries(parseRegister(Object.fromEntries(choices), now) ?? {})
  return Object.fromEntries(
    timed.map(([field, { value, stamp }]) => {
      const after = (held[field]?.stamp[0] ?? -1) + 1
      return [field, { value, stamp: [Math.max(stamp[0], after), 0] }]
    }),
  )
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
    const unsynced = unsyncedIn(local, round.heldChoices, input.now)
    const own = mergeRegisters(mergeRegisters(carriedSettings, known[identity.id] ?? {}), unsynced)
    const all = { ...known, ...(Object.keys(own).length > 0 && { [identity.id]: own }) }
    const [holding, held] = [resolve(all), resolve({ held: round.heldChoices, unsynced })]
    // A setting of the last merge that no device has anymore was erased.
    const text = Object.entries(objectIn(local[SETTINGS_KEY]) ?? {})
    const stored = text.filter(([field]) => field in holding || !(field in held))
    const current = { ...Object.fromEntries(stored), ...pendingSettingsIn(local) }
    const mine = recordChanges(all, identity.id, { current, held }, input.now)
    const synced = syncedChoices(mine)
    if (Object.keys(mine).length > 0) round.put(keyed.key(identity.id), writeJson(synced))
    const left = laterChoices(mine, [synced, ...Object.values({ ...known, [identity.id]: {} })])
    const merged = { ...current, ...resolve({ ...all, [identity.id]: mine }) }
    // A replaced choice is first overwritten, because the process may end before its removal.
    for (const field of Object.keys({ ...unsynced, ...left })) {
      // A page may be writing a choice now. It must be later, so the key is one that the page knows or older.
      const before = Math.min(mine[field]!.stamp[0], Math.max(0, input.now - 1))
      const time = pendingTimeOf(local, field) || before
      round.unsynced[pendingSettingKey(time, field)] = JSON.stringify(merged[field])
    }
    const isAny = Object.keys(merged).length > 0 || stored.length < text.length
    round.settings = isAny ? JSON.stringify(merged) : undefined
  },
}
