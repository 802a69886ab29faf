// What the erasures of a history cover: what they must leave, and what must be gone once everybody has met.
import type { Items } from './browsers.ts'
import type { Device, Said, Stand } from './device.ts'
import type { Device as SyncedDevice } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { isKnownOf, type Erasure } from '../../stores/sync/erasures.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { compareTimestamps, type SettingsRegister, type Timestamp } from '../../stores/sync/lww-settings.ts'
import { copiesIn } from '../../stores/sync/remotes/folder-copies.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { minuteOf } from '../../stores/time.ts'

/** What a device knew when it erased. */
export interface Knowledge {
  readonly results: readonly GameResult[]
  /** Choices of settings, as field and timestamp. */
  readonly choices: ReadonlyMap<string, Timestamp>
  readonly names: ReadonlySet<string>
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

const choicesIn = (register: SettingsRegister = {}) =>
  Object.entries(register).map(([field, { stamp }]) => [`${field} ${stamp.join('.')}`, stamp] as const)

const waitingIn = (local: Items): GameResult[] =>
  Object.entries(local).flatMap(([key, text]) => (key.startsWith('result:') ? (readResults(text) ?? []) : []))

/** What items tell; names that browsers gave are none. */
function toldBy(devices: readonly SyncedDevice[]): Knowledge {
  return {
    results: devices.flatMap(({ pages }) => [...pages.values()].flat()),
    choices: new Map(devices.flatMap(({ settings }) => choicesIn(settings))),
    names: new Set(devices.flatMap(({ header }) => header?.name ?? []).filter(isGiven)),
  }
}

const toldIn = (items: Items): Knowledge => toldBy([...devicesOf(items).values()])

const isGiven = (name: string): boolean => name.startsWith('Name ')

/** What a device knows now. */
export function knowledgeOf({ local, self }: Device): Knowledge {
  const { results, choices, names } = toldIn(replicasIn(local.items))
  const own = self?.name === undefined ? [] : [self.name]
  return { results: [...results, ...waitingIn(local.items)], choices, names: new Set([...names, ...own]) }
}

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
  const isUnknown = ([id]: [string, unknown]) => !erasure.of?.includes(id)
  const all = estates.flatMap(({ held }) =>
    held.flatMap(({ known, items }) =>
      erasure.of?.some(id => !isKnownOf(known, erasure, id)) ? [...devicesOf(items)].filter(isUnknown) : [],
    ),
  )
  return toldBy(all.map(([, device]) => device))
}

/** Whether an erasure covers what was said by somebody with these ids, who did not know of it. */
function covers({ erasure }: ErasureHere, { selves }: Pick<Device, 'selves'>, { since, known }: Stand) {
  const ids = selves.slice(since)
  return Boolean(erasure.of?.some(id => ids.includes(id) && !isKnownOf(known, erasure, id)))
}

/** Whether an erasure covers a result of these; on the device that erases all go, whatever its clock says. */
const coversResult = (one: ErasureHere, estate: Estate, said: Said): boolean =>
  covers(one, estate, said) && (said.minute <= one.erasure.minute || estate.number === one.device.number)

/** What a device has said and kept, as it is now. */
export const estateOf = ({ number, said, selves, held, own }: Device): Estate => ({
  number,
  said: new Map(said),
  selves: [...selves],
  held: [...held, own],
})

/** The erasure that a device has just begun; `before`: who it was until then. */
export function erasureBegun(device: Device, before: Device['self']): Erasure | undefined {
  const epoch = (before?.epoch ?? 0) + 1
  // The round that follows may have heard of more.
  const erasure = device.self!.erasures!.find(
    one => one.epoch === epoch && (!before || !one.of || one.of.includes(before.id)),
  )
  // Who had no id until then got one that was left at once.
  if (!before) device.selves.unshift(...(erasure?.of ?? []))
  return erasure
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
      const first = { ...one, minute: one.first }
      const isCovered = erasures.some(erasure => coversResult(erasure, estate, first))
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

/**
 * The text of storage.local in which results must not stand after an erasure, nor what would give them back.
 * Games in progress may stay.
 */
const resultTexts = (local: Items): string =>
  Object.entries(local)
    .filter(([key]) => !/^(?:erased:|game:|previous:|current|~g:|remote:|device$)/.test(key))
    .map(one => one.join(' '))
    .join('\n')

/** What came back by a way that no erasure can know of. */
export interface Welcome {
  readonly plays: ReadonlySet<string>
  readonly names: ReadonlySet<string>
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
      return theirs !== undefined && !coversResult(one, estate, theirs)
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
  for (const [choice, stamp] of one.knew.choices)
    if (
      minuteOf(stamp[0]) <= one.erasure.minute &&
      !adopted.choices.has(choice) &&
      there.some(({ choices }) => choices.has(choice))
    )
      return `the choice of ${choice}`
  for (const name of one.knew.names)
    if (
      !welcome.names.has(name) &&
      (there.some(({ names }) => names.has(name)) || devices.some(({ self }) => self?.name === name))
    )
      return `the name ${name}`
  return undefined
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
