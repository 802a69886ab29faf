// What storage.local tells of all devices, results that no round has taken into the log yet included.
import type { Texts } from '../platform/platform.ts'
import { DEVICE_KEY, PENDING_RESULT_PREFIX } from '../platform/storage-keys.ts'
import { emptyDevice, type Device } from './device.ts'
import { parseIdentity } from './device-identity.ts'
import { devicesOf } from './devices.ts'
import { PAGE_RESULTS, type GameResult } from './game-results.ts'
import { isErased } from './erasures.ts'
import { epochOf, type DeviceId } from './items.ts'
import { parseKey } from './kinds/index.ts'
import { readResults } from './log-page.ts'
import { reconcile } from './reconcile.ts'
import { replicasIn } from './replicas.ts'

/** Stands for this device before it has an id. */
const UNNAMED = 'unnamed0'

/**
 * What is known here of each device, at a time (milliseconds since 1970), with the results that pages left
 * standing in the own log, as the next round will put them there. Much quicker than that round, which is
 * taken only where it would do more.
 */
export function devicesHere(texts: Texts, now: number): Map<DeviceId, Device> {
  const self = parseIdentity(texts[DEVICE_KEY]) ?? { id: UNNAMED, epoch: 0 }
  const erasures = self.erasures ?? []
  const replicas = Object.entries(replicasIn(texts)).filter(
    ([key, value]) => !isErased(erasures, parseKey(key)!.device, epochOf(value)),
  )
  const devices = devicesOf(Object.fromEntries(replicas), now)
  const pending = Object.keys(texts)
    .filter(key => key.startsWith(PENDING_RESULT_PREFIX))
    .sort()
    .flatMap(key => readResults(texts[key]) ?? [])
  if (pending.length === 0) return devices
  const own = devices.get(self.id) ?? emptyDevice(self.id)
  const isErasing = self.dropped !== undefined && self.dropped.length > 0
  if (own.summary.compactedPages > 0 || isErasing) return devicesAfterRound(texts, now)
  devices.set(self.id, own)
  putInLog(own, pending)
  return devices
}

/** What a round without storage.sync makes of it: it knows of erasures and of pages that are summed up. */
function devicesAfterRound(texts: Texts, now: number): Map<DeviceId, Device> {
  const round = reconcile({ local: texts, sync: undefined, now, browser: '', newId: () => UNNAMED })
  return devicesOf(replicasIn({ ...texts, ...round.local }), now)
}

/** Puts each result in the place of its play's earlier one, unless that was a win, else at the end. */
function putInLog({ pages }: Device, pending: readonly GameResult[]): void {
  const places = new Map<string, readonly [page: number, at: number]>()
  for (const [page, results] of pages) results.forEach(({ play }, at) => places.set(play, [page, at]))
  let last = Math.max(0, ...pages.keys())
  for (const result of pending) {
    const place = places.get(result.play)
    if (place) {
      const [page, at] = place
      if (pages.get(page)![at].outcome !== 'won') pages.get(page)![at] = result
      continue
    }
    if ((pages.get(last)?.length ?? 0) >= PAGE_RESULTS) last++
    const results = pages.get(last) ?? []
    places.set(result.play, [last, results.length])
    pages.set(last, [...results, result])
  }
}
