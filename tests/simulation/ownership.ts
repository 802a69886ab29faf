// The data that the erasures of a history cover, which must be gone once all devices have synced, and the
// data that must remain.
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
   * The names of devices, with the value 0, and the addresses of shortcuts, with the minute of the choice.
   */
  readonly texts: ReadonlyMap<string, number>
}

/** An erasure in a history. */
export interface ErasureHere {
  readonly device: Device
  readonly erasure: Erasure
  readonly knew: Knowledge
  /**
   * Whether the erasing device must still know it, because it was neither set up again nor restored since.
   */
  isOwn: boolean
}

/** The statements of a device, its ids, and its earlier logs and settings. */
export type Statements = Pick<Device, 'number' | 'said' | 'selves' | 'held'>

const waitingIn = (local: Items): GameResult[] =>
  Object.entries(local).flatMap(([key, text]) => (key.startsWith('result:') ? (readResults(text) ?? []) : []))

const addressesIn = (value: unknown): string[] => JSON.stringify(value ?? '').match(/https:[^"\\]+/g) ?? []

/** The knowledge in the items of devices, without default names. */
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

/** All names and shortcut addresses in storage.local, except those in texts that an erasure has set aside. */
export const textsIn = (local: Items): string[] => [
  ...knownIn(local).texts.keys(),
  ...addressesIn(Object.entries(local).filter(([key]) => /^sett(?:ing:|ings$)/.test(key))),
]

/** The knowledge in the items under the current id of a device. */
function ownKnowledgeOf({ local, self }: Device): Knowledge {
  const own = Object.entries(replicasIn(local.items)).filter(([key]) => key.split(':')[1] === self?.id)
  return toldIn(Object.fromEntries(own))
}

/**
 * The data that devices unknown to the erasing device had adopted before they learned of the erasure: results
 * of an absorbed device, and names and choices. This data remains.
 */
function adoptedBefore({ erasure }: ErasureHere, everybody: readonly Statements[]): Knowledge {
  const isBefore = ({ id, known }: Held) =>
    erasure.of?.some(other => !isKnownOf(known, erasure, other)) && !erasure.of.includes(id)
  const all = everybody.flatMap(({ held }) => held.filter(isBefore))
  return toldBy(all.flatMap(({ items }) => [...devicesOf(items).values()]))
}

/**
 * Whether an erasure that a device did not know when it made a statement names an id that the device has had
 * since then.
 */
function covers({ erasure }: ErasureHere, { selves }: Pick<Device, 'selves'>, { since, known }: Provenance) {
  const ids = selves.slice(since)
  return Boolean(erasure.of?.some(id => ids.includes(id) && !isKnownOf(known, erasure, id)))
}

/**
 * Whether an erasure covers a statement about a result of this minute. On the device that erases, all earlier
 * results are removed, even if its clock was ahead.
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
 * The erasures in the first identity that a device writes when it erases. If the round that follows learns of
 * other erasures, it repeats the erasures of this device in a later epoch.
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
 * Erases on a device, and returns the resulting erasures: one with the minute of its clock, and one that
 * names its own ids if it has later data.
 */
export async function eraseOn(
  device: Device,
  erase: () => Promise<void>,
  earlier: readonly ErasureHere[],
): Promise<ErasureHere[]> {
  const { self, local } = device
  const knew = knownIn(local.items)
  // An erasure that the user accepted, but that no round has carried out yet, is forgotten.
  for (const one of earlier) if (one.device === device) one.isOwn &&= knowsOf(device, one.erasure)
  const isKept = (key: string) => key.startsWith('s:') || key === `d:${self?.id}`
  const kept = Object.entries(replicasIn(local.items)).filter(([key]) => isKept(key))
  const announced = await announcedBy(device, erase)
  for (const said of device.said.values()) said.isErased = true
  const { id, erasures = [] } = device.self!
  // A device that erases games keeps its name and adopts all settings.
  device.held.push({ id, known: self?.erasures ?? [], items: Object.fromEntries(kept) })
  const news = announced
    .filter(({ epoch }) => epoch === (self?.epoch ?? 0) + 1)
    .map(one => ({ ...one, of: one.of?.filter(named => isKnownOf(erasures, one, named)) }))
    .filter(({ of, epoch }) => (of ? of.length > 0 : erasures.some(one => !one.of && one.epoch === epoch)))
  // The number of named ids is limited, so another erasure in the same round can remove this one.
  const isFull = erasures.reduce((sum, { of = [] }) => sum + of.length, 0) >= MAX_NAMED
  if (news.length === 0 && isFull)
    for (const one of [...device.said.values(), ...device.choices.values()]) one.isUnsure = true
  // A device without an id got an id and gave it up immediately.
  if (!self) device.selves.unshift(...news.flatMap(({ of = [] }) => of))
  return news.map(erasure => ({ device, erasure, knew, isOwn: true }))
}

/** The user answers whether an erasure by another device applies here too. Returns the resulting erasure. */
export async function answer(device: Device, isErasing: boolean): Promise<ErasureHere | undefined> {
  const { minute, scope } = device.question!
  const { id, epoch, former = [] } = device.self!
  const knew = ownKnowledgeOf(device)
  await device.answer(isErasing)
  const erasure = { epoch: epoch + 1, minute, scope, of: [id, ...former] }
  return device.question?.accepted ? { device, erasure, knew, isOwn: true } : undefined
}

/** Whether the erasing device knew a result of the play that is not later than the erasure. */
const isKnownTo = ({ erasure, knew }: ErasureHere, play: string): boolean =>
  knew.results.some(result => result.play === play && result.minute <= erasure.minute)

/**
 * The plays that must count, with whether they count as won, and the plays that may count. `gone` are devices
 * that no longer exist. Their statements may be lost with the log of a device that absorbed them. `welcome`
 * are plays that may count for other reasons, such as an import.
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
      // If a play ended on a device that is gone, perhaps only the result of another device is left.
      const isCovered =
        isCoveredOf(statements) || (gone.includes(statements) && devices.some(one => isCoveredOf(one)))
      // If a play ended again after an erasure, its win may be from before the erasure.
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

/** The texts in storage.local, except items, that must not contain an erased result. */
const resultTexts = (local: Items): string =>
  Object.entries(local)
    .filter(([key]) => !/^(?:erased:|game:|previous:|current|~|remote:|device$)/.test(key))
    .map(one => one.join(' '))
    .join('\n')

/** The data that came back, for example by an import, and that no erasure covers. */
export interface Welcome {
  readonly plays: ReadonlySet<string>
  readonly texts: ReadonlySet<string>
}

/**
 * A play or text that should be erased but is left after all devices have synced, or undefined if there is
 * none. `shared` are the contents of accounts and folders, `said` are all statements.
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
  // If two devices ended the same play, the later result may be from after the erasure.
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

/**
 * A setting for which a device has neither its last choice nor a later one, or undefined if there is none.
 */
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

/** Whether a device has a header, which contains the day of its clock. A device without items has none. */
export const hasHeader = ({ self, local }: Pick<Device, 'self' | 'local'>): boolean =>
  self !== undefined && keys.device(self.id) in replicasIn(local.items)

/**
 * The key of a game or of a header without other items, if its device is gone, or undefined if there is none.
 * A device without a header, or with items of a newer version, never counts as gone.
 */
export function spentIn(items: Items, living: ReadonlySet<string | undefined>): string | undefined {
  const owners = Map.groupBy(Object.keys(items), key => key.slice(2, 10))
  const isGone = (id: string, keys: readonly string[]) =>
    !living.has(id) && `d:${id}` in items && !keys.some(key => isNewer(items[key]))
  return [...owners]
    .flatMap(([id, keys]) => (isGone(id, keys) ? [keys] : []))
    .flatMap(keys => (keys.length === 1 ? keys : keys.filter(key => key.startsWith('g:'))))[0]
}
