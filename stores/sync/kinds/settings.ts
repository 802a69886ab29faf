// `s:` the settings that a device chose, each with the time of the choice.
import { SETTINGS_KEY } from '../../platform/storage-keys.ts'
import { settingsOf } from '../device.ts'
import { MAX_CONTENT, readJson, writeJson } from '../items.ts'
import {
  mergeRegisters,
  parseRegister,
  recordChanges,
  resolve,
  type SettingsRegister,
} from '../lww-settings.ts'
import { objectIn, pendingSettingsIn } from '../pending-settings.ts'
import { onePerDevice, type KindKey, type SyncedKind } from './kind.ts'

const keyed = onePerDevice('settings', 's:')

/** The choices that fit into an item. If they are too long, the longest stay on this device only. */
export function syncedText(choices: SettingsRegister): string {
  const byLength = Object.entries(choices).sort(([, a], [, b]) => writeJson(a).length - writeJson(b).length)
  while (writeJson(Object.fromEntries(byLength)).length > MAX_CONTENT) byLength.pop()
  const fits = new Set(byLength.map(([field]) => field))
  return writeJson(Object.fromEntries(Object.entries(choices).filter(([field]) => fits.has(field))))
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
    const own = mergeRegisters(carriedSettings, known[identity.id] ?? {})
    const all = { ...known, ...(Object.keys(own).length > 0 && { [identity.id]: own }) }
    const [holding, held] = [resolve(all), round.heldSettings]
    // A setting of the last merge that no device has anymore was erased.
    const text = Object.entries(objectIn(local[SETTINGS_KEY]) ?? {})
    const stored = text.filter(([field]) => field in holding || !(field in held))
    const current = { ...Object.fromEntries(stored), ...pendingSettingsIn(local) }
    const mine = recordChanges(all, identity.id, { current, held }, input.now)
    if (Object.keys(mine).length > 0) round.put(keyed.key(identity.id), syncedText(mine))
    const merged = { ...current, ...resolve({ ...all, [identity.id]: mine }) }
    const isAny = Object.keys(merged).length > 0 || stored.length < text.length
    round.settings = isAny ? JSON.stringify(merged) : undefined
  },
}
