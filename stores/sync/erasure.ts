// Erasing on this device, and taking back what another device's erasure removed here.
import type { Texts } from '../platform/platform.ts'
import {
  BESIDE_NEWER,
  REPLICA_PREFIX,
  GAME_PREFIX,
  PAST_PREFIX,
  PICTURE_KEY,
  PENDING_RESULT_PREFIX,
  PREVIOUS_PREFIX,
  SETTINGS_KEY,
} from '../platform/storage-keys.ts'
import { isErasedBy, type EraseScope } from '../platform/storage-table.ts'
import { minuteOf } from '../time.ts'
import { knowsAll, resultsOf, settingsOf, type Device } from './device.ts'
import {
  DEVICE_KEY,
  parseIdentity,
  withNewId,
  writeIdentity,
  type DeviceIdentity,
} from './device-identity.ts'
import { devicesOf } from './devices.ts'
import { MAX_COVERED, mergeErasures } from './erasures.ts'
import { droppedMark, erasedKey, erasedNoteIn, erasedTextsIn } from './erased-texts.ts'
import { isInProgress, splitLocalEnvelope } from './game-envelope.ts'
import { PAGE_RESULTS, writeResult, type GameResult } from './game-results.ts'
import { readResults } from './log-page.ts'
import { MAX_EPOCH, readItem, writeItem, writeJson, type DeviceId, type Items } from './items.ts'
import { resolveChoices } from './lww-settings.ts'
import { keys, parseKey } from './kinds/index.ts'
import { localRound, localRoundParts, type LocalRoundParts, type LocalRoundPorts } from './local-round.ts'
import { objectIn, pendingSettingKey } from './pending-settings.ts'
import { learnedIn } from './remotes/copies.ts'
import { asReplicas, replicasIn } from './replicas.ts'
import type { ImportReport } from './round-state.ts'
import { crc32, isNewerRecord, readRecord, writeNumber } from '../../engine/index.ts'

/**
 * Erases on this device: its keys go, its id is left, and the next epoch begins, which the other devices will
 * hear of. Rejects where storage.local cannot be read or written.
 */
export function eraseHere({ local, locked, newId, now }: LocalRoundPorts, scope: EraseScope): Promise<void> {
  return locked(async () => {
    const texts = await local.all()
    const erased = Object.keys(texts).filter(key => isErasedBy(key, scope))
    const before: DeviceIdentity = parseIdentity(texts[DEVICE_KEY]) ?? { id: newId(), epoch: 0 }
    const epoch = Math.min(before.epoch + 1, MAX_EPOCH)
    const minute = minuteOf(now())
    const { id, ...known } = withNewId(before, newId(), minute)
    const erasure = { epoch, minute, scope, of: idsIn(texts, before) }
    const dropped = erased
      .filter(key => !key.startsWith(REPLICA_PREFIX))
      .map(key => droppedMark(key, texts[key]))
    const erasures = mergeErasures(before.erasures ?? [], [erasure])
    const identity = { ...(scope === 'games' && known), id, epoch, dropped, erasures }
    // Settings that stay keep the times at which they were chosen.
    const settings = scope === 'games' ? settingsOfAll(texts, identity) : {}
    await local.set({ [DEVICE_KEY]: writeIdentity(identity), ...settings })
    await local.remove(erased)
  })
}

/** The settings that hold, as an own item of a device; none where nothing was chosen. */
function settingsOfAll(texts: Texts, { id, epoch }: DeviceIdentity): Texts {
  const choices = resolveChoices(settingsOf(devicesOf(replicasIn(texts))))
  if (Object.keys(choices).length === 0) return {}
  const key = keys.settings(id)
  return asReplicas({ [key]: writeItem(key, { epoch, seq: 1, content: writeJson(choices) }) })
}

/** The ids that this device knows: its own, those it had, and others' of which something is stored here. */
function idsIn(texts: Texts, { id, former = [] }: DeviceIdentity): DeviceId[] {
  const items = [replicasIn(texts), learnedIn(texts)].flatMap(Object.keys)
  const others = items.flatMap(key => parseKey(key)?.device ?? [])
  return [...new Set([id, ...former, ...others])].slice(0, MAX_COVERED)
}

/**
 * Takes back what another device's erasure removed here: results, games and, where they were erased as well,
 * settings come back as this device's own. Undefined where there is nothing to take back. Rejects where
 * storage.local cannot be read or written.
 */
export async function bringBack(
  ports: LocalRoundPorts,
  parts: LocalRoundParts = localRoundParts,
): Promise<ImportReport | undefined> {
  const { local, locked, now, newId } = ports
  const texts = await local.all()
  const note = erasedNoteIn(texts)
  if (!note) return undefined
  const erased = erasedTextsIn(texts, note.epoch)
  await locked(async () => {
    const here = await local.all()
    const writes = {
      ...gamesToBringBack(here, erased),
      ...settingsToBringBack(erased, now()),
      ...(PICTURE_KEY in erased && !(PICTURE_KEY in here) && { [PICTURE_KEY]: erased[PICTURE_KEY] }),
    }
    if (Object.keys(writes).length > 0) await local.set(writes)
  })
  // A device whose identity is damaged brings its results back as those of another one.
  const ownId = (here: Texts) => parseIdentity(here[DEVICE_KEY])?.id ?? newId()
  const plan = await localRound(
    ports,
    here => ({ sync: undefined, imported: itemsToBringBack(erased, ownId(here), note.epoch) }),
    parts,
  )
  const names = Object.keys(await local.all()).filter(name => isOfErasure(name, note.epoch))
  await local.remove(names)
  return plan.imported
}

const isOfErasure = (name: string, epoch: number): boolean =>
  name === erasedKey(epoch) || name.startsWith(`${erasedKey(epoch)}:`)

/**
 * Games go back onto the table where no other game in progress lies there by now; all others go within reach,
 * behind those that are there. Past games lie where they lay.
 */
function gamesToBringBack(here: Texts, erased: Texts): Record<string, string> {
  const names = Object.keys(erased)
  const past = names.filter(name => name.startsWith(PAST_PREFIX) && !(name in here))
  const games = names.flatMap(name => /^(?:game|previous):(.+)$/.exec(name)?.[1] ?? [])
  return Object.assign(
    Object.fromEntries(past.map(name => [name, erased[name]])),
    ...[...new Set(games)].map(game => gameToBringBack(here, erased, game)),
  ) as Record<string, string>
}

function gameToBringBack(here: Texts, erased: Texts, game: string): Record<string, string> {
  const [table, reach] = [GAME_PREFIX + game, PREVIOUS_PREFIX + game]
  const place = isNewerRecord(here[reach] ?? '') ? reach + BESIDE_NEWER : reach
  const isTaken = isGameIn(here[table])
  const there = textsIn(here[place])
  const known = new Set([here[table], ...there].map(playOf))
  const back = [...(isTaken && isGameIn(erased[table]) ? [erased[table]] : []), ...textsIn(erased[reach])]
  const added = back.filter(text => !known.has(playOf(text)))
  return {
    ...(!isTaken && table in erased && { [table]: erased[table] }),
    ...(added.length > 0 && { [place]: [...there, ...added].join(' ') }),
  }
}

const textsIn = (text: string | undefined): string[] => text?.split(' ') ?? []

/** The play that a game's text is of; the text itself where it cannot be read. */
function playOf(text = ''): string {
  const opened = readRecord(splitLocalEnvelope(text).record)
  return opened.ok ? opened.value.playId : text
}

function isGameIn(text: string | undefined): boolean {
  if (text === undefined) return false
  const opened = readRecord(splitLocalEnvelope(text).record)
  return !opened.ok || isInProgress(opened.value)
}

function settingsToBringBack(erased: Texts, time: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectIn(erased[SETTINGS_KEY]) ?? {}).map(([name, value]) => [
      pendingSettingKey(time, name),
      JSON.stringify(value),
    ]),
  )
}

/**
 * The items that were erased as an import, which takes results that count and no settings: results that are
 * known themselves join the own log; a device of which only sums are known becomes a device of another id,
 * the same on every device that brings it back.
 */
function itemsToBringBack(erased: Texts, ownId: DeviceId, epoch: number): Items {
  const replicas = replicasIn(erased)
  const results: GameResult[] = []
  const items: Items = {}
  for (const device of devicesOf(replicas).values()) {
    if (knowsAll(device)) results.push(...resultsOf(device))
    else Object.assign(items, underOtherId(replicas, device, epoch))
  }
  for (const [name, text] of Object.entries(erased))
    if (name.startsWith(PENDING_RESULT_PREFIX)) results.push(...(readResults(text) ?? []))
  return { ...items, ...itemsOfPages(ownId, results) }
}

/** Results as pages of one device, short enough for an item each. */
function itemsOfPages(id: DeviceId, results: readonly GameResult[]): Items {
  const count = Math.ceil(results.length / PAGE_RESULTS)
  return Object.fromEntries(
    Array.from({ length: count }, (_, page) => {
      const key = keys.log(id, page)
      const some = results.slice(PAGE_RESULTS * page, PAGE_RESULTS * (page + 1))
      const content = some.map(writeResult).join('')
      return [key, writeItem(key, { epoch: 0, seq: 1, content })]
    }),
  )
}

/** A device's items under an id that follows from the old one and the erasure. */
function underOtherId(replicas: Items, { id }: Device, epoch: number): Items {
  const other = writeNumber(crc32(`${id} ${epoch}`), 6) + writeNumber(crc32(`${epoch} ${id}`) % 4096, 2)
  return Object.fromEntries(
    Object.entries(replicas).flatMap(([name, value]) => {
      const key = parseKey(name)!
      const item = readItem(name, value)
      if (key.device !== id || !item.ok) return []
      const renamed = name.replace(id, other)
      return [[renamed, writeItem(renamed, { ...item.value, epoch: 0 })] as const]
    }),
  )
}
