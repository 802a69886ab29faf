// `r:` the summary of a device's log: the sums of its compacted pages.
import { summaryOf } from '../aggregate.ts'
import { readJson, writeJson } from '../items.ts'
import type { RoundState } from '../round-state.ts'
import { parseSummary, storedSummary } from '../summary.ts'
import { simpleKey, type KindKey, type SyncedKind } from './kind.ts'

const { key, parseKey } = simpleKey('results', 'r:')

/** Writes the own summary of the first pages of the log; of no page there is none. */
export function putOwnSummary(round: RoundState, pages: number): void {
  const { id } = round.identity
  if (pages > 0) round.put(key(id), writeJson(storedSummary(summaryOf(round.devices(), id, pages))))
}

/** Summaries of logs. */
export const summaryKind: SyncedKind<KindKey<'results'>> & { key: typeof key } = {
  name: 'results',
  prefix: 'r:',
  priority: 0,
  erasedBy: 'games',
  key,
  parseKey,
  read(device, _, content) {
    device.summary = parseSummary(readJson(content)) ?? device.summary
  },
  collect(round) {
    putOwnSummary(round, round.compactedPages)
  },
}
