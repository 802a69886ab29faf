// Step: an erasure on another device is heard of by a later epoch. What is older goes; what was played after
// stays.
import {
  ERASED_PREFIX,
  GAME_PREFIX,
  PAST_PREFIX,
  REMOTE_FILE_PREFIX,
  REPLICA_PREFIX,
} from '../../platform/storage-keys.ts'
import { isErasedBy } from '../../platform/storage-table.ts'
import { DAY_MS, minuteOf } from '../../time.ts'
import { resultsOf, settingsOf } from '../device.ts'
import { withNewId, type Erasure } from '../device-identity.ts'
import { devicesOf } from '../devices.ts'
import { droppedMark, erasedKey, leftoverOf, parseErasedNote, writeErasedNote } from '../erased-texts.ts'
import { minuteOfPast } from '../past-games.ts'
import { readSyncEnvelope, splitLocalEnvelope } from '../game-envelope.ts'
import type { GameResult } from '../game-results.ts'
import { epochOf, join, type Items } from '../items.ts'
import { keys } from '../kinds/index.ts'
import { localGameOf } from '../kinds/game.ts'
import { resolveChoices } from '../lww-settings.ts'
import type { RoundState } from '../round-state.ts'

/** An epoch that is further ahead than this is damage: nobody erases so often while one looks away. */
const MAX_EPOCHS_AHEAD = 64
/** How long another device's erasure can be taken back. */
const KEPT_MS = 30 * DAY_MS

/** Hears of a later epoch, and takes out here what was erased by it. */
export function adoptEpoch(round: RoundState): void {
  finishEarlierErasure(round)
  forgetOldErasedTexts(round)
  if (round.isKnown) passOverImpossibleEpochs(round)
  const { identity } = round
  const seen = join(round.learned, round.remote)
  const epoch = Math.max(identity.epoch, ...Object.values(seen).map(epochOf))
  if (epoch > identity.epoch) {
    const erasure = erasureOf(round, seen, epoch)
    round.identity = { ...identity, epoch, ...(erasure && { erasure }) }
    if (round.isKnown) eraseHere(round, seen, erasure)
  }
  dropOlder(round)
}

const itemsOf = (round: RoundState): Items[] => [round.remote, round.learned]

function passOverImpossibleEpochs(round: RoundState): void {
  for (const items of itemsOf(round))
    for (const [key, value] of Object.entries(items))
      if (epochOf(value) > round.identity.epoch + MAX_EPOCHS_AHEAD) Reflect.deleteProperty(items, key)
}

/** What the device that erased, or one that heard of it, says of it; older versions say nothing. */
function erasureOf(round: RoundState, seen: Items, epoch: number): Erasure | undefined {
  const told = [...devicesOf(seen, round.input.now).values()].flatMap(({ header }) =>
    header?.erasure?.epoch === epoch ? [header.erasure] : [],
  )
  return told.sort((a, b) => a.minute - b.minute)[0]
}

/** Takes out what the erasure removes on this device, and keeps it for a while in another place. */
function eraseHere(round: RoundState, seen: Items, erasure: Erasure | undefined): void {
  const { input, identity } = round
  const scope = erasure?.scope ?? 'games'
  const cutoff = erasure?.minute ?? Infinity
  const devices = devicesOf(join(round.replicas, seen), input.now)
  // An import on the device that erased can have brought an older copy of a page back in the later epoch,
  // which would hide what the page held here.
  const here = devicesOf(round.replicas, input.now)
  const results = [...devices.values(), ...here.values()].flatMap(resultsOf)
  const later = [...results, ...round.pending].filter(({ minute }) => minute > cutoff)
  if (scope === 'games') round.carriedSettings = resolveChoices(settingsOf(devices))
  const games = new Set(Object.keys(input.local).filter(name => wasPlayedAfter(round, name, cutoff)))
  for (const name of Object.keys(input.local)) {
    if (!isErasedBy(name, scope) || name.startsWith(ERASED_PREFIX) || games.has(name)) continue
    if (name.startsWith(PAST_PREFIX) && minuteOfPast(input.local[name]) > cutoff) continue
    if (name === 'current' && games.size > 0) continue
    if (!name.startsWith(REPLICA_PREFIX)) round.erasedKeys.add(name)
    if (!isWorthKeeping(name)) continue
    round.erasedTexts[erasedKey(identity.epoch, name)] = input.local[name]
  }
  const by = eraserOf(devices, identity.epoch)
  round.erasedTexts[erasedKey(identity.epoch)] = writeErasedNote({ time: input.now, scope, by })
  round.pending = onePerPlay(later)
  const dropped = [...round.pendingKeys, ...round.erasedKeys].map(name =>
    droppedMark(name, input.local[name]),
  )
  const next = scope === 'everything' ? { ...withNewId(identity, input.newId()), name: undefined } : identity
  round.identity = { ...next, dropped: [...new Set(dropped)] }
}

/** Pools of deals come again by themselves, and the copies of files are replicas as well. */
const isWorthKeeping = (name: string): boolean =>
  !name.startsWith('deals:') && !name.startsWith(REMOTE_FILE_PREFIX)

/** The name of the device that erased: the one that says so in the header, as far as that is known. */
function eraserOf(devices: ReturnType<typeof devicesOf>, epoch: number): string {
  const one = [...devices.values()].find(({ header }) => header?.erasure?.epoch === epoch)
  return one?.header?.name ?? ''
}

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

/** Takes out all items of earlier epochs, of any format. */
function dropOlder(round: RoundState): void {
  const { epoch } = round.identity
  for (const [key, value] of Object.entries(round.replicas))
    if (epochOf(value) < epoch) round.deleteReplica(key)
  for (const [key, value] of Object.entries(round.learned))
    if (epochOf(value) < epoch) Reflect.deleteProperty(round.learned, key)
  for (const [key, value] of Object.entries(round.remote)) {
    if (epochOf(value) >= epoch) continue
    Reflect.deleteProperty(round.remote, key)
    if (!(key in round.replicas)) round.leaving.add(key)
  }
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
