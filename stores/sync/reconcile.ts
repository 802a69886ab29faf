// One round of syncing, as a pure step: what lies in storage.local and in storage.sync, and from it what is
// to be written where.
import { readRecord, type GameId } from '../../engine/index.ts'
import { adoptClone, wasCloned } from './clone.ts'
import { choicesOf, dayOf, devicesOf } from './devices.ts'
import { sumsOf } from './aggregate.ts'
import {
  compareVersions,
  COPY,
  copiesIn,
  itemsIn,
  keys,
  parseKey,
  readItem,
  writeItem,
  writeJson,
  type DeviceId,
  type ItemKey,
  type Items,
} from './items.ts'
import { retire } from './retire.ts'
import { fitInto, fitting } from './quota.ts'
import { hasRoom, minuteOf, readRows, withRow, writeRow, type Row } from './game-results.ts'
import { isInProgress, splitLocalGame, writeTravelling } from './game-envelope.ts'
import { choicesIn, isChoice, objectIn } from './pending-settings.ts'
import { PENDING } from './ids.ts'
import { DEVICE, parseSelf, SETTINGS, type Self } from './device-identity.ts'
import { advance } from './version-vector.ts'
import { choose, effective, type Choices } from './lww-settings.ts'

export interface Seen {
  readonly local: Readonly<Record<string, string>>
  /** Undefined where storage.sync could not be read: then nothing was learned. */
  readonly sync: Readonly<Record<string, unknown>> | undefined
  /** Milliseconds since 1970, by a clock that may be wrong. */
  readonly now: number
  /** What kind of browser this is, for people: "Chrome on Linux". */
  readonly browser: string
  newId(): DeviceId
}

export interface Round {
  readonly self: Self
  /** To be written to storage.local, before anything else. */
  readonly local: Readonly<Record<string, string>>
  /** To be removed from storage.local once that is done. */
  readonly forget: readonly string[]
  /** Own items that storage.sync lacks or has older. */
  readonly publish: Readonly<Record<string, string>>
  /** Others' items that storage.sync has lost. */
  readonly heal: Readonly<Record<string, string>>
  /** Keys that are no longer wanted in storage.sync. */
  readonly remove: readonly string[]
  /** Values that cannot be read, to be put aside; copies in storage.local by their key there. */
  readonly damaged: Readonly<Record<string, string>>
  /** False where games in progress have to stay on this device for want of space. */
  readonly isWhole: boolean
}

const GAME = /^game:([\w-]+)$/

const isDamaged = (key: string, value: string): boolean => {
  const item = readItem(key, value)
  return !item.ok && item.reason.key === 'itemDamaged'
}

/** The era of an item; undefined where only a newer version could tell. */
const eraOf = (key: string, value: string): number | undefined => {
  const item = readItem(key, value)
  return item.ok ? item.value.era : undefined
}

const take = (items: Items, isTaken: (key: string, value: string) => boolean): Items => {
  const taken = Object.fromEntries(Object.entries(items).filter(([key, value]) => isTaken(key, value)))
  for (const key of Object.keys(taken)) Reflect.deleteProperty(items, key)
  return taken
}

export function reconcile({ local, sync, now, browser, newId }: Seen): Round {
  const known = parseSelf(local[DEVICE])
  let self: Self = known ?? { id: newId(), era: 0 }
  const copiesBefore = copiesIn(local)
  const copies = { ...copiesBefore }
  const seen = itemsIn(sync ?? {})
  const damagedCopies = Object.entries(take(copies, isDamaged)).map(([key, value]) => [COPY + key, value])
  const damaged = {
    ...take(seen, isDamaged),
    ...Object.fromEntries(damagedCopies),
    ...(!objectIn(local[SETTINGS]) && { [SETTINGS]: local[SETTINGS] }),
  }

  const pendingKeys = Object.keys(local)
    .filter(key => key.startsWith(PENDING) && readRows(local[key]))
    .sort()
  // What was erased may still lie there, where the process died before it was removed.
  const dropped = (self.dropped ?? []).filter(key => key in local)
  let pending = pendingKeys.filter(key => !dropped.includes(key)).flatMap(key => readRows(local[key])!)

  // A new era: everything was erased, here or on another device. What is older must not come back.
  const era = Math.max(self.era, ...Object.entries(seen).map(([key, value]) => eraOf(key, value) ?? 0))
  const isNewEra = era > self.era
  if (isNewEra) pending = []
  self = { ...self, era, dropped: isNewEra ? pendingKeys : dropped }
  const isErased = (key: string, value: string) => (eraOf(key, value) ?? era) < era
  take(copies, isErased)
  const erasedThere = Object.keys(take(seen, isErased))

  /** What was chosen under an id that is left to a clone. */
  let carried: Choices | undefined
  if (known && wasCloned(self.id, copies, seen)) {
    carried = choicesOf(devicesOf(copies))[self.id]
    // What the log has is older than what waits to come into it.
    pending = [...adoptClone(self.id, copies, seen), ...pending]
    self = { ...self, id: newId() }
  }
  // Of one version with two contents, which clones can leave behind, that in storage.sync is the one all
  // others see.
  for (const [key, value] of Object.entries(seen))
    if (!(key in copies) || compareVersions(key, copies[key], value) <= 0) copies[key] = value

  const isOwn = (key: string) => parseKey(key)!.device === self.id
  const contentOf = (key: string): string | undefined => {
    const item = key in copies ? readItem(key, copies[key]) : undefined
    return item?.ok ? item.value.content : undefined
  }
  /** Writes an own item where its content changed; nothing is written to say nothing. */
  const put = (key: string, content: string) => {
    const old = key in copies ? readItem(key, copies[key]) : undefined
    if (old?.ok ? old.value.content === content : content === '') return
    copies[key] = writeItem(key, { era, seq: old?.ok ? old.value.seq + 1 : 1, content })
  }

  for (const row of pending) putResult(row)
  for (const [name, text] of Object.entries(local)) putGame(GAME.exec(name)?.[1] as GameId | undefined, text)
  const settings = putSettings()
  // The header also brings the others the news that everything was erased.
  if (era > 0 || Object.keys(copies).some(isOwn)) putHeader()
  const { leaving: gone, orphans } = retire(copies, self.id, now)
  orphans.forEach(putResult)
  const folded = devicesOf(copies).get(self.id)?.results.folded ?? 0
  putTotals(folded)
  const others = Object.entries(seen).filter(([key]) => !isOwn(key) && !gone.includes(key))
  const fitted = fitInto(copies, self.id, folded, others, putTotals)

  const changed = Object.entries(copies)
    .filter(([key, value]) => local[COPY + key] !== value)
    .map(([key, value]) => [COPY + key, value])
  const selfText = JSON.stringify(self)
  return {
    self,
    local: {
      ...Object.fromEntries(changed),
      ...(selfText !== local[DEVICE] && { [DEVICE]: selfText }),
      ...(settings !== undefined && settings !== local[SETTINGS] && { [SETTINGS]: settings }),
    },
    forget: [
      ...pendingKeys,
      ...Object.keys(local).filter(isChoice),
      ...Object.keys(copiesBefore)
        .filter(key => !(key in copies))
        .map(key => COPY + key),
    ],
    publish: sync
      ? Object.fromEntries(
          fitted.wanted.filter(key => seen[key] !== copies[key]).map(key => [key, copies[key]]),
        )
      : {},
    heal: sync ? lost() : {},
    remove: [
      ...erasedThere.filter(key => !(key in copies)),
      ...gone.filter(key => key in seen),
      ...Object.keys(seen).filter(key => isOwn(key) && !fitted.wanted.includes(key)),
    ],
    damaged,
    isWhole: fitted.isWhole,
  }

  /**
   * Takes a result into the own log: in the place of the play's earlier one, else at the end of the last
   * page.
   */
  function putResult(row: Row): void {
    for (let page = 0; ; page++) {
      const key = keys.log(self.id, page)
      const content = contentOf(key) ?? ''
      const isLast = contentOf(keys.log(self.id, page + 1)) === undefined
      const changedPage = withRow(content, row)
      if (changedPage === undefined && !isLast) continue
      if (changedPage !== undefined) put(key, changedPage)
      else if (hasRoom(content)) put(key, content + writeRow(row))
      else put(keys.log(self.id, page + 1), writeRow(row))
      return
    }
  }

  /**
   * Says how far the game in progress is; that there is none, once it has ended. The minute alone is no news.
   */
  function putGame(id: GameId | undefined, text: string): void {
    if (!id) return
    const { record, base, own } = splitLocalGame(text)
    const game = readRecord(record)
    if (!game.ok || game.value.position.game.id !== id) return
    const key = keys.game(self.id, id)
    const content = isInProgress(game.value)
      ? writeTravelling({ minute: minuteOf(now), vector: advance(base, self.id, own), record })
      : ''
    if (contentOf(key)?.slice(4) !== content.slice(4)) put(key, content)
  }

  /**
   * Marks what was chosen here since the last round, and gives the settings that hold on all devices;
   * undefined where there are none.
   */
  function putSettings(): string | undefined {
    const here = { ...objectIn(local[SETTINGS]), ...choicesIn(local) }
    const all = { ...choicesOf(devicesOf(copies)), ...(carried && { [self.id]: carried }) }
    const mine = choose(all, self.id, here, effective(choicesOf(devicesOf(copiesBefore))), now)
    if (Object.keys(mine).length > 0) put(keys.settings(self.id), writeJson(mine))
    const result = { ...here, ...effective({ ...all, [self.id]: mine }) }
    return Object.keys(result).length > 0 ? JSON.stringify(result) : undefined
  }

  function putHeader(): void {
    const header = devicesOf(copies).get(self.id)?.header
    put(
      keys.device(self.id),
      writeJson({ name: self.name ?? header?.name ?? browser, day: dayOf(now), browser }),
    )
  }

  function putTotals(pages: number): void {
    if (pages > 0) put(keys.results(self.id), writeJson(sumsOf(devicesOf(copies), self.id, pages)))
  }

  /** Others' items that are known here and that storage.sync does not have, as many as there is room for. */
  function lost(): Items {
    const devices = devicesOf(copies)
    const isSummedUp = (key: ItemKey) =>
      key.kind === 'log' && key.page < (devices.get(key.device)?.results.folded ?? 0)
    const items = Object.entries(copies).filter(
      ([key, value]) =>
        !isOwn(key) &&
        !gone.includes(key) &&
        !isSummedUp(parseKey(key)!) &&
        (!(key in seen) || compareVersions(key, seen[key], value) < 0),
    )
    return Object.fromEntries(fitting(items, fitted.room))
  }
}
