// The state of the sync folder, as the panel shows it.
import type { Texts } from '../../platform/area.ts'
import { FOLDER_KEY, FOLDER_STATE_KEY } from '../../platform/storage-keys.ts'
import { DEVICE_KEY, parseIdentity } from '../device-identity.ts'
import { distinctNames } from '../device.ts'
import { devicesOf } from '../devices.ts'
import { replicasIn } from '../replicas.ts'
import type { FolderWords } from './dialect.ts'
import { copiesIn, type RemoteCopy } from './folder-copies.ts'
import { dialectOf, parseSyncFolder, type SyncFolder } from './sync-folder.ts'
import { isNeverRetried, isRefused, MAX_TRIES, parseFolderState, type FolderState } from './folder-state.ts'
import type { FolderProblem } from './remote.ts'

/** The steps of connecting, in order. */
export const CONNECT_STEPS = ['reached', 'signedIn', 'folder', 'written', 'readBack'] as const
/** A step of connecting. */
export type ConnectStep = (typeof CONNECT_STEPS)[number]

/** The step that fails if connecting has this problem before the folder has been listed. */
export const STEP_OF: Readonly<Record<FolderProblem['code'], ConnectStep>> = {
  unreachable: 'reached',
  absent: 'reached',
  notAllowed: 'reached',
  // Something has answered, but not with WebDAV.
  moved: 'reached',
  foreign: 'reached',
  unfit: 'reached',
  signIn: 'signedIn',
  noBasic: 'signedIn',
  // The server has answered without checking the password.
  busy: 'signedIn',
  forbidden: 'folder',
  missing: 'folder',
  locked: 'folder',
  full: 'folder',
  large: 'folder',
  failed: 'folder',
  newer: 'written',
  unreadable: 'readBack',
  unkept: 'readBack',
}

/** Access that may still be valid, because the server did not confirm that it was revoked. */
export type Unrevoked = Pick<FolderWords, 'host'> & Pick<SyncFolder, 'kind'>

/** The outcome of connecting or checking. */
export interface ConnectResult {
  /** The successful steps, in order. */
  readonly done: readonly ConnectStep[]
  /** The first step that failed; undefined if the folder is connected. */
  readonly failed?: { readonly step: ConnectStep; readonly problem: FolderProblem }
  /** Access that was given up but may still be valid. */
  readonly unrevoked?: Unrevoked
}

/** A device that has a file in the folder. */
export interface FolderDevice {
  /** The name of one of its files. */
  readonly file: string
  /** Whether this device wrote the file. If it did and cannot open the file, the file has an earlier key. */
  readonly isThis: boolean
  /** The distinct name; empty if its file cannot be opened or has no header. */
  readonly name: string
  /** The time at which this device last saw the file change, in milliseconds since 1970. */
  readonly changedAt: number
  /** Whether its file can be opened. */
  readonly isReadable: boolean
}

/**
 * `off`: no folder is connected. `checking`: nothing has arrived yet, and there is no problem. `arrived`:
 * everything known locally was read back from the folder. `waiting`: changes are waiting to be synced, or a
 * problem will be retried. `refused`: syncing has stopped until the user does something or a rare retry
 * succeeds.
 */
export interface FolderStatus extends Pick<
  FolderState,
  'arrivedAt' | 'lookedAt' | 'waitingSince' | 'problem'
> {
  readonly state: 'off' | 'checking' | 'arrived' | 'waiting' | 'refused'
  /** How the folder is described; undefined while `off`. */
  readonly folder?: FolderWords & Pick<SyncFolder, 'kind'>
  /** The host permissions that it needs. */
  readonly origins: readonly string[]
  /** The earliest time of an automatic retry, in milliseconds since 1970; 0 for none. */
  readonly nextAt: number
  /**
   * Whose files have another key and cannot be opened. `own`: only this device's, from before it was
   * disconnected. `others`: at least one is another device's.
   */
  readonly otherKey?: 'own' | 'others'
  /** The devices with files: this one first, then the others, most recently changed first. */
  readonly devices: readonly FolderDevice[]
}

/** The status without a folder. */
export const NO_FOLDER: FolderStatus = {
  state: 'off',
  origins: [],
  arrivedAt: 0,
  lookedAt: 0,
  waitingSince: 0,
  nextAt: 0,
  devices: [],
}

function stateOf(state: FolderState): FolderStatus['state'] {
  const { problem, waitingSince, carryAt, arrivedAt } = state
  if (isRefused(state)) return 'refused'
  if (arrivedAt === 0 && !problem) return 'checking'
  return waitingSince > 0 || carryAt > 0 || problem ? 'waiting' : 'arrived'
}

/** The distinct names of all known devices, as in other panels, and of those known only by their files. */
function namesWithFiles(texts: Texts, copies: readonly RemoteCopy[]): ReadonlyMap<string, string> {
  const known = devicesOf(replicasIn(texts))
  const inFiles = new Map(
    copies.flatMap(({ items }) => [...devicesOf(items)].filter(([, one]) => one.header)),
  )
  const others = [...inFiles.values()].filter(({ id }) => !known.get(id)?.header)
  return distinctNames(known.values(), others)
}

/**
 * Whose files have another key. Files that the server did not send are ignored. A file that cannot be opened
 * may also be incomplete, so several attempts must have failed if the key opens another device's file, or if
 * this device is about to write the file again.
 */
function otherKeyIn(texts: Texts, state: FolderState): FolderStatus['otherKey'] {
  const { unopenable, filesToDelete, awaitingReadBack, written, waitingSince } = state
  const self = parseIdentity(texts[DEVICE_KEY])?.id
  const copies = copiesIn(texts)
  const isShared = [...copies.values()].some(({ device }) => device !== self)
  const isOwn = (name: string) => Object.hasOwn(written, name)
  const closed = Object.entries(unopenable).flatMap(([name, { times, isNewer }]) => {
    const isUnsure = times === 0 || (times < MAX_TRIES && (isShared || (isOwn(name) && waitingSince > 0)))
    return isNewer || isUnsure || [...filesToDelete, ...awaitingReadBack].includes(name) ? [] : [name]
  })
  if (closed.length === 0) return undefined
  return closed.every(isOwn) ? 'own' : 'others'
}

/** One row for each device; files that cannot be opened have their own rows. */
function devicesIn(texts: Texts, { unopenable, filesToDelete, written }: FolderState): FolderDevice[] {
  const self = parseIdentity(texts[DEVICE_KEY])?.id
  const rows = new Map<string, FolderDevice>()
  const copies = copiesIn(texts)
  const names = namesWithFiles(texts, [...copies.values()])
  for (const [file, { device, changedAt }] of copies) {
    if (filesToDelete.includes(file) && device !== self) continue
    const row = rows.get(device)
    rows.set(device, {
      file: row?.file ?? file,
      isThis: device === self,
      name: names.get(device) ?? '',
      changedAt: Math.max(changedAt, row?.changedAt ?? 0),
      isReadable: true,
    })
  }
  for (const file of Object.keys(unopenable))
    if (!copies.has(file) && !filesToDelete.includes(file))
      rows.set(file, {
        file,
        isThis: Object.hasOwn(written, file),
        name: '',
        changedAt: 0,
        isReadable: false,
      })
  return [...rows.values()].sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.changedAt - a.changedAt)
}

/** The status of the folder according to the texts of storage.local; without password and key. */
export function folderStatusIn(texts: Texts): FolderStatus {
  const folder = parseSyncFolder(texts[FOLDER_KEY])
  if (!folder) return NO_FOLDER
  const state = parseFolderState(texts[FOLDER_STATE_KEY])
  const { arrivedAt, lookedAt, waitingSince, problem, notBefore } = state
  const dialect = dialectOf(folder)
  return {
    state: stateOf(state),
    folder: { kind: folder.kind, ...dialect.words(folder) },
    origins: dialect.origins(folder),
    arrivedAt,
    lookedAt,
    waitingSince,
    problem,
    nextAt: isNeverRetried(problem) ? 0 : notBefore,
    otherKey: otherKeyIn(texts, state),
    devices: devicesIn(texts, state),
  }
}
