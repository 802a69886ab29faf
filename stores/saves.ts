// Saved games in storage: which key holds what, and what becomes of a text that cannot be opened.
import { fail, readRecord, type GameId, type OpenedGame, type Result } from '../engine/index.ts'
import type { Area } from './platform'

/** `game`: the game in progress. `previous`: the one that a new deal left. */
export type Slot = 'game' | 'previous'

/** Broken texts that are kept, the newest last. */
const KEPT_ASIDE = 20
const ASIDE = /^aside:/
/** Where this version keeps its game while a newer version's stays under the plain key. */
const BESIDE_NEWER = '@1'

export interface Saves {
  /** The game saved in a slot: undefined when there is none, a reason when it cannot be opened (the text is then kept). */
  open(slot: Slot, game: GameId): Promise<Result<OpenedGame> | undefined>
  save(slot: Slot, game: GameId, record: string, also?: Record<string, string>): Promise<void>
  forget(slot: Slot, game: GameId): Promise<void>
  /** Keeps a text that could not be used, so that nothing is lost by an error. */
  keepAside(key: string, text: string): Promise<void>
  keyOf(slot: Slot, game: GameId): string
}

export function createSaves(area: Area, texts: Record<string, string>): Saves {
  const newer = new Set<string>()
  const plainKey = (slot: Slot, game: GameId) => `${slot}:${game}`
  const keyOf = (slot: Slot, game: GameId) => {
    const key = plainKey(slot, game)
    return newer.has(key) ? key + BESIDE_NEWER : key
  }
  for (const [key, text] of Object.entries(texts)) {
    const record = /^(game|previous):/.test(key) && readRecord(text)
    if (record && !record.ok && record.reason.key === 'recordNewer') newer.add(key)
  }

  const keepAside = async (key: string, text: string) => {
    await area.set({ [`aside:${new Date().toISOString()}:${key}`]: text })
    const kept = Object.keys(await area.all()).filter(name => ASIDE.test(name)).sort()
    if (kept.length > KEPT_ASIDE) await area.remove(kept.slice(0, kept.length - KEPT_ASIDE))
  }

  return {
    keyOf,
    keepAside,
    async open(slot, game) {
      const key = keyOf(slot, game)
      const text = await area.get(key)
      if (text === undefined) return newer.has(plainKey(slot, game)) ? fail('recordNewer') : undefined
      const record = readRecord(text)
      const isOther = record.ok && record.value.position.game.id !== game
      const result: Result<OpenedGame> = isOther ? fail('recordDamaged') : record
      if (!result.ok || result.value.rebased) await keepAside(key, text)
      return result
    },
    save: (slot, game, record, also = {}) => area.set({ [keyOf(slot, game)]: record, ...also }),
    forget: (slot, game) => area.remove([keyOf(slot, game)]),
  }
}
