// Bounds for imported items: sizes, counts and ranges. A checksum proves only that a text is intact; anyone
// can make one.
import { readRecord } from '../../engine/index.ts'
import { readSyncEnvelope } from './game-envelope.ts'
import { PAGE_RESULTS, RESULT_LENGTH } from './game-results.ts'
import { readHeader } from './kinds/header.ts'
import { readRows } from './log-page.ts'
import { MAX_VALUE_LENGTH, readItem, readJson } from './items.ts'
import { parseKey, type ItemKey } from './kinds/index.ts'
import { parseRegister } from './lww-settings.ts'
import { sizeOf } from './quota.ts'
import { parseSummary, type LogSummary } from './summary.ts'

/** The maximum number of items in an import: more than storage.local has room for, if they are log pages. */
export const MAX_ITEMS = 10_000
/** The maximum number of devices that an import adds. */
export const MAX_DEVICES = 64
/**
 * The maximum bytes of all items after an import. Together with the copies of the sync folder's files, they
 * fit into the 10 MB of storage.local.
 */
export const MAX_BYTES = 4_500_000

/** The maximum sequence number of an imported item. */
const MAX_VERSIONS = 1_000_000
const MAX_PAGES = 10_000

/** Whether an item of a known kind is readable and could have been written by a released version. */
export function isSoundItem(name: string, value: string, now: number): boolean {
  const item = readItem(name, value)
  if (!item || sizeOf(name, value) > MAX_VALUE_LENGTH || item.seq > MAX_VERSIONS) return false
  return isSoundContent(parseKey(name)!, item.content, now)
}

function isSoundContent(key: ItemKey, content: string, now: number): boolean {
  switch (key.kind) {
    case 'device':
      return readHeader(content, now) !== undefined
    case 'results':
      return isSoundSummary(parseSummary(readJson(content)))
    case 'settings':
      return parseRegister(readJson(content), now) !== undefined
    case 'log': {
      const isPage = readRows(content) !== undefined && content.length <= PAGE_RESULTS * RESULT_LENGTH
      return isPage && key.page < MAX_PAGES
    }
    case 'game':
      return isSoundGame(key.game, content)
  }
}

/** Whether the content is empty, a valid game, or a game of a newer version. */
function isSoundGame(game: string, content: string): boolean {
  const envelope = readSyncEnvelope(content)
  if (!envelope) return content === ''
  const record = readRecord(envelope.record)
  if (!record.ok) return record.reason.key === 'recordNewer'
  return record.value.position.game.id === game
}

/** Whether a summary could be parsed and is consistent. */
function isSoundSummary(summary: LogSummary | undefined): boolean {
  if (!summary) return false
  const { compactedPages, digestLength, includedDigests, excludedDigests, totals } = summary
  const areDigests = (pages: Readonly<Record<string, string>>) =>
    Object.entries(pages).every(
      ([page, text]) =>
        /^\d{1,5}$/.test(page) &&
        Number(page) < compactedPages &&
        text.length % digestLength === 0 &&
        text.length <= PAGE_RESULTS * digestLength,
    )
  return (
    areDigests(includedDigests) &&
    areDigests(excludedDigests) &&
    Object.values(totals).every(
      ({ won, bestStreak, times, moves }) =>
        bestStreak <= won && [...Object.values(times), ...Object.values(moves)].every(count => count <= won),
    )
  )
}
