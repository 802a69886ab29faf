// Plans an import. An import only adds items, under one new id for each device in it. It brings no erasures
// and changes no settings.
import { crc32, readRecord, writeNumber, type GameId } from '../../engine/index.ts'
import { dayOf } from '../time.ts'
import { aggregate, endsOf, statistics, type Aggregate } from './aggregate.ts'
import { logOf, pagesOf, resultsOf, settingsOf, type Device } from './device.ts'
import { DEVICE_KEY, parseIdentity } from './device-identity.ts'
import { devicesHere } from './devices-here.ts'
import { devicesOf } from './devices.ts'
import { writeSyncEnvelope, type SyncEnvelope } from './game-envelope.ts'
import { OUTCOMES, type GameResult, type LogRow } from './game-results.ts'
import { isSoundItem, MAX_BYTES, MAX_DEVICES } from './import-bounds.ts'
import { writeItem, writeJson, type DeviceId, type Items } from './items.ts'
import { keys } from './kinds/index.ts'
import { writePages, writeRow, identityOf, isRead, lasts } from './log-page.ts'
import { resolve } from './lww-settings.ts'
import { replicasIn } from './replicas.ts'
import {
  addTotals,
  allDigestsOf,
  digestOf,
  emptyTotals,
  isInSummary,
  isLeftOut,
  writeSummary,
  type LogSummary,
} from './summary.ts'
import { compareVectors } from './version-vector.ts'

/** The context in which an import is planned. */
export interface ImportContext {
  /** All texts of storage.local. */
  readonly local: Readonly<Record<string, string>>
  /** Milliseconds since 1970. */
  readonly now: number
  /** A new id, from which the new ids of the imported devices are derived. */
  readonly freshId: DeviceId
  /** Whether the items were stored here before an erasure, so no limit on devices or bytes applies. */
  readonly isOwn?: boolean
}

/** The result of planning an import. */
export interface ImportPlan {
  /** Items to store as replicas, by key. */
  readonly items: Items
  /** Results that count in addition to those here. */
  readonly results: number
  /** Additional games in progress that can be continued. */
  readonly games: number
  /** The names of the devices whose items are imported. */
  readonly names: readonly string[]
  /** Results of games that only a newer version knows, kept until this version is updated. */
  readonly newer: number
  /** Entries that are not imported: invalid or newer ones, unreliable sums, and any beyond the limits. */
  readonly unusable: number
  /** The merged settings in the import, unchecked, by name. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** Plans an import. Pure. Unless `isOwn`, limits devices and bytes. The items have this device's epoch. */
export function planImport(outside: Items, context: ImportContext): ImportPlan {
  const draft = begin(context)
  const senders = sendersIn(draft, outside)
  let added = 0
  for (const sender of senders.values()) {
    const contents = contentsOf(draft, sender)
    if (contents.size === 0) continue
    const hasRoom = ++added <= MAX_DEVICES && bytesOf(contents.values()) <= draft.room
    if (hasRoom || context.isOwn) take(draft, sender, contents)
    else draft.unusable += contents.size
  }
  return {
    items: draft.items,
    ...countAdded(draft),
    names: [...draft.names].filter(name => name !== ''),
    unusable: draft.unusable,
    settings: resolve(settingsOf(senders)),
  }
}

/** The state known before the import, and the items accepted from the import so far. */
type PlanState = ReturnType<typeof begin>

function begin(context: ImportContext) {
  const self = parseIdentity(context.local[DEVICE_KEY])
  const known = devicesHere(context.local, context.now)
  /** The result that counts for each ended play, from all known devices. */
  const knownResults = new Map([...endsOf(known)].map(([play, { result }]) => [play, result]))
  /** Like `knownResults`, but including accepted items and rows that cannot be read. */
  const ends = new Map<string, LogRow>(knownResults)
  for (const row of [...known.values()].flatMap(resultsOf)) if (!isRead(row)) ends.set(identityOf(row), row)
  return {
    context,
    selfId: self?.id,
    epoch: self?.epoch ?? 0,
    known,
    knownResults,
    ends,
    items: {} as Items,
    names: new Set<string>(),
    unusable: 0,
    /** The remaining bytes for imported items. */
    room: MAX_BYTES - bytesOf(Object.values(replicasIn(context.local))),
  }
}

const bytesOf = (texts: Iterable<string>): number => [...texts].reduce((sum, { length }) => sum + length, 0)

/** The devices in an import, according to its valid items. */
function sendersIn(draft: PlanState, outside: Items): Map<DeviceId, Device> {
  const { now } = draft.context
  const names = Object.keys(outside).sort()
  const sound = names.filter(name => isSoundItem(name, outside[name]!, now))
  draft.unusable += names.length - sound.length
  return devicesOf(Object.fromEntries(sound.map(name => [name, outside[name]!])), now)
}

/**
 * The contents imported from a device: either its sums and all its pages or only its new results, and its new
 * games. The keys of the map are functions that make a content's key from a device id.
 */
function contentsOf(draft: PlanState, sender: Device): Map<(id: DeviceId) => string, string> {
  const contents = new Map<(id: DeviceId) => string, string>()
  const maySum = mayTakeSums(draft, sender)
  const sums = maySum && writeSummary({ ...sender.summary, origin: logOf(sender) })
  if (maySum && !sums) draft.unusable++
  if (sums) {
    contents.set(keys.results, sums)
    for (const [page, rows] of sender.pages)
      if (rows.length > 0) contents.set(id => keys.log(id, page), rows.map(writeRow).join(''))
  } else newPages(draft, sender).forEach((rows, page) => contents.set(id => keys.log(id, page), rows))
  for (const [game, state] of sender.games)
    if (isNewGame(draft, state)) contents.set(id => keys.game(id, game), writeSyncEnvelope(state))
  return contents
}

const holdersOf = ({ known }: PlanState, sender: Device): Device[] =>
  [...known.values()].filter(device => logOf(device) === logOf(sender))

/**
 * Whether to import a device's sums. They are imported only if some of their pages are missing, the log is
 * not this device's, no known result is of a play in them, and no known sums of that log cover as many pages
 * or count more results of a game. Otherwise results could count twice or not at all.
 */
function mayTakeSums(draft: PlanState, sender: Device): boolean {
  const { summary, id, pages } = sender
  const holders = holdersOf(draft, sender)
  const numbers = Array.from({ length: summary.compactedPages }, (_, page) => page)
  if (numbers.every(page => pages.has(page) || holders.some(holder => holder.pages.has(page)))) return false
  if (holders.some(holder => holder.summary.compactedPages >= summary.compactedPages)) return false
  const isUnsure =
    [id, logOf(sender)].includes(draft.selfId ?? '') ||
    holders.some(holder => countsLess(summary, holder.summary)) ||
    claimsKnownPlays(draft, sender)
  if (isUnsure) draft.unusable++
  return !isUnsure
}

/** Whether sums count fewer results of any game than the sums that they would replace, ignoring resets. */
function countsLess(sums: LogSummary, others: LogSummary): boolean {
  const played = ({ totals, before = {} }: LogSummary, game: GameId) =>
    addTotals(totals[game] ?? emptyTotals(), before[game] ?? emptyTotals())
  return (Object.keys({ ...others.before, ...others.totals }) as GameId[]).some(game => {
    const [now, known] = [played(sums, game), played(others, game)]
    return now.won < known.won || now.won + now.givenUp < known.won + known.givenUp
  })
}

function claimsKnownPlays({ knownResults }: PlanState, sender: Device): boolean {
  const digests = allDigestsOf(sender.summary)
  const isClaimed = (result: GameResult) =>
    OUTCOMES.some(outcome => digests.has(digestOf({ ...result, outcome })))
  return (
    (digests.size > 0 && [...knownResults.values()].some(isClaimed)) ||
    resultsOf(sender).some(row => isRead(row) && knownResults.has(row.play))
  )
}

/** The rows that are not known here yet, as pages. Results in known sums already count. */
function newPages(draft: PlanState, sender: Device): string[] {
  const { ends } = draft
  const summaries = holdersOf(draft, sender).map(({ summary }) => summary)
  const rows: LogRow[] = []
  for (const [page, results] of pagesOf(sender)) {
    for (const row of results) {
      const end = ends.get(identityOf(row))
      if (!lasts(row) || (end && (end.outcome === 'won' || row.outcome !== 'won'))) continue
      if (isRead(row) && summaries.some(summary => wasCompacted(summary, page, row))) continue
      ends.set(identityOf(row), row)
      rows.push(row)
    }
  }
  return writePages(rows)
}

/** Whether a result's play was on a compacted page. A clone's page with that number may differ. */
const wasCompacted = (summary: LogSummary, page: number, row: GameResult): boolean =>
  page < summary.compactedPages &&
  (isLeftOut(summary, page, row) || OUTCOMES.some(outcome => isInSummary(summary, page, { ...row, outcome })))

/** Whether a game's play has no known result, and no known game equals or continues it. */
function isNewGame({ known, ends }: PlanState, game: SyncEnvelope): boolean {
  const record = readRecord(game.record)
  if (record.ok && ends.has(record.value.playId)) return false
  return ![...known.values()].some(device =>
    [...device.games.values()].some(other => {
      const order = isSamePlay(game, other) ? compareVectors(game.vector, other.vector) : 'concurrent'
      return order === 'equal' || order === 'ancestor'
    }),
  )
}

/** Whether two games are the same play. Records of a newer version can only be compared as text. */
function isSamePlay(a: SyncEnvelope, b: SyncEnvelope): boolean {
  if (a.record === b.record) return true
  const [one, other] = [readRecord(a.record), readRecord(b.record)]
  return one.ok && other.ok && one.value.playId === other.value.playId
}

/** An id derived from two others. */
export const derivedId = (a: DeviceId, b: DeviceId): DeviceId =>
  writeNumber(crc32(`${a} ${b}`), 6) + writeNumber(crc32(`${b} ${a}`) % 4096, 2)

/** Adds contents under a derived id, with a header that has the current day and no browser name. */
function take(draft: PlanState, sender: Device, contents: ReturnType<typeof contentsOf>) {
  const { context, epoch, items, names } = draft
  const name = sender.header?.name ?? ''
  const id = derivedId(context.freshId, sender.id)
  draft.room -= bytesOf(contents.values())
  contents.set(keys.device, writeJson({ name, day: dayOf(context.now) }))
  for (const [keyOf, content] of contents) items[keyOf(id)] = writeItem(keyOf(id), { epoch, seq: 1, content })
  names.add(name)
}

function countAdded({ known, items, context }: PlanState): Pick<ImportPlan, 'results' | 'games' | 'newer'> {
  const { now } = context
  const added = devicesOf(items, now)
  const before = aggregate(known.values(), {}, now)
  const after = aggregate([...known.values(), ...added.values()], {}, now)
  const givenUp = new Set(before.results.filter(row => row.outcome !== 'won').map(({ play }) => play))
  const turned = after.results.filter(row => row.outcome === 'won' && givenUp.has(row.play)).length
  const played = (all: Aggregate) => statistics(all).played
  return {
    results: played(after) - played(before) + turned,
    games: [...added.values()].reduce((sum, { games }) => sum + games.size, 0),
    newer: [...added.values()].flatMap(resultsOf).filter(row => !isRead(row)).length,
  }
}
