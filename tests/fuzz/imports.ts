// Forged imports: items with valid checksums and arbitrary contents. No import may change this device's
// results and settings or slow down the statistics, and every import can be undone.
import { crc32, GAMES } from '../../engine/index.ts'
import { offersOf, remoteStateIn } from '../../stores/account/remote-games.ts'
import { freshGame } from '../../stores/session/game-in-memory.ts'
import { DEVICE_KEY, PENDING_RESULT_PREFIX, SETTINGS_KEY } from '../../stores/platform/storage-keys.ts'
import { aggregate, statistics, type Aggregate } from '../../stores/sync/aggregate.ts'
import { parseIdentity, writeIdentity } from '../../stores/sync/device-identity.ts'
import type { Device } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { readSyncEnvelope, writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { writeResult, type GameResult } from '../../stores/sync/game-results.ts'
import { MAX_NAME } from '../../stores/sync/kinds/header.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { parseLastImport, undoImport, writeLastImport } from '../../stores/sync/import-undo.ts'
import { epochOf, isNewer, readItem, writeItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { DAY_MS, timeOf } from '../../stores/time.ts'
import { randomFrom } from '../support/random.ts'

/** The time of the imports. */
export const NOW = Date.UTC(2026, 10, 22)
const EPOCH = 3
const OWN = 'ownDevic'
const KNOWN = 'laptopXX'
const SUMMED = 'summedXX'
const SENDERS = [OWN, KNOWN, SUMMED, 'stranger', 'someBody', '--------', 'zzzzzzzz']
/** The CPU time limit for computing statistics, in milliseconds. */
const LIMIT_MS = 50

const result = (play: string, outcome: GameResult['outcome'], seconds = 60): GameResult => ({
  play,
  game: 'sea-towers',
  outcome,
  minute: 3_000_000,
  seconds,
  moves: 80,
})
const plays = (name: string, count: number): GameResult[] =>
  Array.from({ length: count }, (_, i) =>
    result(`${name}${String(i).padStart(5, '0')}`, i % 3 === 0 ? 'givenUp' : 'won', 60 + i),
  )
const item = (key: string, content: string, seq = 5, epoch = EPOCH): Items => ({
  [key]: writeItem(key, { epoch, seq, content }),
})
const page = (results: readonly GameResult[]): string => results.map(writeResult).join('')

const ownResults = plays('own', 20)
const summedPages = [plays('sua', 64), plays('sub', 30)]
const pool = [...ownResults, ...plays('lap', 10), ...summedPages.flat(), ...plays('new', 300)]
const SETTINGS = JSON.stringify({ felt: 'walnut' })

/** storage.local of a device with its own results, the pages of a second device, and the sums of a third. */
export const local: Items = {
  [DEVICE_KEY]: writeIdentity({ id: OWN, epoch: EPOCH }),
  [SETTINGS_KEY]: SETTINGS,
  [`${PENDING_RESULT_PREFIX}waiting0:000000012`]: writeResult(result('waiting0', 'won')),
  ...asReplicas({
    ...item(keys.device(OWN), writeJson({ name: 'Desk', day: 20_700 })),
    ...item(keys.log(OWN, 0), page(ownResults)),
    ...item(keys.device(KNOWN), writeJson({ name: 'Laptop', day: 20_700 })),
    ...item(keys.log(KNOWN, 0), page(plays('lap', 10))),
    ...item(keys.results(SUMMED), writeJson(storedSummary(compact(summedPages, () => true)))),
    ...item(keys.settings(OWN), writeJson({ felt: { value: 'walnut', stamp: [5, 0] } })),
  }),
}

/** A forged import; `text` is the mutated content of a real item. */
export function forged(text: string, games: readonly string[]): Items {
  const random = randomFrom(crc32(text))
  const pick = (count: number) => Math.floor(random() * count)
  const from = <T>(options: readonly T[]): T => options[pick(options.length)]
  const number = () => from([0, 1, 5, 64, 4095, 1e6, 1e7, 1e10, 2 ** 32 - 1, 9e15, -1, 0.5, 1e308])
  const results = () => {
    const count = from([0, 1, 5, 64, 64, 65, 300])
    return Array.from({ length: count }, () => ({
      ...from(pool),
      game: from(GAMES),
      outcome: from(['won', 'givenUp', 'reopened'] as const),
      minute: from([0, 3_000_000, 64 ** 4 - 1]),
      seconds: from([0, 1, 60, 64 ** 3 - 1]),
    }))
  }
  const summary = () => {
    const made = storedSummary(compact([results().slice(0, 64), from(summedPages)], () => true))
    const totals = Object.values(made.totals)[0]
    const changes = [
      () => made,
      () => ({ ...made, folded: number() }),
      () => ({ ...made, checks: from(['', 'AAAA', 'A'.repeat(4000)]), folded: from([0, 1, 1000]) }),
      () => ({ ...made, marks: { [from(['0', '1', '99', '__proto__'])]: 'A'.repeat(from([0, 6, 5000])) } }),
      () => ({ ...made, digits: number() }),
      () => ({ ...made, totals: {} }),
      () => ({
        ...made,
        totals: { [from(GAMES)]: { ...totals, won: number(), times: { 40: number() } } },
      }),
      () => ({ ...made, totals: { spider: totals } }),
    ]
    return { ...from(changes)(), ...(random() < 0.3 && { of: from(SENDERS) }) }
  }
  const game = () => {
    const envelope = readSyncEnvelope(from(games))
    return envelope
      ? writeSyncEnvelope({
          ...envelope,
          minute: from([0, 64 ** 4 - 1]),
          vector: { [from(SENDERS)]: pick(99) },
        })
      : ''
  }
  const one = (): [string, string] => {
    const id = from(SENDERS)
    return from<() => [string, string]>([
      () => [keys.log(id, from([0, 0, 1, 2, 9999, 99_999])), page(results())],
      () => [
        keys.log(id, 0),
        page([...(id === KNOWN ? plays('lap', 10) : ownResults), ...results()].slice(0, 64)),
      ],
      () => [keys.results(id), writeJson(summary())],
      () => [keys.device(id), writeJson({ name: from(['', 'Phone', 'x'.repeat(5000)]), day: number() })],
      () => [keys.settings(id), writeJson({ felt: { value: 'paper', stamp: [number(), number()] } })],
      () => [keys.game(id, from(GAMES)), game()],
      () => [keys.log(id, 0), text],
      () => [keys.results(id), text],
    ])()
  }
  const items: Items = {}
  for (let i = 1 + pick(10); i > 0; i--) {
    const [key, content] = one()
    const version = {
      epoch: from([0, EPOCH, EPOCH, 4095]),
      seq: from([0, 1, 5, 6, 1e6, 1e6 + 1, 64 ** 4 - 1]),
    }
    const value = writeItem(key, { ...version, content })
    items[key] = random() < 0.1 ? `2${value.slice(1)}` : value
  }
  return items
}

const fail = (message: string): never => {
  throw new Error(message)
}
const devicesIn = (texts: Items) => [...devicesOf(replicasIn(texts), NOW).values()]
const ownTexts = (texts: Items): string =>
  JSON.stringify(
    Object.entries(texts)
      .filter(([key]) => !key.startsWith('~') || key.includes(OWN))
      .sort(),
  )

/** Checks that every result of this device counts as before, or as a win on another device. */
function checkOwnResults({ results }: Aggregate): void {
  const counted = new Map(results.map(one => [one.play, one]))
  for (const own of ownResults) {
    const now = counted.get(own.play)
    const isKept =
      now && (writeResult(now) === writeResult(own) || (own.outcome !== 'won' && now.outcome === 'won'))
    if (!isKept) fail(`this device’s result ${own.play} no longer counts`)
  }
}

function numbersOf(devices: readonly Device[]) {
  const compute = () => {
    const together = aggregate(devices, {}, NOW)
    return { together, all: statistics(together) }
  }
  const start = performance.now()
  const { together, all } = compute()
  // The first run may include compilation and pauses by other processes, so slow inputs are repeated, and
  // only CPU time is counted.
  let duration = performance.now() - start
  for (let tries = 0; tries < 3 && duration > LIMIT_MS; tries++) {
    const before = process.cpuUsage()
    compute()
    const { user, system } = process.cpuUsage(before)
    duration = (user + system) / 1000
  }
  if (duration > LIMIT_MS) fail(`statistics took ${duration.toFixed(0)} ms`)
  if (![all.played, all.won, all.seconds].every(Number.isSafeInteger)) fail('statistics are not numbers')
  return { together, all }
}
const before = numbersOf(devicesIn(local)).all

/** Imports items forged from `text`, and throws if a guarantee is broken. */
export function readImport(text: string, games: readonly string[]): void {
  const context = { local, now: NOW, freshId: 'freshDev' }
  const imported = forged(text, games)
  const plan = planImport(imported, context)
  for (const [key, value] of Object.entries(plan.items)) {
    const { kind, device } = parseKey(key)!
    if (kind === 'settings' || [OWN, KNOWN, SUMMED].includes(device)) fail(`${key} was imported`)
    if (SENDERS.includes(device) && !isNewer(value)) fail(`${key} was imported under its original id`)
    if (epochOf(value) !== EPOCH) fail(`${key} was not moved to this epoch`)
  }
  const after = { ...local, ...asReplicas(plan.items) }
  const devices = devicesIn(after)
  const { all: now, together } = numbersOf(devices)
  if (plan.results < 0 || now.played < before.played || now.won < before.won) fail('results were lost')
  checkOwnResults(together)
  if (ownTexts(after) !== ownTexts(local)) fail('this device’s texts were changed')
  const again = planImport(imported, { ...context, local: after, freshId: 'otherDev' })
  if (Object.keys(again.items).length > 0) fail('an import was applied twice')
  const summary = { time: NOW, results: plan.results, games: plan.games, settings: {} }
  const last = parseLastImport(writeLastImport(plan.items, summary), NOW)!
  const { set, remove } = undoImport(after, {}, last, NOW)
  const undone = Object.fromEntries(
    Object.entries({ ...after, ...set }).filter(([key]) => !remove.includes(key)),
  )
  if (JSON.stringify(Object.entries(undone).sort()) !== JSON.stringify(Object.entries(local).sort()))
    fail('the import could not be undone')
  checkPanels(after, devices)
  checkNextRound(after)
}

const onTable = freshGame('sea-towers', { dealNumber: 17, playId: 'thisGame' }, [])
const date = new Intl.DateTimeFormat('en')
/** Throws if the time is invalid, like a panel that shows it. */
function showTime(time: number): void {
  date.format(time)
}

/** Checks that panels can show the days, minutes, names and games of other devices. */
function checkPanels(texts: Items, devices: readonly Device[]): void {
  for (const { header, pages, games } of devices) {
    if (header) showTime(header.day * DAY_MS)
    if ((header?.name.length ?? 0) > MAX_NAME) fail('a name is too long')
    for (const results of pages.values())
      showTime(timeOf(Math.max(0, ...results.map(({ minute }) => minute))))
    for (const { minute } of games.values()) showTime(timeOf(minute))
  }
  const state = remoteStateIn(texts)
  for (const { time, device } of offersOf(state, onTable)) {
    showTime(time)
    if (device.length > MAX_NAME) fail('a name is too long')
  }
}

/** Checks that the guarantees about the import still hold after the next round. */
function checkNextRound(texts: Items): void {
  const round = reconcile({ local: texts, sync: {}, now: NOW, browser: 'Fuzz', newId: () => 'newDevic' })
  const next = Object.fromEntries(
    Object.entries({ ...texts, ...round.local }).filter(([key]) => !round.forget.includes(key)),
  )
  const identity = parseIdentity(next[DEVICE_KEY])
  if (identity?.id !== OWN || identity.epoch !== EPOCH) fail('the round changed the identity of this device')
  if (next[SETTINGS_KEY] !== SETTINGS) fail('the round changed settings')
  checkOwnResults(aggregate(devicesIn(next), {}, NOW))
}

/** Contents for the fuzzer to mutate. */
export const contentsOf = (items: Items): string[] =>
  Object.entries(items).flatMap(([key, value]) => readItem(key, value)?.content ?? [])

export const gamesAmong = (contents: readonly string[]): string[] =>
  contents.filter(content => readResults(content) === undefined && readSyncEnvelope(content) !== undefined)
