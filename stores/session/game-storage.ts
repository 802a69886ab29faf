// Saved games in storage: which key holds what, and what becomes of a text that cannot be opened.
import { fail, ok, readRecord, type GameId, type OpenedGame, type Result } from '../../engine/index.ts'
import type { Area } from '../platform/platform'
import { putAside } from '../sync/quarantine.ts'
import { splitLocalGame, writeLocalGame, type LocalGame } from '../sync/game-envelope.ts'

/** `game`: the game in progress. `previous`: the one that a new deal left. */
export type Slot = 'game' | 'previous'

/** The game that was played last. */
export const CURRENT = 'current'
/** There from the first start to the first move. */
export const WELCOME = 'welcome'

/** Where this version keeps its game while a newer version's stays under the plain key. */
const BESIDE_NEWER = '@1'

/** A saved game, and how far it has gone on which device. */
export type Kept = OpenedGame & Pick<LocalGame, 'base' | 'own'>

export interface Saves {
  /**
   * The game saved in a slot: undefined when there is none, a reason when it cannot be opened (the text is
   * then kept).
   */
  open(slot: Slot, game: GameId): Promise<Result<Kept> | undefined>
  save(slot: Slot, game: GameId, saved: LocalGame, also?: Record<string, string>): Promise<void>
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
    const record = /^(game|previous):/.test(key) && readRecord(splitLocalGame(text).record)
    if (record && !record.ok && record.reason.key === 'recordNewer') newer.add(key)
  }
  const keepAside = (key: string, text: string) => putAside(area, key, text)

  return {
    keyOf,
    keepAside,
    async open(slot, game) {
      const key = keyOf(slot, game)
      const text = await area.get(key)
      if (text === undefined) return newer.has(plainKey(slot, game)) ? fail('recordNewer') : undefined
      const { record, base, own } = splitLocalGame(text)
      const opened = readRecord(record)
      const isThis = opened.ok && opened.value.position.game.id === game
      if (!isThis || opened.value.rebased) await keepAside(key, text)
      if (opened.ok && !isThis) return fail('recordDamaged')
      return opened.ok ? ok({ ...opened.value, base, own }) : opened
    },
    save: (slot, game, saved, also = {}) => area.set({ [keyOf(slot, game)]: writeLocalGame(saved), ...also }),
  }
}
