// What a device keeps about its folder: what was seen and sent when, what went wrong, how often it may ask.
import * as v from 'valibot'
import { parseStored } from '../../platform/stored-json.ts'
import { DAY_MS } from '../../time.ts'
import type { FolderProblem } from './remote.ts'

const count = v.pipe(v.number(), v.finite(), v.minValue(0))
const name = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/))
const names = v.optional(v.array(name), [])

const Problem = v.variant('code', [
  v.object({ code: v.literal('busy'), waitMs: v.optional(count) }),
  v.object({ code: v.literal('failed'), status: count }),
  v.object({
    code: v.picklist([
      'unreachable',
      'signIn',
      'forbidden',
      'missing',
      'moved',
      'unfit',
      'foreign',
      'locked',
      'full',
      'large',
      'notAllowed',
      'unreadable',
      'unkept',
    ]),
  }),
])

/** Pushes and requests at once, and milliseconds until one more is free: at most 170 requests in any hour. */
const PUSHES = 20
const PUSH_REFILL_MS = 100_000
const REQUESTS = 30
const REQUEST_REFILL_MS = 3_600_000 / 130
/** No pause is longer than this. */
const MAX_PAUSE_MS = 3_600_000
/** How long files are left alone that a folder does not remove, or that it says to have removed at first. */
const TIDY_PAUSE_MS = DAY_MS
const FIRST_TIDY_PAUSE_MS = 30_000
/** How long a write may be under way that this device has given up. */
const MAX_LATE_MS = 3_600_000
/** While somebody looks, a folder from which no answer came is asked so often: the network may be back. */
const BACK_AGAIN_MS = 60_000

/** The fields as they are stored; `sent`, `leaving` and `closed` have the names of the first release. */
const Stored = v.object({
  lookedAt: v.optional(count, 0),
  arrivedAt: v.optional(count, 0),
  pushedAt: v.optional(count, 0),
  waitingSince: v.optional(count, 0),
  problem: v.optional(Problem),
  failures: v.optional(count, 0),
  unkept: v.optional(count, 0),
  notBefore: v.optional(count, 0),
  failedAt: v.optional(count, 0),
  tidyAfter: v.optional(count, 0),
  removals: v.optional(count, 0),
  isStopped: v.optional(v.boolean(), false),
  carryAt: v.optional(count, 0),
  pushes: v.optional(v.pipe(v.number(), v.finite()), PUSHES),
  requests: v.optional(v.pipe(v.number(), v.finite()), REQUESTS),
  reckonedAt: v.optional(count, 0),
  sent: names,
  leaving: names,
  written: v.optional(v.record(v.string(), v.object({ device: v.string(), epoch: count })), {}),
  closed: v.optional(
    v.record(v.string(), v.object({ tag: v.string(), times: count, triedAt: v.optional(count, 0) })),
    {},
  ),
})

/** All times are milliseconds since 1970; 0 for never. */
export interface FolderState {
  /** When the folder was looked at, written to, and when all that was known here was read back from it. */
  readonly lookedAt: number
  readonly pushedAt: number
  readonly arrivedAt: number
  /** Since when something waits to be sent. */
  readonly waitingSince: number
  readonly problem?: FolderProblem | undefined
  /** Failures in a row, and how often what was sent was not what was read back. */
  readonly failures: number
  readonly unkept: number
  /** Nothing is asked before this time; nothing at all, until a person wants it, where it is stopped. */
  readonly notBefore: number
  readonly isStopped: boolean
  /** When something failed last. */
  readonly failedAt: number
  /** Until when files that have to go are left where they are, and how often their removal was asked for. */
  readonly tidyAfter: number
  readonly removals: number
  /** When items of others are taken into the own files; 0 while none wait for it. */
  readonly carryAt: number
  /** How often it may be written and asked now, and when that was reckoned. */
  readonly pushes: number
  readonly requests: number
  readonly reckonedAt: number
  /** Own files that were written and not read back: what the list says of them counts for nothing. */
  readonly awaitingReadBack: readonly string[]
  /** Files that have to go once everything has arrived: until a list of the folder lacks them. */
  readonly filesToDelete: readonly string[]
  /** The files that this device has written, under any of its ids, and that may still be there. */
  readonly written: Readonly<Record<string, WrittenFile>>
  readonly unopenable: Readonly<Record<string, ClosedFile>>
}

/** Under which id and in which epoch a file was written. */
interface WrittenFile {
  readonly device: string
  readonly epoch: number
}

/** A file that did not open: what the list said of it then, how often it was tried and when last. */
interface ClosedFile {
  readonly tag: string
  readonly times: number
  readonly triedAt: number
}

/** The state in a stored text; one that cannot be read begins anew, which costs a few requests. */
export function parseFolderState(text: string | undefined): FolderState {
  const { sent, leaving, closed, ...rest } = parseStored(Stored, text) ?? v.parse(Stored, {})
  return { ...rest, awaitingReadBack: sent, filesToDelete: leaving, unopenable: closed }
}

/** A state as it is stored. */
export const writeFolderState = ({
  awaitingReadBack: sent,
  filesToDelete: leaving,
  unopenable: closed,
  ...rest
}: FolderState): string => JSON.stringify({ ...rest, sent, leaving, closed })

/** The state as it is by now: what may be asked has filled up; a clock that jumped holds nothing up. */
export function refilled(state: FolderState, now: number): FolderState {
  const passed = Math.max(0, now - state.reckonedAt)
  const past = (time: number) => (time > now ? 0 : time)
  return {
    ...state,
    pushes: Math.min(PUSHES, state.pushes + passed / PUSH_REFILL_MS),
    requests: Math.min(REQUESTS, state.requests + passed / REQUEST_REFILL_MS),
    reckonedAt: now,
    lookedAt: past(state.lookedAt),
    pushedAt: past(state.pushedAt),
    notBefore: state.notBefore - now > 2 * MAX_PAUSE_MS ? 0 : state.notBefore,
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
/** Problems that are tried once more, and then never again by themselves: a firewall would count them. */
const REFUSALS: ReadonlySet<string> = new Set(['signIn', 'forbidden'])
/** How often what was sent may come back otherwise until it is called a problem of the folder. */
const UNKEPT_TIMES = 3

/** How long nothing is asked after so many failures in a row. */
function pauseAfter(problem: FolderProblem, failures: number, random: number): number {
  if (problem.code === 'locked' && failures < LOCKED_PAUSES_MS.length) return LOCKED_PAUSES_MS[failures]
  const pause = problem.code === 'unkept' ? MAX_PAUSE_MS : FIRST_PAUSE_MS * 2 ** failures
  const usual = Math.min(MAX_PAUSE_MS, pause * (0.5 + random))
  if (problem.code !== 'busy' || problem.waitMs === undefined) return usual
  // A server that asks for a shorter pause again and again does not know better.
  return Math.min(MAX_PAUSE_MS, failures === 0 ? problem.waitMs : Math.max(problem.waitMs, usual))
}

/** The state after a problem: when it is tried again, or that it is not. `random`: 0 up to 1. */
export function afterProblem(
  state: FolderState,
  problem: FolderProblem,
  now: number,
  random: number,
): FolderState {
  const isRefusedAgain = REFUSALS.has(problem.code) && state.problem?.code === problem.code
  return {
    ...state,
    problem,
    failures: Math.min(MAX_FAILURES, state.failures + 1),
    failedAt: now,
    notBefore: now + pauseAfter(problem, state.failures, random),
    isStopped: state.isStopped || isRefusedAgain,
  }
}

/** Whether a folder that did not answer may be looked at before its pause is over. */
export const isBackSoon = ({ problem, failedAt }: FolderState, now: number): boolean =>
  problem?.code === 'unreachable' && now >= failedAt + BACK_AGAIN_MS

/** The state after files could not be removed: all else is well, so it is tried another day. */
export const afterUntidy = (state: FolderState, now: number): FolderState => ({
  ...state,
  tidyAfter: now + TIDY_PAUSE_MS,
})

/** The state after the folder said that it removed files: what it says is seen in a later list. */
export const afterRemoval = (state: FolderState, now: number): FolderState => ({
  ...state,
  removals: state.removals + 1,
  tidyAfter: now + Math.min(TIDY_PAUSE_MS, FIRST_TIDY_PAUSE_MS * 2 ** state.removals),
})

/** Whether files have to go, and may be asked for now. */
export const isTidyDue = ({ filesToDelete, tidyAfter }: FolderState, now: number): boolean =>
  filesToDelete.length > 0 && now >= tidyAfter

/** The state after a list of the folder: what it lacks need not be removed, nor read. */
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

/** The state after what was sent was read back otherwise: cut, late, or not kept at all. */
export function afterUnkept(before: FolderState, now: number, random: number): FolderState {
  // Whoever may write there has not been refused.
  const state = { ...before, isStopped: false }
  const unkept = Math.min(MAX_FAILURES, state.unkept + 1)
  if (unkept >= UNKEPT_TIMES) return { ...afterProblem(state, { code: 'unkept' }, now, random), unkept }
  return { ...state, unkept, notBefore: now + pauseAfter({ code: 'unreachable' }, unkept - 1, random) }
}

/** The state after everything went well. */
export const afterSuccess = (state: FolderState): FolderState => ({
  ...state,
  problem: undefined,
  failures: 0,
  notBefore: 0,
  isStopped: false,
})

/** When a visit has something to do and may do so; undefined where it has nothing, or is stopped. */
export function nextVisit(state: FolderState): number | undefined {
  const { isStopped, waitingSince, carryAt, filesToDelete, tidyAfter } = state
  const { notBefore, pushes, requests, reckonedAt } = state
  const due = [
    ...(waitingSince > 0 ? [0] : []),
    ...(carryAt > 0 ? [carryAt] : []),
    ...(filesToDelete.length > 0 ? [tidyAfter] : []),
  ]
  if (isStopped || due.length === 0) return undefined
  const free = (left: number, refillMs: number) => (left >= 1 ? 0 : reckonedAt + (1 - left) * refillMs)
  const allowed = [notBefore, free(pushes, PUSH_REFILL_MS), free(requests, REQUEST_REFILL_MS)]
  return Math.max(Math.min(...due), ...allowed)
}
