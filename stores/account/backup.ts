// Export, import, devices and the state of syncing, for the person who looks after their data.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { ok, type GameId } from '../../engine/index.ts'
import { useGame } from '../session/game'
import { browserName, usePlatform } from '../platform/platform'
import { devicesOf } from '../sync/devices.ts'
import type { Header } from '../sync/kinds/header.ts'
import { keys } from '../sync/kinds/index.ts'
import { replicasIn } from '../sync/replicas.ts'
import { randomId } from '../sync/ids.ts'
import { DEVICE_KEY, parseIdentity, writeIdentity } from '../sync/device-identity.ts'
import { localRound } from '../sync/local-round.ts'
import { parseSyncState, SYNC_STATE_KEY, type SyncState } from '../sync/sync-state.ts'
import { exportFile, findIn, writeCode, type TransferResult } from '../sync/transfer.ts'

export interface KnownDevice extends Header {
  readonly id: string
  readonly isThis: boolean
}

export const useBackup = defineStore('backup', () => {
  const { local, ask, locked, version } = usePlatform()
  const game = useGame()
  const state = shallowRef<SyncState>(parseSyncState(undefined))
  const devices = shallowRef<readonly KnownDevice[]>([])

  async function refresh(): Promise<void> {
    const texts = await local.all()
    state.value = parseSyncState(texts[SYNC_STATE_KEY])
    const id = parseIdentity(texts[DEVICE_KEY])?.id
    devices.value = [...devicesOf(replicasIn(texts)).values()]
      .flatMap(({ id: other, header }) => (header ? [{ ...header, id: other, isThis: other === id }] : []))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.day - a.day)
  }

  /** Has everything handed over; a background that does not answer does so later by itself. */
  const hand = () => ask({ kind: 'sync-now' }).catch(() => undefined)

  /** Brings everything that pages wrote into the items, then reads them. */
  async function settled(): Promise<Record<string, string>> {
    await hand()
    return local.all()
  }

  const file = async () => exportFile(await settled(), new Date())
  const codeOfAll = async () => writeCode(replicasIn(await settled()))

  /** A code for the game on the table alone; undefined where nothing was done in it. */
  async function codeOfGame(): Promise<string | undefined> {
    const texts = await settled()
    const id = parseIdentity(texts[DEVICE_KEY])?.id
    const key = id && keys.game(id, game.game.id)
    const item = key && replicasIn(texts)[key]
    return item ? writeCode({ [key]: item }) : undefined
  }

  /**
   * Joins what a text holds to what is known here; a deal is only named. What cannot be used changes nothing.
   */
  async function take(text: string, names: Readonly<Record<GameId, string>>): Promise<TransferResult> {
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
    await localRound(ports, () => ({ sync: undefined, imported: items }))
    await hand()
    await refresh()
    return ok(found.value)
  }

  /** Names this device, for the others to see. */
  async function name(text: string): Promise<void> {
    await locked('local', async () => {
      const self = parseIdentity(await local.get(DEVICE_KEY)) ?? { id: randomId(), epoch: 0 }
      await local.set({
        [DEVICE_KEY]: writeIdentity({ ...self, name: text.trim().slice(0, 40) || undefined }),
      })
    })
    await hand()
    await refresh()
  }

  const erase = () => ask({ kind: 'erase', scope: 'games' })

  return { version, state, devices, refresh, file, codeOfAll, codeOfGame, take, name, erase }
})
