// How much may lie in storage.sync, and what leaves it first when space is short.
import { keys, parseKey, type DeviceId } from './items.ts'
import { devicesOf } from './devices.ts'

/**
 * The browsers allow 102 400 bytes in all and 8 192 an item, counting key and JSON; this much is shared by
 * live devices.
 */
export const CEILING = 90_000
export const MAX_ITEM = 8192

/**
 * Bytes as both browsers count them at most: the key, and the value in quotes. Ours are plain ASCII without
 * escapes.
 */
export const sizeOf = (key: string, value: string): number => key.length + value.length + 2
/** Firefox counts the whole JSON document: quotes, colon and comma of each item too. */
export const weightOf = (key: string, value: string): number => sizeOf(key, value) + 4

const ORDER = ['results', 'log', 'settings', 'device', 'game']
const rank = (key: string) => ORDER.indexOf(parseKey(key)!.kind)
/** Sorts items: what must not be lost first, games in progress last. */
export const byImportance = ([a]: readonly [string, string], [b]: readonly [string, string]): number =>
  rank(a) - rank(b)

/**
 * The items that find room together, the most important first; one that is too large leaves its room to
 * others.
 */
export function fitting(
  items: readonly (readonly [string, string])[],
  room: number,
): (readonly [string, string])[] {
  let left = room
  return items.toSorted(byImportance).filter(([key, value]) => {
    const weight = weightOf(key, value)
    if (weight > left) return false
    left -= weight
    return true
  })
}

export interface Fitted {
  /** Own keys that should lie in storage.sync. */
  readonly wanted: readonly string[]
  /** Bytes left. */
  readonly room: number
  readonly isWhole: boolean
}

/**
 * Chooses which own items travel. While they are too many the oldest log pages are summed up and leave (they
 * stay here, and are counted in
 * the totals), then the oldest games in progress stay here; never the totals, the settings or the name.
 */
export function fitInto(
  copies: Record<string, string>,
  own: DeviceId,
  folded: number,
  others: readonly (readonly [string, string])[],
  sumUp: (folded: number) => void,
): Fitted {
  const foreign = others.reduce((sum, [key, value]) => sum + weightOf(key, value), 0)
  const live =
    new Set(
      others
        .map(([key]) => parseKey(key)!)
        .filter(({ kind }) => kind === 'device')
        .map(({ device }) => device),
    ).size + 1
  const share = Math.max(CEILING / live, CEILING - foreign)
  const limit = Math.min(share, CEILING + 8000 - foreign)
  const ownKeys = () =>
    Object.keys(copies).filter(key => parseKey(key)!.device === own && sizeOf(key, copies[key]) <= MAX_ITEM)
  let pages = folded
  const stay = new Set<string>()
  const wanted = () =>
    ownKeys().filter(key => {
      const parsed = parseKey(key)!
      return !stay.has(key) && !(parsed.kind === 'log' && parsed.page < pages)
    })
  const used = () => wanted().reduce((sum, key) => sum + weightOf(key, copies[key]), 0)
  const lastPage = Math.max(
    -1,
    ...ownKeys()
      .map(key => parseKey(key)!)
      .map(key => (key.kind === 'log' ? key.page : -1)),
  )
  while (used() > limit && pages < lastPage) sumUp(++pages)
  const games =
    used() > limit
      ? [...(devicesOf(copies).get(own)?.games ?? [])].toSorted(([, a], [, b]) => a.minute - b.minute)
      : []
  for (const [game] of games) if (used() > limit) stay.add(keys.game(own, game))
  if (used() > limit && pages <= lastPage) sumUp((pages = lastPage + 1))
  return { wanted: wanted(), room: CEILING - foreign - used(), isWhole: stay.size === 0 && used() <= limit }
}
