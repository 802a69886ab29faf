// An import while it is put together: what it is planned against, what its devices hold, and what of that is
// known here.
import { readRecord } from '../../engine/index.ts'
import { PENDING_RESULT_PREFIX } from '../platform/storage-keys.ts'
import { aggregate, endsOf, type Aggregate } from './aggregate.ts'
import { emptyDevice, type Device } from './device.ts'
import { DEVICE_KEY, parseIdentity } from './device-identity.ts'
import { devicesOf } from './devices.ts'
import { readSyncEnvelope, type SyncEnvelope } from './game-envelope.ts'
import type { GameResult } from './game-results.ts'
import { readResults } from './log-page.ts'
import type { SoundItem } from './import-bounds.ts'
import type { DeviceId, Items } from './items.ts'
import { keys } from './kinds/index.ts'
import { replicasIn } from './replicas.ts'
import { NO_SUMMARY } from './summary.ts'
import { compareVectors } from './version-vector.ts'

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
export interface Sender {
  readonly id: DeviceId
  name: string
  readonly items: SoundItem[]
  readonly newer: { readonly name: string; readonly value: string }[]
}

/** An import while it is put together. */
export interface Draft {
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

/** Stands for the pages' results that no round has taken into the log yet; no device has this id. */
export const WAITING = 'waiting'

/** An import of which nothing has been taken yet. */
export function begin(context: ImportContext): Draft {
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

/** What is known here of a device that is not this one. */
export const knownSender = ({ known, selfId }: Draft, { id }: Sender): Device | undefined =>
  id === selfId ? undefined : known.get(id)

/** The key of an item as it is stored. */
export const nameOf = (key: SoundItem['key']): string => {
  if (key.kind === 'log') return keys.log(key.device, key.page)
  return key.kind === 'game' ? keys.game(key.device, key.game) : keys[key.kind](key.device)
}

/**
 * The pages of a device whose results may come in one by one. Those that were summed up here count already,
 * as far as anybody can tell.
 */
export function singleRows(draft: Draft, sender: Sender) {
  const { compactedPages } = knownSender(draft, sender)?.summary ?? NO_SUMMARY
  return sender.items.flatMap(({ key, content }) =>
    key.kind === 'log' && key.page >= compactedPages
      ? [{ name: nameOf(key), page: key.page, rows: readResults(content)! }]
      : [],
  )
}

/** Whether a result says that a play was won which is known here as given up. */
export const isLateWin = ({ ends }: Draft, { play, outcome }: GameResult): boolean =>
  outcome === 'won' && ends.has(play) && ends.get(play)!.outcome !== 'won'

/** Whether a game has something that no game known here has, and has not ended here. */
export function isNewGame({ known, ends }: Draft, content: string): boolean {
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

/** Whether two games in progress are the same playing of a deal. */
export function isSamePlay(a: SyncEnvelope, b: SyncEnvelope): boolean {
  const [one, other] = [readRecord(a.record), readRecord(b.record)]
  return one.ok && other.ok && one.value.playId === other.value.playId
}

/** For each game how many were played and won. */
export function numbersOf({ results, sums }: Aggregate): Map<string, readonly [number, number]> {
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

/** The devices in items, and those that are known here without any: the results that wait, and late wins. */
export function devicesWith(known: Draft['known'], items: Items): Iterable<Device> {
  const inItems = devicesOf(items)
  return [...inItems.values(), ...[...known.values()].filter(({ id }) => !inItems.has(id))]
}
