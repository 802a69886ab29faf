// The state of the sync folder on a device: the times of reads and writes, problems, and rate limits.
import * as v from 'valibot'
import { amount, parseStored, ifValid, storedUnder } from '../../platform/stored-json.ts'
import { DAY_MS } from '../../time.ts'
import {
  FIRST_PAUSE_MS,
  MAX_FAILURES,
  MAX_PAUSE_MS,
  MAX_SPREAD_MS,
  refilledBy,
  REQUESTS,
  waitForToken,
  WRITES,
} from '../rate-limits.ts'
import { FILE_NAME, FolderProblem } from './remote.ts'

/** The pause after a failed deletion, and the first pause after one that was reported as successful. */
export const TIDY_PAUSE_MS = DAY_MS
const FIRST_TIDY_PAUSE_MS = 30_000
/** The maximum time for which a write can still be in progress after this device has given up on it. */
const MAX_LATE_MS = 3_600_000
/** The interval at which an unreachable folder is retried while a tab is shown. */
const EARLY_RETRY_MS = 60_000

/** An optional field; the default also replaces invalid values, which a later version may have stored. */
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
/** Entries of files, by name; unreadable entries are left out. */
const files = <T>(schema: v.GenericSchema<unknown, T>) =>
  field(
    v.pipe(
      v.record(v.string(), ifValid(schema)),
      v.transform(
        all => Object.fromEntries(Object.entries(all).filter(([, file]) => file)) as Record<string, T>,
      ),
    ),
    {},
  )

/** All times are milliseconds since 1970; 0 for never. */
const fields = {
  /** The times of the last look, the last write, and the last read-back of everything known here. */
  lookedAt: number,
  pushedAt: number,
  arrivedAt: number,
  /** The time since which local changes have been waiting to be sent. */
  waitingSince: number,
  /**
   * Whether all waiting changes belong in files of this device that a later version wrote. Those files are
   * not changed.
   */
  isHeldBack: field(v.boolean(), false),
  problem: ifValid(FolderProblem),
  /** Failures and refusals since the last success, and read-backs in a row that differed from the write. */
  failures: number,
  refusals: number,
  differingReads: number,
  /**
   * No request is made before `notBefore`, unless the user asks for one or `mayRetryEarly` allows it.
   * `isStopped`: refused so often that it is retried only once a day. `failedAt`: the time of the last
   * problem.
   */
  notBefore: number,
  isStopped: field(v.boolean(), false),
  failedAt: number,
  /**
   * The time until which `filesToDelete` are left alone, and how many times the folder has reported that it
   * deleted files.
   */
  tidyAfter: number,
  removals: number,
  /** The time at which this device carries items that no file has; 0 while there are none. */
  carryAt: number,
  /** The token buckets of writes and requests, and the time they were last refilled. */
  pushes: tokens(WRITES.size),
  requests: tokens(REQUESTS.size),
  reckonedAt: number,
  /**
   * This device's files that were written but not read back yet. They are read even if their tags have not
   * changed.
   */
  awaitingReadBack: names,
  /** Files to delete once everything has arrived; listed until the folder no longer has them. */
  filesToDelete: names,
  /**
   * Files that this device has written and that may still exist, with the id and epoch they were written
   * under.
   */
  written: files(v.object({ device: v.string(), epoch: amount })),
  /**
   * Files that could not be opened: the tag at that time, the number of attempts, the time of the last one,
   * and whether a later version wrote the file.
   */
  unopenable: files(
    v.object({ tag: v.string(), times: amount, triedAt: number, isNewer: field(v.boolean(), false) }),
  ),
}

const stored = storedUnder({
  awaitingReadBack: 'sent',
  filesToDelete: 'leaving',
  unopenable: 'closed',
  differingReads: 'unkept',
})

/** A stored state. Unknown fields are kept. */
const State = v.pipe(stored.fields, v.looseObject(fields))

/** The state of the sync folder on this device. */
export type FolderState = Readonly<v.InferOutput<v.ObjectSchema<typeof fields, undefined>>>

/**
 * The number of sessions that try to open a file while its tag stays the same; after that, the file is tried
 * once a day.
 */
export const MAX_TRIES = 3

/** The problem if files could not be opened in `MAX_TRIES` attempts; files to delete are ignored. */
export function unreadable({ unopenable, filesToDelete }: FolderState): FolderProblem | undefined {
  const files = Object.entries(unopenable).filter(
    ([name, { times }]) => times >= MAX_TRIES && !filesToDelete.includes(name),
  )
  if (files.length === 0) return undefined
  return { code: files.every(([, { isNewer }]) => isNewer) ? 'newer' : 'unreadable' }
}

/** Parses a stored state. If it is unreadable, the state starts over, which costs a few requests. */
export function parseFolderState(text: string | undefined): FolderState {
  const state = parseStored(State, text) ?? v.parse(State, {})
  return state.problem?.code === 'unreadable'
    ? { ...state, problem: unreadable(state) ?? state.problem }
    : state
}

/** Serializes a state. Version 1.0 cannot read the problem `newer`, so `unreadable` is stored instead. */
export function writeFolderState(state: FolderState): string {
  const problem = state.problem?.code === 'newer' ? { code: 'unreadable' } : state.problem
  return stored.write({ ...state, problem })
}

/**
 * The state as of now, with refilled buckets. Times too far in the future are dropped, so that they delay
 * nothing after the clock was set back.
 */
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
    carryAt: state.carryAt - now > MAX_SPREAD_MS ? 0 : state.carryAt,
  }
}

const LOCKED_PAUSES_MS = [2000, 4000, 8000]
/**
 * Problems that are retried rarely, because a firewall may block a client that causes many. They are retried
 * nevertheless, because servers that are overloaded or under maintenance report them as well.
 */
const REFUSALS: ReadonlySet<string> = new Set(['signIn', 'forbidden'])
const REFUSED_PAUSES_MS = [FIRST_PAUSE_MS, MAX_PAUSE_MS / 2]
/** The number of differing read-backs in a row after which the folder is considered faulty. */
const MAX_DIFFERING_READS = 3

const NEEDING_USER: ReadonlySet<string> = new Set(['notAllowed', 'moved', 'unfit', 'noBasic', 'absent'])
/** Whether no request is made until the user acts. */
export const isNeverRetried = (problem: FolderProblem | undefined): boolean =>
  problem?.code === 'notAllowed' || problem?.code === 'absent'
/** Whether sending has stopped until the user does something or a rare retry succeeds. */
export const isRefused = ({ isStopped, problem }: FolderState): boolean =>
  isStopped || NEEDING_USER.has(problem?.code ?? '')

/** The pause after a problem, in milliseconds. `failures`: the earlier problems since the last success. */
function pauseAfter(problem: FolderProblem, failures: number, random: number): number {
  if (problem.code === 'locked' && failures < LOCKED_PAUSES_MS.length) return LOCKED_PAUSES_MS[failures]!
  if (REFUSALS.has(problem.code)) return (REFUSED_PAUSES_MS[failures] ?? DAY_MS) * (0.5 + random)
  const pause = problem.code === 'unkept' ? MAX_PAUSE_MS : FIRST_PAUSE_MS * 2 ** failures
  const usual = Math.min(MAX_PAUSE_MS, pause * (0.5 + random))
  if (problem.code !== 'busy' || problem.waitMs === undefined) return usual
  // From the second failure on, a server cannot ask for a pause shorter than usual.
  return Math.min(MAX_PAUSE_MS, failures === 0 ? problem.waitMs : Math.max(problem.waitMs, usual))
}

/** The state after a problem. `random`: at least 0 and less than 1. */
export function afterProblem(
  state: FolderState,
  problem: FolderProblem,
  now: number,
  random: number,
): FolderState {
  // Refusals are counted separately, because a server may have other problems between them.
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
export const mayRetryEarly = ({ problem, failedAt }: FolderState, now: number): boolean =>
  problem?.code === 'unreachable' && now >= failedAt + EARLY_RETRY_MS

/** The state after the folder reported that it deleted files. Only a later listing confirms it. */
export const afterRemoval = (state: FolderState, now: number): FolderState => ({
  ...state,
  removals: state.removals + 1,
  tidyAfter: now + Math.min(TIDY_PAUSE_MS, FIRST_TIDY_PAUSE_MS * 2 ** state.removals),
})

/** When files are to be deleted; Infinity if there are none, or if items are to be carried first. */
const tidyAt = ({ filesToDelete, tidyAfter, carryAt }: FolderState): number =>
  filesToDelete.length > 0 && carryAt === 0 ? tidyAfter : Infinity

/** Whether files are to be deleted now. */
export const isTidyDue = (state: FolderState, now: number): boolean => now >= tidyAt(state)

/** The state after listing the folder: files that are gone need not be deleted, read back or opened. */
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

/** The state after a read-back that differs from the write: it was cut off, is late, or was not kept. */
export function afterDifferingRead(before: FolderState, now: number, random: number): FolderState {
  // The write was accepted, so earlier refusals are over.
  const state = { ...before, ...SUCCESS }
  const differingReads = Math.min(MAX_FAILURES, state.differingReads + 1)
  if (differingReads >= MAX_DIFFERING_READS)
    return { ...afterProblem(state, { code: 'unkept' }, now, random), differingReads }
  const pause = pauseAfter({ code: 'unreachable' }, differingReads - 1, random)
  return { ...state, differingReads, notBefore: now + pause }
}

/** The changes to the state after a success. */
export const SUCCESS = {
  problem: undefined,
  failures: 0,
  refusals: 0,
  notBefore: 0,
  isStopped: false,
} as const

/**
 * The time at which the next session is due; undefined if changes are held back or there is nothing to do.
 */
export function nextSession(state: FolderState): number | undefined {
  const { waitingSince, isHeldBack, carryAt, notBefore, pushes, requests, reckonedAt } = state
  const due = waitingSince > 0 ? 0 : Math.min(carryAt || Infinity, tidyAt(state))
  // While changes are held back, no items are carried and no files deleted until a look finds the later
  // version's file gone.
  if (isHeldBack || due === Infinity) return undefined
  const wait = Math.max(waitForToken(WRITES, pushes), waitForToken(REQUESTS, requests))
  return Math.max(due, notBefore, wait > 0 ? reckonedAt + wait : 0)
}
