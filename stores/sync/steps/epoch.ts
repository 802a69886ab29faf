// Step: erasures that others tell of. What they cover goes, what they do not cover stays.
import {
  ERASED_PREFIX,
  GAME_PREFIX,
  PAST_PREFIX,
  REMOTE_FILE_PREFIX,
  REPLICA_PREFIX,
  UNKNOWN_ERASURE_KEY,
} from '../../platform/storage-keys.ts'
import { isErasedBy } from '../../platform/storage-table.ts'
import { DAY_MS, minuteOf } from '../../time.ts'
import { ownsResults, resultsOf } from '../device.ts'
import { withNewId } from '../device-identity.ts'
import { devicesOf } from '../devices.ts'
import { droppedMark, erasedKey, leftoverOf, parseErasedNote, writeErasedNote } from '../erased-texts.ts'
import {
  cutoffsFor,
  cutoffsOf,
  erasureUntold,
  isErased,
  isKnownOf,
  mergeErasures,
  type Cutoffs,
  type Erasure,
} from '../erasures.ts'
import { minuteOfPast } from '../past-games.ts'
import { readSyncEnvelope, splitLocalEnvelope } from '../game-envelope.ts'
import { counts, type GameResult } from '../game-results.ts'
import { epochOf, join, MAX_EPOCH, readItem, withEpoch, type DeviceId, type Items } from '../items.ts'
import { erasuresIn } from '../header.ts'
import { keys, parseKey } from '../kinds/index.ts'
import { localGameOf } from '../kinds/game.ts'
import { laterChoices, mergeRegisters, type SettingsRegister } from '../lww-settings.ts'
import { pendingSettingTime } from '../pending-settings.ts'
import type { RoundState } from '../round-state.ts'
import { parseUnknownErasure, type UnknownErasure } from '../unknown-erasure.ts'
import { knowsMore } from './clone.ts'

/** An epoch that is further ahead than this is damage: nobody erases so often while one looks away. */
const MAX_EPOCHS_AHEAD = 64
/** How long another device's erasure can be taken back. */
const KEPT_MS = 30 * DAY_MS

/** Hears of erasures, takes out here what they cover, and goes on in the latest epoch. */
export function adoptEpoch(round: RoundState): void {
  finishEarlierErasure(round)
  forgetOldErasedTexts(round)
  if (round.isKnown) passOverImpossibleEpochs(round)
  const { identity } = round
  const seen = join(round.learned, round.remote)
  const heard = Math.max(identity.epoch, ...Object.values(seen).map(epochOf))
  const told = toldErasures(round, seen, heard)
  const news = told.filter(one => isNews(round, one))
  const ours = round.isKnown ? news.flatMap(one => asOurs(round, one) ?? []) : []
  // What is erased here must be of an earlier epoch than what is written from now on.
  const epoch = Math.min(MAX_EPOCH, ours.length > 0 ? Math.max(heard, identity.epoch + 1) : heard)
  const applied = ours.map(one => (one.epoch > identity.epoch ? one : { ...one, epoch }))
  // Of what is earlier than these the person was asked already, or it went.
  const last = cutoffsOf([...(identity.erasures ?? []), ...applied]).games
  if (round.isKnown)
    noteUnknown(
      round,
      seen,
      news.filter(({ minute }) => minute > last),
    )
  const erasures = mergeErasures(identity.erasures ?? [], [...told, ...applied])
  round.identity = { ...identity, epoch, ...(erasures.length > 0 && { erasures }) }
  if (applied.length > 0) eraseTexts(round, seen, applied)
  else restampOwn(round, identity.erasures)
  dropErased(round)
}

const itemsOf = (round: RoundState): Items[] => [round.remote, round.learned]

function passOverImpossibleEpochs(round: RoundState): void {
  for (const items of itemsOf(round))
    for (const [key, value] of Object.entries(items))
      if (epochOf(value) > round.identity.epoch + MAX_EPOCHS_AHEAD) Reflect.deleteProperty(items, key)
}

/** The erasures that headers tell, and the one that the person wants to hold here as well. */
function toldErasures(round: RoundState, seen: Items, epoch: number): Erasure[] {
  const { input, identity } = round
  const headers = headersIn(seen)
  const latest = headers.filter(one => one.epoch === epoch)
  const isUntold =
    epoch > identity.epoch && latest.length > 0 && latest.every(({ told }) => told === undefined)
  const unknown = parseUnknownErasure(input.local[UNKNOWN_ERASURE_KEY])
  if (unknown?.accepted) round.erasedKeys.add(UNKNOWN_ERASURE_KEY)
  return mergeErasures(
    headers.flatMap(({ told = [] }) => told),
    [
      ...(isUntold ? [erasureUntold(epoch)] : []),
      ...(unknown?.accepted
        ? [{ minute: unknown.minute, scope: unknown.scope, epoch: identity.epoch + 1, of: [identity.id] }]
        : []),
    ],
  )
}

/** The headers among items: whose, of which epoch, and what they tell; undefined where they can tell nothing. */
const headersIn = (items: Readonly<Items>) =>
  Object.entries(items).flatMap(([key, value]) => {
    const { kind, device } = parseKey(key)!
    const item = kind === 'device' ? readItem(key, value) : undefined
    return item?.ok
      ? [{ device, epoch: item.value.epoch, told: erasuresIn(item.value.content, item.value.epoch) }]
      : []
  })

/** Whether an erasure says something that is not known here. */
function isNews({ identity: { erasures = [] } }: RoundState, erasure: Erasure): boolean {
  return (
    erasure.of?.some(id => !isKnownOf(erasures, erasure, id)) ??
    erasure.epoch > Math.max(0, ...erasures.map(({ epoch }) => epoch))
  )
}

/**
 * An erasure as far as it covers this device; undefined where it does not. Of an id that this device has left
 * it covers what was done until then. A released version names no ids: it covers a device that already knew
 * others of the account.
 */
function asOurs(round: RoundState, erasure: Erasure): Erasure | undefined {
  const { id, former = [], born = erasure.minute, erasures = [] } = round.identity
  const covers = (one: DeviceId) => erasure.of?.includes(one) && !isKnownOf(erasures, erasure, one)
  if (!erasure.of) return knowsOthers(round, erasure.epoch) ? erasure : undefined
  if (covers(id)) return erasure
  return former.some(covers) ? { ...erasure, minute: Math.min(erasure.minute, born), of: [id] } : undefined
}

/** Whether other browsers were known before an epoch; what was imported, or came as a game's code, is none. */
function knowsOthers({ identity, replicasBefore, input }: RoundState, epoch: number): boolean {
  const earlier = Object.entries(replicasBefore).filter(([, value]) => epochOf(value) < epoch)
  const own = [identity.id, ...(identity.former ?? [])]
  return [...devicesOf(Object.fromEntries(earlier), input.now).values()].some(
    device =>
      !own.includes(device.id) &&
      (device.header ? device.header.browser !== undefined : ownsResults(device) || device.settings),
  )
}

/** Notes the latest erasure that would have removed something here, for the person to decide. */
function noteUnknown(round: RoundState, seen: Items, unknown: readonly Erasure[]): void {
  const own = round.devices().get(round.identity.id)
  const results = [...(own ? resultsOf(own) : []), ...round.pending].filter(counts)
  for (const { minute, scope, epoch } of unknown.toSorted((a, b) => a.minute - b.minute)) {
    const before = results.filter(result => result.minute <= minute).length
    if (before === 0) continue
    const note: UnknownErasure = {
      minute,
      scope,
      by: eraserOf(round, seen, epoch),
      results: before,
      accepted: false,
    }
    round.keptTexts[UNKNOWN_ERASURE_KEY] = JSON.stringify(note)
  }
}

/** The name of the device that erased: the one that tells it and that it does not cover. */
function eraserOf({ input }: RoundState, seen: Items, epoch: number): string {
  const teller = headersIn(seen).find(({ device, told = [] }) =>
    told.some(one => one.epoch === epoch && !one.of?.includes(device)),
  )
  return (teller && devicesOf(seen, input.now).get(teller.device)?.header?.name) ?? ''
}

/**
 * Own items go on in the epoch that was heard of, but for those that an erasure of before covers: a round that
 * was cut short has left them.
 */
function restampOwn(round: RoundState, before: readonly Erasure[] = []): void {
  const { id, epoch } = round.identity
  for (const [key, value] of Object.entries(round.replicas)) {
    if (!round.isOwn(key) || epochOf(value) >= epoch || isErased(before, id, epochOf(value))) continue
    const stamped = withEpoch(key, value, epoch)
    if (stamped !== undefined) round.setReplica(key, stamped)
  }
}

/** Takes out every item that an erasure covers. Results and choices of later than the erasure become own ones. */
function dropErased(round: RoundState): void {
  const { erasures = [] } = round.identity
  const isGone = ([key, value]: [string, string]) => isErased(erasures, parseKey(key)!.device, epochOf(value))
  const gone = [round.replicas, round.learned, round.remote].map(items =>
    Object.entries(items).filter(isGone),
  )
  const [replicas, learned, remote] = gone
  for (const [key] of replicas) round.deleteReplica(key)
  for (const [key] of learned) Reflect.deleteProperty(round.learned, key)
  for (const [key] of remote) {
    Reflect.deleteProperty(round.remote, key)
    if (!(key in round.replicas)) round.leaving.add(key)
  }
  if (round.isKnown) rescueLater(round, gone.flat())
}

function rescueLater(round: RoundState, gone: readonly [string, string][]): void {
  if (gone.length === 0) return
  const { erasures = [] } = round.identity
  const kept = [
    ...devicesOf(join(join(round.replicas, round.learned), round.remote), round.input.now).values(),
  ]
  const keptResults = kept.flatMap(resultsOf)
  const keptSettings = kept.flatMap(({ settings }) => (settings ? [settings] : []))
  const later: GameResult[] = []
  for (const [key, value] of gone.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { device: id } = parseKey(key)!
    const cutoffs = cutoffsFor(erasures, id, epochOf(value))
    const device = devicesOf({ [key]: value }, round.input.now).get(id)
    if (!device) continue
    later.push(...resultsOf(device).filter(({ minute }) => minute > cutoffs.games))
    const chosen = laterChoices(chosenAfter(device.settings, cutoffs.everything), keptSettings)
    round.carriedSettings = mergeRegisters(round.carriedSettings, chosen)
  }
  round.pending = onePerPlay([
    ...later.filter(result => counts(result) && knowsMore([result], keptResults)),
    ...round.pending,
  ])
}

const chosenAfter = (register: SettingsRegister = {}, minute: number): SettingsRegister =>
  Object.fromEntries(Object.entries(register).filter(([, { stamp }]) => minuteOf(stamp[0]) > minute))

/** Takes out the texts that erasures remove on this device, and keeps them for a while in another place. */
function eraseTexts(round: RoundState, seen: Items, ours: readonly Erasure[]): void {
  const { input, identity } = round
  const cutoffs = cutoffsOf(ours)
  const scope = cutoffs.everything < 0 ? 'games' : 'everything'
  const games = new Set(Object.keys(input.local).filter(name => wasPlayedAfter(round, name, cutoffs.games)))
  for (const name of Object.keys(input.local)) {
    if (!isErasedBy(name, scope) || name.startsWith(ERASED_PREFIX) || games.has(name)) continue
    if (isLater(name, input.local[name], cutoffs)) continue
    if (name === 'current' && games.size > 0) continue
    if (!name.startsWith(REPLICA_PREFIX)) round.erasedKeys.add(name)
    if (!isWorthKeeping(name)) continue
    round.keptTexts[erasedKey(identity.epoch, name)] = input.local[name]
  }
  const by = eraserOf(round, seen, ours[ours.length - 1].epoch)
  round.keptTexts[erasedKey(identity.epoch)] = writeErasedNote({ time: input.now, scope, by })
  round.pending = onePerPlay(round.pending.filter(({ minute }) => minute > cutoffs.games))
  const dropped = [...round.pendingKeys, ...round.erasedKeys].map(name =>
    droppedMark(name, input.local[name]),
  )
  const next =
    scope === 'everything'
      ? { ...withNewId(identity, input.newId(), minuteOf(input.now)), name: undefined }
      : identity
  round.identity = { ...next, dropped: [...new Set(dropped)] }
}

/** Whether a text tells itself that it is later than an erasure. */
function isLater(name: string, text: string, { games, everything }: Cutoffs): boolean {
  if (name.startsWith(PAST_PREFIX)) return minuteOfPast(text) > games
  const chosenAt = pendingSettingTime(name)
  return chosenAt !== undefined && minuteOf(chosenAt) > everything
}

/** Pools of deals come again by themselves, and the copies of files are replicas as well. */
const isWorthKeeping = (name: string): boolean =>
  !name.startsWith('deals:') && !name.startsWith(REMOTE_FILE_PREFIX)

/** Of several results of a play the last one. */
const onePerPlay = (results: readonly GameResult[]): GameResult[] => [
  ...new Map(results.map(result => [result.play, result])).values(),
]

/** Whether a key is that of a game in progress in which something was done after a minute. */
function wasPlayedAfter(round: RoundState, name: string, cutoff: number): boolean {
  const game = name.startsWith(GAME_PREFIX) ? localGameOf(name) : undefined
  if (game === undefined) return false
  const published = readSyncEnvelope(round.content(keys.game(round.identity.id, game)) ?? '')
  const { record } = splitLocalEnvelope(round.input.local[name])
  const minute = published?.record === record ? published.minute : minuteOf(round.input.now)
  return minute > cutoff
}

/**
 * Goes on with an erasure whose process died between its writing and its removing: what is still there as it
 * was then goes now.
 */
function finishEarlierErasure(round: RoundState): void {
  const { identity, input } = round
  const left = (identity.dropped ?? []).filter(mark => leftoverOf(mark, input.local) !== undefined)
  for (const mark of left) round.erasedKeys.add(leftoverOf(mark, input.local)!)
  round.identity = { ...identity, dropped: left }
}

/** What was kept of erasures leaves for good after thirty days. */
function forgetOldErasedTexts(round: RoundState): void {
  const { local, now } = round.input
  for (const [name, text] of Object.entries(local)) {
    const note = name.startsWith(ERASED_PREFIX) ? parseErasedNote(name, text) : undefined
    if (!note || Math.abs(now - note.time) <= KEPT_MS) continue
    for (const other of Object.keys(local))
      if (other === name || other.startsWith(`${name}:`)) round.erasedKeys.add(other)
  }
}
