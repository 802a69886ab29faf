// All synced kinds. This list determines keys, parsing, priorities and which items are written.
import { gameKind, type GameKey } from './game.ts'
import { headerKind } from './header.ts'
import type { KindKey, SyncedKind } from './kind.ts'
import { logKind, type LogKey } from './log.ts'
import { settingsKind } from './settings.ts'
import { summaryKind } from './summary.ts'

/** A parsed key of any kind. */
export type ItemKey = KindKey<'device' | 'results' | 'settings'> | LogKey | GameKey

/** The kinds, in the order in which a round collects their items. Headers depend on the items before them. */
export const syncedKinds: SyncedKind[] = [logKind, gameKind, settingsKind, headerKind, summaryKind]

/** Parses an item's key; undefined for unknown keys, which are left alone. */
export function parseKey(key: string): ItemKey | undefined {
  const kind = syncedKinds.find(({ prefix }) => key.startsWith(prefix))
  return kind?.parseKey(key) as ItemKey | undefined
}

/** The kind of an item's key. */
export const kindOf = ({ kind }: KindKey): SyncedKind => syncedKinds.find(({ name }) => name === kind)!

/** The priority of an item's key; if space is short, items with a smaller number are preferred. */
export const priorityOf = (key: string): number => kindOf(parseKey(key)!).priority

/** The keys of a device's items. */
export const keys = {
  device: headerKind.key,
  results: summaryKind.key,
  settings: settingsKind.key,
  log: logKind.key,
  game: gameKind.key,
}
