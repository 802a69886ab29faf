// `l:` a page of a device's log: its results in chronological order, 64 per page.
import type { LogRow } from '../game-results.ts'
import { isPageFull, readRows, withResult, writeRow } from '../log-page.ts'
import type { DeviceId } from '../items.ts'
import { DEVICE_ID, type Collecting, type KindKey, type SyncedKind } from './kind.ts'

/** The key of a page of a device’s log. */
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
  erasedBy: 'games',
  key,
  parseKey(text) {
    const match = PATTERN.exec(text)
    return match ? { kind: 'log', device: match[1], page: Number(match[2]) } : undefined
  },
  read(device, { page }, content) {
    const results = readRows(content)
    if (results) device.pages.set(page, results)
  },
  collect(round) {
    round.pending.forEach(result => addToOwnLog(round, result))
  },
}

/** Adds a row to this device's log, in place of the play's earlier row if there is one. */
export function addToOwnLog(round: Collecting, result: LogRow): void {
  const { id } = round.identity
  for (let page = 0; ; page++) {
    const content = round.content(key(id, page)) ?? ''
    const isLast = round.content(key(id, page + 1)) === undefined
    const changed = withResult(content, result, isLast)
    if (changed === undefined && !isLast) continue
    if (changed !== undefined) round.put(key(id, page), changed)
    else if (isPageFull(content, round.limits.pageResults)) round.put(key(id, page + 1), writeRow(result))
    else round.put(key(id, page), content + writeRow(result))
    return
  }
}
