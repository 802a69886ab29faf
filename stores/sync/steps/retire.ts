// Step: retires devices unseen for 400 days: removes their games from storage.sync and compacts their logs.
import { summaryOf, endsOf } from '../aggregate.ts'
import { knowsAll, type Device } from '../device.ts'
import type { GameResult } from '../game-results.ts'
import { MAX_SEQ, readItem, writeItem, writeJson, type DeviceId } from '../items.ts'
import { keys } from '../kinds/index.ts'
import { addToOwnLog } from '../kinds/log.ts'
import type { RoundState } from '../round-state.ts'
import { isInSummary, isLeftOut, storedSummary } from '../summary.ts'
import { lastSeenOf, todayOf } from './absorb.ts'

/** Days after which a device counts as gone, however much it has. */
const RETIRED_AFTER_DAYS = 400

/**
 * Compacts the log of every device that is gone, and names what may leave storage.sync. Every device that
 * knows the same does exactly the same here, so it does not matter who does it; should the device come back,
 * it knows its own results in the sums and goes on from there.
 */
export function retireDevices(round: RoundState): void {
  const today = todayOf(round)
  const orphans: GameResult[] = []
  for (const device of [...round.devices().values()]) {
    const { id, pages, summary } = device
    if (id === round.identity.id || round.absorbed.has(id)) continue
    if (today - lastSeenOf(round, device) < RETIRED_AFTER_DAYS) continue
    if (!knowsAll(device)) {
      orphans.push(...missingFromSummary(round.devices(), device))
      continue
    }
    const compactedPages = Math.max(summary.compactedPages, ...[...pages.keys()].map(page => page + 1))
    if (compactedPages > summary.compactedPages) compactLog(round, id, compactedPages)
    for (const page of pages.keys()) round.leaving.add(keys.log(id, page))
    for (const game of device.games.keys()) round.leaving.add(keys.game(id, game))
  }
  orphans.forEach(result => addToOwnLog(round, result))
}

function compactLog(round: RoundState, id: DeviceId, pages: number): void {
  const key = keys.results(id)
  const old = key in round.replicas ? readItem(key, round.replicas[key]) : undefined
  const header = readItem(keys.device(id), round.replicas[keys.device(id)])
  round.setReplica(
    key,
    writeItem(key, {
      epoch: header.ok ? header.value.epoch : 0,
      seq: old?.ok ? Math.min(old.value.seq + 1, MAX_SEQ) : 1,
      content: writeJson(storedSummary(summaryOf(round.devices(), id, pages))),
    }),
  )
}

/**
 * Results of a device that count for it, and that its summary neither counts, as they are or as won, nor
 * leaves out.
 */
export function missingFromSummary(
  devices: ReadonlyMap<DeviceId, Device>,
  { id, pages, summary }: Device,
): GameResult[] {
  const best = endsOf(devices)
  return [...pages].flatMap(([page, results]) =>
    results.filter(
      result =>
        best.get(result.play)?.device === id &&
        !isInSummary(summary, page, result) &&
        !isInSummary(summary, page, { ...result, outcome: 'won' }) &&
        !isLeftOut(summary, page, result),
    ),
  )
}
