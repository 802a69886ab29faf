// Faults that are planted in the code of the product. Users of other extensions have lost data because of
// similar faults. The simulator must find each of them.
import { offersOf } from '../../stores/account/remote-games.ts'
import type { Area } from '../../stores/platform/area.ts'
import { GAME_PREFIX, REPLICA_PREFIX } from '../../stores/platform/storage-keys.ts'
import { aggregate } from '../../stores/sync/aggregate.ts'
import { settingsOf } from '../../stores/sync/device.ts'
import { DEVICE_KEY, parseIdentity, type DeviceIdentity } from '../../stores/sync/device-identity.ts'
import { writeErasures, type Erasure } from '../../stores/sync/erasures.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'
import { erasuresIn } from '../../stores/sync/kinds/header.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { pastGamesIn } from '../../stores/sync/past-games.ts'
import { counts, isPageFull, writeRow } from '../../stores/sync/log-page.ts'
import {
  isNewer,
  isNewTo,
  readItem,
  readJson,
  withEpoch,
  writeItem,
  writeJson,
  type DeviceId,
} from '../../stores/sync/items.ts'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { addToOwnLog } from '../../stores/sync/kinds/log.ts'
import { resolve, type SettingsRegister } from '../../stores/sync/lww-settings.ts'
import { objectIn } from '../../stores/sync/pending-settings.ts'
import { steps } from '../../stores/sync/reconcile.ts'
import { itemsIn } from '../../stores/sync/replicas.ts'
import type { RoundState } from '../../stores/sync/round-state.ts'
import { syncerParts } from '../../stores/sync/syncer.ts'
import { addTotals, NO_SUMMARY, type GameTotals, type Totals } from '../../stores/sync/summary.ts'
import { dayOf } from '../../stores/time.ts'
import type { Parts, Step, Steps } from './code.ts'
import { areaWith, keepAbsorbed, type Fault } from './fault.ts'
import { sessionFaults } from './session-faults.ts'

const nothing: Step = () => undefined
const withSteps = (replaced: Partial<Steps>): Partial<Parts> => ({ steps: { ...steps, ...replaced } })

const sharedId: Step = round => {
  steps.readIdentity(round)
  if (!round.isKnown) round.identity = { id: 'sharedId', epoch: 0 }
}

const clearThenSet = (area: Area): Area =>
  areaWith(area, {
    async set(items) {
      await area.remove(Object.keys(await area.all()))
      await area.set(items)
    },
  })

/** Timestamps choices with the wall clock. */
const stampByWallClock: Step = round => {
  const { id } = round.identity
  const key = keys.settings(id)
  const before = round.devices().get(id)?.settings ?? {}
  steps.collectOwnItems(round)
  const after = round.devices().get(id)?.settings ?? {}
  const changed = Object.entries(after).filter(
    ([field, { stamp }]) => JSON.stringify(before[field]?.stamp) !== JSON.stringify(stamp),
  )
  if (changed.length === 0) return
  const register: SettingsRegister = { ...after }
  for (const [field, { value }] of changed) register[field] = { value, stamp: [round.input.now, 0] }
  round.put(key, writeJson(register))
  const merged = { ...objectIn(round.settings), ...resolve(settingsOf(round.devices())) }
  round.settings = JSON.stringify(merged)
}

const leaveResultsBehind: Step = round => {
  const { pending } = round
  steps.detectClone(round)
  round.pending = pending
}

/** Adopts a later epoch without removing items. */
const keepErased: Step = round => {
  const replicas = { ...round.replicas }
  const remote = { ...round.remote }
  steps.adoptEpoch(round)
  for (const [key, value] of Object.entries(replicas)) round.setReplica(key, value)
  Object.assign(round.remote, remote)
  round.removeFromSync.clear()
}

const overwriteFullPage: Step = round => {
  for (const result of round.pending) {
    const { id } = round.identity
    let page = 0
    while (round.content(keys.log(id, page + 1)) !== undefined) page++
    const content = round.content(keys.log(id, page)) ?? ''
    if (isPageFull(content, round.limits.pageResults)) round.put(keys.log(id, page), writeRow(result))
    else addToOwnLog(round, result)
  }
}

/** Ignores values of a newer format. */
const overlookNewer: Step = round => {
  steps.setDamagedAside(round)
  for (const [key, value] of Object.entries(round.replicas)) if (isNewer(value)) round.deleteReplica(key)
  for (const [key, value] of Object.entries(round.remote))
    if (isNewer(value)) Reflect.deleteProperty(round.remote, key)
}

/** Imports items under the ids of their devices. `change` returns the text to store. */
const importAsItIs =
  (change: (key: string, value: string, epoch: number) => string): Parts['planImport'] =>
  (outside, context) => ({
    ...planImport(outside, context),
    items: Object.fromEntries(
      Object.entries(itemsIn(outside)).map(([key, value]) => [
        key,
        change(key, value, parseIdentity(context.local[DEVICE_KEY])?.epoch ?? 0),
      ]),
    ),
  })

/** Removes devices that have not been seen for 14 days, and does not copy their results. */
const removeDepartedDevices: Step = round => {
  const today = dayOf(round.input.now)
  const isGone = (key: string) => {
    const { device } = parseKey(key)!
    const day = round.devices().get(device)?.header?.day
    return device !== round.identity.id && day !== undefined && today - day >= 14
  }
  for (const key of Object.keys(round.replicas).filter(isGone)) {
    if (key in round.remote) round.removeFromSync.add(key)
    else round.deleteReplica(key)
  }
}

const keepGamesWhenErased: Step = round => {
  steps.adoptEpoch(round)
  for (const name of [...round.erasedKeys]) if (name.startsWith(GAME_PREFIX)) round.erasedKeys.delete(name)
}

/** Changes the erasures in headers before they are adopted. */
const withErasures =
  (change: (erasure: Erasure, round: RoundState) => Erasure): Step =>
  round => {
    const items = [round.remote, round.learned]
    for (const all of items)
      for (const [key, value] of Object.entries(all)) {
        const item = readItem(key, value)
        const header = item && parseKey(key)!.kind === 'device' ? readJson(item.content) : undefined
        if (!item || !header) continue
        const told = erasuresIn(item.content, item.epoch) ?? []
        const changed = writeErasures(
          told.map(one => change(one, round)),
          item.epoch,
        )
        const content = writeJson({ ...(header as object), ...changed })
        all[key] = writeItem(key, { ...item, content })
      }
    steps.adoptEpoch(round)
  }

/** Remembers only the last erasure, like versions in which erasures did not name ids. */
const rememberTheLast: Step = round => {
  steps.adoptEpoch(round)
  const last = round.identity.erasures?.slice(-1)
  round.identity = { ...round.identity, ...(last && { erasures: last }) }
}

/** Moves erased items of some devices to the later epoch, where they are not erased. */
const restampErased =
  (isMoved: (device: DeviceId, identity: DeviceIdentity) => boolean): Step =>
  round => {
    const before = { ...round.replicas }
    steps.adoptEpoch(round)
    for (const [key, value] of Object.entries(before))
      if (!(key in round.replicas) && isMoved(parseKey(key)!.device, round.identity))
        round.setReplica(key, withEpoch(key, value, round.identity.epoch) ?? value)
  }

/** Keeps the last merged settings, although the devices that chose them have erased them. */
const keepSettingsText: Step = round => {
  steps.collectOwnItems(round)
  const { settings } = round.input.local
  if (settings) round.settings = JSON.stringify({ ...objectIn(settings), ...objectIn(round.settings) })
}

/** Does not adopt later choices if storage.sync has an earlier version of their item and no room for them. */
const leaveLaterChoices: Step = round => {
  const remote = { ...round.remote }
  for (const [key, value] of Object.entries(round.replicas))
    if (parseKey(key)!.kind === 'settings' && key in remote && isNewTo(remote, key, value))
      round.remote[key] = value
  steps.mergeReplicas(round)
  Object.assign(round.remote, remote)
}

/** Adds the sums from before a reset to the sums after it. */
const joinSums: Step = round => {
  steps.fitQuota(round)
  const key = keys.results(round.identity.id)
  const { totals, before, ...rest } = (readJson(round.content(key) ?? '') ?? {}) as {
    totals: Record<string, GameTotals>
    before?: Record<string, GameTotals>
  }
  if (!before) return
  const all = { ...totals }
  for (const [game, sums] of Object.entries(before))
    all[game] = { ...sums, ...(totals[game] && addTotals(sums, totals[game])) }
  round.put(key, writeJson({ ...rest, totals: all }))
}

/** Sums in which a play that another device won no longer counts as given up, but its seconds still count. */
const withItsSeconds = (sums: Totals): Totals =>
  Object.fromEntries(
    Object.entries(sums).map(([game, one]) => [game, one.givenUp < 0 ? { ...one, seconds: 0 } : one]),
  )

export const faults: readonly Fault[] = [
  {
    name: 'all devices write the same keys',
    replaced: withSteps({ readIdentity: sharedId, detectClone: nothing }),
  },
  {
    name: 'the aggregate counts a play once for each device',
    replaced: {
      aggregate(devices, since, now) {
        const all = [...devices]
        const results = all.flatMap(device => aggregate([device], since, now).results)
        return { ...aggregate(all, since, now), results }
      },
    },
  },
  {
    name: 'the aggregate adds sums and results',
    replaced: {
      aggregate(devices, since, now) {
        const all = [...devices]
        const { results } = aggregate(
          all.map(device => ({ ...device, summary: NO_SUMMARY })),
          since,
          now,
        )
        return { results: results.filter(counts), sums: all.map(({ summary }) => summary.totals) }
      },
    },
  },
  {
    name: 'a reset does not apply to sums',
    focus: 'settings',
    replaced: {
      aggregate(devices, since, now) {
        const all = [...devices]
        return { ...aggregate(all, since, now), sums: aggregate(all, {}, now).sums }
      },
    },
  },
  {
    name: 'sums from before a reset are added to those after it',
    focus: 'settings',
    replaced: withSteps({ fitQuota: joinSums }),
  },
  {
    name: 'the seconds of a play that was given up and then won elsewhere count twice',
    seed: 117,
    focus: 'rivals',
    replaced: {
      aggregate(...all) {
        const { results, sums } = aggregate(...all)
        return { results, sums: sums.map(withItsSeconds) }
      },
    },
  },
  {
    name: 'a win comes before the other results of its minute',
    replaced: {
      aggregate(...all) {
        const { results, sums } = aggregate(...all)
        const rank = ({ outcome }: GameResult) => (outcome === 'won' ? 0 : 1)
        return { results: results.toSorted((a, b) => a.minute - b.minute || rank(a) - rank(b)), sums }
      },
    },
  },
  {
    name: 'past games of one minute are in the order of their keys',
    replaced: {
      pastGamesIn: (...all) =>
        pastGamesIn(...all).toSorted(
          (a, b) => b.time - a.time || (a.opened.playId < b.opened.playId ? 1 : -1),
        ),
    },
  },
  {
    name: 'games and headers of devices that are gone are kept forever',
    replaced: withSteps({ absorbDevices: keepAbsorbed }),
  },
  { name: 'storage.sync is cleared before it is written', replaced: { sync: clearThenSet } },
  {
    name: 'the wall clock decides which choice of a setting is later',
    focus: 'settings',
    replaced: withSteps({ collectOwnItems: stampByWallClock }),
  },
  {
    name: 'a refused write is not retried',
    replaced: {
      amend: (plan, { local }) => ({
        ...plan,
        publish: Object.fromEntries(
          Object.entries(plan.publish).filter(([key, value]) => local[REPLICA_PREFIX + key] !== value),
        ),
      }),
    },
  },
  { name: 'clones are not detected', replaced: withSteps({ detectClone: nothing }) },
  {
    name: 'a clone leaves its own results behind',
    replaced: withSteps({ detectClone: leaveResultsBehind }),
  },
  { name: 'lost items are not repaired', seed: 94, replaced: withSteps({ repairRemote: nothing }) },
  { name: 'erased items are kept and restored', replaced: withSteps({ adoptEpoch: keepErased }) },
  {
    name: 'a failed read is treated as empty storage',
    seed: 15,
    focus: 'unreadable',
    replaced: { local: area => areaWith(area, { all: () => area.all().catch(() => ({})) }) },
  },
  {
    name: 'a later state of a play is not offered',
    seed: 77,
    focus: 'meeting',
    replaced: { offersOf: (...all) => offersOf(...all).filter(({ relation }) => relation !== 'ahead') },
  },
  {
    name: 'the last page of the log is lost when a new one begins',
    seed: 9,
    replaced: withSteps({ applyPendingResults: overwriteFullPage }),
  },
  {
    name: 'an item in a newer format is rewritten',
    seed: 55,
    replaced: withSteps({ setDamagedAside: overlookNewer }),
  },
  {
    name: 'a pending result is removed before it is in the log',
    replaced: {
      syncer: {
        ...syncerParts,
        async applyPlan(local, writes, spent) {
          if (spent.length > 0) await local.remove(spent)
          if (Object.keys(writes).length > 0) await local.set(writes)
        },
      },
    },
  },
  {
    name: 'writes are not limited by a bucket',
    seed: 27,
    replaced: { syncer: { ...syncerParts, mayWrite: () => true } },
  },
  {
    name: 'an import brings its epoch',
    focus: 'imports',
    replaced: { planImport: importAsItIs((_, value) => value) },
  },
  {
    name: 'an import writes under other devices’ ids',
    focus: 'imports',
    replaced: { planImport: importAsItIs((key, value, epoch) => withEpoch(key, value, epoch) ?? value) },
  },
  {
    name: 'an import adds nothing',
    focus: 'imports',
    replaced: { planImport: (...all) => ({ ...planImport(...all), items: {} }) },
  },
  {
    name: 'devices that are gone are removed with their results',
    seed: 638,
    replaced: withSteps({ absorbDevices: removeDepartedDevices }),
  },
  {
    name: 'items are not counted toward the limit',
    focus: 'crowd',
    replaced: { limits: { items: Infinity } },
  },
  {
    name: 'games stay when everything is erased',
    seed: 94,
    focus: 'erasing',
    replaced: withSteps({ adoptEpoch: keepGamesWhenErased }),
  },
  {
    name: 'an erasure covers every device that learns of it',
    seed: 14,
    focus: 'accounts',
    replaced: withSteps({
      adoptEpoch: withErasures((one, { identity: { id } }) => ({ ...one, of: [...(one.of ?? []), id] })),
    }),
  },
  {
    name: 'an erasure covers only the erasing device',
    focus: 'erasing',
    replaced: withSteps({ adoptEpoch: withErasures(one => ({ ...one, of: one.of?.slice(0, 1) })) }),
  },
  {
    name: 'an erasure of everything is read as one of games',
    focus: 'erasing',
    replaced: withSteps({ adoptEpoch: withErasures(one => ({ ...one, scope: 'games' })) }),
  },
  {
    name: 'a later erasure overwrites the earlier ones',
    focus: 'erasing',
    replaced: withSteps({ adoptEpoch: rememberTheLast }),
  },
  {
    name: 'erased items continue in the next epoch',
    seed: 21,
    focus: 'erasing',
    replaced: withSteps({ adoptEpoch: restampErased(() => true) }),
  },
  {
    name: 'erased items of a former id continue in the next epoch',
    seed: 975000228,
    replaced: withSteps({
      adoptEpoch: restampErased((device, { former = [] }) => former.includes(device)),
    }),
  },
  {
    name: 'merged settings outlive the choices they came from',
    focus: 'erasing',
    replaced: withSteps({ collectOwnItems: keepSettingsText }),
  },
  {
    name: 'an earlier version of settings in storage.sync hides later choices that have no room',
    seed: 950015121,
    replaced: withSteps({ mergeReplicas: leaveLaterChoices }),
  },
  { name: 'a failed publication is not retried', replaced: { nextAt: () => undefined } },
  ...sessionFaults,
]
