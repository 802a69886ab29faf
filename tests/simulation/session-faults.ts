// Faults that are planted in the session's `step`, in the storage of pages, and, for the explorer, in the
// local part of a sync round.
import type { Area, Changes } from '../../stores/platform/area.ts'
import { GAME_PREFIX, PENDING_RESULT_PREFIX, PREVIOUS_PREFIX } from '../../stores/platform/storage-keys.ts'
import { textOf } from '../../stores/session/game-in-memory.ts'
import type { SessionEvent, SessionState, Transition } from '../../stores/session/state.ts'
import { step } from '../../stores/session/step.ts'
import { compareVectors, increment } from '../../stores/sync/version-vector.ts'
import { localRoundParts } from '../../stores/sync/local-round.ts'
import { areaWith, type Fault } from './fault.ts'
import type { Explored } from './small-device.ts'

type Step = typeof step
type Texts = Readonly<Record<string, string>>

/** A `step` that differs for one kind of event. */
const at =
  (kind: SessionEvent['kind'], otherwise: Step): Step =>
  (state, event, context) =>
    event.kind === kind ? otherwise(state, event, context) : step(state, event, context)

/** A transition without its writes under keys with a prefix. */
function without({ writes, ...rest }: Transition, ...prefixes: readonly string[]): Transition {
  const isKept = ([key]: readonly [string, string]) => !prefixes.some(prefix => key.startsWith(prefix))
  return {
    ...rest,
    writes: { ...writes, set: Object.fromEntries(Object.entries(writes.set).filter(isKept)) },
  }
}

/** For `shown` events, uses the texts that an earlier event read from storage. */
function readOnce(): Step {
  let known: Texts | undefined
  return (state, event, context) => {
    const texts = event.kind === 'shown' ? (known ?? context.texts) : context.texts
    known = context.texts ?? known
    return step(state, event, { ...context, texts })
  }
}

/** Keeps only the last of the previous games, even if it has no moves. */
const keepOnlyTheLast = at('newDeal', (state, event, context) => {
  const { writes, ...rest } = step(state, event, context)
  const previousText = textOf(state.game, context.seconds)
  const set = { ...writes.set, [`${PREVIOUS_PREFIX}${state.game.position.game.id}`]: previousText }
  return { ...rest, state: { ...rest.state, previousText }, writes: { ...writes, set } }
})

/** Mistakes the earlier of two states of a play for the later state, and discards the later state. */
const reversedAncestor = at('continueFrom', (state, event, context) => {
  if (event.kind !== 'continueFrom') return step(state, event, context)
  const { inherited, localActions } = state.game
  const here = increment(inherited, event.deviceId, localActions)
  const after = step(state, event, context)
  return compareVectors(event.other.vector, here) === 'ancestor' ? without(after, PREVIOUS_PREFIX) : after
})

const as = (state: SessionState, role: SessionState['role']): SessionState => ({ ...state, role })

const saveAfterClosing: Step = (state, event, context) =>
  state.role === 'closed' && event.kind === 'hidden'
    ? step({ ...as(state, 'player'), lastText: '' }, event, context)
    : step(state, event, context)

/** Changes without removals. */
const written = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).filter(([, text]) => text !== undefined))

/** Does not notify tabs of changes of some keys. */
const withoutNewsOf =
  (isUnheard: (key: string, text: Changes[string]) => boolean) =>
  (area: Area): Area =>
    areaWith(area, {
      onChanged: listener =>
        area.onChanged(changes =>
          listener(Object.fromEntries(Object.entries(changes).filter(one => !isUnheard(...one)))),
        ),
    })

/** Faults that have an effect only if events occur in a rare order. The explorer must find them. */
export const raceFaults: readonly { readonly name: string; readonly replaced: Partial<Explored> }[] = [
  {
    name: 'only the playing tab applies an erasure',
    replaced: {
      step: (state, event, context) =>
        event.kind === 'storageChanged' && state.role === 'follower'
          ? step(state, { ...event, changes: written(event.changes) }, context)
          : step(state, event, context),
    },
  },
  {
    name: 'an erasure does not reach an open tab',
    replaced: {
      told: changes => Object.fromEntries(Object.entries(changes).filter(([, text]) => text !== undefined)),
    },
  },
  {
    name: 'old texts are removed before new ones are written',
    replaced: {
      round: {
        ...localRoundParts,
        async applyPlan(local, writes, spent) {
          await local.remove(spent)
          await local.set({ ...writes })
        },
      },
    },
  },
]

/** A fault of each kind that earlier versions of the session had. */
export const sessionFaults: readonly Fault[] = [
  { name: 'a step uses a state from before a wait', focus: 'deals', replaced: { session: readOnce } },
  {
    name: 'a failed write counts as done',
    focus: 'failures',
    replaced: { pages: area => areaWith(area, { set: items => area.set(items).catch(() => undefined) }) },
  },
  {
    name: 'a deal that nobody played pushes a game out of reach',
    focus: 'deals',
    replaced: { session: () => keepOnlyTheLast },
  },
  {
    name: 'a new deal forgets the game that it replaces',
    focus: 'deals',
    replaced: {
      session: () => at('newDeal', (...all) => without(step(...all), PREVIOUS_PREFIX, PENDING_RESULT_PREFIX)),
    },
  },
  {
    name: 'a win is written without its result',
    focus: 'moves',
    replaced: { session: () => at('gesture', (...all) => without(step(...all), PENDING_RESULT_PREFIX)) },
  },
  {
    name: 'the session’s ancestor test is reversed',
    focus: 'elsewhere',
    replaced: { session: () => reversedAncestor },
  },
  {
    name: 'a page saves after it has erased everything',
    focus: 'erasing',
    replaced: { session: () => saveAfterClosing },
  },
  {
    name: 'an erasure does not reach an open tab',
    focus: 'erasing',
    replaced: { pages: withoutNewsOf((key, text) => key.startsWith(GAME_PREFIX) && text === undefined) },
  },
  {
    name: 'the other tab is not notified of a choice',
    focus: 'settings',
    replaced: { pages: withoutNewsOf(key => key.startsWith('setting:')) },
  },
]
