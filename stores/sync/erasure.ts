// Erases on this device, and restores what other devices' erasures removed here.
import type { Texts } from '../platform/area.ts'
import {
  BESIDE_NEWER,
  REPLICA_PREFIX,
  GAME_PREFIX,
  PAST_PREFIX,
  PICTURE_KEY,
  PREVIOUS_PREFIX,
  SETTINGS_KEY,
} from '../platform/storage-keys.ts'
import { isErasedBy, type EraseScope } from '../platform/storage-table.ts'
import { minuteOf } from '../time.ts'
import { resultsOf, settingsOf } from './device.ts'
import { DEVICE_KEY, ownIdsOf, withNewId, writeIdentity, type DeviceIdentity } from './device-identity.ts'
import { devicesOf } from './devices.ts'
import { MAX_NAMED, mergeErasures, type Erasure } from './erasures.ts'
import { droppedMark, erasedKey, erasedNotesIn, erasedTextsIn, writeNote } from './erased-texts.ts'
import { isInProgress, splitLocalEnvelope } from './game-envelope.ts'
import { planImport, type ImportPlan } from './import-plan.ts'
import { pendingResultsIn, writePages } from './log-page.ts'
import { isNewer, MAX_EPOCH, writeItem, writeJson, type DeviceId, type Items } from './items.ts'
import { resolveChoices } from './lww-settings.ts'
import { keys, parseKey } from './kinds/index.ts'
import type { KindKey } from './kinds/kind.ts'
import { syncedChoices } from './kinds/settings.ts'
import type { LocalRoundPorts } from './local-round.ts'
import { objectIn, pendingSettingKey } from './pending-settings.ts'
import { learnedIn } from './remotes/folder-copies.ts'
import { asReplicas, headersIn, replicasIn } from './replicas.ts'
import { isNewerRecord, readRecord } from '../../engine/index.ts'
import { identityIn } from './steps/identity.ts'

/**
 * Erases on this device: removes keys, takes a new id, and begins the next epoch, which the header announces.
 * Rejects if storage.local cannot be read or written.
 */
export function eraseHere({ local, locked, newId, now }: LocalRoundPorts, scope: EraseScope): Promise<void> {
  return locked(async () => {
    const texts = await local.all()
    const erased = Object.keys(texts).filter(key => isErasedBy(key, scope))
    const before: DeviceIdentity = identityIn(texts) ?? { id: newId(), epoch: 0 }
    const epoch = Math.min(before.epoch + 1, MAX_EPOCH)
    const minute = minuteOf(now())
    const { id, ...rest } = withNewId(before, newId(), minute)
    const own = ownIdsOf(before)
    const known = before.erasures ?? []
    const replaced = known.filter(one => scope === 'everything' || one.scope === scope)
    const announced = [
      { epoch, minute, scope, of: othersIn(texts, own, replaced) },
      // The clock may have been set back, so the date is not before this device's last result or choice.
      { epoch, minute: Math.max(minute, lastMinuteOf(texts, own)), scope, of: own },
    ]
    const dropped = erased
      .filter(key => !key.startsWith(REPLICA_PREFIX))
      .map(key => droppedMark(key, texts[key]!))
    const erasures = mergeErasures(known, announced)
    const identity = { ...(scope === 'games' && rest), id, epoch, dropped, erasures }
    // Settings that are not erased keep their timestamps.
    const settings = scope === 'games' ? settingsOfAll(texts, identity) : {}
    await local.set({ [DEVICE_KEY]: writeIdentity(identity), ...settings })
    await local.remove(erased)
  })
}

/** The latest minute of the results and settings of some ids; 0 if there are none. */
function lastMinuteOf(texts: Texts, ids: readonly DeviceId[]): number {
  const devices = [...devicesOf(replicasIn(texts)).values()].filter(({ id }) => ids.includes(id))
  return devices
    .flatMap(device => [
      ...resultsOf(device).map(({ minute }) => minute),
      ...Object.values(device.settings ?? {}).map(({ stamp }) => minuteOf(stamp[0])),
    ])
    .reduce((last, minute) => Math.max(last, minute), 0)
}

/** The merged settings as a replica of this device's item; empty if no setting was chosen. */
function settingsOfAll(texts: Texts, { id, epoch }: DeviceIdentity): Texts {
  const choices = resolveChoices(settingsOf(devicesOf(replicasIn(texts))))
  if (Object.keys(choices).length === 0) return {}
  const key = keys.settings(id)
  return asReplicas({ [key]: writeItem(key, { epoch, seq: 1, content: writeJson(syncedChoices(choices)) }) })
}

/**
 * The ids of other devices with items here, those with results or settings first, and those of known erasures
 * that the new one replaces; at most `MAX_NAMED` together with `own`.
 */
function othersIn(texts: Texts, own: readonly DeviceId[], replaced: readonly Erasure[]): DeviceId[] {
  const items = [replicasIn(texts), learnedIn(texts)].flatMap(Object.keys).flatMap(key => parseKey(key) ?? [])
  const rank = ({ kind }: KindKey) => (kind === 'device' ? 2 : kind === 'game' ? 1 : 0)
  const known = items.sort((a, b) => rank(a) - rank(b)).map(({ device }) => device)
  const ids = new Set([...known, ...replaced.flatMap(({ of = [] }) => of)])
  return [...ids].filter(id => !own.includes(id)).slice(0, MAX_NAMED - own.length)
}

type BringBackPorts = Pick<LocalRoundPorts, 'local' | 'locked' | 'now' | 'newId'>

/**
 * Restores the data that other devices' erasures removed here, the latest first: games and settings as they
 * were, results as imports. If the user has not seen some of these erasures, restores only what those
 * removed. Items in a newer format stay in the erased texts. Resolves to the number of results that count
 * again, and of items and results that need a newer version; undefined if there is nothing to restore.
 * Rejects if storage.local cannot be read or written.
 */
export function bringBack({ local, locked, now, newId }: BringBackPorts) {
  return locked(async (): Promise<Pick<ImportPlan, 'results' | 'newer'> | undefined> => {
    const before = await local.all()
    const all = erasedNotesIn(before)
    const unseen = all.filter(({ isSeen }) => !isSeen)
    // Erasures that the user has dismissed or accepted are undone only if there are no others.
    const notes = unseen.length > 0 ? unseen : all
    if (notes.length === 0) return undefined
    const self = identityIn(before)
    const texts = { ...before }
    const spent: string[] = []
    const report = { results: 0, newer: 0 }
    const time = now()
    for (const note of notes) {
      const erased = erasedTextsIn(before, note.epoch)
      const left = Object.keys(erased).filter(
        name => name.startsWith(REPLICA_PREFIX) && isNewer(erased[name]),
      )
      // Erased texts include no headers.
      const headers = headersIn(replicasIn(texts))
      const items = { ...headers, ...replicasIn(erased), ...waitingResultsIn(erased, newId()) }
      const plan = planImport(items, { local: texts, now: time, freshId: newId(), isOwn: true })
      report.results += plan.results
      report.newer += plan.newer + left.length
      const hasPicture = PICTURE_KEY in erased && !(PICTURE_KEY in texts)
      Object.assign(
        texts,
        asReplicas(plan.items),
        gamesToBringBack(texts, erased),
        settingsToBringBack(texts, erased, time),
        hasPicture && { [PICTURE_KEY]: erased[PICTURE_KEY] },
        left.length > 0 && writeNote({ ...note, isSeen: true }),
      )
      const gone = Object.keys(erased).filter(name => !left.includes(name))
      spent.push(...gone.map(name => erasedKey(note.epoch, name)))
      if (left.length === 0) spent.push(erasedKey(note.epoch))
    }
    // Otherwise the next round would remove restored texts whose marks are still listed.
    if (self) texts[DEVICE_KEY] = writeIdentity({ ...self, dropped: [] })
    await local.set(Object.fromEntries(Object.entries(texts).filter(([name, text]) => before[name] !== text)))
    await local.remove(spent)
    return report
  })
}

/**
 * Games return to the table, or to the previous games if another game is in progress. Past games return to
 * their keys.
 */
function gamesToBringBack(texts: Texts, erased: Texts): Record<string, string> {
  const names = Object.keys(erased)
  const past = names.filter(name => name.startsWith(PAST_PREFIX) && !(name in texts))
  const games = names.flatMap(name => /^(?:game|previous):(.+)$/.exec(name)?.[1] ?? [])
  return Object.assign(
    Object.fromEntries(past.map(name => [name, erased[name]])),
    ...[...new Set(games)].map(game => gameToBringBack(texts, erased, game)),
  ) as Record<string, string>
}

function gameToBringBack(texts: Texts, erased: Texts, game: string): Record<string, string> {
  const [table, reach] = [GAME_PREFIX + game, PREVIOUS_PREFIX + game]
  const key = isNewerRecord(texts[reach] ?? '') ? reach + BESIDE_NEWER : reach
  const isTaken = isGameIn(texts[table])
  const previous = textsIn(texts[key])
  const known = new Set([texts[table], ...previous].map(playOf))
  const back = [...(isTaken && isGameIn(erased[table]) ? [erased[table]] : []), ...textsIn(erased[reach])]
  const added = back.filter(text => !known.has(playOf(text)))
  return {
    ...(!isTaken && table in erased && { [table]: erased[table]! }),
    ...(added.length > 0 && { [key]: [...previous, ...added].join(' ') }),
  }
}

const textsIn = (text: string | undefined): string[] => text?.split(' ') ?? []

/** The play of a stored game; the text itself if it cannot be read. */
function playOf(text = ''): string {
  const opened = readRecord(splitLocalEnvelope(text).record)
  return opened.ok ? opened.value.playId : text
}

function isGameIn(text: string | undefined): boolean {
  if (text === undefined) return false
  const opened = readRecord(splitLocalEnvelope(text).record)
  return !opened.ok || isInProgress(opened.value)
}

/** Settings return as choices, except those already restored from a later erasure in the same call. */
function settingsToBringBack(texts: Texts, erased: Texts, time: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectIn(erased[SETTINGS_KEY]) ?? {})
      .map(([name, value]) => [pendingSettingKey(time, name), JSON.stringify(value)] as const)
      .filter(([key]) => !(key in texts)),
  )
}

/** Erased results that were not in a log yet, as log pages of a device. */
const waitingResultsIn = (erased: Texts, id: DeviceId): Items =>
  Object.fromEntries(
    writePages(pendingResultsIn(erased).flatMap(({ results }) => results)).map((content, page) => {
      const key = keys.log(id, page)
      return [key, writeItem(key, { epoch: 0, seq: 1, content })]
    }),
  )
