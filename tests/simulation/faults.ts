// Faults that cost other extensions their people's data, planted in parts of the real code: the simulation
// must find every one.
import { offersOf } from '../../stores/account/remote-games.ts'
import type { Area } from '../../stores/platform/platform.ts'
import { GAME_PREFIX, REPLICA_PREFIX } from '../../stores/platform/storage-keys.ts'
import { aggregate } from '../../stores/sync/aggregate.ts'
import { settingsOf } from '../../stores/sync/device.ts'
import { counts, writeResult } from '../../stores/sync/game-results.ts'
import { isPageFull } from '../../stores/sync/log-page.ts'
import { isNewer, withEpoch, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { addToOwnLog } from '../../stores/sync/kinds/log.ts'
import { resolve, type SettingsRegister } from '../../stores/sync/lww-settings.ts'
import { objectIn } from '../../stores/sync/pending-settings.ts'
import { steps, type Step, type Steps } from '../../stores/sync/reconcile.ts'
import { itemsIn } from '../../stores/sync/replicas.ts'
import type { RoundState } from '../../stores/sync/round-state.ts'
import { syncerParts } from '../../stores/sync/syncer.ts'
import { NO_SUMMARY } from '../../stores/sync/summary.ts'
import { dayOf } from '../../stores/time.ts'
import type { Parts } from './code.ts'
import { areaWith, type Fault } from './fault.ts'
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

/** Gives what was chosen in this round the time of the wall clock. */
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

/** Hears of a later epoch, and lets go of nothing. */
const keepErased: Step = round => {
  const replicas = { ...round.replicas }
  const remote = { ...round.remote }
  steps.adoptEpoch(round)
  for (const [key, value] of Object.entries(replicas)) round.setReplica(key, value)
  Object.assign(round.remote, remote)
  round.leaving.clear()
}

const overwriteFullPage: Step = round => {
  for (const result of round.pending) {
    const { id } = round.identity
    let page = 0
    while (round.content(keys.log(id, page + 1)) !== undefined) page++
    const content = round.content(keys.log(id, page)) ?? ''
    if (isPageFull(content, round.limits.pageResults)) round.put(keys.log(id, page), writeResult(result))
    else addToOwnLog(round, result)
  }
}

/** Takes values of a newer format for none. */
const overlookNewer: Step = round => {
  steps.setDamagedAside(round)
  for (const [key, value] of Object.entries(round.replicas)) if (isNewer(key, value)) round.deleteReplica(key)
  for (const [key, value] of Object.entries(round.remote))
    if (isNewer(key, value)) Reflect.deleteProperty(round.remote, key)
}

const importedItems = (round: RoundState): Items => itemsIn(round.input.imported ?? {})

const learnEpochFromImport: Step = round => {
  Object.assign(round.learned, importedItems(round))
  steps.adoptEpoch(round)
}

const importUnderAnyId: Step = round => {
  for (const [key, value] of Object.entries(importedItems(round))) {
    const stamped = withEpoch(key, value, round.identity.epoch)
    if (stamped !== undefined) round.setReplica(key, stamped)
  }
}

/** Clears away what devices have that were not seen for a fortnight, without a look at their results. */
const clearAwayTheGone: Step = round => {
  const today = dayOf(round.input.now)
  const isGone = (key: string) => {
    const { device } = parseKey(key)!
    const day = round.devices().get(device)?.header?.day
    return device !== round.identity.id && day !== undefined && today - day >= 14
  }
  for (const key of Object.keys(round.replicas).filter(isGone)) {
    if (key in round.remote) round.leaving.add(key)
    else round.deleteReplica(key)
  }
}

const keepGamesWhenErased: Step = round => {
  steps.adoptEpoch(round)
  for (const name of [...round.erasedKeys]) if (name.startsWith(GAME_PREFIX)) round.erasedKeys.delete(name)
}

export const faults: readonly Fault[] = [
  {
    name: 'all devices write the same keys',
    replaced: withSteps({ readIdentity: sharedId, detectClone: nothing }),
  },
  {
    name: 'an aggregate that counts a play once for each device',
    replaced: {
      aggregate(devices, since, now) {
        const all = [...devices]
        const results = all.flatMap(device => aggregate([device], since, now).results)
        return { ...aggregate(all, since, now), results }
      },
    },
  },
  {
    name: 'an aggregate that adds sums and results',
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
  { name: 'clear, then set', replaced: { sync: clearThenSet } },
  {
    name: 'the clock on the wall decides which setting is the later',
    focus: 'settings',
    replaced: withSteps({ collectOwnItems: stampByWallClock }),
  },
  {
    name: 'a refused write is not tried again',
    replaced: {
      amend: (plan, { local }) => ({
        ...plan,
        publish: Object.fromEntries(
          Object.entries(plan.publish).filter(([key, value]) => local[REPLICA_PREFIX + key] !== value),
        ),
      }),
    },
  },
  { name: 'no guard against clones', replaced: withSteps({ detectClone: nothing }) },
  {
    name: 'a clone that leaves its own results behind',
    replaced: withSteps({ detectClone: leaveResultsBehind }),
  },
  { name: 'no repair', replaced: withSteps({ repairRemote: nothing }) },
  { name: 'what was erased is kept and put back', replaced: withSteps({ adoptEpoch: keepErased }) },
  {
    name: 'a failed read taken for an empty storage',
    focus: 'unreadable',
    replaced: { local: area => areaWith(area, { all: () => area.all().catch(() => ({})) }) },
  },
  {
    name: 'the ancestor test of the chooser reversed',
    focus: 'elsewhere',
    replaced: { offersOf: (...all) => offersOf(...all).filter(({ relation }) => relation !== 'ahead') },
  },
  {
    name: 'the last page of the log lost when a new one begins',
    replaced: withSteps({ applyPendingResults: overwriteFullPage }),
  },
  { name: 'a newer format rewritten', replaced: withSteps({ setDamagedAside: overlookNewer }) },
  {
    name: 'a result removed before it is in the log',
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
  { name: 'writes without a bucket', replaced: { syncer: { ...syncerParts, mayWrite: () => true } } },
  { name: 'an import that teaches an epoch', replaced: withSteps({ adoptEpoch: learnEpochFromImport }) },
  {
    name: 'an import under the own id',
    focus: 'imports',
    replaced: withSteps({ admitImports: importUnderAnyId }),
  },
  { name: 'an import that is not taken in', replaced: withSteps({ admitImports: nothing }) },
  {
    name: 'devices cleared away with their results',
    replaced: withSteps({ absorbDevices: clearAwayTheGone }),
  },
  { name: 'items that are not counted', focus: 'crowd', replaced: { limits: { items: Infinity } } },
  {
    name: 'games that stay when everything is erased',
    focus: 'erasing',
    replaced: withSteps({ adoptEpoch: keepGamesWhenErased }),
  },
  { name: 'publishing that is not tried again', replaced: { publisher: { nextAt: () => undefined } } },
  ...sessionFaults,
]
