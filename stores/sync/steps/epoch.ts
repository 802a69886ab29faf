// Step: applies the erasures that headers announce or the user accepts. Removes only items that they cover.
import { isWon, readRecord } from '../../../engine/index.ts'
import {
  ERASED_PREFIX,
  PAST_PREFIX,
  PENDING_RESULT_PREFIX,
  PENDING_SETTING_PREFIX,
  REPLICA_PREFIX,
  UNKNOWN_ERASURE_KEY,
} from '../../platform/storage-keys.ts'
import type { Texts } from '../../platform/area.ts'
import { isErasedBy, type EraseScope } from '../../platform/storage-table.ts'
import { minuteOf } from '../../time.ts'
import { isImport, ownsResults, resultsOf, settingsOf } from '../device.ts'
import { ownIdsOf, withNewId } from '../device-identity.ts'
import { devicesOf } from '../devices.ts'
import {
  droppedMark,
  erasedKey,
  isAnyMissed,
  isRestorable,
  leftoverOf,
  outdatedIn,
  writeNote,
} from '../erased-texts.ts'
import {
  cutoffsFor,
  cutoffsOf,
  erasureOfUnknownTime,
  isKnownOf,
  mergeErasures,
  type Cutoffs,
  type Erasure,
} from '../erasures.ts'
import { minuteOfPast, PAST_OUTCOMES, pastKey } from '../past-game.ts'
import { lastPendingSettingIn } from '../pending-settings.ts'
import { readSyncEnvelope, splitLocalEnvelope } from '../game-envelope.ts'
import type { LogRow } from '../game-results.ts'
import { counts, lasts, readRows } from '../log-page.ts'
import { epochOf, join, MAX_EPOCH, readItem, withEpoch, type DeviceId, type Items } from '../items.ts'
import { erasuresIn, missedBy, withErasures } from '../kinds/header.ts'
import { keys, parseKey } from '../kinds/index.ts'
import { localGameOf } from '../kinds/game.ts'
import { chosenAfter, laterChoices, mergeRegisters } from '../lww-settings.ts'
import { isErased } from '../replicas.ts'
import type { RoundState } from '../round-state.ts'
import { parseUnknownErasure, type UnknownErasure } from '../unknown-erasure.ts'
import { knowsMore, resultsIn } from './clone.ts'

/** An epoch further ahead than this counts as damage; `ignoreImpossibleEpochs` makes the exceptions. */
const MAX_EPOCHS_AHEAD = 64

/** Applies new erasures, and moves to the latest epoch that was seen or that an erasure needs. */
export function adoptEpoch(round: RoundState): void {
  finishEarlierErasure(round)
  for (const name of outdatedIn(round.input.local, round.input.now)) round.erasedKeys.add(name)
  ignoreImpossibleEpochs(round)
  const { identity } = round
  const seen = join(round.learned, round.remote)
  const latest = Math.max(identity.epoch, ...Object.values(seen).map(epochOf))
  const announced = announcedErasures(round, seen, latest)
  const news = announced.filter(one => isNews(round, one))
  const ours = round.isKnown ? news.flatMap(one => asOurs(round, one) ?? []) : []
  const repeated = repeatedErasures(round, seen, mergeErasures(identity.erasures ?? [], announced))
  // Erasures cover earlier epochs, so items written from now on need a later one.
  const next = [...(ours.length > 0 ? [identity.epoch + 1] : []), ...repeated.map(one => one.epoch)]
  const epoch = Math.min(MAX_EPOCH, Math.max(latest, ...next))
  const applied = ours.map(one => (one.epoch > identity.epoch ? one : { ...one, epoch }))
  if (round.isKnown) askAbout(round, seen, news, applied)
  const erasures = mergeErasures(identity.erasures ?? [], announced, applied, repeated)
  round.identity = { ...identity, epoch, ...(erasures.length > 0 && { erasures }) }
  if (applied.length > 0) eraseTexts(round, seen, applied)
  else restampOwn(round, identity.erasures)
  dropErased(round)
}

/**
 * Ignores items with epochs that are too far ahead. Such an epoch is adopted only from an item that this
 * version can read, because damage in a later format cannot be detected. A new profile adopts it from any
 * such item, other profiles only from a header that lists the erasure that began the epoch.
 */
function ignoreImpossibleEpochs({ remote, learned, identity, isKnown }: RoundState): void {
  const epochs = [remote, learned].flatMap(Object.entries<string>).map(([key, value]) => {
    const { epoch = 0, content = '' } = readItem(key, value) ?? {}
    const isBegun = () => erasuresIn(content, epoch)?.some(one => one.epoch === epoch)
    return !isKnown || (parseKey(key)!.kind === 'device' && isBegun()) ? epoch : 0
  })
  const known = Math.max(identity.epoch, ...epochs)
  for (const items of [remote, learned])
    for (const [key, value] of Object.entries(items))
      if (epochOf(value) > known + MAX_EPOCHS_AHEAD) Reflect.deleteProperty(items, key)
}

/** The erasures in headers, one of unknown time if version 0.1 erased, and one that the user accepted. */
function announcedErasures(round: RoundState, seen: Items, epoch: number): Erasure[] {
  const { input, identity } = round
  const headers = announcementsIn(seen)
  const latest = headers.filter(one => one.epoch === epoch)
  const isOfUnknownTime =
    epoch > identity.epoch && latest.length > 0 && latest.every(({ erasures }) => erasures === undefined)
  const announced = headers.flatMap(({ erasures = [] }) => erasures)
  if (isOfUnknownTime) announced.push(erasureOfUnknownTime(epoch))
  const unknown = parseUnknownErasure(input.local[UNKNOWN_ERASURE_KEY])
  // An answer that an interrupted erasure has left here was already applied.
  if (unknown?.accepted && !round.erasedKeys.has(UNKNOWN_ERASURE_KEY)) {
    const { minute, scope } = unknown
    announced.push({ minute, scope, epoch: identity.epoch + 1, of: ownIdsOf(identity) })
    round.erasedKeys.add(UNKNOWN_ERASURE_KEY)
  }
  return mergeErasures(announced)
}

/** What headers announce: device, epoch and erasures, which are undefined if version 0.1 wrote the header. */
const announcementsIn = (items: Readonly<Items>) =>
  Object.entries(items).flatMap(([key, value]) => {
    const { kind, device } = parseKey(key)!
    const item = kind === 'device' ? readItem(key, value) : undefined
    return item ? [{ device, epoch: item.epoch, erasures: erasuresIn(item.content, item.epoch) }] : []
  })

/** Whether an erasure is new for at least one of its ids or, without ids, later than all known ones. */
function isNews({ identity: { erasures = [] } }: RoundState, erasure: Erasure): boolean {
  return (
    erasure.of?.some(id => !isKnownOf(erasures, erasure, id)) ??
    erasure.epoch > Math.max(0, ...erasures.map(({ epoch }) => epoch))
  )
}

/**
 * The erasures that a device missed because another erasure had moved its items to the same epoch, repeated
 * with an epoch later than these items. The device itself repeats them in the same way once it receives them.
 */
function repeatedErasures(round: RoundState, seen: Items, known: readonly Erasure[]): Erasure[] {
  if (known.length === 0) return []
  const items = join(round.replicas, seen)
  const latest = new Map<DeviceId, number>()
  for (const [key, value] of Object.entries(items)) {
    const { device } = parseKey(key)!
    latest.set(device, Math.max(epochOf(value), latest.get(device) ?? 0))
  }
  return [...latest].flatMap(([id, epoch]) =>
    missedBy(id, items[keys.device(id)], known).map(one => ({
      ...one,
      epoch: Math.min(MAX_EPOCH, epoch + 1),
      of: [id],
    })),
  )
}

/**
 * The part of an erasure that covers this device; undefined if there is none. Under a former id, it covers
 * data from before that id was given up, unless an erasure that was already known covers that data: the same
 * erasure is repeated in a later epoch for other profiles with that id. Released versions list no ids; their
 * erasures cover a device that already knew other browsers.
 */
function asOurs(round: RoundState, erasure: Erasure): Erasure | undefined {
  const { id, former = [], left = [], erasures = [] } = round.identity
  const { of } = erasure
  if (!of) return knowsOthers(round, erasure.epoch) ? erasure : undefined
  if (of.includes(id) && !isKnownOf(erasures, erasure, id))
    return { ...erasure, of: of.filter(one => one === id || former.includes(one)) }
  const isNew = (one: DeviceId) => of.includes(one) && !isKnownOf(erasures, { ...erasure, epoch: 0 }, one)
  const last = former.findLastIndex(isNew) - former.length
  if (last < -former.length) return undefined
  const minute = Math.min(erasure.minute, (left.at(last) ?? Infinity) - 1)
  return { ...erasure, minute: Math.max(0, minute), of: [id] }
}

/** Whether other browsers were known before an epoch. */
function knowsOthers({ identity, replicasBefore, input }: RoundState, epoch: number): boolean {
  const earlier = Object.entries(replicasBefore).filter(([, value]) => epochOf(value) < epoch)
  const own = ownIdsOf(identity)
  return [...devicesOf(Object.fromEntries(earlier), input.now).values()].some(
    device =>
      !own.includes(device.id) &&
      (device.header ? !isImport(device.header) : ownsResults(device) || device.settings),
  )
}

/**
 * Stores a question for the user about the latest erasure that does not cover this device and is later than
 * some of its results. It stores none if all these results are from before an erasure that was already known,
 * or if an erasure of the same or a later minute is applied now or was already known.
 */
function askAbout(round: RoundState, seen: Items, news: readonly Erasure[], ours: readonly Erasure[]): void {
  const { erasures = [] } = round.identity
  const erased = cutoffsOf(ours).games
  const asked = cutoffsOf(erasures).games
  const last = cutoffsOf(news).games
  const latest = news.findLast(({ minute }) => minute === last && minute > Math.max(erased, asked))
  if (!latest) return
  const { scope, epoch } = latest
  // Another clock may be ahead, so the question is only about games played so far.
  const minute = Math.min(latest.minute, minuteOf(round.input.now))
  const own = ownIdsOf(round.identity).flatMap(id => round.devices().get(id) ?? [])
  const results = [...own.flatMap(resultsOf), ...round.pending].filter(
    result => counts(result) && result.minute > erased && result.minute <= minute,
  )
  if (!results.some(result => result.minute > asked)) return
  const by = eraserOf(round, seen, epoch)
  const question: UnknownErasure = { minute, scope, by, results: results.length, accepted: false }
  round.keptTexts[UNKNOWN_ERASURE_KEY] = JSON.stringify(question)
}

/**
 * The name of the erasing device. Its header announces an erasure that does not cover the device itself.
 * Empty if several devices qualify, because devices pass erasures on.
 */
function eraserOf({ input }: RoundState, seen: Items, epoch: number): string {
  const [eraser, ...more] = announcementsIn(seen).filter(({ device, erasures = [] }) => {
    const announced = erasures.filter(one => one.epoch === epoch)
    return announced.length > 0 && !announced.some(({ of }) => of?.includes(device))
  })
  if (more.length > 0) return ''
  return (eraser && devicesOf(seen, input.now).get(eraser.device)?.header?.name) ?? ''
}

/**
 * Moves this device's items to the current epoch. On a device that knew no other browser, also moves those of
 * its imports and former ids. Headers moved in this way list the known erasures. Otherwise they would seem to
 * come from a released version that has applied every erasure before their epoch. Items that an already known
 * erasure covers are left over from an interrupted round, so they keep their epoch and are removed. Items of
 * other ids also keep their epoch if an erasure that lists ids covers them, even if it is new in this round.
 */
function restampOwn(round: RoundState, before: readonly Erasure[] = []): void {
  const { epoch, erasures = [] } = round.identity
  const isAlone = round.isKnown && !knowsOthers(round, epoch)
  const beforeOrListed = [...before, ...erasures.filter(({ of }) => of)]
  for (const [key, value] of Object.entries(round.replicas)) {
    const isOwn = round.isOwn(key)
    if (!isOwn && !isAlone) continue
    if (epochOf(value) >= epoch || isErased(isOwn ? before : beforeOrListed, key, value)) continue
    const stamped = withEpoch(key, value, epoch, content =>
      parseKey(key)!.kind === 'device' ? withErasures(content, erasures, epoch) : content,
    )
    if (stamped !== undefined) round.setReplica(key, stamped)
  }
}

/** Removes items that erasures cover; later results and settings in them become this device's. */
function dropErased(round: RoundState): void {
  const { erasures = [] } = round.identity
  const isGone = ([key, value]: [string, string]) => isErased(erasures, key, value)
  const goneIn = (items: Items) => Object.entries(items).filter(isGone)
  const gone = [goneIn(round.replicas), goneIn(round.learned), goneIn(round.remote)] as const
  const [replicas, learned, remote] = gone
  for (const [key] of replicas) round.deleteReplica(key)
  for (const [key] of learned) Reflect.deleteProperty(round.learned, key)
  for (const [key] of remote) {
    Reflect.deleteProperty(round.remote, key)
    round.removeFromSync.add(key)
  }
  if (round.isKnown) rescueLater(round, gone.flat())
}

/** Keeps the results and settings in removed items that are later than the erasures as this device's own. */
function rescueLater(round: RoundState, gone: readonly [string, string][]): void {
  if (gone.length === 0) return
  const { erasures = [] } = round.identity
  const own = ownIdsOf(round.identity)
  const left = join(round.replicas, round.learned, round.remote)
  const kept = devicesOf(left, round.input.now)
  const keptResults = [...kept.values()].flatMap(resultsOf)
  const keptSettings = Object.values(settingsOf(kept))
  const later: LogRow[] = []
  // Shorter keys come first, so that page 10 follows page 9.
  for (const [key, value] of gone.toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))) {
    const { device: id } = parseKey(key)!
    const cutoffs = cutoffsFor(erasures, id, epochOf(value))
    const device = devicesOf({ [key]: value }, round.input.now).get(id)
    if (!device) continue
    // This device's results stay even if another id has a copy, because the copy is removed with that id.
    const isOwn = own.includes(id)
    const results = resultsOf(device)
      .map(result => (isOwn ? withLaterWin(round.input.local, result) : result))
      .filter(result => lasts(result) && result.minute > cutoffs.games)
    later.push(...results.filter(result => isOwn || knowsMore([result], keptResults)))
    const chosen = chosenAfter(device.settings, cutoffs.everything)
    const carried = isOwn ? chosen : laterChoices(chosen, keptSettings)
    round.carriedSettings = mergeRegisters(round.carriedSettings, carried)
  }
  round.pending = [...later, ...round.pending]
}

/** A result with the minute of its past game if that is later: the log keeps only the first win of a play. */
function withLaterWin(local: Texts, row: LogRow): LogRow {
  const past = row.outcome === 'won' ? local[pastKey(row.play, 'won')] : undefined
  return past === undefined ? row : { ...row, minute: Math.max(row.minute, minuteOfPast(past)) }
}

/**
 * Removes the texts of this device that erasures cover. Copies of those that can be restored are kept, unless
 * the user would miss none of them.
 */
function eraseTexts(round: RoundState, seen: Items, ours: readonly Erasure[]): void {
  const { input, identity } = round
  const { local, now } = input
  const cutoffs = cutoffsOf(ours)
  const scope: EraseScope = cutoffs.everything < 0 ? 'games' : 'everything'
  round.pending = round.pending.filter(({ minute }) => minute > cutoffs.games)
  const past = erasedPastGames(round, cutoffs.games)
  const games = new Set(Object.keys(local).filter(name => wasPlayedAfter(round, name, cutoffs.games, past)))
  // The user who accepted an erasure needs no notice, unless another one erases more in the same round.
  const answered = parseUnknownErasure(local[UNKNOWN_ERASURE_KEY])
  const isAccepted =
    answered?.accepted && ours.every(one => one.minute === answered.minute && one.scope === answered.scope)
  const copies: Record<string, string> = {}
  for (const [name, text] of Object.entries(local)) {
    if (!isErasedBy(name, scope) || name.startsWith(ERASED_PREFIX) || games.has(name)) continue
    if (name.startsWith(PAST_PREFIX) ? !past.has(name) : isLater(round, name, text, cutoffs)) continue
    if (name === 'current' && games.size > 0) continue
    if (!name.startsWith(REPLICA_PREFIX)) round.erasedKeys.add(name)
    if (isRestorable(name)) copies[name] = text
  }
  if (isAnyMissed(copies)) {
    const last = ours[ours.length - 1]!
    const { epoch } = identity
    const note = { epoch, time: now, scope, by: eraserOf(round, seen, last.epoch), minute: last.minute }
    Object.assign(round.keptTexts, writeNote({ ...note, ...(isAccepted && { isSeen: true }) }))
    for (const [name, text] of Object.entries(copies)) round.keptTexts[erasedKey(epoch, name)] = text
  }
  const dropped = [...round.pendingKeys, ...round.erasedKeys].map(name => droppedMark(name, local[name]!))
  const next =
    scope === 'everything'
      ? { ...withNewId(identity, input.newId(), minuteOf(input.now)), name: undefined }
      : identity
  round.identity = { ...next, dropped: [...new Set(dropped)] }
}

/**
 * The keys of past games up to the cutoff, and of those whose play has an erased result under one of this
 * device's ids, even if they are not stored. They are found by play, because the minutes of such games may be
 * too late if a clock was ahead. A play that was won and then given up has two past games but one result.
 * Past games stay if they are later than the erasure of their result or have a result that stays under one of
 * these ids. Replicas and seen items are not joined, because a newer version of a page may already lack the
 * result.
 */
function erasedPastGames(round: RoundState, cutoff: number): Set<string> {
  const { replicas, learned, remote, identity, input, pending } = round
  const { erasures = [] } = identity
  const own = ownIdsOf(identity)
  const kept = new Set(pending.filter(counts).map(row => pastKey(row.play, row.outcome)))
  const erased = new Map<string, number>()
  for (const [key, value] of [replicas, learned, remote].flatMap(Object.entries<string>)) {
    const { device } = parseKey(key)!
    if (!own.includes(device)) continue
    const { games } = cutoffsFor(erasures, device, epochOf(value))
    for (const row of resultsIn(key, value).filter(counts))
      if (withLaterWin(input.local, row).minute > games) kept.add(pastKey(row.play, row.outcome))
      else erased.set(row.play, Math.max(games, erased.get(row.play) ?? games))
  }
  const found = [...erased].flatMap(([play, games]) =>
    PAST_OUTCOMES.map(outcome => pastKey(play, outcome)).filter(
      key => !kept.has(key) && minuteOfPast(input.local[key] ?? '') <= games,
    ),
  )
  const past = Object.keys(input.local).filter(key => key.startsWith(PAST_PREFIX))
  return new Set([...past.filter(key => minuteOfPast(input.local[key]!) <= cutoff), ...found])
}

/**
 * Whether a text is later than the erasure: a pending result or setting, an item that no erasure covers, or a
 * page of the log whose results are all later.
 */
function isLater(round: RoundState, name: string, text: string, { games, everything }: Cutoffs): boolean {
  const areLater = (content = '?', cutoff = games) =>
    readRows(content)?.every(row => !lasts(row) || row.minute > cutoff) ?? false
  if (name.startsWith(PENDING_RESULT_PREFIX)) return areLater(text)
  if (name.startsWith(REPLICA_PREFIX)) {
    const key = name.slice(REPLICA_PREFIX.length)
    const { kind, device } = parseKey(key) ?? { device: '' }
    const cutoff = cutoffsFor(round.identity.erasures ?? [], device, epochOf(text)).games
    return cutoff < 0 || (kind === 'log' && areLater(readItem(key, text)?.content, cutoff))
  }
  return (
    name.startsWith(PENDING_SETTING_PREFIX) && minuteOf(lastPendingSettingIn({ [name]: text })) > everything
  )
}

/** Whether a key is of a game that was played after the cutoff or, if it is won, whose past game stays. */
function wasPlayedAfter(round: RoundState, name: string, cutoff: number, past: ReadonlySet<string>): boolean {
  const game = localGameOf(name)
  if (game === undefined) return false
  const published = readSyncEnvelope(round.content(keys.game(round.identity.id, game)) ?? '')
  const { record } = splitLocalEnvelope(round.input.local[name]!)
  const opened = readRecord(record)
  if (opened.ok && isWon(opened.value.position)) return !past.has(pastKey(opened.value.playId, 'won'))
  const minute = published?.record === record ? published.minute : minuteOf(round.input.now)
  return minute > cutoff
}

/** Completes an interrupted erasure: marked texts that have not changed are removed now. */
function finishEarlierErasure(round: RoundState): void {
  const { identity, input } = round
  const left = (identity.dropped ?? []).filter(mark => leftoverOf(mark, input.local) !== undefined)
  for (const mark of left) round.erasedKeys.add(leftoverOf(mark, input.local)!)
  round.identity = { ...identity, dropped: left }
}
