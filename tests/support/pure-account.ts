// Accounts of devices whose rounds run synchronously, for property tests.
import fc from 'fast-check'
import { writeRecord } from '../../engine/index.ts'
import { aggregate, statistics, summaryOf } from '../../stores/sync/aggregate.ts'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { OUTCOMES, type GameResult } from '../../stores/sync/game-results.ts'
import { counts } from '../../stores/sync/log-page.ts'
import { writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { LIMITS } from '../../stores/sync/quota.ts'
import { reconcile, type SyncPlan } from '../../stores/sync/reconcile.ts'
import {
  copiesIn,
  copyKey,
  learnedIn,
  writeCopy,
  type RemoteCopy,
} from '../../stores/sync/remotes/folder-copies.ts'
import { planFolder } from '../../stores/sync/remotes/folder-plan.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { storedSummary } from '../../stores/sync/summary.ts'
import { dayOf } from '../../stores/time.ts'
import { some, wonHistory } from './help.ts'
import { carriedOut, item, row, without, written } from './sync-words.ts'

/** The time on all clocks. */
export const NOW = Date.UTC(2026, 10, 22)
/** The number of runs of a property; each run takes a few rounds. */
export const RUNS = { numRuns: some(400) }

const merged = (...items: Items[]): Items => Object.assign({}, ...items) as Items

/** The data of one device: its log by page, how many pages are compacted, and its game in progress. */
export interface Done {
  readonly id: string
  readonly pages: GameResult[][]
  readonly compacted: number
  readonly moves: number
  /** Days since the device was last seen. */
  readonly daysAgo?: number
}
const header = ({ id, daysAgo = 0 }: Done) =>
  item(keys.device(id), writeJson({ name: id, day: dayOf(NOW) - daysAgo, browser: 'Test' }))
const game = (id: string, moves: number) => {
  const record = writeRecord({
    history: wonHistory('sea-towers', moves),
    playId: `g${id.slice(1)}`,
    seconds: 9,
  })
  return item(keys.game(id, 'sea-towers'), writeSyncEnvelope({ minute: 50, vector: { [id]: moves }, record }))
}

/** The items of these devices after all of them have synced. */
export function accountOf(devices: readonly Done[]): Items {
  const pages = merged(
    ...devices.flatMap(done => [
      header(done),
      ...done.pages.map((rows, number) => item(keys.log(done.id, number), written(...rows))),
    ]),
  )
  const sums = devices.flatMap(({ id, compacted }) =>
    compacted > 0
      ? [item(keys.results(id), writeJson(storedSummary(summaryOf(devicesOf(pages, NOW), id, compacted))))]
      : [],
  )
  return merged(pages, ...sums, ...devices.map(({ id, moves }) => (moves > 0 ? game(id, moves) : {})))
}

/** The statistics expected for these logs, in which each play counts once. */
export const distinct = (devices: readonly Done[]) => {
  const results = devices.flatMap(({ pages }) => pages.flat()).filter(counts)
  const won = results.filter(({ outcome }) => outcome === 'won')
  return {
    played: new Set(results.map(({ play }) => play)).size,
    won: new Set(won.map(({ play }) => play)).size,
  }
}

/** A random log with results of some of these plays, at most one for each. */
export const anyDone = (id: string, plays: readonly string[], most = 8): fc.Arbitrary<Done> =>
  fc
    .record({
      rows: fc.uniqueArray(
        fc.record({ play: fc.constantFrom(...plays), outcome: fc.constantFrom(...OUTCOMES) }),
        { selector: ({ play }) => play, maxLength: most },
      ),
      size: fc.constantFrom(1, 1, 2, 4),
      compacted: fc.nat(12),
      moves: fc.nat(4),
    })
    .map(({ rows, size, compacted, moves }) => {
      const results = rows.map(({ play, outcome }) => row(play, outcome))
      const pages = Array.from({ length: Math.ceil(results.length / size) }, (_, page) =>
        results.slice(page * size, (page + 1) * size),
      )
      return { id, pages, compacted: Math.min(compacted, pages.length), moves }
    })

/** The state of a device when its log had `count` pages. */
export const earlier = ({ id, pages, compacted, moves }: Done, count: number): Done => ({
  id,
  pages: pages.slice(0, count),
  compacted: Math.min(compacted, count, pages.length),
  moves,
})

/** Prefixes of play ids. */
export const playsOf = (letter: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${letter}${String(i).padStart(2, '0')}`)

let ids = 0
/** An id that no device has. */
export const freshId = () => `fresh${String(++ids).padStart(3, '0')}`

/** The statistics of a device with these texts. */
function countedIn(texts: Items) {
  const { played, won } = statistics(aggregate(devicesOf(replicasIn(texts), NOW).values(), {}, NOW))
  return { played, won }
}

/** Devices that share storage.sync and start with the same replicas. Their rounds run synchronously. */
export class PureAccount {
  readonly #texts = new Map<string, Items>()
  sync: Items
  /** The limits of storage.sync. */
  limits = LIMITS

  constructor(items: Items, ...ids: readonly string[]) {
    this.sync = { ...items }
    for (const id of ids) this.join(id, items)
  }

  /** Adds a device with replicas of these items. */
  join(id: string, items: Items = {}): void {
    this.#texts.set(id, { device: writeIdentity({ id, epoch: 0 }), ...asReplicas(items) })
  }

  textsOf(id: string): Items {
    return this.#texts.get(id)!
  }

  write(id: string, set: Items, remove: readonly string[] = []): void {
    this.#texts.set(id, without({ ...this.textsOf(id), ...set }, remove))
  }

  counted = (id: string) => countedIn(this.textsOf(id))

  /** Runs a round of each of these devices at the same time, so none reads what the others write. */
  roundsAtOnce(...who: readonly string[]): void {
    const plans = who.map(id => [id, this.#plan(id)] as const)
    for (const [id, plan] of plans) this.#carryOut(id, plan)
  }

  /** Runs rounds of these devices, one after another, until none changes anything. */
  meet(...who: readonly string[]): void {
    const round = (id: string): boolean => {
      const before = JSON.stringify([this.textsOf(id), this.sync])
      this.round(id)
      return JSON.stringify([this.textsOf(id), this.sync]) !== before
    }
    for (let roundsLeft = 12; who.map(round).some(Boolean); roundsLeft--)
      if (roundsLeft === 0) throw new Error('the rounds never converge')
  }

  protected round(id: string): void {
    this.#carryOut(id, this.#plan(id))
  }

  #plan(id: string): SyncPlan {
    const { sync, limits } = this
    const local = this.textsOf(id)
    const input = { sync, limits, learned: learnedIn(local), now: NOW, browser: 'Test', newId: freshId }
    return reconcile({ local, ...input })
  }

  #carryOut(id: string, plan: SyncPlan): void {
    const { local, sync } = carriedOut({ local: this.textsOf(id), sync: this.sync }, plan)
    this.#texts.set(id, local)
    this.sync = sync
  }
}

/** Devices that share only a sync folder; each has its own storage.sync. */
export class PureFolder extends PureAccount {
  readonly #syncs = new Map<string, Items>()
  readonly #files = new Map<string, RemoteCopy>()

  protected override round(id: string): void {
    this.sync = this.#syncs.get(id) ?? {}
    const copies = [...this.#files].map(([file, copy]) => [copyKey(file), writeCopy(copy)])
    const stale = Object.keys(this.textsOf(id)).filter(name => name.startsWith(copyKey('')))
    this.write(id, {}, stale)
    this.write(id, Object.fromEntries(copies) as Items)
    super.round(id)
    this.#syncs.set(id, this.sync)
    this.sync = {}
    const local = this.textsOf(id)
    const own = { self: id, former: [], erasures: [], absorbed: {}, today: 0 }
    const input = { ...own, replicas: replicasIn(local), copies: copiesIn(local), mayCarry: true }
    const { writes, obsolete } = planFolder({ ...input, pageResults: LIMITS.pageResults })
    for (const [part, items] of writes) this.#put(id, part, items)
    for (const file of obsolete) this.#files.delete(file)
  }

  #put(device: string, part: string, items: Items): void {
    this.#files.set(`${device} ${part}`, { tag: '', device, part, bytes: 0, changedAt: 0, items })
  }
}
