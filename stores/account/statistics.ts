// The numbers of all devices as one, read from storage when somebody looks.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { GAMES, type GameId } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform'
import { useSettings } from '../session/settings'
import type { Device } from '../sync/device.ts'
import { devicesHere } from '../sync/devices-here.ts'
import { aggregate, countsOf, statistics, type Aggregate } from '../sync/aggregate.ts'
import { dayOfPlay } from '../sync/ids.ts'
import { minuteOf } from '../time.ts'

/** The results of all devices since the day that the person chose, and what they come to. */
export const useStatistics = defineStore('statistics', () => {
  const { local } = usePlatform()
  const settings = useSettings()
  const all = shallowRef<Aggregate>({ results: [], sums: [] })
  const devices = shallowRef<readonly Device[]>([])

  /**
   * Reads what is known now, results that were not taken into the log yet included. Resolves to all texts
   * that are stored. Rejects where storage cannot be read.
   */
  async function refresh(): Promise<Readonly<Record<string, string>>> {
    const texts = await local.all()
    const known = [...devicesHere(texts, Date.now()).values()]
    devices.value = known
    all.value = aggregate(known, settings.values.since)
    return texts
  }

  const of = (game?: GameId) => statistics(all.value, game)
  /** The last games, the latest last. */
  const latest = (count: number, game?: GameId) =>
    (game === undefined ? all.value.results : all.value.results.filter(result => result.game === game)).slice(
      -count,
    )
  /** What each device adds, by its name. */
  const byDevice = computed(() =>
    devices.value
      .map(device => ({
        name: device.header?.name ?? '',
        ...countsOf(device, settings.values.since),
      }))
      .filter(({ played }) => played > 0),
  )

  /** How the deals of the day ended, by their day; of all games where none is given. */
  function dailies(game?: GameId): Map<number, 'won' | 'givenUp'> {
    const days = new Map<number, 'won' | 'givenUp'>()
    for (const { play, outcome } of latest(Infinity, game)) {
      const day = dayOfPlay(play)
      if (day !== undefined && days.get(day) !== 'won') days.set(day, outcome as 'won')
    }
    return days
  }

  /** Days on which a deal of the day was won, whatever the game. */
  const daysWon = computed(() => [...dailies()].filter(([, state]) => state === 'won').map(([day]) => day))

  /**
   * Counts a game (all of them without one) from now on only; `undo` counts everything again. Nothing is
   * forgotten.
   */
  async function reset(game: GameId | undefined, undo = false): Promise<void> {
    const minute = minuteOf(Date.now()) + 1
    const since = { ...settings.values.since }
    for (const id of GAMES) {
      if (game !== undefined && id !== game) continue
      if (undo) Reflect.deleteProperty(since, id)
      else since[id] = minute
    }
    await settings.change({ since })
    await refresh()
  }

  return { dailies, daysWon, reset, of, latest, byDevice, refresh }
})
