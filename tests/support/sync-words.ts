// Short notation for tests of syncing: results, pages, items, devices.
import type { Device } from '../../stores/sync/device.ts'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import { type GameResult, writeResult } from '../../stores/sync/game-results.ts'
import { writeItem, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { addToOwnLog } from '../../stores/sync/kinds/log.ts'
import { recordChanges, type SettingsRegister } from '../../stores/sync/lww-settings.ts'
import type { SyncPlan } from '../../stores/sync/reconcile.ts'
import { asReplicas } from '../../stores/sync/replicas.ts'
import { RoundState, type RoundInput } from '../../stores/sync/round-state.ts'
import { readIdentity } from '../../stores/sync/steps/identity.ts'
import { compact } from '../../stores/sync/summary.ts'

/** A result of Sea Towers; the play id is padded to eight characters. */
export const row = (
  play: string,
  outcome: GameResult['outcome'] = 'won',
  rest: Partial<GameResult> = {},
): GameResult => ({
  play: play.padEnd(8, '0'),
  game: 'sea-towers',
  outcome,
  minute: 100,
  seconds: 60,
  moves: 80,
  ...rest,
})

/** Rows as stored on a page of the log. */
export const written = (...rows: readonly GameResult[]): string => rows.map(writeResult).join('')

export const item = (key: string, content = '', seq = 1, epoch = 0): Record<string, string> => ({
  [key]: writeItem(key, { epoch, seq, content }),
})

/** A device with these pages, the first `compacted` of which are compacted. */
export const device = (id: string, pages: GameResult[][], compacted = 0): Device => ({
  id,
  summary: compact(pages.slice(0, compacted), () => true),
  pages: new Map(pages.map((rows, i) => [i, rows])),
  games: new Map(),
})

/** A round of a device with replicas of these items. */
export function roundOf(items: Items, id: string, more: Partial<RoundInput> = {}): RoundState {
  const local = { ...asReplicas(items), device: writeIdentity({ id, epoch: 0 }) }
  const input = {
    local,
    sync: {},
    now: Date.UTC(2026, 0, 5),
    browser: 'Test',
    newId: () => 'newIdAAA',
    ...more,
  }
  const round = new RoundState(input)
  readIdentity(round)
  return round
}

/** The contents of storage.local and storage.sync. */
export interface Areas {
  readonly local: Items
  readonly sync: Items
}

/** The items without those under `omitted`. */
export const without = (items: Items, omitted: readonly string[]): Items =>
  Object.fromEntries(Object.entries(items).filter(([key]) => !omitted.includes(key)))

/** The contents after a plan was carried out. */
export const carriedOut = ({ local, sync }: Areas, plan: SyncPlan): Areas => ({
  local: without({ ...local, ...plan.local }, plan.forget),
  sync: without({ ...sync, ...plan.publish, ...plan.repair }, plan.remove),
})

/**
 * A device's settings register after recording each setting whose `current` value differs from the `held`
 * one.
 */
export const choose = (
  all: Record<string, SettingsRegister>,
  device: string,
  current: Record<string, unknown>,
  held: Record<string, unknown>,
  now: number,
): SettingsRegister => recordChanges(all, device, { current, held }, now)

/** The plan of a round with nothing to do. */
export const idlePlan = (id: string): SyncPlan => ({
  identity: { id, epoch: 0, dropped: [] },
  local: {},
  forget: [],
  publish: {},
  repair: {},
  remove: [],
  damaged: {},
  absorbed: {},
  everythingFits: true,
})

export function logAfter(pages: readonly string[], added: GameResult): string[] {
  const items = pages.map((content, page) => item(keys.log('deviceAA', page), content))
  const round = roundOf(Object.assign({}, ...items) as Items, 'deviceAA')
  addToOwnLog(round, added)
  const last = Object.keys(round.replicas).length
  return Array.from({ length: last }, (_, page) => round.content(keys.log('deviceAA', page))!)
}
