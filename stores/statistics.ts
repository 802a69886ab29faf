// The numbers of all devices as one, read from storage when somebody looks.
import { defineStore } from 'pinia'
import { computed, inject, shallowRef } from 'vue'
import type { GameId } from '../engine/index.ts'
import { browserName, platformKey } from './platform'
import { devicesOf, type Device } from './sync/devices.ts'
import { fold, statistics, type Folded } from './sync/fold.ts'
import { copiesIn } from './sync/items.ts'
import { randomId } from './sync/names.ts'
import { reconcile } from './sync/reconcile.ts'
import { inTime } from './sync/totals.ts'

export const useStatistics = defineStore('statistics', () => {
  const { local } = inject(platformKey)!
  const folded = shallowRef<Folded>({ rows: [], sums: [] })
  const devices = shallowRef<readonly Device[]>([])

  /** Reads what is known now, results that were not taken into the log yet included. */
  async function refresh(): Promise<void> {
    const texts = await local.all()
    const round = reconcile({ local: texts, sync: undefined, now: Date.now(), browser: browserName(), newId: randomId })
    const known = devicesOf(copiesIn({ ...texts, ...round.local }))
    devices.value = [...known.values()]
    folded.value = fold(known.values())
  }

  const of = (game?: GameId) => statistics(folded.value, game)
  /** The last games, the latest last. */
  const latest = (count: number, game?: GameId) =>
    inTime(folded.value.rows).filter(row => game === undefined || row.game === game).slice(-count)
  /** What each device adds, by its name. */
  const byDevice = computed(() => devices.value.map(device => ({ name: device.header?.name ?? '', ...statistics(fold([device])) })).filter(({ played }) => played > 0))

  return { of, latest, byDevice, refresh }
})
