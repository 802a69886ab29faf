// Steps: what is read from this account becomes replicas, what comes from outside it adds to them.
import { aggregate, endsOf, statistics } from '../aggregate.ts'
import { knowsAll, settingsOf } from '../device.ts'
import { devicesOf } from '../devices.ts'
import { readSyncEnvelope } from '../game-envelope.ts'
import { counts, type GameResult } from '../game-results.ts'
import {
  compareVersions,
  epochOf,
  isNewer,
  join,
  readItem,
  readJson,
  withEpoch,
  type Items,
} from '../items.ts'
import { addToOwnLog } from '../kinds/log.ts'
import { keys, parseKey, type ItemKey } from '../kinds/index.ts'
import { laterChoices, mergeRegisters } from '../lww-settings.ts'
import { fitting, roomOf, type Entry } from '../quota.ts'
import type { RoundState } from '../round-state.ts'
import { parseSummary } from '../summary.ts'
import { knowsMore, resultsIn } from './clone.ts'
import { missingFromSummary } from './retire.ts'

/** The results that count in one version of a page and that another version does not have. */
function missing(name: string, value: string, other: string): GameResult[] {
  const others = resultsIn(name, other)
  return resultsIn(name, value).filter(result => counts(result) && knowsMore([result], others))
}

/**
 * Results that a page of another device held and holds no more. A page never loses a play and no win is taken
 * back, so somebody wrote it who should not have: this device keeps them in its own log.
 */
function keepLostResults(round: RoundState, name: string, value: string): void {
  if (round.isOwn(name) || !(name in round.replicas)) return
  const known = round.replicas[name]
  const item = readItem(name, value)
  // Nobody writes an empty page but who takes an import back (import-undo.ts).
  if (item.ok && item.value.content === '') return
  // What cannot be read holds everything of before, unless it is older than what is known.
  if (!item.ok && compareVersions(name, known, value) <= 0) return
  round.pending.push(...missing(name, known, value))
}

/**
 * Results of a page of another device that a later version hides which never had them. Each has some that the
 * other lacks, so an import wrote the later one under a key that is not its own. An import that was taken
 * back leaves a later version too, but one that has nothing new.
 */
function keepHiddenResults(round: RoundState, name: string, value: string): void {
  const known = round.replicas[name]
  if (round.isOwn(name) || !knowsMore(resultsIn(name, known), resultsIn(name, value))) return
  round.pending.push(...missing(name, value, known))
}

/**
 * Results of pages of another device that its summary stands for from now on, and does not know. An import
 * wrote them under a key that is not its own. Pages that are summed up travel no more, so nobody else would
 * ever count these: this device keeps them in its own log.
 */
function keepUnsummedResults(round: RoundState, name: string, value: string): void {
  const { kind, device: id } = parseKey(name)!
  if (kind !== 'results' || round.isOwn(name)) return
  const known = round.devices().get(id)
  const summary = devicesOf({ [name]: value }).get(id)?.summary
  if (!known || !summary) return
  const pages = new Map([...known.pages].filter(([page]) => page < summary.compactedPages))
  const told = { ...known, pages, summary }
  if (!knowsAll(told)) round.pending.push(...missingFromSummary(round.devices(), told))
}

/** Takes over what is newer than what is known here. */
function takeOver(round: RoundState, name: string, value: string): void {
  keepLostResults(round, name, value)
  keepUnsummedResults(round, name, value)
  round.setReplica(name, value)
}

/**
 * Choices of which only another version of somebody's settings tells than the one that is kept. No profile
 * loses a choice from one version to the next, so it was copied, or went back to a backup and chose anew as
 * a version that others take to be earlier. It takes a new id once it sees the later one in storage.sync; but
 * there may be no room to put that back, and its owner may be gone: this device makes the choices its own.
 */
function keepHiddenChoices(round: RoundState, seen: readonly Readonly<Items>[]): void {
  const { replicas, input } = round
  const hidden = seen
    .flatMap(items => Object.entries(items))
    .filter(([key, value]) => parseKey(key)!.kind === 'settings' && replicas[key] !== value)
  const kept = Object.values(settingsOf(round.devices()))
  for (const [key, value] of hidden)
    for (const register of Object.values(settingsOf(devicesOf({ [key]: value }, input.now))))
      round.carriedSettings = mergeRegisters(round.carriedSettings, laterChoices(register, kept))
}

/**
 * Choices of a device whose settings storage.sync lost and has no room for again. Its owner may be gone, and
 * nobody else may know them: this device makes them its own, as its own settings always travel.
 */
function keepChoicesWithoutRoom(round: RoundState): void {
  const { remote, replicas, limits, input } = round
  if (!input.sync) return
  const taken = roomOf(Object.entries(remote))
  const room = { bytes: limits.bytes - taken.bytes, items: limits.items - taken.items }
  const staysHere = ([key, value]: Entry): boolean =>
    parseKey(key)!.kind === 'settings' &&
    !round.isOwn(key) &&
    !(key in remote) &&
    fitting([[key, value]], room).length === 0
  const left = Object.fromEntries(Object.entries(replicas).filter(staysHere))
  const others = Object.values(settingsOf(devicesOf(without(replicas, left), input.now)))
  for (const register of Object.values(settingsOf(devicesOf(left, input.now))))
    round.carriedSettings = mergeRegisters(round.carriedSettings, laterChoices(register, others))
}

const without = (items: Readonly<Items>, left: Readonly<Items>): Items =>
  Object.fromEntries(Object.entries(items).filter(([key]) => !(key in left)))

/** Whether a value that this version can read stands in the place of one that a newer version wrote. */
const hidesNewer = (key: string, value: string, there: string): boolean =>
  isNewer(key, there) && !isNewer(key, value)

/**
 * Takes over what is newer. Same version, different content (left by a clone): prefers storage.sync, which
 * all other devices see; of two other places the greater text, as everybody does. What a newer version wrote
 * there is kept in any case: a later version of it that can be read comes from an import, not from its owner.
 */
export function mergeReplicas(round: RoundState): void {
  const { learned, remote } = round
  const before = { ...round.replicas }
  for (const [key, value] of Object.entries(join(round.replicas, learned)))
    if (round.replicas[key] !== value) takeOver(round, key, value)
  for (const [key, there] of Object.entries(remote)) {
    const known = round.replicas[key] as string | undefined
    const joined = key in learned ? join({ [key]: there }, { [key]: learned[key] })[key] : there
    const value = hidesNewer(key, joined, there) ? there : joined
    if (known === value) continue
    if (known === undefined || compareVersions(key, known, value) <= 0 || hidesNewer(key, known, there))
      takeOver(round, key, value)
    else keepHiddenResults(round, key, value)
  }
  keepHiddenChoices(round, [before, learned, remote])
  keepChoicesWithoutRoom(round)
}

/**
 * Adds what an import brings. It never says that something was erased, never writes under an id of this
 * device, and never takes away or replaces a result that is known here; settings do not come in this way.
 */
export function admitImports(round: RoundState): void {
  const { imported } = round.input
  if (!imported) return
  const before = countsOf(round)
  let newer = 0
  // Pages come before summaries: a summary has to say nothing of results that are known.
  for (const name of Object.keys(imported).sort()) {
    const value = imported[name]
    const key = parseKey(name)
    if (!key) continue
    if (isNewer(name, value)) newer += admitNewer(round, name, key, value) ? 0 : 1
    else admitItem(round, name, key, value)
  }
  const after = countsOf(round)
  round.report = {
    results: after.results - before.results,
    games: after.games - before.games,
    devices: after.devices - before.devices,
    newer,
  }
}

function countsOf(round: RoundState): { results: number; games: number; devices: number } {
  const devices = [...round.devices().values()]
  return {
    results: statistics(aggregate(devices, {}, round.input.now)).played,
    games: devices.reduce((sum, { games }) => sum + games.size, 0),
    devices: devices.length,
  }
}

const isOwnId = ({ identity }: RoundState, id: string): boolean =>
  id === identity.id || (identity.former ?? []).includes(id)

/**
 * A value of a newer format is kept as it is, where that can harm nothing: nothing else is known under its
 * key, and its epoch is ours, as it cannot be given another.
 */
function admitNewer(round: RoundState, name: string, { device }: ItemKey, value: string): boolean {
  if (isOwnId(round, device) || name in round.replicas || epochOf(value) !== round.identity.epoch)
    return false
  round.setReplica(name, value)
  return true
}

function admitItem(round: RoundState, name: string, key: ItemKey, value: string): void {
  const item = readItem(name, value)
  if (!item.ok || key.kind === 'settings') return
  const { content } = item.value
  const isOwn = isOwnId(round, key.device)
  if (key.kind === 'log') {
    const results = resultsIn(name, value)
    if (isOwn) admitResults(round, results)
    else admitPage(round, name, value, results)
  } else if (isOwn) {
    if (key.kind === 'game') admitOwnGame(round, key, content)
  } else if (key.kind !== 'results' || saysNothingOfKnownResults(round, key, content)) {
    admitNewest(round, name, value)
  }
}

/** Takes an item of another device where it is newer than what is known here. */
function admitNewest(round: RoundState, name: string, value: string): void {
  const stamped = withEpoch(name, value, round.identity.epoch)!
  const known = round.replicas[name] as string | undefined
  if (known === undefined || compareVersions(name, known, stamped) < 0) round.setReplica(name, stamped)
}

/** Takes results into the own log, as far as their plays do not count already. */
function admitResults(round: RoundState, results: readonly GameResult[]): void {
  const ends = endsOf(round.devices())
  for (const result of results) {
    const end = ends.get(result.play)?.result
    const isNews = !end || (result.outcome === 'won' && end.outcome !== 'won')
    if (counts(result) && isNews) addToOwnLog(round, result)
  }
}

/** Takes a page that holds all that is known of it; of any other page the results that are not known. */
function admitPage(round: RoundState, name: string, value: string, results: readonly GameResult[]): void {
  if (knowsMore(resultsIn(name, round.replicas[name]), results)) admitResults(round, results)
  else if (name in round.replicas && isNewer(name, round.replicas[name])) admitResults(round, results)
  else admitNewest(round, name, value)
}

/** Whether a summary could hide no result that is known here: it cannot name them as the page itself does. */
function saysNothingOfKnownResults(round: RoundState, { device: id }: ItemKey, content: string): boolean {
  const summary = parseSummary(readJson(content))
  const known = round.devices().get(id)
  if (!summary) return false
  if (!known) return true
  if (known.summary.compactedPages >= summary.compactedPages) return false
  return (
    knowsAll({ ...known, summary }) || [...known.pages.keys()].every(page => page >= summary.compactedPages)
  )
}

/** A game of this device in a backup is offered like that of another one, unless it is known already. */
function admitOwnGame(round: RoundState, key: ItemKey & { kind: 'game' }, content: string): void {
  const record = readSyncEnvelope(content)?.record
  const isKnown = [...round.devices().values()].some(({ games }) => games.get(key.game)?.record === record)
  if (record !== undefined && !isKnown) {
    const name = keys.game(round.input.newId(), key.game)
    round.put(name, content)
  }
}
