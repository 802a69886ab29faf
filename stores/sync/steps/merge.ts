// Step: merges items from storage.sync and the sync folder into the replicas.
import { settingsOf } from '../device.ts'
import { devicesOf } from '../devices.ts'
import { lasts } from '../log-page.ts'
import { compareVersions, epochOf, isNewTo, join, readItem, type Items } from '../items.ts'
import { epochOfHeader } from '../kinds/header.ts'
import { keys, parseKey } from '../kinds/index.ts'
import { laterChoices, mergeRegisters, type SettingsRegister } from '../lww-settings.ts'
import { fitting, roomOf, type Entry } from '../quota.ts'
import type { RoundState } from '../round-state.ts'
import { knowsMore, resultsIn } from './clone.ts'

/**
 * Keeps results that are only in a replaced version of another device's page. Except through erasures,
 * pages lose no play and no win, so a copied or restored profile or an import of version 1.0 wrote one of the
 * versions. That profile takes a new id when it sees the later version, but there may be no room to restore
 * that version, and the profile may be gone. This device adds these results to its log.
 */
function keepHiddenResults(round: RoundState, hidden: readonly Entry[]): void {
  for (const [key, value] of hidden) {
    if (round.isOwn(key)) continue
    const known = round.replicas[key]
    const item = readItem(key, known)
    // Undoing an import empties its pages. An unreadable page has lost nothing.
    if (!item || item.content === '') continue
    // An erasure that this device does not know yet may have moved the page to its epoch.
    const { device } = parseKey(key)!
    const { epoch } = item
    const isKnown = epochOfHeader(device, round.replicas[keys.device(device)]) >= epoch
    if (epoch !== epochOf(value) && !isKnown) continue
    const rows = resultsIn(key, known!)
    round.pending.push(...resultsIn(key, value).filter(row => lasts(row) && knowsMore([row], rows)))
  }
}

/** Adopts the choices in `items` that are later than those of all other devices. */
function carryChoices(round: RoundState, items: Items, others: readonly SettingsRegister[]): void {
  for (const register of Object.values(settingsOf(devicesOf(items, round.input.now))))
    round.carriedSettings = mergeRegisters(round.carriedSettings, laterChoices(register, others))
}

/**
 * Adopts choices that are only in a version of a device's settings that another version replaces. No profile
 * loses choices from one version to the next, so a copied or restored profile reused a sequence number. That
 * profile takes a new id when it sees the later version in storage.sync, but there may be no room to restore
 * that version, and its owner may be gone.
 */
function keepHiddenChoices(round: RoundState, hidden: readonly Entry[]): void {
  if (hidden.length === 0) return
  const kept = Object.values(settingsOf(round.devices()))
  for (const [key, value] of hidden) carryChoices(round, { [key]: value }, kept)
}

/**
 * Adopts choices of another device if storage.sync lacks their version of its settings and has no room to
 * restore it. The other device may be gone, and perhaps only this device, whose settings are always
 * published, knows them.
 */
function keepChoicesWithoutRoom(round: RoundState): void {
  const { remote, replicas, limits, input } = round
  if (!input.sync) return
  const taken = roomOf(Object.entries(remote))
  const room = { bytes: limits.bytes - taken.bytes, items: limits.items - taken.items }
  const staysHere = ([key, value]: Entry): boolean =>
    parseKey(key)!.kind === 'settings' &&
    !round.isOwn(key) &&
    isNewTo(remote, key, value) &&
    fitting([[key, value]], room, remote).length === 0
  const left = Object.fromEntries(Object.entries(replicas).filter(staysHere))
  if (Object.keys(left).length === 0) return
  const others = Object.entries(replicas).filter(([key]) => !(key in left))
  const found = devicesOf({ ...remote, ...Object.fromEntries(others) }, input.now)
  carryChoices(round, left, Object.values(settingsOf(found)))
}

/**
 * Merges newer versions. If a clone left different texts with the same version, the one that sorts last wins.
 * If storage.sync has that version, the replica is ignored, because all devices see the text there.
 */
export function mergeReplicas(round: RoundState): void {
  const { learned, remote } = round
  const seen = [round.replicas, learned, remote].flatMap(Object.entries<string>)
  for (const [key, value] of Object.entries(learned))
    if (isNewTo(round.replicas, key, value)) round.setReplica(key, value)
  for (const [key, synced] of Object.entries(remote)) {
    const known = round.replicas[key]
    const value = key in learned ? join({ [key]: synced }, { [key]: learned[key]! })[key]! : synced
    if (known !== value && (known === undefined || compareVersions(key, known, value) <= 0))
      round.setReplica(key, value)
  }
  const hidden = seen.filter(([key, value]) => round.replicas[key] !== value)
  const ofKind = (kind: string) => hidden.filter(([key]) => parseKey(key)!.kind === kind)
  keepHiddenResults(round, ofKind('log'))
  keepHiddenChoices(round, ofKind('settings'))
  keepChoicesWithoutRoom(round)
}
