// Export, import, devices and the state of syncing, for the person who looks after their data.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { ok, type GameId, type Result } from '../../engine/index.ts'
import { useGame } from '../session/game'
import { browserName, usePlatform } from '../platform/platform'
import { devicesOf, type Header } from '../sync/devices.ts'
import { copiesIn, join, keys } from '../sync/items.ts'
import { randomId } from '../sync/ids.ts'
import { DEVICE, parseSelf } from '../sync/device-identity.ts'
import { settle } from '../sync/local-round.ts'
import { parseState, STATE, type SyncState } from '../sync/syncer.ts'
import { exportFile, findIn, writeCode, type Found } from '../sync/transfer.ts'

export interface KnownDevice extends Header {
  readonly id: string
  readonly isThis: boolean
}

export const useBackup = defineStore('backup', () => {
  const { local, ask, locked, version } = usePlatform()
  const game = useGame()
  const state = shallowRef<SyncState>(parseState(undefined))
  const devices = shallowRef<readonly KnownDevice[]>([])

  async function refresh(): Promise<void> {
    const texts = await local.all()
    state.value = parseState(texts[STATE])
    const id = parseSelf(texts[DEVICE])?.id
    devices.value = [...devicesOf(copiesIn(texts)).values()]
      .flatMap(({ id: other, header }) => (header ? [{ ...header, id: other, isThis: other === id }] : []))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.day - a.day)
  }

  /** Has everything handed over; a background that does not answer does so later by itself. */
  const hand = () => ask('hand').catch(() => undefined)

  /** Brings everything that pages wrote into the items, then reads them. */
  async function settled(): Promise<Record<string, string>> {
    await hand()
    return local.all()
  }

  const file = async () => exportFile(await settled(), new Date())
  const codeOfAll = async () => writeCode(copiesIn(await settled()))

  /** A code for the game on the table alone; undefined where nothing was done in it. */
  async function codeOfGame(): Promise<string | undefined> {
    const texts = await settled()
    const id = parseSelf(texts[DEVICE])?.id
    const key = id && keys.game(id, game.game.id)
    const item = key && copiesIn(texts)[key]
    return item ? writeCode({ [key]: item }) : undefined
  }

  /**
   * Joins what a text holds to what is known here; a deal is only named. What cannot be used changes nothing.
   */
  async function take(text: string, names: Readonly<Record<GameId, string>>): Promise<Result<Found>> {
    const found = await findIn(text, names)
    if (!found.ok || found.value.kind === 'deal') return found
    const { items } = found.value
    const ports = {
      local,
      locked: <T>(work: () => Promise<T>) => locked('local', work),
      now: Date.now,
      browser: browserName(),
      newId: randomId,
    }
    await settle(ports, texts => join(copiesIn(texts), items))
    await hand()
    await refresh()
    return ok(found.value)
  }

  /** Names this device, for the others to see. */
  async function name(text: string): Promise<void> {
    await locked('local', async () => {
      const self = parseSelf(await local.get(DEVICE)) ?? { id: randomId(), era: 0 }
      await local.set({ [DEVICE]: JSON.stringify({ ...self, name: text.trim().slice(0, 40) || undefined }) })
    })
    await hand()
    await refresh()
  }

  const erase = () => ask('erase')

  return { version, state, devices, refresh, file, codeOfAll, codeOfGame, take, name, erase }
})
