// What an import adds to what is known here. It only ever adds: nothing is taken under the own id, no erasure
// is learned, and no result that counts here counts less afterwards.
import { readRecord } from '../../engine/index.ts'
import { PENDING_RESULT_PREFIX } from '../platform/storage-keys.ts'
import { dayOf } from '../time.ts'
import { aggregate, endsOf, type Aggregate } from './aggregate.ts'
import { emptyDevice, settingsOf, type Device } from './device.ts'
import { DEVICE_KEY, parseIdentity } from './device-identity.ts'
import { devicesOf } from './devices.ts'
import { readSyncEnvelope, writeSyncEnvelope, type SyncEnvelope } from './game-envelope.ts'
import { counts, writeResult, type GameResult, OUTCOMES } from './game-results.ts'
import { isPageFull, readResults } from './log-page.ts'
import { checkItem, MAX_DEVICES, type SoundItem } from './import-bounds.ts'
import { epochOf, readItem, readJson, writeItem, writeJson, type DeviceId, type Items } from './items.ts'
import { MAX_NAME } from './kinds/header.ts'
import { keys, parseKey } from './kinds/index.ts'
import { resolve } from './lww-settings.ts'
import { replicasIn } from './replicas.ts'
import { allDigestsOf, digestOf, isCompactedPage, NO_SUMMARY, parseSummary } from './summary.ts'
import { compareVectors } from './version-vector.ts'

/** What an import would bring in, and what of it counts. */
export interface ImportPlan {
  /** Items to be kept as replicas, by key. */
  readonly items: Items
  /** LogSummary that count after it and did not before. */
  readonly results: number
  /** Games in progress that can be gone on with after it. */
  readonly games: number
  /** What the devices are called of which something comes in. */
  readonly names: readonly string[]
  /** Entries of a newer version, which are kept until this version can read them. */
  readonly newer: number
  /** Entries that stay outside: no version writes such a thing, or a newer one has to take them. */
  readonly unusable: number
  /** The settings that hold on the devices it comes from, unchecked, by name. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** What an import is planned against. */
export interface ImportContext {
  /** All texts of storage.local. */
  readonly local: Readonly<Record<string, string>>
  /** Milliseconds since 1970. */
  readonly now: number
  /** An id that no device has: results of devices that are known here come in under it. */
  readonly freshId: DeviceId
}

/** Everything of one device that an import holds, settings left out. */
interface Sender {
  readonly id: DeviceId
  name: string
  readonly items: SoundItem[]
  readonly newer: { readonly name: string; readonly value: string }[]
}

/** An import while it is put together. */
interface Draft {
  readonly context: ImportContext
  readonly selfId: DeviceId | undefined
  readonly epoch: number
  readonly replicas: Items
  /** The devices that are known here, and one more for results that wait to be taken into the log. */
  readonly known: ReadonlyMap<DeviceId, Device>
  /** What counts here, and for each play that has ended the result that counts. */
  readonly before: Aggregate
  readonly ends: ReadonlyMap<string, GameResult>
  readonly items: Items
  readonly names: Set<string>
  /** What comes in under the fresh id: results by play, games by game, and of which devices they are. */
  readonly rows: Map<string, GameResult>
  readonly games: Map<string, SyncEnvelope>
  readonly freshNames: Set<string>
  newer: number
  unusable: number
}

/**
 * Plans an import. Pure; what it gives is bounded, carries this device's count of erasures, and can be kept
 * as it is.
 */
export function planImport(outside: Items, context: ImportContext): ImportPlan {
  const draft = begin(context)
  const { senders, settings } = bySender(draft, outside)
  const all = new Map(senders.map(sender => [sender, asTheyAre(draft, sender)]))
  // Nearly always everything only adds; else it is found out which device's items do not.
  const isHarmless = addsOnly(draft, Object.assign({}, ...all.values()) as Items)
  for (const [sender, whole] of all)
    takeSender(draft, sender, isHarmless || addsOnly(draft, whole) ? whole : {})
  putFreshDevice(draft)
  return {
    items: draft.items,
    ...countAdded(draft),
    names: [...draft.names].filter(name => name !== ''),
    newer: draft.newer,
    unusable: draft.unusable,
    settings,
  }
}

/** Stands for the pages' results that no round has taken into the log yet; no device has this id. */
const WAITING = 'waiting'

function begin(context: ImportContext): Draft {
  const { local } = context
  const self = parseIdentity(local[DEVICE_KEY])
  const replicas = replicasIn(local)
  const known = devicesOf(replicas)
  const waiting = Object.keys(local)
    .filter(key => key.startsWith(PENDING_RESULT_PREFIX))
    .flatMap(key => readResults(local[key]) ?? [])
  known.set(WAITING, { ...emptyDevice(WAITING), pages: new Map([[0, waiting]]) })
  return {
    context,
    selfId: self?.id,
    epoch: self?.epoch ?? 0,
    replicas,
    known,
    before: aggregate(known.values()),
    ends: new Map([...endsOf(known)].map(([play, { result }]) => [play, result])),
    items: {},
    names: new Set(),
    rows: new Map(),
    games: new Map(),
    freshNames: new Set(),
    newer: 0,
    unusable: 0,
  }
}

/** The items that may be believed, device by device, and the settings that hold on those devices. */
function bySender(draft: Draft, outside: Items) {
  const senders = new Map<DeviceId, Sender>()
  const settings: Items = {}
  for (const name of Object.keys(outside).sort()) {
    const checked = checkItem(name, outside[name], draft.context.now)
    if (checked.kind === 'damaged' || checked.kind === 'unsound') {
      draft.unusable++
      continue
    }
    const { kind, device } = checked.key
    if (kind === 'settings') {
      if (checked.kind === 'sound') settings[name] = outside[name]
      else draft.unusable++
      continue
    }
    const sender = senders.get(device) ?? { id: device, name: '', items: [], newer: [] }
    senders.set(device, sender)
    if (checked.kind === 'newer') sender.newer.push({ name, value: checked.value })
    else sender.items.push(checked)
    if (checked.kind === 'sound' && kind === 'device')
      sender.name = (readJson(checked.content) as { name: string }).name
  }
  return { senders: [...senders.values()], settings: resolve(settingsOf(devicesOf(settings))) }
}

/**
 * Takes of a device's items those that are harmless as they are, and what else they hold under the fresh id.
 * Nobody but this device writes under its id, so its own always come in that way.
 */
function takeSender(draft: Draft, sender: Sender, harmless: Items): void {
  const known = sender.id === draft.selfId ? undefined : draft.known.get(sender.id)
  const whole = isOneTooMany(draft, sender) ? {} : harmless
  const isWhole = Object.keys(whole).length > 0
  if (isWhole) {
    Object.assign(draft.items, whole, known ? {} : header(draft, sender))
    draft.names.add(sender.name)
  }
  const summedUp = (summaryIn(whole, sender.id) ?? known?.summary ?? NO_SUMMARY).compactedPages
  for (const { key, content } of sender.items) {
    if (nameOf(key) in whole) continue
    // Pages that were summed up here count already, as far as anybody can tell.
    if (key.kind === 'log' && key.page >= summedUp)
      for (const row of readResults(content)!) takeRow(draft, sender, row)
    if (key.kind === 'game') takeGame(draft, sender, content)
    if (key.kind === 'results' && !known && !hasPagesOf(draft, sender, content)) draft.unusable++
  }
  takeNewer(draft, sender)
}

const nameOf = (key: SoundItem['key']): string => {
  if (key.kind === 'log') return keys.log(key.device, key.page)
  return key.kind === 'game' ? keys.game(key.device, key.game) : keys[key.kind](key.device)
}

function summaryIn(items: Items, id: DeviceId): Device['summary'] | undefined {
  const key = keys.results(id)
  return key in items ? devicesOf({ [key]: items[key] }).get(id)!.summary : undefined
}

/** Whether so many devices come in already that this one may not be added as one of its own. */
function isOneTooMany({ items, known }: Draft, { id }: Sender): boolean {
  const added = new Set(Object.keys(items).map(key => parseKey(key)!.device))
  return !known.has(id) && added.size >= MAX_DEVICES - 1
}

/** Whether every page that sums stand for came along, so that its rows come in one by one. */
const hasPagesOf = ({ known, selfId }: Draft, { id, items }: Sender, content: string): boolean => {
  const sums = parseSummary(readJson(content))!
  const pages = new Map(
    items.flatMap(({ key, content: page }) => (key.kind === 'log' ? [[key.page, page]] : [])),
  )
  const own = id === selfId ? known.get(id)?.pages : undefined
  return Array.from({ length: sums.compactedPages }, (_, page) => page).every(
    page => pages.has(page) || own?.has(page),
  )
}

/** The items of a device that may come in under its own id, as far as they themselves tell. */
function asTheyAre(draft: Draft, sender: Sender): Items {
  const items: Items = {}
  if (sender.id === draft.selfId) return items
  const known = draft.known.get(sender.id)
  if (!known && claimsKnownPlays(draft, sender)) return items
  for (const item of sender.items) {
    if (item.key.kind === 'device' || item.content === '') continue
    if (known ? !hasGrown(known, item) : item.key.kind === 'game' && !isNewGame(draft, item.content)) continue
    const name = nameOf(item.key)
    const old = name in draft.replicas ? readItem(name, draft.replicas[name]) : undefined
    if (old && !old.ok) continue
    // The next version and no later one, so that the device itself is still believed when it is heard of.
    const seq = old?.ok ? old.value.seq + 1 : item.seq
    items[name] = writeItem(name, { epoch: draft.epoch, seq, content: item.content })
  }
  return items
}

/**
 * Whether sums of a device that is not known here count plays that are. Which of their results are in the
 * sums
 * nobody can check, so single results come in and the sums stay outside, every time.
 */
function claimsKnownPlays({ ends }: Draft, { items }: Sender): boolean {
  const summary = items.find(({ key }) => key.kind === 'results')
  if (!summary) return false
  const digests = allDigestsOf(parseSummary(readJson(summary.content))!)
  const isClaimed = (result: GameResult) =>
    OUTCOMES.some(outcome => digests.has(digestOf({ ...result, outcome })))
  const isKnown = ({ play }: GameResult) => ends.has(play)
  return (
    (digests.size > 0 && [...ends.values()].some(isClaimed)) ||
    items.some(({ key, content }) => key.kind === 'log' && readResults(content)!.some(isKnown))
  )
}

/**
 * Whether an item of a known device may come in under the device's own id: a page that is counted already,
 * but only in sums; later sums; the same game, further on. Anything else comes in under the fresh id, so that
 * it can be taken back on every device.
 */
function hasGrown(known: Device, { key, content }: SoundItem): boolean {
  switch (key.kind) {
    case 'log': {
      const isMissing = key.page < known.summary.compactedPages && !known.pages.has(key.page)
      return isMissing && isCompactedPage(known.summary, key.page, readResults(content)!)
    }
    case 'results':
      return parseSummary(readJson(content))!.compactedPages > known.summary.compactedPages
    case 'game': {
      const game = readSyncEnvelope(content)
      const before = known.games.get(key.game)
      if (!game || !before || !isSamePlay(game, before)) return false
      return compareVectors(before.vector, game.vector) === 'ancestor'
    }
    default:
      return false
  }
}

function isSamePlay(a: SyncEnvelope, b: SyncEnvelope): boolean {
  const [one, other] = [readRecord(a.record), readRecord(b.record)]
  return one.ok && other.ok && one.value.playId === other.value.playId
}

/**
 * The header of a device that comes in, seen today: those that were not seen for long are put away, and then
 * the import could no longer be undone.
 */
function header({ epoch, context }: Draft, { id, name, items }: Sender): Items {
  const item = items.find(({ key }) => key.kind === 'device')
  if (!item) return {}
  const key = keys.device(id)
  const content = writeJson({ ...(readJson(item.content) as object), name, day: dayOf(context.now) })
  return { [key]: writeItem(key, { epoch, seq: item.seq, content }) }
}

/** Whether a game has something that no game known here has, and has not ended here. */
function isNewGame({ known, ends }: Draft, content: string): boolean {
  const game = readSyncEnvelope(content)
  if (!game) return false
  const record = readRecord(game.record)
  if (record.ok && ends.has(record.value.playId)) return false
  return ![...known.values()].some(device =>
    [...device.games.values()].some(other => {
      const order = isSamePlay(game, other) ? compareVectors(game.vector, other.vector) : 'concurrent'
      return order === 'equal' || order === 'ancestor'
    }),
  )
}

/** Whether all results that count here still do, once these items are known as well. */
function addsOnly({ known, before, replicas, items: taken, selfId }: Draft, items: Items): boolean {
  const after = aggregate(devicesWith(known, { ...replicas, ...taken, ...items }))
  const now = numbersOf(after)
  for (const [game, [played, won]] of numbersOf(before)) {
    const [playedNow, wonNow] = now.get(game) ?? [0, 0]
    if (playedNow < played || wonNow < won) return false
  }
  const results = new Map(after.results.map(result => [result.play, result]))
  const own = [selfId ?? '', WAITING].flatMap(id => [...(known.get(id)?.pages.values() ?? [])].flat())
  const ownPlays = new Set(own.map(({ play }) => play))
  return before.results.every(result => {
    if (!ownPlays.has(result.play)) return true
    const now = results.get(result.play)
    const isUpgraded = result.outcome !== 'won' && now?.outcome === 'won'
    return now !== undefined && (isUpgraded || writeResult(now) === writeResult(result))
  })
}

/** For each game how many were played and won. */
function numbersOf({ results, sums }: Aggregate): Map<string, readonly [number, number]> {
  const numbers = new Map<string, readonly [number, number]>()
  const add = (game: string, more: number, moreWon: number) => {
    const [played, won] = numbers.get(game) ?? [0, 0]
    numbers.set(game, [played + more, won + moreWon])
  }
  for (const { game, outcome } of results) add(game, 1, outcome === 'won' ? 1 : 0)
  for (const sum of sums)
    for (const [game, { won, givenUp }] of Object.entries(sum)) add(game, won + givenUp, won)
  return numbers
}

/** The devices in items, and the results that wait here. */
function devicesWith(known: Draft['known'], items: Items): Iterable<Device> {
  return [...devicesOf(items).values(), known.get(WAITING)!]
}

/** Takes a result that does not count here yet, under the fresh id. */
function takeRow(draft: Draft, sender: Sender, row: GameResult): void {
  const known = draft.rows.get(row.play) ?? draft.ends.get(row.play)
  if (!counts(row) || (known && (known.outcome === 'won' || row.outcome !== 'won'))) return
  draft.rows.set(row.play, row)
  draft.names.add(sender.name)
  draft.freshNames.add(sender.name)
}

/** Takes a game that is not known here under the fresh id; of two of one kind that played last. */
function takeGame(draft: Draft, sender: Sender, content: string): void {
  const game = isNewGame(draft, content) ? readSyncEnvelope(content) : undefined
  const record = game && readRecord(game.record)
  if (!game || !record?.ok) return
  const { id } = record.value.position.game
  if ((draft.games.get(id)?.minute ?? -1) >= game.minute) return
  draft.games.set(id, game)
  draft.names.add(sender.name)
  draft.freshNames.add(sender.name)
}

/**
 * Keeps what a newer version wrote under a key that nobody knows here. How often everything had been erased
 * stands at the same place in every version, and cannot be changed in theirs, so it must be the same as here.
 */
function takeNewer(draft: Draft, { id, newer }: Sender): void {
  const isKnown = id === draft.selfId || draft.known.has(id)
  for (const { name, value } of newer) {
    if (isKnown || name in draft.items || epochOf(value) !== draft.epoch) draft.unusable++
    else {
      draft.items[name] = value
      draft.newer++
    }
  }
}

/** Writes what comes in under the fresh id. */
function putFreshDevice({ rows, games, items, epoch, context, freshNames }: Draft): void {
  if (rows.size === 0 && games.size === 0) return
  const { freshId, now } = context
  const put = (key: string, content: string) => {
    items[key] = writeItem(key, { epoch, seq: 1, content })
  }
  let pages = ['']
  for (const row of rows.values()) {
    if (isPageFull(pages[pages.length - 1])) pages = [...pages, '']
    pages[pages.length - 1] += writeResult(row)
  }
  if (rows.size > 0) pages.forEach((page, number) => put(keys.log(freshId, number), page))
  for (const [id, game] of games) put(keys.game(freshId, id as GameResult['game']), writeSyncEnvelope(game))
  const name = [...freshNames].filter(Boolean).join(', ').slice(0, MAX_NAME)
  if (name !== '') put(keys.device(freshId), writeJson({ name, day: dayOf(now) }))
}

/** How many results and games come in. */
function countAdded({ known, before, replicas, items }: Draft): { results: number; games: number } {
  const devices = [...devicesOf(items).values()]
  const after = aggregate(devicesWith(known, { ...replicas, ...items }))
  const givenUp = new Set(before.results.filter(row => row.outcome !== 'won').map(({ play }) => play))
  const turned = after.results.filter(row => row.outcome === 'won' && givenUp.has(row.play)).length
  const played = (compactedPages: Aggregate) =>
    [...numbersOf(compactedPages).values()].reduce((sum, [count]) => sum + count, 0)
  return {
    results: played(after) - played(before) + turned,
    games: devices.reduce((sum, device) => sum + device.games.size, 0),
  }
}
