// What the erasures of a history cover: what they must leave, and what must be gone once everybody has met.
import type { Items } from './browsers.ts'
import type { Device, Held, Said, Stand } from './device.ts'
import type { Device as SyncedDevice } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { parseIdentity } from '../../stores/sync/device-identity.ts'
import { isKnownOf, type Erasure } from '../../stores/sync/erasures.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'
import { readResults, isRead } from '../../stores/sync/log-page.ts'
import { compareTimestamps, type Timestamp } from '../../stores/sync/lww-settings.ts'
import { copiesIn } from '../../stores/sync/remotes/folder-copies.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { minuteOf } from '../../stores/time.ts'

/** What a device knew when it erased. */
export interface Knowledge {
  readonly results: readonly GameResult[]
  /** Names of devices and addresses of shortcuts, each of which is given once, and when it was chosen. */
  readonly texts: ReadonlyMap<string, number>
}

/** An erasure of a history. */
export interface ErasureHere {
  readonly device: Device
  readonly erasure: Erasure
  readonly knew: Knowledge
  /** Whether the device that erased has not been set up anew or restored since. */
  isOwn: boolean
}

/** What one device has said, and the ids that it had. */
export type Estate = Pick<Device, 'number' | 'said' | 'selves' | 'held'>

const waitingIn = (local: Items): GameResult[] =>
  Object.entries(local).flatMap(([key, text]) => (key.startsWith('result:') ? (readResults(text) ?? []) : []))

const addressesIn = (value: unknown): string[] => JSON.stringify(value ?? '').match(/https:[^"\\]+/g) ?? []

/** What items tell; names that browsers gave are none. */
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

/** What is known in a storage.local. */
export function knownIn(local: Items): Knowledge {
  const { results, texts } = toldIn(replicasIn(local))
  const name = parseIdentity(local.device)?.name
  const own = name === undefined ? [] : [[name, 0] as const]
  return { results: [...results, ...waitingIn(local)], texts: new Map([...texts, ...own]) }
}

/** The texts of somebody's own in a storage.local, wherever they lie; what was erased is kept apart. */
export const textsIn = (local: Items): string[] => [
  ...knownIn(local).texts.keys(),
  ...addressesIn(Object.entries(local).filter(([key]) => /^sett(?:ing:|ings$)/.test(key))),
]

/** What a device knows under its own id alone. */
function ownKnowledgeOf({ local, self }: Device): Knowledge {
  const own = Object.entries(replicasIn(local.items)).filter(([key]) => key.split(':')[1] === self?.id)
  return toldIn(Object.fromEntries(own))
}

/**
 * What devices that the eraser did not know had made their own before they heard of it: results of a device
 * that they absorbed, choices that they kept as theirs. These stay.
 */
function adoptedBefore({ erasure }: ErasureHere, estates: readonly Estate[]): Knowledge {
  const isBefore = ({ id, known }: Held) =>
    erasure.of?.some(other => !isKnownOf(known, erasure, other)) && !erasure.of.includes(id)
  const all = estates.flatMap(({ held }) => held.filter(isBefore))
  return toldBy(all.flatMap(({ items }) => [...devicesOf(items).values()]))
}

/** Whether an erasure covers what was said by somebody with these ids, who did not know of it. */
function covers({ erasure }: ErasureHere, { selves }: Pick<Device, 'selves'>, { since, known }: Stand) {
  const ids = selves.slice(since)
  return Boolean(erasure.of?.some(id => ids.includes(id) && !isKnownOf(known, erasure, id)))
}

/**
 * Whether an erasure covers something that was said at a minute; on the device that erases everything of
 * before goes, whatever its clock says.
 */
const coversResult = (one: ErasureHere, estate: Estate, said: Said, minute: number): boolean =>
  covers(one, estate, said) && (minute <= one.erasure.minute || said.isErased === true)

/** What a device has said and kept, as it is now. */
export const estateOf = ({ number, said, selves, held, own }: Device): Estate => ({
  number,
  said: new Map(said),
  selves: [...selves],
  held: [...held, own],
})

/**
 * Erases on a device, and gives the erasures that this is: one that has the minute of its clock, and another
 * one of its own ids where it knew something of itself that is later.
 */
export async function eraseOn(
  device: Device,
  erase: () => Promise<void>,
  earlier: readonly ErasureHere[],
): Promise<ErasureHere[]> {
  const { self, local } = device
  const knew = knownIn(local.items)
  // What was accepted here and not heard of yet is forgotten with the question.
  for (const one of earlier) if (one.device === device) one.isOwn &&= knowsOf(device, one.erasure)
  const settings = Object.entries(replicasIn(local.items)).filter(([key]) => key.startsWith('s:'))
  await erase()
  for (const said of device.said.values()) said.isErased = true
  const { id, erasures = [] } = device.self!
  // Who erases games takes everybody's settings over.
  device.held.push({ id, known: self?.erasures ?? [], items: Object.fromEntries(settings) })
  const known = (self?.erasures ?? []).map(one => JSON.stringify(one))
  // A round that follows at once may hear of an erasure of the same epoch. One of the same minute is its own
  // where it names this device and the other did not.
  const names = ({ of = [] }: Erasure) => self !== undefined && of.includes(self.id)
  const isHeard = (heard: Erasure) =>
    earlier.some(
      ({ device: other, erasure }) =>
        other !== device &&
        erasure.minute === heard.minute &&
        erasure.scope === heard.scope &&
        (names(erasure) || !names(heard)),
    )
  const isNews = (one: Erasure) =>
    one.epoch === (self?.epoch ?? 0) + 1 && !known.includes(JSON.stringify(one)) && !isHeard(one)
  const news = erasures.filter(isNews)
  // Who had no id until then got one that was left at once.
  if (!self) device.selves.unshift(...news.flatMap(({ of = [] }) => of))
  return news.map(erasure => ({ device, erasure, knew, isOwn: true }))
}

/** Somebody answers whether an erasure elsewhere holds here too; gives the erasure that this is. */
export async function answer(device: Device, isErasing: boolean): Promise<ErasureHere | undefined> {
  const { minute, scope } = device.question!
  const { id, epoch } = device.self!
  const knew = ownKnowledgeOf(device)
  await device.answer(isErasing)
  const erasure = { epoch: epoch + 1, minute, scope, of: [id] }
  return device.question?.accepted ? { device, erasure, knew, isOwn: true } : undefined
}

/** Whether an eraser knew a result that was not said after it. */
const isKnownTo = ({ erasure, knew }: ErasureHere, play: string): boolean =>
  knew.results.some(result => result.play === play && result.minute <= erasure.minute)

/**
 * The plays that must count, and whether as won; those that may count as well. `gone`: who is there no more;
 * what they said may have gone with the log of another device that took it in. `welcome`: plays that came
 * back by another way.
 */
export function endedBy(
  devices: readonly Estate[],
  gone: readonly Estate[],
  erasures: readonly ErasureHere[],
  welcome: ReadonlySet<string>,
): { must: Map<string, boolean>; may: Set<string> } {
  const must = new Map<string, boolean>()
  const may = new Set(welcome)
  for (const estate of [...devices, ...gone]) {
    for (const [play, one] of estate.said) {
      const isInherited = one.outcome === 'givenUp' && one.isInherited
      const isCovered = erasures.some(erasure => coversResult(erasure, estate, one, one.first))
      // Of a play that ended once more after an erasure the win may be of before.
      const isNamed = erasures.some(erasure => covers(erasure, estate, one))
      const isLent = (isNamed || gone.includes(estate)) && erasures.some(erasure => isKnownTo(erasure, play))
      if (one.outcome === 'reopened' || isInherited || one.isUnsure || isCovered || isLent) may.add(play)
      else must.set(play, must.get(play) || (one.outcome === 'won' && !isNamed))
    }
  }
  return { must, may }
}

/** Whether a device knows what an erasure says of each of its ids. */
export const knowsOf = ({ self }: Device, erasure: Erasure): boolean =>
  erasure.of?.every(id => isKnownOf(self?.erasures ?? [], erasure, id)) ?? true

/** The texts of storage.local in which no erased result may be; games in progress may stay. */
const resultTexts = (local: Items): string =>
  Object.entries(local)
    .filter(([key]) => !/^(?:erased:|game:|previous:|current|~g:|remote:|device$)/.test(key))
    .map(one => one.join(' '))
    .join('\n')

/** What came back by a way that no erasure can know of. */
export interface Welcome {
  readonly plays: ReadonlySet<string>
  readonly texts: ReadonlySet<string>
}

/**
 * What of an erasure is still somewhere, once all have met; undefined where nothing is. `shared`: what is
 * outside the devices, in accounts and folders. `said`: everything that anybody said.
 */
export function leftOf(
  one: ErasureHere,
  devices: readonly Device[],
  shared: readonly Items[],
  said: readonly Estate[],
  welcome: Welcome,
): string | undefined {
  const adopted = adoptedBefore(one, said)
  const isFree = (play: string) =>
    adopted.results.some(result => result.play === play) ||
    said.some(estate => {
      const theirs = estate.said.get(play)
      return theirs !== undefined && !coversResult(one, estate, theirs, theirs.minute)
    })
  const plays = one.knew.results.filter(
    ({ play, minute }) => minute <= one.erasure.minute && !welcome.plays.has(play) && !isFree(play),
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
      there.some(({ results }) => results.some(result => result.play === play))
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

/** The choice that a device made and that nobody has as late any more; undefined where none is missing. */
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
