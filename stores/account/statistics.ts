// The numbers of all devices as one, read from storage when somebody looks.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { games, type GameId } from '../../engine/index.ts'
import { browserName, usePlatform } from '../platform/platform'
import { useSettings } from '../session/settings'
import { devicesOf, type Device } from '../sync/devices.ts'
import { fold, statistics, type Folded } from '../sync/aggregate.ts'
import { copiesIn } from '../sync/items.ts'
import { dayOfPlay, randomId } from '../sync/ids.ts'
import { reconcile } from '../sync/reconcile.ts'
import { minuteOf } from '../sync/game-results.ts'
import { inTime } from '../sync/summary.ts'

export const useStatistics = defineStore('statistics', () => {
  const { local } = usePlatform()
  const settings = useSettings()
  const folded = shallowRef<Folded>({ rows: [], sums: [] })
  const devices = shallowRef<readonly Device[]>([])

  /** Reads what is known now, results that were not taken into the log yet included. */
  async function refresh(): Promise<void> {
    const texts = await local.all()
    const round = reconcile({
      local: texts,
      sync: undefined,
      now: Date.now(),
      browser: browserName(),
      newId: randomId,
    })
    const known = devicesOf(copiesIn({ ...texts, ...round.local }))
    devices.value = [...known.values()]
    folded.value = fold(known.values(), settings.values.since)
  }

  const of = (game?: GameId) => statistics(folded.value, game)
  /** The last games, the latest last. */
  const latest = (count: number, game?: GameId) =>
    inTime(folded.value.rows)
      .filter(row => game === undefined || row.game === game)
      .slice(-count)
  /** What each device adds, by its name. */
  const byDevice = computed(() =>
    devices.value
      .map(device => ({
        name: device.header?.name ?? '',
        ...statistics(fold([device], settings.values.since)),
      }))
      .filter(({ played }) => played > 0),
  )

  /** How the deals of the day ended, by their day. */
  function dailies(game: GameId): Map<number, 'won' | 'givenUp'> {
    const days = new Map<number, 'won' | 'givenUp'>()
    for (const { play, outcome } of latest(Infinity, game)) {
      const day = dayOfPlay(play)
      if (day !== undefined && days.get(day) !== 'won') days.set(day, outcome as 'won')
    }
    return days
  }

  /**
   * Counts a game (all of them without one) from now on only; `undo` counts everything again. Nothing is
   * forgotten.
   */
  async function reset(game: GameId | undefined, undo = false): Promise<void> {
    const minute = minuteOf(Date.now()) + 1
    const since = { ...settings.values.since }
    for (const { id } of games) {
      if (game !== undefined && id !== game) continue
      if (undo) Reflect.deleteProperty(since, id)
      else since[id] = minute
    }
    await settings.change({ since })
    await refresh()
  }

  return { dailies, reset, of, latest, byDevice, refresh }
})
