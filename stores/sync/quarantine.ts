// Quarantine: keeps a bounded number of unusable texts instead of deleting them.
import type { Texts } from '../platform/area.ts'
import { GAME_PREFIX, PREVIOUS_PREFIX, QUARANTINE_PREFIX } from '../platform/storage-keys.ts'

/** The maximum number of kept texts of the user's own games, and of all other kept texts. */
const MAX_KEPT = 20
const TIME_LENGTH = '2026-01-01T00:00:00.000Z:'.length

const keyOf = (name: string): string => name.slice(QUARANTINE_PREFIX.length + TIME_LENGTH)
/** The user's games are counted separately, so that no other texts can push them out. */
const isOwnGame = (key: string): boolean => key.startsWith(GAME_PREFIX) || key.startsWith(PREVIOUS_PREFIX)

/**
 * The texts to write and keys to remove, so that each text is kept once and the oldest are removed if there
 * are too many.
 */
export function quarantineTexts(local: Texts, texts: Texts, time: number) {
  const kept = Object.keys(local).filter(name => name.startsWith(QUARANTINE_PREFIX))
  const isKept = (key: string, text: string) => kept.some(name => keyOf(name) === key && local[name] === text)
  const set = Object.fromEntries(
    Object.entries(texts)
      .filter(([key, text]) => !isKept(key, text))
      .map(([key, text]) => [`${QUARANTINE_PREFIX}${new Date(time).toISOString()}:${key}`, text]),
  )
  const names = [...new Set([...kept, ...Object.keys(set)])].sort()
  const surplus = (isOne: (name: string) => boolean) => names.filter(isOne).slice(0, -MAX_KEPT)
  const leaving = [...surplus(name => isOwnGame(keyOf(name))), ...surplus(name => !isOwnGame(keyOf(name)))]
  return {
    set: Object.fromEntries(Object.entries(set).filter(([name]) => !leaving.includes(name))),
    remove: leaving.filter(name => name in local),
  }
}
