// The session as one pure function: from a state and an event to the next state, writes and effects.
import { DEFAULT_GAME } from '../../engine/index.ts'
import { mayBeDamaged } from '../platform/storage-failure.ts'
import { changeSettings, defaultSettings } from '../settings/model.ts'
import { lastPendingResultIn } from '../sync/game-results.ts'
import { TransitionBuilder } from './draft.ts'
import { adoptHouseRules, hidden, lockChanged, refresh, shown, storageChanged } from './following.ts'
import { freshGame, keyOf, WELCOME } from './game-in-memory.ts'
import { opened, switchGame } from './opening.ts'
import { backToPrevious, continueFrom, gesture, go, newDeal, restore } from './playing.ts'
import { saveSeconds } from './saving.ts'
import type { Notice } from './notices.ts'
import type { Event, StepContext, SessionEvent, SessionState, Transition } from './state.ts'

/** The state before storage is read; never shown. */
export function initialState(): SessionState {
  const game = freshGame(DEFAULT_GAME, { dealNumber: 1, playId: '' }, [])
  const { position } = game
  return {
    role: 'hidden',
    game,
    change: { id: 0, before: position, after: position, cause: 'opened' },
    previousText: undefined,
    hasLeft: false,
    settings: defaultSettings,
    isFirst: false,
    notices: [],
    lastText: '',
    echoes: [],
    resultTime: 0,
    newerKeys: [],
  }
}

/** Events that always need all stored texts. */
const READING: ReadonlySet<SessionEvent['kind']> = new Set([
  'opened',
  'shown',
  'switchGame',
  'backToPrevious',
  'continueFrom',
  'imported',
])
/** Events with which the user changes the current game; they need its lock. */
const PLAYING: ReadonlySet<SessionEvent['kind']> = new Set([
  'gesture',
  'go',
  'newDeal',
  'backToPrevious',
  'continueFrom',
  'restore',
])

/** Whether an event opens or changes a game. */
export const isPlayed = ({ kind }: SessionEvent): boolean => READING.has(kind) || PLAYING.has(kind)

/** Whether an event needs the stored texts. */
export const needsTexts = (state: SessionState, event: SessionEvent): boolean =>
  READING.has(event.kind) || becomesPlayer(state, event) || reportsErasure(state, event)

/** Whether the event reports that the game on the table was erased, so that another one must be dealt. */
export function reportsErasure({ role, game, newerKeys }: SessionState, event: SessionEvent): boolean {
  if (event.kind !== 'storageChanged' || role === 'hidden' || role === 'closed') return false
  const key = keyOf(newerKeys, 'game', game.position.game.id)
  return key in event.changes && event.changes[key] === undefined
}

/** Whether the event needs the lock of the current game, which another tab holds. */
export const needsLock = (state: SessionState, event: SessionEvent): boolean =>
  becomesPlayer(state, event) && event.kind !== 'lockChanged'

/** Whether the tab plays from now on. First it must read what the tab that held the lock has written. */
const becomesPlayer = (state: SessionState, event: SessionEvent): boolean =>
  state.role === 'follower' && (PLAYING.has(event.kind) || event.kind === 'lockChanged')

/**
 * Applies an event. Pure: time, randomness and stored texts come from the context. Events that do not
 * apply to the state are ignored.
 */
export function step(state: SessionState, event: SessionEvent, context: StepContext): Transition {
  const draft = new TransitionBuilder(state, context)
  const isClosed = state.role === 'closed' && event.kind !== 'shown' && event.kind !== 'notified'
  const isHidden = state.role === 'hidden' && PLAYING.has(event.kind)
  if (!isClosed && !isHidden) {
    const seen = lastPendingResultIn(event.kind === 'storageChanged' ? event.changes : (context.texts ?? {}))
    if (seen > state.resultTime) draft.change({ resultTime: seen })
    if (becomesPlayer(state, event)) refresh(draft)
    // The lock has been taken.
    if (needsLock(state, event)) draft.change({ role: 'player' })
    // TypeScript does not relate the handler to the kind of the event.
    const handle = HANDLERS[event.kind] as (draft: TransitionBuilder, event: SessionEvent) => void
    handle(draft, event)
  }
  return draft.transition
}

type Handlers = {
  readonly [K in SessionEvent['kind']]: (draft: TransitionBuilder, event: Event<K>) => void
}
const HANDLERS: Handlers = {
  opened,
  gesture,
  go,
  newDeal,
  switchGame,
  backToPrevious,
  continueFrom,
  restore,
  hidden,
  shown,
  storageChanged,
  lockChanged,
  blurred: saveSeconds,
  imported: refresh,
  closed: draft => draft.change({ role: 'closed' }),
  notified: (draft, { notice }) => draft.notify(notice),
  dismissed: (draft, { notice }) => withdraw(draft, other => other === notice),
  writeFailed: (draft, { detail }) =>
    draft.notify({ key: mayBeDamaged(detail) ? 'notSafe' : 'notSaved', detail }),
  writeSucceeded: draft => withdraw(draft, ({ key }) => key === 'notSaved'),
  welcomed(draft) {
    draft.remove(WELCOME)
    draft.change({ isFirst: false })
  },
  changeSettings(draft, { change }) {
    const { state: settings, set } = changeSettings(draft.state.settings, change, draft.context.now)
    draft.change({ settings })
    draft.set(set)
    adoptHouseRules(draft)
  },
}

const withdraw = (draft: TransitionBuilder, isOutdated: (notice: Notice) => boolean): void =>
  draft.change({ notices: draft.state.notices.filter(notice => !isOutdated(notice)) })
