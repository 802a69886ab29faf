// Devices that share an in-memory folder and a clock, each with its own background and storage.
import { statistics, aggregate } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { FolderSync, type FolderSyncPorts } from '../../stores/sync/remotes/folder-sync.ts'
import { writeSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import type { WebdavFolder } from '../../stores/sync/remotes/webdav.ts'
import { folderStatusIn } from '../../stores/sync/remotes/folder-status.ts'
import type { Remote, RemoteProblem } from '../../stores/sync/remotes/remote.ts'
import { FolderSchedule } from '../../stores/sync/remotes/folder-schedule.ts'
import { newKey, sealOf } from '../../stores/sync/remotes/seal.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { memoryRemote } from '../support/memory-remote.ts'
import { row } from '../support/sync-words.ts'

const START = Date.UTC(2026, 0, 5)
export const KEY = newKey()
export const place: WebdavFolder = {
  kind: 'webdav',
  address: 'https://cloud.example/',
  user: 'ann',
  password: 'secret',
  key: KEY,
}

export const clock = { now: START }
let ids = 0
let devices = 0

/** A remote that records requests and can reject them with a problem. */
function recording(remote: Remote) {
  const asked: string[] = []
  const problems = new Map<string, RemoteProblem>()
  const wrapped = <A extends unknown[], T>(name: string, work: (...given: A) => Promise<T>) =>
    (async (...given: A) => {
      asked.push(name)
      recorder.noteRequest()
      const problem = problems.get(name)
      return problem ? { ok: false, problem } : work(...given)
    }) as (...given: A) => Promise<T>
  const recorder = {
    asked,
    problems,
    /** Called for each request; set by the session. */
    noteRequest: (): void => undefined,
    list: wrapped('list', () => remote.list()),
    read: wrapped('read', name => remote.read(name)),
    write: wrapped('write', (name, bytes) => remote.write(name, bytes)),
    remove: wrapped('remove', name => remote.remove(name)),
  } satisfies Remote & {
    asked: string[]
    problems: Map<string, RemoteProblem>
    noteRequest: () => void
  }
  return recorder
}

/** A device with its background and a folder. It has its own storage.sync, unless `shared` is passed. */
export function device(folder: Remote, shared = memoryArea()) {
  const local = memoryArea({ place: writeSyncFolder(place) })
  const session = memoryArea()
  const remote = recording(folder)
  const state = {
    isAllowed: true,
    left: undefined as AbortSignal | undefined,
    revoked: [] as string[],
    /** The origins that the browser allows; a test may add some. */
    held: ['https://cloud.example/*'] as readonly string[],
    /** Whether the server confirms the revocation of access. */
    isRevoking: true,
  }
  let idsGiven = 0
  const id = `dev${String(++devices).padStart(5, '0')}`
  const syncer = new Syncer({
    local,
    sync: shared,
    now: () => clock.now,
    random: () => 0,
    newId: () => (idsGiven++ > 0 ? `new${String(++ids).padStart(5, '0')}` : id),
    browser: id,
    locked: work => work(),
  })
  const folderPorts: FolderSyncPorts = {
    local,
    session,
    applyLocalRound: async () => (await syncer.round({ publish: false })).absorbed,
    remoteOf: (_, left, noteRequest) => {
      state.left = left
      remote.noteRequest = noteRequest
      return remote
    },
    sealOf,
    complete: async draft => ({ ok: true, value: draft }),
    revoke: async folder => {
      state.revoked.push(folder.kind === 'webdav' ? folder.password : folder.token)
      return state.isRevoking
    },
    endLogin: async () => undefined,
    isAllowed: async () => state.isAllowed,
    keepOrigins: async needed => void (state.held = state.held.filter(origin => needed.includes(origin))),
    now: () => clock.now,
    random: () => 0.5,
  }
  const folderSync = new FolderSync(folderPorts)
  let timer: { due: number; work: () => Promise<void> } | undefined
  const schedule = new FolderSchedule({
    folderSync,
    now: () => clock.now,
    after(milliseconds, work) {
      const entry = { due: clock.now + milliseconds, work }
      timer = entry
      return () => {
        if (timer === entry) timer = undefined
      }
    },
    failed: error => {
      throw error
    },
  })
  return {
    id,
    local,
    session,
    remote,
    syncer,
    folderPorts,
    folderSync,
    schedule,
    state,
    status: () => folderStatusIn(local.texts),
    won: () =>
      statistics(aggregate(devicesOf(replicasIn(local.texts), clock.now).values(), {}, clock.now)).won,
    async win(count = 1) {
      for (let i = 0; i < count; i++) {
        const result = row(`p${String(++ids).padStart(7, '0')}`)
        local.texts[`result:${result.play}:000000012`] = writeResult(result)
        await schedule.heardLocal([`result:${result.play}:000000012`])
      }
    },
    push: () => folderSync.run({ look: false, push: true }),
    look: () => schedule.answer({ kind: 'folder-look', why: 'shown' }),
    /** Advances the clock and runs what is due. */
    async pass(seconds: number) {
      const end = clock.now + 1000 * seconds
      while (timer && timer.due <= end) {
        clock.now = Math.max(clock.now, timer.due)
        const { work } = timer
        timer = undefined
        await work()
      }
      clock.now = end
    },
  }
}

/** Two devices that have connected the folder and read each other’s files. */
export async function pair() {
  const folder = memoryRemote()
  const [laptop, phone] = [device(folder), device(folder)]
  for (const next of [laptop, phone, laptop]) {
    await next.win()
    await next.pass(60)
    await next.look()
  }
  return { folder, laptop, phone }
}
