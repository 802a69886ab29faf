// The background script: publishes the pages' changes to storage.sync and the sync folder, and merges the
// changes of other devices.
import { defineBackground } from 'wxt/utils/define-background'
import { parseRequest, type PictureRequest } from '../stores/account/requests'
import {
  answerRequests,
  lendLocksToPages,
  closeTab,
  openTab,
  openTableAtClick,
  waits,
} from '../stores/platform/answering'
import { addAllGames } from '../engine/index.ts'
import { browserName } from '../stores/platform/browser-name'
import { browserPlatform as platform } from '../stores/platform/platform'
import { lockedHere } from '../stores/platform/lent-locks'
import { origins } from '../stores/platform/origins'
import { reportingFailures } from '../stores/platform/storage-failure'
import { forgetPictures, keepPicture, pictureNamed } from '../stores/platform/table-picture'
import { randomId } from '../stores/sync/ids'
import { Publisher } from '../stores/sync/publisher'
import { FolderSync, type FolderSyncPorts } from '../stores/sync/remotes/folder-sync'
import { LoginFlow } from '../stores/sync/remotes/login-flow'
import { dialectOf } from '../stores/sync/remotes/sync-folder'
import { FolderSchedule } from '../stores/sync/remotes/folder-schedule'
import { sealOf } from '../stores/sync/remotes/seal'
import { Syncer } from '../stores/sync/syncer'

const answerWithPicture = (request: PictureRequest) =>
  request.kind === 'picture'
    ? pictureNamed(request.name)
    : keepPicture(platform.local, request.picture, request.name)

const CLOCK_AND_RANDOM = { now: Date.now, random: Math.random }
const ONLINE = { fetch: (url: string, init: RequestInit) => fetch(url, init) }
/** The ports of the sync folder for its server, its encryption and its permission. */
const SERVER = {
  remoteOf: (folder, signal, noteRequest) =>
    dialectOf(folder).remote(folder, {
      left: signal,
      fetch: (url, init) => {
        noteRequest()
        return fetch(url, init)
      },
    }),
  complete: draft => dialectOf(draft).complete(draft, ONLINE),
  // With a timeout, because the page waits for the answer.
  revoke: folder => dialectOf(folder).revoke(folder, { ...ONLINE, left: AbortSignal.timeout(5000) }),
  sealOf,
  isAllowed: patterns => origins.isAllowed(patterns),
  keepOrigins: patterns => origins.keepOnly(patterns).catch(() => undefined),
} satisfies Partial<FolderSyncPorts>

const TABS = { open: openTab, close: closeTab }

export default defineBackground(() => {
  addAllGames()
  const { local, session, sync } = platform
  const syncer = new Syncer({
    local: reportingFailures(local, session),
    sync,
    ...CLOCK_AND_RANDOM,
    newId: randomId,
    browser: browserName(),
    locked: work => lockedHere('local', work),
  })
  const publisher = new Publisher({
    syncer,
    now: Date.now,
    after: waits('publish'),
    // Errors are ignored: the panel shows what is waiting and why, and another round follows.
    failed: () => undefined,
  })
  const folderSync: FolderSync = new FolderSync({
    local,
    session,
    endLogin: () => login.end(),
    applyLocalRound: () => publisher.applyLocalRound(),
    ...SERVER,
    ...CLOCK_AND_RANDOM,
  })
  const giveUp = folderSync.giveUp.bind(folderSync)
  void giveUp().catch(() => undefined)
  const login = new LoginFlow({ session, ...ONLINE, ...TABS, giveUp, now: Date.now })
  const after = waits('place')
  const schedule = new FolderSchedule({ folderSync, now: Date.now, after, failed: () => undefined })
  local.onChanged(changes => {
    const keys = Object.keys(changes)
    publisher.heardLocal(keys)
    void schedule.heardLocal(keys)
    void forgetPictures(local, keys).catch(() => undefined)
  })
  sync.onChanged(() => {
    void publisher.heardRemote()
    void schedule.heardRemote()
  })
  // Added synchronously, like all listeners; otherwise it would not wake a suspended background.
  origins.onRevoked(() => void schedule.heardPermissionRevoked())
  answerRequests(parseRequest, async request => {
    if (request.kind === 'folder-sign-in') return login.begin()
    if (request.kind === 'folder-signed-in') return login.ask()
    if (request.kind === 'folder-give-up') return login.cancel()
    if (request.kind === 'picture' || request.kind === 'keep-picture') return answerWithPicture(request)
    if (request.kind !== 'sync-now' && request.kind !== 'erase') return schedule.answer(request)
    const unrevoked = request.kind === 'erase' ? await folderSync.noteErasing() : undefined
    await publisher.answer(request)
    // Not awaited, because the folder may be slow.
    void schedule.pushNow()
    return unrevoked
  })
  lendLocksToPages()
  openTableAtClick()
  void publisher.heardRemote()
  void schedule.start()
  void forgetPictures(local).catch(() => undefined)
})
