// All parsers of untrusted text, each with inputs and a check of the results.
import { readFileSync } from 'node:fs'
import {
  crc32,
  gameById,
  games,
  parseDealNumber,
  parseGame,
  parsePosition,
  readRecord,
  writeNumber,
  writePosition,
  deal,
  type GameId,
} from '../../engine/index.ts'
import { parseAddress } from '../../stores/session/launch-request.ts'
import { sinceIn } from '../../stores/settings/schema.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { parseIdentity } from '../../stores/sync/device-identity.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { readSyncEnvelope, splitLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { readItem, readJson } from '../../stores/sync/items.ts'
import { parseKey } from '../../stores/sync/kinds/index.ts'
import { parseRegister } from '../../stores/sync/lww-settings.ts'
import { objectIn, pendingSettingsIn } from '../../stores/sync/pending-settings.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { parseSummary } from '../../stores/sync/summary.ts'
import { parseSyncState } from '../../stores/sync/sync-state.ts'
import { parseLastImport } from '../../stores/sync/import-undo.ts'
import { isSoundItem } from '../../stores/sync/import-bounds.ts'
import { findIn } from '../../stores/sync/transfer.ts'
import { addressWithIds, readDeal } from '../../stores/shared-deal.ts'
import { placeTargets } from './folder-targets.ts'
import { contentsOf, gamesAmong, readImport } from './imports.ts'

export interface Target {
  readonly name: string
  /** Valid inputs to mutate. */
  readonly seeds: readonly string[]
  /** Parses text; throws if the result is not allowed. */
  read(text: string): unknown
}

const fixture = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8')) as T
const items = fixture<Record<string, string>>('items')
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []
const records = textsIn(fixture('records')).filter(text => /^\d[\w-]{20,}/.test(text))
const names = {
  of: Object.fromEntries(games.map(({ id }) => [id, [id.replaceAll('-', ' ')]])) as Record<GameId, string[]>,
  words: [
    {
      'search.solitaire': 'solitaire',
      'search.deal': 'no deal',
      'search.articles': 'the',
      'search.2': 'two',
    },
  ],
}
const contents = contentsOf(items)
const gamesInProgress = gamesAmong(contents)

/** Throws unless a parser returned a value or a reason. */
function checkResult(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer))
    throw new Error('neither a value nor a reason')
  if (answer.ok !== true && !(answer.ok === false && 'reason' in answer))
    throw new Error('neither a value nor a reason')
}
const result = (name: string, seeds: readonly string[], parse: (text: string) => unknown): Target => ({
  name,
  seeds,
  read: text => checkResult(parse(text)),
})
const plain = (name: string, seeds: readonly string[], parse: (text: string) => unknown): Target => ({
  name,
  seeds,
  read: parse,
})
const key = Object.keys(items)[0]
const CHECK = 6
const sealed = (text: string): string => text + writeNumber(crc32(text), CHECK)

export const targets: readonly Target[] = [
  result('a deal number', ['1', '17', '4294967295', ' 42 '], parseDealNumber),
  result('a game id', ['sea-towers', 'double-dot'], parseGame),
  result('an address', ['?game=sea-towers&deal=17', '?deal=1', '?game=double-dot'], parseAddress),
  result('a saved game', records, readRecord),
  result(
    'a saved game with a corrected checksum',
    records.map(text => text.slice(0, -CHECK)),
    text => readRecord(sealed(text)),
  ),
  plain(
    'a saved game with its version vector',
    records.map(text => `${text}.AA.AAAB`),
    splitLocalEnvelope,
  ),
  result(
    'a position',
    [
      JSON.stringify(writePosition(deal('sea-towers', 17))),
      JSON.stringify(writePosition(deal('double-klondike-3', 17))),
    ],
    text => {
      const piles = objectIn(text) as Record<string, string> | undefined
      return piles ? parsePosition(gameById('sea-towers'), piles) : { ok: false, reason: {} }
    },
  ),
  plain('a key', Object.keys(items), parseKey),
  plain('an item', Object.values(items), text => readItem(key, text)),
  plain(
    'an item with a corrected checksum',
    Object.values(items).map(text => text.slice(0, -CHECK)),
    text => readItem(key, text + writeNumber(crc32(key + text), CHECK)),
  ),
  plain('rows of a log', contents, readResults),
  plain('a synced game', contents, readSyncEnvelope),
  plain('a summary', contents, text => parseSummary(readJson(text))),
  plain('the settings of a device', contents, text => parseRegister(readJson(text))),
  plain('the identity of a device', ['{"id":"abcdefgh","era":3,"name":"Desk"}'], parseIdentity),
  plain('the state of publishing', ['{"tokens":3,"handed":12,"error":"quota"}'], parseSyncState),
  plain(
    'settings',
    ['{"theme":"dark","since":{"sea-towers":5},"shortcuts":[{"name":"a","url":"https://a.b"}]}'],
    text => {
      const settings = objectIn(text)
      pendingSettingsIn({ 'setting:0000000000000001:theme': text })
      return sinceIn(settings?.since)
    },
  ),
  plain(
    'a deal in words',
    [
      ...['Sea Towers #17', 'try Double Dot #4711!', 'free cell 1,000', 'spider 2 400', '1 000', '-5'],
      'https://x/newtab.html?game=sea-towers&deal=5',
    ],
    text => {
      readDeal(text, names, 'golf')
      parseAddress(addressWithIds(text, names))
      return readDeal(text, names)
    },
  ),
  plain('an item of an import', Object.values(items), text => isSoundItem(key, text, Date.now())),
  plain(
    'the last import',
    ['{"time":5,"results":1,"games":0,"items":{"l:goldenId:0":[null,17]},"settings":{}}'],
    text => parseLastImport(text, 5),
  ),
  plain('a forged import', contents, text => readImport(text, gamesInProgress)),
  plain('storage.sync', Object.values(items), text => {
    const round = reconcile({
      local: { device: '{"id":"ownDevic","era":0}' },
      sync: { ...items, [key]: text },
      now: 1_800_000_000_000,
      browser: 'Fuzz',
      newId: () => 'newDevic',
    })
    const { played, won } = statistics(aggregate(devicesOf(items).values()))
    if (!(won <= played)) throw new Error('more games won than played')
    return round
  }),
  ...placeTargets,
]

/** An asynchronous and slower parser, which gets fewer inputs. */
export const pasted: Target = {
  name: 'pasted text',
  seeds: [JSON.stringify({ quickhand: 1, items }), 'QH1.q1YqVrJSSkxKBgA.AAAAAA.', 'Sea Towers #17'],
  read: text => findIn(text, names).then(checkResult),
}
