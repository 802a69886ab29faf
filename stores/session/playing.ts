// Handles the user's actions: gestures, undo and redo, new deals, and continuing another device's game.
import {
  act,
  autoplayMoves,
  isDealNumber,
  isWon,
  playAll,
  positionAt,
  readRecord,
  takenBack,
  undoStep,
  type History,
  type Position,
} from '../../engine/index.ts'
import { autoplayFor, houseRulesFor } from '../settings/setting-values.ts'
import { isInProgress } from '../sync/game-envelope.ts'
import { dayOfPlay } from '../sync/ids.ts'
import { compareVectors, increment, mergeVectors } from '../sync/version-vector.ts'
import type { TransitionBuilder } from './draft.ts'
import { freshGame, isTimeFinal, keyOf, readGame, WELCOME } from './game-in-memory.ts'
import { underChosenRules } from './house-rules.ts'
import { lasting } from './notices.ts'
import { switchGame } from './opening.ts'
import {
  begunBefore,
  gameNow,
  keepPrevious,
  leave,
  previousTexts,
  quarantine,
  saveGame,
  savePrevious,
  saveResult,
  takePrevious,
} from './saving.ts'
import type { Cause, Event, GameInMemory, Step } from './state.ts'

/** Plays a gesture and its automatic moves. Ignores moves meant for another position. */
export function gesture(draft: TransitionBuilder, { moves, on }: Event<'gesture'>): void {
  const { game, settings } = draft.state
  if (!isSamePosition(on, game.position)) return
  const after = playAll(game.position, moves)
  const kept = takenBack(act(game.history, { kind: 'gesture', moves }))
  const automatic = autoplayMoves(after, autoplayFor(settings.values, on.game.id), kept)
  const history = act(game.history, { kind: 'gesture', moves: [...moves, ...automatic] })
  commit(draft, history, playAll(after, automatic), 'move')
}

const isSamePosition = (a: Position, b: Position): boolean =>
  a === b || (a.game === b.game && JSON.stringify(a.piles) === JSON.stringify(b.piles))

/** Goes to another step of the history; ignores a step that does not exist. */
export function go(draft: TransitionBuilder, { to }: Event<'go'>): void {
  const { history } = draft.state.game
  const step = stepOf(to, history)
  const next = act(history, { kind: 'go', to: step })
  if (next !== history) commit(draft, next, positionAt(next), causeOf(step, history))
}

const stepOf = (to: Step, history: History): number =>
  to === 'undo' ? undoStep(history) : to === 'redo' ? history.cursor + 1 : to

const causeOf = (step: number, history: History): Cause =>
  step === undoStep(history) ? 'undo' : step === history.cursor + 1 ? 'redo' : step === 0 ? 'restart' : 'jump'

/** Applies an action to the game: counts it, saves it, and records the result if the game is won. */
function commit(draft: TransitionBuilder, history: History, position: Position, cause: Cause): void {
  const { state } = draft
  const game = { ...gameNow(draft), history, position, localActions: state.game.localActions + 1 }
  draft.show(game, cause)
  draft.change({ notices: lasting(state.notices), isFirst: false })
  if (state.isFirst) draft.remove(WELCOME)
  saveGame(draft, game)
  draft.takeLock()
  if (!isWon(position)) {
    // While the winning moves can be redone, the clock stays at the time of the result.
    if (!isTimeFinal(game)) draft.effect({ kind: 'runClock' })
    return
  }
  saveResult(draft, game, 'won', cause !== 'move')
  // The clock stops at the seconds of the result.
  draft.effect({ kind: 'setClock', seconds: game.seconds })
  draft.effect({ kind: 'publish' })
}

/**
 * Deals a new game. The current one stays within reach if it is in progress. If the new deal is a daily deal,
 * or was chosen, and is in progress among the previous games, that game is continued instead.
 */
export function newDeal(
  draft: TransitionBuilder,
  { dealNumber, playId, on, isChosen }: Event<'newDeal'>,
): void {
  const { state } = draft
  if (!isDealNumber(dealNumber) || (on && on !== state.game.position)) return
  const left = gameNow(draft)
  const { id } = left.position.game
  const isLeft = isInProgress(left)
  const leaveThis = () => isLeft && leave(draft, left)
  const day = dayOfPlay(playId)
  const begun = (isChosen || day) && begunBefore(state, id, dealNumber, day)
  if (begun) restorePrevious(draft, begun, leaveThis)
  else {
    leaveThis()
    const fresh = freshGame(id, { dealNumber, playId }, houseRulesFor(state.settings.values, id))
    replace(draft, fresh, 'deal')
  }
  // If this game was won, the previous game is an older one, which the user did not just leave.
  if (isLeft) draft.change({ hasLeft: true })
  if (begun && isChosen) draft.notify({ key: 'sameDeal' })
  else if (draft.state.hasLeft || day) draft.notify({ key: 'newDeal' })
}

/** Restores a previous game. `leaveOther` keeps the current one within reach. */
const restorePrevious = (
  draft: TransitionBuilder,
  game: GameInMemory,
  leaveOther: (isOtherPlay: boolean) => void,
): void => replace(draft, takePrevious(draft, game, draft.state.game, leaveOther), 'previous')

/**
 * Puts another play, or another state of the current one, on the table, under the chosen house rules if
 * possible, and saves it.
 */
function replace(draft: TransitionBuilder, other: GameInMemory, cause: Cause): void {
  const game = underChosenRules(draft, other)
  draft.open(game, cause)
  draft.change({ notices: lasting(draft.state.notices) })
  saveGame(draft, game)
  draft.takeLock()
}

/** Restores the first previous game. The current one becomes the last, so repeating this visits them all. */
export function backToPrevious(draft: TransitionBuilder): void {
  const { state, context } = draft
  const { id } = state.game.position.game
  const key = keyOf(state.newerKeys, 'previous', id)
  draft.change({ previousText: context.texts![key] })
  const [text, ...others] = previousTexts(draft.state)
  if (text === undefined) return
  const previous = readGame(text, id)
  if (!previous.ok) {
    savePrevious(draft, id, others)
    quarantine(draft, key, text)
    draft.notify({ key: 'brokenGame', reason: previous.reason })
    return
  }
  const here = gameNow(draft)
  restorePrevious(draft, previous.value, isOtherPlay =>
    // If a play was continued in two ways, neither is given up while the other is on the table.
    isOtherPlay ? leave(draft, here, true) : keepPrevious(draft, here, false, true),
  )
}

/**
 * Continues a game from another device. The game that it replaces stays within reach if it is in progress and
 * not an older state of that game.
 */
export function continueFrom(draft: TransitionBuilder, { other, deviceId, on }: Event<'continueFrom'>): void {
  if (on && on !== draft.state.game.position) return
  const opened = readRecord(other.record)
  if (!opened.ok) {
    draft.notify({ key: 'brokenGame', reason: opened.reason })
    return
  }
  const { id } = opened.value.position.game
  switchGame(draft, { kind: 'switchGame', game: id })
  const here = gameNow(draft)
  const vector = increment(here.inherited, deviceId, here.localActions)
  const isSamePlay = opened.value.playId === here.playId
  const isAncestor = isSamePlay && compareVectors(vector, other.vector) === 'ancestor'
  if (!isAncestor && isInProgress(here)) keepPrevious(draft, here)
  const inherited = isSamePlay ? mergeVectors(vector, other.vector) : other.vector
  const game = { ...opened.value, inherited, localActions: 0 }
  replace(draft, game, 'device')
}

/**
 * Restores a game that was replaced by another device's. If it is the same play, this counts as an action, so
 * that the two states are concurrent versions.
 */
export function restore(draft: TransitionBuilder, { left, on }: Event<'restore'>): void {
  const { position, playId } = draft.state.game
  if (on !== position) return
  const isSamePlay = left.playId === playId
  replace(draft, isSamePlay ? { ...left, localActions: left.localActions + 1 } : left, 'previous')
}
