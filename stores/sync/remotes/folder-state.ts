// What a device remembers about its sync folder: when it was read and written, problems, and rate limits.
import * as v from 'valibot'
import { amount, parseStored, spare } from '../../platform/stored-json.ts'
import { DAY_MS } from '../../time.ts'
import { refilledBy, REQUESTS, waitForToken, WRITES } from '../token-bucket.ts'
import { FILE_NAME, FolderProblem } from './remote.ts'

const MAX_PAUSE_MS = 3_600_000
/** The pause after a folder did not delete files, and the first one after it said that it did. */
export const TIDY_PAUSE_MS = DAY_MS
const FIRST_TIDY_PAUSE_MS = 30_000
/** How long a write may still be under way after this device has given up on it. */
const MAX_LATE_MS = 3_600_000
/** While a tab is shown, an unreachable folder is tried this often. */
const BACK_AGAIN_MS = 60_000

/** A field without which the rest still holds: a later version may store it in another form. */
const field = <T extends v.GenericSchema>(schema: T, otherwise: v.InferOutput<T>) =>
  v.fallback(v.optional(schema, otherwise), otherwise)
const number = field(amount, 0)
const tokens = (all: number) => field(v.pipe(v.number(), v.finite()), all)
const name = v.pipe(v.string(), v.regex(FILE_NAME))
const names = field(
  v.pipe(
    v.array(v.unknown()),
    v.transform(all => all.filter(one => v.is(name, one))),
  ),
  [],
)
/** What is known of files, by name; one that cannot be read is left out. */
const files = <T>(schema: v.GenericSchema<unknown, T>) =>
  field(
    v.pipe(
      v.record(v.string(), spare(schema)),
      v.transform(
        all => Object.fromEntries(Object.entries(all).filter(([, file]) => file)) as Record<string, T>,
      ),
    ),
    {},
  )

/** All times are milliseconds since 1970; 0 for never. */
const fields = {
  /** When the folder was listed, written to, and when everything known here was read back from it. */
  lookedAt: number,
  pushedAt: number,
  arrivedAt: number,
  /** Since when local changes wait to be sent. */
  waitingSince: number,
  /** Whether all waiting changes belong in our files that a later version wrote, which stay as they are. */
  isHeldBack: field(v.boolean(), false),
  problem: spare(FolderProblem),
  /** Failures and refusals since the last success; how often the read-back differed from what was written. */
  failures: number,
  refusals: number,
  unkept: number,
  /**
   * No request before `notBefore`, unless the user asks for one. `isStopped`: refused so often that it is
   * tried once a day.
   */
  notBefore: number,
  isStopped: field(v.boolean(), false),
  failedAt: number,
  /** Until when `filesToDelete` are left alone, and how often their deletion was requested. */
  tidyAfter: number,
  removals: number,
  /** When items of other devices are added to this device's files; 0 while none are missing. */
  carryAt: number,
  /** The token buckets of writes and requests, and when they were last refilled. */
  pushes: tokens(WRITES.size),
  requests: tokens(REQUESTS.size),
  reckonedAt: number,
  /** Own files written but not read back yet; their tags in the list mean nothing. */
  sent: names,
  /** Files to delete once everything has arrived; listed until the folder no longer has them. */
  leaving: names,
  /** Files this device has written that may still exist, with the id and epoch they were written under. */
  written: files(v.object({ device: v.string(), epoch: amount })),
  /**
   * Files that could not be opened: the tag at that time, how often and when that was tried, and whether a
   * later version wrote it.
   */
  closed: files(
    v.object({ tag: v.string(), times: amount, triedAt: number, isNewer: field(v.boolean(), false) }),
  ),
}

/** The fields with current names: the stored ones are those of the first release. Others are kept. */
const State = v.pipe(
  v.looseObject(fields),
  v.transform(
    ({
      sent,
      leaving,
      closed,
      unkept,
      ...rest
    }: v.InferOutput<v.ObjectSchema<typeof fields, undefined>>) => ({
      ...rest,
      awaitingReadBack: sent,
      filesToDelete: leaving,
      unopenable: closed,
      differingReads: unkept,
    }),
  ),
)

/** What a device remembers about its sync folder. */
export type FolderState = Readonly<v.InferOutput<typeof State>>

/** How many sessions retry a file that cannot be opened while its tag stays the same; then once a day. */
export const MAX_TRIES = 3

/** The problem of files that stay and cannot be opened; undefined if there are none. */
export function unreadable({ unopenable, filesToDelete }: FolderState): FolderProblem | undefined {
  const files = Object.entries(unopenable).filter(
    ([name, { times }]) => times >= MAX_TRIES && !filesToDelete.includes(name),
  )
  if (files.length === 0) return undefined
  return { code: files.every(([, { isNewer }]) => isNewer) ? 'newer' : 'unreadable' }
}

/** The state in a stored text; one that cannot be read starts over, which costs a few requests. */
export function parseFolderState(text: string | undefined): FolderState {
  const state = parseStored(State, text) ?? v.parse(State, {})
  return state.problem?.code === 'unreadable'
    ? { ...state, problem: unreadable(state) ?? state.problem }
    : state
}

/** A state as it is stored: version 1.0 cannot read one with the problem `newer`. */
export const writeFolderState = ({
  awaitingReadBack: sent,
  filesToDelete: leaving,
  unopenable: closed,
  differingReads: unkept,
  problem,
  ...rest
}: FolderState): string =>
  JSON.stringify({
    ...rest,
    problem: problem?.code === 'newer' ? { code: 'unreadable' } : problem,
    sent,
    leaving,
    closed,
    unkept,
  })

/** The state as of now, with refilled buckets. Times in the future (the clock has jumped) delay nothing. */
export function refilled(state: FolderState, now: number): FolderState {
  const passed = now - state.reckonedAt
  const past = (time: number) => (time > now ? 0 : time)
  return {
    ...state,
    pushes: refilledBy(WRITES, state.pushes, passed),
    requests: refilledBy(REQUESTS, state.requests, passed),
    reckonedAt: now,
    lookedAt: past(state.lookedAt),
    pushedAt: past(state.pushedAt),
    notBefore:
      state.notBefore - now > (state.isStopped ? 2 * DAY_MS : 2 * MAX_PAUSE_MS) ? 0 : state.notBefore,
    failedAt: past(state.failedAt),
    tidyAfter: state.tidyAfter - now > TIDY_PAUSE_MS ? 0 : state.tidyAfter,
    carryAt: state.carryAt - now > MAX_PAUSE_MS ? 0 : state.carryAt,
    unopenable: Object.fromEntries(
      Object.entries(state.unopenable).map(([name, file]) => [
        name,
        { ...file, triedAt: past(file.triedAt) },
      ]),
    ),
  }
}

const FIRST_PAUSE_MS = 30_000
const LOCKED_PAUSES_MS = [2000, 4000, 8000]
const MAX_FAILURES = 10
/**
 * Problems that are retried rarely: a firewall might count them. They are no reason to give up, as they also
 * come from servers that are overloaded or being repaired.
 */
const REFUSALS: ReadonlySet<string> = new Set(['signIn', 'forbidden'])
const REFUSED_PAUSES_MS = [FIRST_PAUSE_MS, MAX_PAUSE_MS / 2]
/** How many differing read-backs in a row are a problem of the folder. */
const MAX_DIFFERING_READS = 3

/** Problems that only the user can resolve. */
const NEEDING_USER: ReadonlySet<string> = new Set(['notAllowed', 'moved', 'unfit', 'noBasic', 'absent'])
/** Whether only the user can resolve a problem. */
const needsUser = (problem: FolderProblem | undefined): boolean => NEEDING_USER.has(problem?.code ?? '')
/** Whether no request is made until the user acts. */
export const isNeverRetried = (problem: FolderProblem | undefined): boolean =>
  problem?.code === 'notAllowed' || problem?.code === 'absent'
/** Whether nothing is sent until the user does something, or a rare try succeeds. */
export const isRefused = ({ isStopped, problem }: FolderState): boolean => isStopped || needsUser(problem)

/** The pause after a number of failures in a row. */
function pauseAfter(problem: FolderProblem, failures: number, random: number): number {
  if (problem.code === 'locked' && failures < LOCKED_PAUSES_MS.length) return LOCKED_PAUSES_MS[failures]
  if (REFUSALS.has(problem.code)) return (REFUSED_PAUSES_MS[failures] ?? DAY_MS) * (0.5 + random)
  const pause = problem.code === 'unkept' ? MAX_PAUSE_MS : FIRST_PAUSE_MS * 2 ** failures
  const usual = Math.min(MAX_PAUSE_MS, pause * (0.5 + random))
  if (problem.code !== 'busy' || problem.waitMs === undefined) return usual
  // From the second failure on, a server cannot ask for a shorter pause.
  return Math.min(MAX_PAUSE_MS, failures === 0 ? problem.waitMs : Math.max(problem.waitMs, usual))
}

/** The state after a problem. `random`: 0 up to 1. */
export function afterProblem(
  state: FolderState,
  problem: FolderProblem,
  now: number,
  random: number,
): FolderState {
  // Refusals are counted apart, as a server may have other problems between them.
  const count = REFUSALS.has(problem.code) ? 'refusals' : 'failures'
  const isLast = count === 'refusals' && (state.isStopped || state.refusals >= REFUSED_PAUSES_MS.length)
  const before = isLast ? REFUSED_PAUSES_MS.length : state[count]
  return {
    ...state,
    problem,
    [count]: Math.min(MAX_FAILURES, before + 1),
    failedAt: now,
    notBefore: now + pauseAfter(problem, before, random),
    isStopped: state.isStopped || isLast,
  }
}

/** Whether an unreachable folder may be looked at before its pause is over. */
export const isBackSoon = ({ problem, failedAt }: FolderState, now: number): boolean =>
  problem?.code === 'unreachable' && now >= failedAt + BACK_AGAIN_MS

/** The state after the folder said that it deleted files; only a later list proves it. */
export const afterRemoval = (state: FolderState, now: number): FolderState => ({
  ...state,
  removals: state.removals + 1,
  tidyAfter: now + Math.min(TIDY_PAUSE_MS, FIRST_TIDY_PAUSE_MS * 2 ** state.removals),
})

/** Whether there are files to delete, and no pause. */
export const isTidyDue = ({ filesToDelete, tidyAfter, carryAt }: FolderState, now: number): boolean =>
  filesToDelete.length > 0 && carryAt === 0 && now >= tidyAfter

/** The state after listing the folder: files that are gone need not be deleted or read back. */
export function afterList(state: FolderState, listed: ReadonlySet<string>, now: number): FolderState {
  const isListed = (name: string) => listed.has(name)
  const only = <T>(files: Readonly<Record<string, T>>, isKept = isListed) =>
    Object.fromEntries(Object.entries(files).filter(([name]) => isKept(name)))
  const filesToDelete = state.filesToDelete.filter(isListed)
  return {
    ...state,
    awaitingReadBack: state.awaitingReadBack.filter(isListed),
    filesToDelete,
    written: only(state.written, name => isListed(name) || now < state.pushedAt + MAX_LATE_MS),
    unopenable: only(state.unopenable),
    ...(filesToDelete.length === 0 && { removals: 0, tidyAfter: 0 }),
  }
}

/** The state after a differing read-back: cut off, late, or not kept at all. */
export function afterDifferingRead(before: FolderState, now: number, random: number): FolderState {
  // The write was accepted, so what was refused before no longer is.
  const state = { ...before, ...SUCCESS }
  const differingReads = Math.min(MAX_FAILURES, state.differingReads + 1)
  if (differingReads >= MAX_DIFFERING_READS)
    return { ...afterProblem(state, { code: 'unkept' }, now, random), differingReads }
  const pause = pauseAfter({ code: 'unreachable' }, differingReads - 1, random)
  return { ...state, differingReads, notBefore: now + pause }
}

/** What of the state changes where everything went well. */
export const SUCCESS = {
  problem: undefined,
  failures: 0,
  refusals: 0,
  notBefore: 0,
  isStopped: false,
} as const

/** When the next session is due; undefined if it is held back, or has nothing to do. */
export function nextSession(state: FolderState): number | undefined {
  const { waitingSince, isHeldBack, carryAt, filesToDelete, tidyAfter } = state
  const { notBefore, pushes, requests, reckonedAt } = state
  const due = [
    ...(waitingSince > 0 ? [0] : []),
    ...(carryAt > 0 ? [carryAt] : []),
    // What waits to be carried comes before tidying.
    ...(filesToDelete.length > 0 && carryAt === 0 ? [tidyAfter] : []),
  ]
  // Nothing held back can be carried or tidied before a look finds the later version's file gone.
  if (isHeldBack || due.length === 0) return undefined
  const wait = Math.max(waitForToken(WRITES, pushes), waitForToken(REQUESTS, requests))
  return Math.max(Math.min(...due), notBefore, wait > 0 ? reckonedAt + wait : 0)
}
