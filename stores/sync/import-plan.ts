// What an import adds to what is known here. It only ever adds: nothing is taken under the own id, no erasure
// is learned, and no result that counts here counts less afterwards.
import { readRecord } from '../../engine/index.ts'
import { dayOf } from '../time.ts'
import { aggregate, type Aggregate } from './aggregate.ts'
import { settingsOf, type Device } from './device.ts'
import { devicesOf } from './devices.ts'
import { readSyncEnvelope, writeSyncEnvelope } from './game-envelope.ts'
import { counts, writeResult, type GameResult } from './game-results.ts'
import { MAX_NAME } from './header.ts'
import { isPageFull } from './log-page.ts'
import { checkItem } from './import-bounds.ts'
import { epochOf, readJson, writeItem, writeJson, type DeviceId, type Items } from './items.ts'
import { keys } from './kinds/index.ts'
import { resolve } from './lww-settings.ts'
import { parseSummary } from './summary.ts'
import {
  begin,
  knownSender,
  nameOf,
  singleRows,
  isLateWin,
  isNewGame,
  numbersOf,
  devicesWith,
  type ImportContext,
  type Sender,
  type Draft,
} from './import-draft.ts'
import { harmlessIn } from './import-judge.ts'

/** What an import would bring in, and what of it counts. */
export interface ImportPlan {
  /** Items to be kept as replicas, by key. */
  readonly items: Items
  /** Results that count after it and did not before. */
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

/**
 * Plans an import. Pure; what it gives is bounded, carries this device's count of erasures, and can be kept
 * as it is.
 */
export function planImport(outside: Items, context: ImportContext): ImportPlan {
  const draft = begin(context)
  const { senders, settings } = bySender(draft, outside)
  const harmless = harmlessIn(draft, senders)
  for (const sender of senders) takeSender(draft, sender, harmless.get(sender) ?? {})
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
function takeSender(draft: Draft, sender: Sender, whole: Items): void {
  const known = knownSender(draft, sender)
  const isWhole = Object.keys(whole).length > 0
  if (isWhole) {
    Object.assign(draft.items, whole, known ? {} : header(draft, sender))
    draft.names.add(sender.name)
  }
  // Sums that come in count the pages they stand for; only what was given up here is told to be won as well.
  const summedUp = summaryIn(whole, sender.id)?.compactedPages ?? 0
  for (const { name, page, rows } of singleRows(draft, sender)) {
    if (name in whole) continue
    rows.filter(row => page >= summedUp || isLateWin(draft, row)).forEach(row => takeRow(draft, sender, row))
  }
  for (const { key, content } of sender.items) {
    if (nameOf(key) in whole) continue
    if (key.kind === 'game') takeGame(draft, sender, content)
    if (key.kind === 'results' && !known && !hasPagesOf(draft, sender, content)) draft.unusable++
  }
  takeNewer(draft, sender)
}

function summaryIn(items: Items, id: DeviceId): Device['summary'] | undefined {
  const key = keys.results(id)
  return key in items ? devicesOf({ [key]: items[key] }).get(id)!.summary : undefined
}

/**
 * Whether every page that sums stand for came along, so that its rows come in one by one, or is known here:
 * those of this device itself are.
 */
const hasPagesOf = ({ known }: Draft, { id, items }: Sender, content: string): boolean => {
  const sums = parseSummary(readJson(content))!
  const pages = new Set(items.flatMap(({ key }) => (key.kind === 'log' ? [key.page] : [])))
  const own = known.get(id)?.pages
  return Array.from({ length: sums.compactedPages }, (_, page) => page).every(
    page => pages.has(page) || own?.has(page),
  )
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
