// What is known of the folder that a person connected, as the panel shows it.
import { FOLDER_KEY, FOLDER_STATE_KEY } from '../../platform/storage-keys.ts'
import { DEVICE_KEY, parseIdentity } from '../device-identity.ts'
import { devicesOf } from '../devices.ts'
import { copiesIn } from './folder-copies.ts'
import { parseSyncFolder } from './sync-folder.ts'
import { parseFolderState, type FolderState } from './folder-state.ts'
import type { FolderProblem } from './remote.ts'

/** The steps of connecting, in their order. */
export const CONNECT_STEPS = ['reached', 'signedIn', 'folder', 'written', 'readBack'] as const
/** A step of connecting. */
export type ConnectStep = (typeof CONNECT_STEPS)[number]

/** How connecting or checking came out: what was done, and the step that failed with its problem. */
export interface ConnectResult {
  /** The steps that were done, in their order. */
  readonly done: readonly ConnectStep[]
  /** The first step that failed; undefined where all are done and the folder is connected. */
  readonly failed?: { readonly step: ConnectStep; readonly problem: FolderProblem }
}

/** A device that has a file in the folder. */
export interface FolderDevice {
  /** The name of its file. */
  readonly file: string
  readonly isThis: boolean
  /** The name of the device; empty where its file cannot be read. */
  readonly name: string
  /** When this device saw the file changed last, in milliseconds since 1970. */
  readonly changedAt: number
  readonly bytes: number
  /** False where it does not open here. */
  readonly isReadable: boolean
}

/**
 * What the panel says. `off`: no folder is connected. `checking`: nothing has arrived yet, and nothing went
 * wrong. `arrived`: all that is here lies there, and was read back. `waiting`: something is new here or
 * there, and will be carried by itself. `refused`: it goes on only when the person does something.
 */
export interface FolderStatus {
  readonly state: 'off' | 'checking' | 'arrived' | 'waiting' | 'refused'
  /** The address and the name to sign in with; undefined while `off`. */
  readonly address?: string
  readonly user?: string
  /** When our own file was read back last as it was sent, in milliseconds since 1970; 0 for never. */
  readonly arrivedAt: number
  /** When the folder was looked at last. */
  readonly lookedAt: number
  /** Since when something waits; 0 while nothing does. */
  readonly waitingSince: number
  /** Why it waits or was refused; undefined where it waits only for a quiet moment. */
  readonly problem?: FolderProblem
  /** When it is tried again by itself, in milliseconds since 1970; 0 where it is not. */
  readonly nextAt: number
  /** The devices that have something there, this one first, then the one that changed last. */
  readonly devices: readonly FolderDevice[]
}

/** The status without a folder. */
export const NO_FOLDER: FolderStatus = {
  state: 'off',
  arrivedAt: 0,
  lookedAt: 0,
  waitingSince: 0,
  nextAt: 0,
  devices: [],
}

/** Problems that end only when a person does something. */
const REFUSALS: ReadonlySet<string> = new Set(['notAllowed', 'moved', 'unfit'])

function stateOf(state: FolderState): FolderStatus['state'] {
  const { isStopped, problem, waitingSince, carryAt, arrivedAt } = state
  if (isStopped || (problem && REFUSALS.has(problem.code))) return 'refused'
  if (arrivedAt === 0 && !problem) return 'checking'
  return waitingSince > 0 || carryAt > 0 || problem ? 'waiting' : 'arrived'
}

/** The devices that have a file there, one row for each; files that do not open have rows of their own. */
function devicesIn(
  texts: Readonly<Record<string, string>>,
  { unopenable, filesToDelete }: FolderState,
): FolderDevice[] {
  const self = parseIdentity(texts[DEVICE_KEY])?.id
  const rows = new Map<string, FolderDevice>()
  const copies = copiesIn(texts)
  for (const [file, { device, bytes, changedAt, items }] of copies) {
    if (filesToDelete.includes(file) && device !== self) continue
    const row = rows.get(device)
    rows.set(device, {
      file: row?.file ?? file,
      isThis: device === self,
      name: devicesOf(items).get(device)?.header?.name ?? row?.name ?? '',
      changedAt: Math.max(changedAt, row?.changedAt ?? 0),
      bytes: bytes + (row?.bytes ?? 0),
      isReadable: true,
    })
  }
  for (const file of Object.keys(unopenable))
    if (!copies.has(file) && !filesToDelete.includes(file))
      rows.set(file, { file, isThis: false, name: '', changedAt: 0, bytes: 0, isReadable: false })
  return [...rows.values()].sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.changedAt - a.changedAt)
}

/** What the texts of storage.local say of the folder; no password and no key among it. */
export function folderStatusIn(texts: Readonly<Record<string, string>>): FolderStatus {
  const folder = parseSyncFolder(texts[FOLDER_KEY])
  if (!folder) return NO_FOLDER
  const state = parseFolderState(texts[FOLDER_STATE_KEY])
  const { arrivedAt, lookedAt, waitingSince, problem, notBefore } = state
  return {
    state: stateOf(state),
    address: folder.address,
    user: folder.user,
    arrivedAt,
    lookedAt,
    waitingSince,
    ...(problem && { problem }),
    nextAt: stateOf(state) === 'refused' ? 0 : notBefore,
    devices: devicesIn(texts, state),
  }
}
