// What a history's erasures cover: what must stay, and what must be gone once all devices have met.
import type { Items } from './browsers.ts'
import type { Device, Held, Provenance, Statement } from './device.ts'
import type { Device as SyncedDevice } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { parseIdentity } from '../../stores/sync/device-identity.ts'
import { isKnownOf, MAX_NAMED, type Erasure } from '../../stores/sync/erasures.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'
import { isNewer } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { readResults, isRead } from '../../stores/sync/log-page.ts'
import { compareTimestamps, type Timestamp } from '../../stores/sync/lww-settings.ts'
import { copiesIn } from '../../stores/sync/remotes/folder-copies.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { minuteOf } from '../../stores/time.ts'

/** The results and texts that a device knows, or that items contain. */
export interface Knowledge {
  readonly results: readonly GameResult[]
  /**
   * Names of devices, mapped to 0, and addresses of shortcuts, mapped to the minute of the choice. All are
   * unique.
   */
  readonly texts: ReadonlyMap<string, number>
}

/** An erasure in a history. */
export interface ErasureHere {
  readonly device: Device
  readonly erasure: Erasure
  readonly knew: Knowledge
  /** Whether the erasing device must still know it: it has been neither set up again nor restored since. */
  isOwn: boolean
}

/** The statements of a device, its ids, and what it held before erasures. */
export type Statements = Pick<Device, 'number' | 'said' | 'selves' | 'held'>

const waitingIn = (local: Items): GameResult[] =>
  Object.entries(local).flatMap(([key, text]) => (key.startsWith('result:') ? (readResults(text) ?? []) : []))

const addressesIn = (value: unknown): string[] => JSON.stringify(value ?? '').match(/https:[^"\\]+/g) ?? []

/** The knowledge in devices' items, without the names that browsers gave. */
function toldBy(devices: readonly SyncedDevice[]): Knowledge {
  const names = devices.flatMap(({ header }) => header?.name ?? []).filter(name => name.startsWith('Name '))
  const addresses = devices.flatMap(({ settings: { shortcuts } = {} }) =>
    addressesIn(shortcuts?.value).map(address => [address, minuteOf(shortcuts.stamp[0])] as const),
  )
  return {
    results: devices.flatMap(({ pages }) => [...pages.values()].flat().filter(isRead)),
    texts: new Map([...names.map(name => [name, 0] as const), ...addresses]),
  }
}

const toldIn = (items: Items): Knowledge => toldBy([...devicesOf(items).values()])

/** The knowledge in storage.local. */
export function knownIn(local: Items): Knowledge {
  const { results, texts } = toldIn(replicasIn(local))
  const name = parseIdentity(local.device)?.name
  const own = name === undefined ? [] : [[name, 0] as const]
  return { results: [...results, ...waitingIn(local)], texts: new Map([...texts, ...own]) }
}

/** All names and shortcut addresses in storage.local, except those in erased texts. */
export const textsIn = (local: Items): string[] => [
  ...knownIn(local).texts.keys(),
  ...addressesIn(Object.entries(local).filter(([key]) => /^sett(?:ing:|ings$)/.test(key))),
]

/** The knowledge under the current id of a device. */
function ownKnowledgeOf({ local, self }: Device): Knowledge {
  const own = Object.entries(replicasIn(local.items)).filter(([key]) => key.split(':')[1] === self?.id)
  return toldIn(Object.fromEntries(own))
}

/**
 * What devices unknown to the eraser had adopted before they learned of the erasure: results of an absorbed
 * device, and names and choices that they kept. These stay.
 */
function adoptedBefore({ erasure }: ErasureHere, everybody: readonly Statements[]): Knowledge {
  const isBefore = ({ id, known }: Held) =>
    erasure.of?.some(other => !isKnownOf(known, erasure, other)) && !erasure.of.includes(id)
  const all = everybody.flatMap(({ held }) => held.filter(isBefore))
  return toldBy(all.flatMap(({ items }) => [...devicesOf(items).values()]))
}

/** Whether an erasure, unknown to a device when it made a statement, names an id that it has had since. */
function covers({ erasure }: ErasureHere, { selves }: Pick<Device, 'selves'>, { since, known }: Provenance) {
  const ids = selves.slice(since)
  return Boolean(erasure.of?.some(id => ids.includes(id) && !isKnownOf(known, erasure, id)))
}

/**
 * Whether an erasure covers a statement about a result of this minute. On the device that erases, everything
 * earlier is removed, regardless of its clock.
 */
const coversResult = (one: ErasureHere, statements: Statements, said: Statement, minute: number): boolean =>
  covers(one, statements, said) && (minute <= one.erasure.minute || said.isErased === true)

/** The current statements and contents of a device. */
export const statementsOf = ({ number, said, selves, held, own }: Device): Statements => ({
  number,
  said: new Map(said),
  selves: [...selves],
  held: [...held, own],
})

/**
 * The erasures in the first identity that a device writes when it erases. The round that follows can learn of
 * others, and repeats these in later epochs.
 */
async function announcedBy({ local }: Device, erase: () => Promise<void>): Promise<readonly Erasure[]> {
  const { changing } = local
  let announced: readonly Erasure[] | undefined
  local.changing = items => {
    changing(items)
    announced ??= parseIdentity(items.device)?.erasures
  }
  await erase()
  local.changing = changing
  return announced ?? []
}

/**
 * Erases on a device, and returns the resulting erasures: one with the minute of its clock, and one of its
 * own ids if it has something later.
 */
export async function eraseOn(
  device: Device,
  erase: () => Promise<void>,
  earlier: readonly ErasureHere[],
): Promise<ErasureHere[]> {
  const { self, local } = device
  const knew = knownIn(local.items)
  // A question that was accepted but not processed yet is forgotten.
  for (const one of earlier) if (one.device === device) one.isOwn &&= knowsOf(device, one.erasure)
  const isKept = (key: string) => key.startsWith('s:') || key === `d:${self?.id}`
  const kept = Object.entries(replicasIn(local.items)).filter(([key]) => isKept(key))
  const announced = await announcedBy(device, erase)
  for (const said of device.said.values()) said.isErased = true
  const { id, erasures = [] } = device.self!
  // A device that erases games keeps its name, and adopts all settings.
  device.held.push({ id, known: self?.erasures ?? [], items: Object.fromEntries(kept) })
  const news = announced
    .filter(({ epoch }) => epoch === (self?.epoch ?? 0) + 1)
    .map(one => ({ ...one, of: one.of?.filter(named => isKnownOf(erasures, one, named)) }))
    .filter(({ of, epoch }) => (of ? of.length > 0 : erasures.some(one => !one.of && one.epoch === epoch)))
  // In a crowded account, another erasure in the same round can push this one out of the set.
  const isFull = erasures.reduce((sum, { of = [] }) => sum + of.length, 0) >= MAX_NAMED
  if (news.length === 0 && isFull)
    for (const one of [...device.said.values(), ...device.choices.values()]) one.isUnsure = true
  // A device that had no id got one and gave it up immediately.
  if (!self) device.selves.unshift(...news.flatMap(({ of = [] }) => of))
  return news.map(erasure => ({ device, erasure, knew, isOwn: true }))
}

/** The user answers whether an erasure elsewhere applies here too; returns the resulting erasure, if any. */
export async function answer(device: Device, isErasing: boolean): Promise<ErasureHere | undefined> {
  const { minute, scope } = device.question!
  const { id, epoch, former = [] } = device.self!
  const knew = ownKnowledgeOf(device)
  await device.answer(isErasing)
  const erasure = { epoch: epoch + 1, minute, scope, of: [id, ...former] }
  return device.question?.accepted ? { device, erasure, knew, isOwn: true } : undefined
}

/** Whether the eraser knew a result of the play that is not later than the erasure. */
const isKnownTo = ({ erasure, knew }: ErasureHere, play: string): boolean =>
  knew.results.some(result => result.play === play && result.minute <= erasure.minute)

/**
 * The plays that must count, mapped to whether they count as won, and the plays that may count. `gone`:
 * devices that no longer exist, whose statements may be lost with the log of a device that absorbed them.
 * `welcome`: plays that came back another way.
 */
export function endedBy(
  devices: readonly Statements[],
  gone: readonly Statements[],
  erasures: readonly ErasureHere[],
  welcome: ReadonlySet<string>,
): { must: Map<string, boolean>; may: Set<string> } {
  const must = new Map<string, boolean>()
  const may = new Set(welcome)
  /** Whether a device that an erasure names had this result in its log, for example after absorbing it. */
  const isHeldByNamed = (play: string) =>
    erasures.some(({ erasure }) =>
      devices
        .flatMap(({ held }) => held.filter(({ id }) => erasure.of?.includes(id)))
        .some(({ items }) =>
          toldIn(items).results.some(result => result.play === play && result.minute <= erasure.minute),
        ),
    )
  for (const statements of [...devices, ...gone]) {
    for (const [play, one] of statements.said) {
      const isInherited = one.outcome === 'givenUp' && one.isInherited
      const isCoveredOf = (of: Statements, said = of.said.get(play)) =>
        said !== undefined && erasures.some(erasure => coversResult(erasure, of, said, said.first))
      // If a play ended on a device that is gone, only another device's result may be left.
      const isCovered =
        isCoveredOf(statements) || (gone.includes(statements) && devices.some(one => isCoveredOf(one)))
      // If a play ended again after an erasure, the win may be from before it.
      const isNamed = erasures.some(erasure => covers(erasure, statements, one))
      const isLent =
        ((isNamed || gone.includes(statements)) && erasures.some(erasure => isKnownTo(erasure, play))) ||
        (gone.includes(statements) && isHeldByNamed(play))
      if (one.outcome === 'reopened' || isInherited || one.isUnsure || isCovered || isLent) may.add(play)
      else must.set(play, must.get(play) || (one.outcome === 'won' && !isNamed))
    }
  }
  return { must, may }
}

/** Whether a device knows about an erasure for every id that the erasure names. */
export const knowsOf = ({ self }: Device, erasure: Erasure): boolean =>
  erasure.of?.every(id => isKnownOf(self?.erasures ?? [], erasure, id)) ?? true

/** The texts of storage.local in which no erased result may be left; `leftOf` checks the items. */
const resultTexts = (local: Items): string =>
  Object.entries(local)
    .filter(([key]) => !/^(?:erased:|game:|previous:|current|~|remote:|device$)/.test(key))
    .map(one => one.join(' '))
    .join('\n')

/** The data that came back in ways that no erasure can cover. */
export interface Welcome {
  readonly plays: ReadonlySet<string>
  readonly texts: ReadonlySet<string>
}

/**
 * Data that should have been erased but is left once all devices have met; undefined if there is none.
 * `shared`: the contents of accounts and folders. `said`: all statements.
 */
export function leftOf(
  one: ErasureHere,
  devices: readonly Device[],
  shared: readonly Items[],
  said: readonly Statements[],
  welcome: Welcome,
): string | undefined {
  const adopted = adoptedBefore(one, said)
  const isFree = (play: string) =>
    adopted.results.some(result => result.play === play) ||
    said.some(statements => {
      const theirs = statements.said.get(play)
      return (
        theirs !== undefined && (theirs.isBetween || !coversResult(one, statements, theirs, theirs.minute))
      )
    })
  // Two devices can have ended the same play; the later result may be from after the erasure.
  const isCovered = ({ minute }: { minute: number }) => minute <= one.erasure.minute
  const plays = one.knew.results.filter(
    result => isCovered(result) && !welcome.plays.has(result.play) && !isFree(result.play),
  )
  const kept = devices.flatMap(({ local }) => [
    replicasIn(local.items),
    ...[...copiesIn(local.items).values()].map(copy => copy.items),
  ])
  const items = [...kept, ...shared]
  const there = items.map(toldIn)
  const texts = devices.map(({ local }) => resultTexts(local.items))
  for (const { play } of plays) {
    const isThere =
      texts.some(text => text.includes(play)) ||
      there.some(({ results }) => results.some(result => result.play === play && isCovered(result)))
    if (isThere) return `play ${play}`
  }
  if (one.erasure.scope === 'games') return undefined
  const left = there.flatMap(({ texts: all }) => [...all.keys()])
  return [...left, ...devices.flatMap(({ local }) => textsIn(local.items))].find(text => {
    const minute = one.knew.texts.get(text)
    const isGone = minute !== undefined && minute <= one.erasure.minute
    return isGone && !welcome.texts.has(text) && !adopted.texts.has(text)
  })
}

/** A setting chosen on a device that now lacks this choice and any later one; undefined if there is none. */
export function missingChoice(device: Device, erasures: readonly ErasureHere[]): string | undefined {
  const everything = erasures.filter(({ erasure }) => erasure.scope === 'everything')
  const registers = [...devicesOf(replicasIn(device.local.items)).values()].map(
    ({ settings = {} }) => settings,
  )
  const isThere = (field: string, stamp: Timestamp) =>
    registers.some(one => field in one && compareTimestamps(one[field].stamp, stamp) >= 0)
  return [...device.choices].find(
    ([field, choice]) =>
      !choice.isUnsure &&
      !isThere(field, choice.stamp) &&
      !everything.some(one => covers(one, device, choice)),
  )?.[0]
}

/** Whether others know the day of a device's clock. A device that never had other items has no header. */
export const hasHeader = ({ self, local }: Pick<Device, 'self' | 'local'>): boolean =>
  self !== undefined && keys.device(self.id) in replicasIn(local.items)

/**
 * The key of a game, or of a header without other items, of a device that is not living; undefined if there
 * is none. A device without a header never counts as gone, nor does one with items of a newer version.
 */
export function spentIn(items: Items, living: ReadonlySet<string | undefined>): string | undefined {
  const owners = Map.groupBy(Object.keys(items), key => key.slice(2, 10))
  const isGone = (id: string, keys: readonly string[]) =>
    !living.has(id) && `d:${id}` in items && !keys.some(key => isNewer(items[key]))
  return [...owners]
    .flatMap(([id, keys]) => (isGone(id, keys) ? [keys] : []))
    .flatMap(keys => (keys.length === 1 ? keys : keys.filter(key => key.startsWith('g:'))))[0]
}
