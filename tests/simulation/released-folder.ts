// The folder client of an earlier version (fc5585b) for a simulated device, loaded from a checkout of that
// version.
import { join } from 'node:path'
import type { LookReason } from '../../stores/account/requests.ts'
import type { Area } from '../../stores/platform/area.ts'
import type { After } from '../../stores/platform/waits.ts'
import type { Limits } from '../../stores/sync/quota.ts'
import type { Remote } from '../../stores/sync/remotes/remote.ts'
import type { Seal } from '../../stores/sync/remotes/seal.ts'

/** The functions of the folder client that the background of any version calls. */
export interface FolderClient {
  start(): Promise<void>
  look(why: LookReason): Promise<unknown>
  pushNow(): Promise<void>
  heardLocal(keys: readonly string[]): Promise<void>
  heardRemote(): Promise<void>
  noteErasing(): Promise<void>
}

/** The ports that the earlier client shares with the current one. */
export interface ReleasedPorts {
  readonly local: Area
  readonly session: Area
  readonly applyLocalRound: () => Promise<void>
  readonly remote: Remote
  readonly sealOf: (key: string) => Seal
  readonly now: () => number
  readonly random: () => number
  readonly after: After
  readonly failed: (error: unknown) => void
}

type Courier = Pick<FolderClient, 'noteErasing'>
type Parts = { readonly planFolder: (input: object) => unknown }
interface CourierModule {
  readonly Courier: new (ports: object, parts: Parts) => Courier
  readonly courierParts: Parts
}
interface ScheduleModule {
  readonly PlaceSchedule: new (ports: object) => Omit<FolderClient, 'look' | 'noteErasing'> & {
    answer(request: { kind: 'place-look'; why: LookReason }): Promise<unknown>
  }
}

/** A seal whose results have the form that the earlier version expects. */
const releasedSeal = (seal: Seal) => ({
  ...seal,
  open: async (...file: Parameters<Seal['open']>) => {
    const value = await seal.open(...file)
    return value ? { ok: true, value } : { ok: false, code: 'unreadable' }
  },
})

/** Loads the earlier folder client. A file has few pages, so that several files are soon needed. */
export async function releasedFolder(
  checkout: string,
  limits: Limits,
): Promise<(ports: ReleasedPorts) => FolderClient> {
  const load = async <T>(name: string) => (await import(join(checkout, 'stores/sync/remotes', name))) as T
  const { Courier, courierParts } = await load<CourierModule>('courier.ts')
  const { PlaceSchedule } = await load<ScheduleModule>('schedule.ts')
  const planFolder: Parts['planFolder'] = input => courierParts.planFolder({ ...input, chunkPages: 2 })
  return ({ remote, sealOf, after, failed, ...ports }) => {
    const courier = new Courier(
      {
        ...ports,
        limits,
        remoteOf: () => remote,
        sealOf: async (key: string) => releasedSeal(sealOf(key)),
        isAllowed: async () => true,
      },
      { ...courierParts, planFolder },
    )
    const schedule = new PlaceSchedule({ courier, now: ports.now, after, failed })
    return {
      start: () => schedule.start(),
      look: why => schedule.answer({ kind: 'place-look', why }),
      pushNow: () => schedule.pushNow(),
      heardLocal: keys => schedule.heardLocal(keys),
      heardRemote: () => schedule.heardRemote(),
      noteErasing: () => courier.noteErasing(),
    }
  }
}
