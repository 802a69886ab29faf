// The writes of a step: the current game, previous games, and results.
import { writeRecord, type GameId } from '../../engine/index.ts'
import { countsWhenLeft, isInProgress, resultOf } from '../sync/game-envelope.ts'
import type { Outcome } from '../sync/game-results.ts'
import { dayOfPlay } from '../sync/ids.ts'
import { goalSince } from '../settings/schema.ts'
import { pastKey, writePast } from '../sync/past-game.ts'
import { quarantineTexts } from '../sync/quarantine.ts'
import { minuteOf, timeOf } from '../time.ts'
import type { TransitionBuilder } from './draft.ts'
import { CURRENT, keyOf, readGame, textOf } from './game-in-memory.ts'
import type { GameInMemory, SessionState } from './state.ts'

/** The maximum number of echoes to wait for. Those of failed writes never arrive. */
const MAX_ECHOES = 50

/** The current game, with its seconds. */
export const gameNow = ({ state, seconds }: TransitionBuilder): GameInMemory => ({ ...state.game, seconds })

/** Writes the current game, as the one played last. */
export function saveGame(draft: TransitionBuilder, game = gameNow(draft)): void {
  const { echoes, newerKeys } = draft.state
  const text = textOf(game)
  const { id } = game.position.game
  draft.set({ [keyOf(newerKeys, 'game', id)]: text, [CURRENT]: id })
  draft.change({ lastText: text, echoes: [...echoes, text].slice(-MAX_ECHOES) })
}

/** Whether this tab may write its game without taking the lock first. */
export const isPlaying = ({ role }: SessionState): boolean => role === 'player' || role === 'opening'

/** Saves the game if its seconds have changed, because another tab or device may continue it. */
export function saveSeconds(draft: TransitionBuilder): void {
  if (isPlaying(draft.state) && textOf(gameNow(draft)) !== draft.state.lastText) saveGame(draft)
}

/**
 * The recorded end of a game that ends now, in milliseconds since 1970. A reset or a goal counts results from
 * the minute after it was set. A game that ends after that in the same minute is recorded in the next one.
 */
function endTime({ state, context: { now } }: TransitionBuilder, game: GameId): number {
  const { since, goals } = state.settings.values
  const next = minuteOf(now) + 1
  return [since[game], ...goals.map(goalSince)].includes(next) ? timeOf(next) : now
}

/**
 * Writes the result and the moves of a play that ended, or the result `reopened`, which removes the moves.
 * `isSeenAgain`: a step through the history led to this end. Its moves are already stored, so they are not
 * written again.
 */
export function saveResult(
  draft: TransitionBuilder,
  game: GameInMemory,
  outcome: Outcome,
  isSeenAgain = false,
): void {
  const { now } = draft.context
  const resultTime = Math.max(now, draft.state.resultTime + 1)
  draft.change({ resultTime })
  const ended = endTime(draft, game.position.game.id)
  draft.set(resultOf(game, outcome, ended, resultTime))
  if (outcome === 'reopened') draft.remove(pastKey(game.playId, 'givenUp'))
  else if (!isSeenAgain)
    draft.set({ [pastKey(game.playId, outcome)]: writePast(outcome, ended, writeRecord(game)) })
}

/** The maximum number of previous games for each kind of solitaire. */
const MAX_PREVIOUS = 10
/** Marks a previous game that was counted as given up. */
const COUNTED = '.'

/** The texts of previous games, in the order in which the user returns to them. */
export const previousTexts = ({ previousText }: SessionState): string[] => previousText?.split(' ') ?? []

/** The readable previous games, in that order. */
export const gamesWithinReach = (state: SessionState, id = state.game.position.game.id): GameInMemory[] =>
  previousTexts(state).flatMap(text => {
    const game = readGame(text, id)
    return game.ok ? [game.value] : []
  })

/**
 * A previous game in progress with this deal number. With `day`, it must be that day's daily deal; without,
 * it must not be a daily deal.
 */
export const begunBefore = (
  state: SessionState,
  id: GameId,
  dealNumber: number,
  day?: number,
): GameInMemory | undefined =>
  gamesWithinReach(state, id).find(
    game => dayOfPlay(game.playId) === day && game.position.dealNumber === dealNumber && isInProgress(game),
  )

/**
 * Removes a previous game from its list and returns it with one more action. `leaveOther` keeps `other`
 * within reach.
 */
export function takePrevious(
  draft: TransitionBuilder,
  game: GameInMemory,
  other: GameInMemory | undefined,
  leaveOther: (isOtherPlay: boolean) => void,
): GameInMemory {
  const isOtherPlay = game.playId !== other?.playId
  const others = previousTexts(draft.state).filter(text => !isContainedIn(text, game))
  draft.change({ previousText: others.join(' ') || undefined })
  leaveOther(isOtherPlay)
  savePrevious(draft, game.position.game.id, previousTexts(draft.state))
  const taken = { ...game, localActions: game.localActions + 1 }
  if (isOtherPlay && countsWhenLeft(taken)) saveResult(draft, taken, 'reopened')
  return taken
}

/** Adds a game to the previous ones, as the first or the last. `isCounted`: it counts as given up. */
export function keepPrevious(
  draft: TransitionBuilder,
  left: GameInMemory,
  isCounted = false,
  isLast = false,
): void {
  const others = previousTexts(draft.state).filter(text => !isContainedIn(text, left))
  const text = textOf(left) + (isCounted ? COUNTED : '')
  savePrevious(draft, left.position.game.id, isLast ? [...others, text] : [text, ...others])
}

/** Keeps a game within reach when the user leaves it; counts it as given up if it has enough moves. */
export function leave(draft: TransitionBuilder, left: GameInMemory, isLast = false): void {
  const isCounted = countsWhenLeft(left)
  keepPrevious(draft, left, isCounted, isLast)
  if (isCounted) saveResult(draft, left, 'givenUp')
}

/** Whether a game starts with all actions of another. */
export const hasActionsOf = ({ history: { log } }: GameInMemory, { history }: GameInMemory): boolean =>
  JSON.stringify(log.slice(0, history.log.length)) === JSON.stringify(history.log)

/** Whether a stored game equals another or is an earlier state of it; false if the two diverged. */
function isContainedIn(text: string, game: GameInMemory): boolean {
  if (!text.includes(game.playId)) return false
  const former = readGame(text, game.position.game.id)
  return former.ok && hasActionsOf(game, former.value)
}

/** Writes the previous games, and drops those beyond the limit. With enough moves, they count as given up. */
export function savePrevious(draft: TransitionBuilder, id: GameId, texts: readonly string[]): void {
  for (const text of texts.slice(MAX_PREVIOUS)) {
    const former = readGame(text, id)
    if (former.ok && !text.endsWith(COUNTED) && countsWhenLeft(former.value))
      saveResult(draft, former.value, 'givenUp')
  }
  const previousText = texts.slice(0, MAX_PREVIOUS).join(' ') || undefined
  const key = keyOf(draft.state.newerKeys, 'previous', id)
  if (previousText) draft.set({ [key]: previousText })
  else draft.remove(key)
  draft.change({ previousText })
}

/**
 * Copies an unusable text into quarantine before it is replaced. If the event has not read storage, the limit
 * on kept texts is applied the next time.
 */
export function quarantine(draft: TransitionBuilder, key: string, text: string): void {
  const { set, remove } = quarantineTexts(draft.context.texts ?? {}, { [key]: text }, draft.context.now)
  draft.set(set)
  draft.remove(...remove)
}
