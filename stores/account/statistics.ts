// The combined statistics of all devices.
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { GAMES, type GameId } from '../../engine/index.ts'
import type { Texts } from '../platform/area.ts'
import { inTurn } from '../platform/in-turn.ts'
import { usePlatform } from '../platform/platform'
import { PENDING_RESULT_PREFIX, REPLICA_PREFIX } from '../platform/storage-keys.ts'
import { useSettings } from '../session/settings'
import { isImport, type Device } from '../sync/device.ts'
import { logKind } from '../sync/kinds/log.ts'
import { namesIn, unerasedDevices } from '../sync/devices.ts'
import { aggregate, countsOf, statistics, type Aggregate, type Since } from '../sync/aggregate.ts'
import { dailiesIn, daysWonInTime, outcomesByDay, winsByDay } from './dailies.ts'
import { daysInARow } from './figures.ts'
import { minuteOf } from '../time.ts'

/** The start of version 1.1's release day. Earlier versions also counted automatic moves. */
export const OWN_MOVES_FROM = minuteOf(Date.UTC(2026, 10, 27))

/** Whether a key of storage.local has results: pending ones of this device, or a page of any device's log. */
const hasResults = (key: string): boolean =>
  key.startsWith(PENDING_RESULT_PREFIX) || key.startsWith(REPLICA_PREFIX + logKind.prefix)

/** A device with its distinct name; empty if it has none. */
type NamedDevice = Device & { readonly name: string }

/** All devices. The module that adds pending results is loaded only if there are any. */
async function devicesIn(texts: Texts): Promise<NamedDevice[]> {
  const isPending = Object.keys(texts).some(key => key.startsWith(PENDING_RESULT_PREFIX))
  const read = isPending ? (await import('../sync/devices-here.ts')).devicesHere : unerasedDevices
  const names = namesIn(texts)
  const named = (device: Device): NamedDevice => ({ ...device, name: names.get(device.id) ?? '' })
  return [...read(texts, Date.now()).values()].map(named)
}

/** The games with results from before their reset, which do not count now but can be restored. */
const cutGamesIn = (everything: Aggregate, since: Since, counted: Aggregate): ReadonlySet<GameId> =>
  new Set(
    GAMES.filter(
      id => since[id] !== undefined && statistics(everything, id).played > statistics(counted, id).played,
    ),
  )

/** What a reset does not change: the games that were played, and what was won on which day. */
function lastingFacts(everything: ComputedRef<Aggregate>) {
  const ofDays = computed(() => dailiesIn(everything.value.results))
  return {
    dailies: (game: GameId) => outcomesByDay(ofDays.value.filter(result => result.game === game)),
    wonOn: computed(() => winsByDay(ofDays.value)),
    /** The streaks of consecutive days on which a daily deal of that day was won. */
    streak: (today: number) => daysInARow(daysWonInTime(ofDays.value), today),
    /** Whether older results are known only as sums, which have no dates. */
    hasSums: computed(() => everything.value.sums.some(sums => Object.keys(sums).length > 0)),
    /** The games with results, the one that ended last first. */
    ended: computed(() => [...new Set(everything.value.results.map(({ game }) => game).toReversed())]),
  }
}

/** The statistics of all devices: figures since the last reset, and facts that a reset does not change. */
export const useStatistics = defineStore('statistics', () => {
  const { local } = usePlatform()
  const settings = useSettings()
  const devices = shallowRef<readonly NamedDevice[]>([])
  /** The same object as before unless a reset has changed: other settings replace it with an equal one. */
  const since = computed<Since>(before =>
    JSON.stringify(before) === JSON.stringify(settings.values.since) ? before! : settings.values.since,
  )
  const all = computed(() => aggregate(devices.value, since.value))
  /** All results, including those before a reset. */
  const everything = computed(() =>
    Object.keys(since.value).length > 0 ? aggregate(devices.value) : all.value,
  )

  /** Reads the results, including pending ones, and returns all stored texts. Rejects if storage fails. */
  const refresh = inTurn(async (): Promise<Texts> => {
    const texts = await local.all()
    devices.value = await devicesIn(texts)
    return texts
  })

  /** Calls a function when stored results have changed, until the scope is disposed. */
  const onChanged = (changed: () => void): void =>
    onScopeDispose(local.onChanged(changes => Object.keys(changes).some(hasResults) && changed()))

  /** The statistics of one game or all, cached until the results change. */
  const statisticsOf = computed(() => {
    const results = all.value
    const known = new Map<GameId | undefined, ReturnType<typeof statistics>>()
    return (game?: GameId) => {
      const found = known.get(game) ?? statistics(results, game)
      known.set(game, found)
      return found
    }
  })
  const of = (game?: GameId) => statisticsOf.value(game)
  const cut = computed(() => cutGamesIn(everything.value, since.value, all.value))
  /** The statistics of a game, excluding one play. */
  const without = (play: string, game: GameId) =>
    statistics({ ...all.value, results: all.value.results.filter(result => result.play !== play) }, game)
  /** The results of one game or all, in chronological order. */
  const results = (game?: GameId) =>
    all.value.results.filter(result => game === undefined || result.game === game)
  /** The counts of each device with results of one game or all, with its name and the day of an import. */
  const bySource = (game?: GameId) =>
    devices.value
      .map(device => ({
        id: device.id,
        name: device.name,
        importedOn: device.header && isImport(device.header) ? device.header.day : undefined,
        ...countsOf(device, since.value, undefined, game),
      }))
      .filter(({ played }) => played > 0)

  /**
   * Resets the statistics of one game or all by counting only games that end from now on, which get the next
   * minute or a later one (`saving.ts`); `undo` removes any reset. Deletes nothing.
   */
  async function reset(game: GameId | undefined, undo = false): Promise<void> {
    const minute = minuteOf(Date.now()) + 1
    const next = { ...since.value }
    for (const id of game === undefined ? GAMES : [game]) {
      if (undo) Reflect.deleteProperty(next, id)
      else next[id] = minute
    }
    await settings.change({ since: next })
  }

  const figures = { of, cut, without, results, bySource }
  return { ...figures, ...lastingFacts(everything), reset, refresh, onChanged }
})
