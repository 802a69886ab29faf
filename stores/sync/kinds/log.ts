// `l:` a page of a device's log: its results in the order of events, 64 per page.
import type { LogRow } from '../game-results.ts'
import { counts, identityOf, isPageFull, isRead, readRows, writeRow } from '../log-page.ts'
import type { DeviceId } from '../items.ts'
import { DEVICE_ID, type Collecting, type KindKey, type SyncedKind } from './kind.ts'

/** The key of a log page. */
export interface LogKey extends KindKey<'log'> {
  readonly page: number
}

const PATTERN = new RegExp(`^l:(${DEVICE_ID}):(0|[1-9]\\d{0,4})$`)
const key = (device: DeviceId, page: number): string => `l:${device}:${page}`

/** Pages of logs. */
export const logKind: SyncedKind<LogKey> & { key: typeof key } = {
  name: 'log',
  prefix: 'l:',
  priority: 1,
  key,
  parseKey(text) {
    const match = PATTERN.exec(text)
    return match ? { kind: 'log', device: match[1]!, page: Number(match[2]) } : undefined
  },
  read(device, { page }, content) {
    const results = readRows(content)
    if (results) device.pages.set(page, results)
  },
}

/**
 * Adds a row to this device's log and replaces the play's earlier row, unless that is a win. A result that
 * counts becomes the last row: the summary has digests of the last pages only, and without a digest a play
 * that another device also adds would count twice. A row on an earlier page becomes `reopened`.
 */
export function addToOwnLog(round: Collecting, row: LogRow): void {
  const { id } = round.identity
  const contentOf = (page: number) => round.content(key(id, page))
  let last = 0
  while (contentOf(last + 1) !== undefined) last++
  for (let page = last; page >= 0; page--) {
    const content = contentOf(page) ?? ''
    const rows = content.includes(row.play) ? (readRows(content) ?? []) : []
    const at = rows.findIndex(known =>
      isRead(row) ? known.play === row.play : identityOf(known) === row.row,
    )
    if (at < 0) continue
    if (rows[at]!.outcome === 'won' || writeRow(rows[at]!) === writeRow(row)) return
    const write = (...changed: LogRow[]) => round.put(key(id, page), changed.map(writeRow).join(''))
    if (!counts(row)) return write(...rows.with(at, row))
    if (page === last) return write(...rows.toSpliced(at, 1), row)
    write(...rows.with(at, { ...row, outcome: 'reopened' }))
    break
  }
  const content = contentOf(last) ?? ''
  if (isPageFull(content, round.limits.pageResults)) round.put(key(id, last + 1), writeRow(row))
  else round.put(key(id, last), content + writeRow(row))
}
